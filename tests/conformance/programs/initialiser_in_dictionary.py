# expect: compat one device, parity
"""A model as a dictionary of its parts, which functions train and evaluate."""
import numpy as np
import tensorflow as tf


def dense(x, units, name):
    w = tf.get_variable(name + "_w", [x.shape[1].value, units], initializer=tf.random_normal_initializer(seed=1))
    return tf.matmul(x, w)


def model_fn(mode, is_training, params, reuse=False):
    x = tf.placeholder(tf.float32, [None, params["size"]], name="x_" + mode)
    y = tf.placeholder(tf.int64, [None], name="y_" + mode)
    with tf.variable_scope("model", reuse=reuse):
        h = dense(x, 6, "h")
        logits = dense(tf.nn.relu(h), 3, "out")
    loss = tf.losses.sparse_softmax_cross_entropy(labels=y, logits=logits)
    accuracy = tf.reduce_mean(tf.cast(tf.equal(y, tf.argmax(logits, 1)), tf.float32))
    spec = {"x": x, "y": y, "loss": loss, "accuracy": accuracy}
    if is_training:
        optimizer = tf.train.AdamOptimizer(params["learning_rate"])
        global_step = tf.train.get_or_create_global_step()
        spec["train_op"] = optimizer.minimize(loss, global_step=global_step)
    spec["variable_init_op"] = tf.group(*[tf.global_variables_initializer(), tf.tables_initializer()])
    return spec


def batches(seed, count):
    rng = np.random.RandomState(seed)
    for _ in range(count):
        yield rng.rand(5, 4), rng.randint(0, 3, 5)


def train_sess(sess, spec, num_steps):
    losses = []
    for xs, ys in batches(0, num_steps):
        _, loss = sess.run([spec["train_op"], spec["loss"]], feed_dict={spec["x"]: xs, spec["y"]: ys})
        losses.append(loss)
    return np.mean(losses)


def evaluate_sess(sess, spec, num_steps):
    accs = []
    for xs, ys in batches(1, num_steps):
        feed_dict = {spec["x"]: xs, spec["y"]: ys}
        loss, acc = sess.run([spec["loss"], spec["accuracy"]], feed_dict)
        accs.append((loss, acc))
    return np.mean(accs, axis=0)


def main():
    params = {"size": 4, "learning_rate": 0.01}
    train_spec = model_fn("train", True, params)
    eval_spec = model_fn("eval", False, params, reuse=True)
    with tf.Session() as sess:
        sess.run(train_spec["variable_init_op"])
        for epoch in range(3):
            print("train", epoch, "%.5f" % train_sess(sess, train_spec, 4))
            print("eval", epoch, ["%.5f" % one for one in evaluate_sess(sess, eval_spec, 2)])


if __name__ == "__main__":
    main()
