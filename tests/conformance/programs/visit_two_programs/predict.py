import tensorflow as tf

from utils import Data, evaluate, net


def main():
    """The error of a model that is not trained."""
    inputs = tf.placeholder(tf.float32, [None, 3], name='inputs')
    targets = tf.placeholder(tf.float32, [None], name='targets')
    error = net(inputs, targets)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        print(evaluate(session, error, inputs, targets, Data(1)))


if __name__ == '__main__':
    main()
