# expect: apart
# has steps, beside a program that keeps its graph; their input is a program of its own
import tensorflow as tf

import records


def main():
    x = records.read(records.write(8), 4)
    w = tf.get_variable('w', [records.SIZE, 1], initializer=tf.constant_initializer(0.1))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=sess, coord=coord)
        for _ in range(4):
            print('%.4f' % sess.run([train, loss])[1])
        coord.request_stop()
        coord.join(threads)


if __name__ == '__main__':
    main()
