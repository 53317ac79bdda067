def evaluate(sess, loss, x, inputs):
    return sess.run(loss, {x: inputs})
