def evaluate(sess, value, x, inputs):
    feed = {x: inputs}
    return sess.run(value, feed)
