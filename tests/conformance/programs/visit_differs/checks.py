def evaluate(sess, value, x, inputs):
    return sess.run(value, {x: inputs})
