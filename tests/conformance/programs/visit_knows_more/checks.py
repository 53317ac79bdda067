scale = 'head'


def evaluate(sess, heads, x, inputs):
    return sess.run(heads[scale], {x: inputs})
