import tensorflow as tf

from utils import Data, evaluate, net


def main():
    """The loss of a model that is not trained."""
    x = tf.placeholder(tf.float32, [None, 3], name='x')
    y = tf.placeholder(tf.float32, [None], name='y')
    loss = net(x, y)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(evaluate(sess, loss, x, y, Data(1)))


if __name__ == '__main__':
    main()
