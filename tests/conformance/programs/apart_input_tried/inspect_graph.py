"""Looks at the graph itself, which steps have none of."""

import tensorflow as tf

import records


def main():
    x = records.read(records.write(4), 2)
    total = tf.reduce_sum(x, name='total')
    with tf.Session() as sess:
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        found = sess.graph.get_tensor_by_name('total:0')
        print(sess.run(found), len(sess.graph.as_graph_def().node) > 3, sess.run(total))
        coord.request_stop()
        coord.join(threads)


if __name__ == '__main__':
    main()
