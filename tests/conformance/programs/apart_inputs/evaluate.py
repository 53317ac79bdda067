"""Evaluates again and again, each time in a session of its own, whose input begins anew."""

import tensorflow as tf

import net


def evaluate_once(total):
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        print('%.3f %.3f' % (sess.run(total), sess.run(total)))
        coord.request_stop()
        coord.join(threads)


def main():
    with tf.Graph().as_default():
        x, _ = net.read(net.write(8), 4, num_epochs=1)
        total = tf.reduce_sum(net.infer(x))
        for _ in range(2):
            evaluate_once(total)


if __name__ == '__main__':
    main()
