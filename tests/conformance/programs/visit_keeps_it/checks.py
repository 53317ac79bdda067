LAST = []


def evaluate(sess, loss, x, inputs):
    LAST.append((sess, loss, x))
    return sess.run(loss, {x: inputs})


def again(inputs):
    sess, loss, x = LAST[-1]
    return sess.run(loss, {x: inputs})
