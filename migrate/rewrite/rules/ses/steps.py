"""SES101: a graph and the session that runs it become step functions."""

from migrate.rewrite.rule import Rule

RULE = Rule(
    code="SES101",
    title="A session becomes step functions",
    explanation=(
        "Each set of values that a session computes becomes one function of what it is fed: the statements "
        "that the fetched values depend on, in their order. Placeholders become its arguments, calls of "
        "Session.run become calls of it; variables and optimizers are created once, before it, under the "
        "names that they had. `tf.device` blocks stay. A step is written only where its effects are exactly "
        "those that the session ran; where this cannot be shown, the program stays as it is, with an error "
        "of the SES2 family."
    ),
    before="""\
import numpy as np
import tensorflow as tf

with tf.device('/gpu:0'):
    a = tf.placeholder(tf.float32, [2, 2])
    product = tf.matmul(a, a)

with tf.Session() as sess:
    print(sess.run(product, feed_dict={a: np.eye(2)}))
""",
    after="""\
import numpy as np
import tensorflow as tf


tf.config.set_soft_device_placement(False)


@tf.function(autograph=False, input_signature=[tf.TensorSpec([2, 2], tf.float32)])
def compute_product(a):
    with tf.device('/gpu:0'):
        product = tf.matmul(a, a)
    return product


print(compute_product(np.eye(2)).numpy())
""",
)
