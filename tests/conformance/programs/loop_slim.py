# expect: compat one device, parity
import numpy as np
import tensorflow as tf

slim = tf.contrib.slim
POINTS = np.random.RandomState(0).rand(64, 8).astype(np.float32)
KINDS = np.arange(64) % 4


def next_batch():
    dataset = tf.data.Dataset.from_tensor_slices((POINTS, KINDS)).repeat().batch(8)
    return dataset.make_one_shot_iterator().get_next()


def network(points):
    with slim.arg_scope([slim.fully_connected], weights_regularizer=slim.l2_regularizer(0.001)):
        hidden = slim.fully_connected(points, 16, scope="hidden")
        return slim.fully_connected(hidden, 4, activation_fn=None, scope="logits")


def main(_):
    points, kinds = next_batch()
    logits = network(points)
    slim.losses.softmax_cross_entropy(logits, slim.one_hot_encoding(kinds, 4))
    total_loss = slim.losses.get_total_loss()
    optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
    train_op = slim.learning.create_train_op(total_loss, optimizer)
    # Nothing is written.
    last = slim.learning.train(train_op, None, number_of_steps=6)
    print("last loss %.4f" % last)


if __name__ == "__main__":
    tf.app.run()
