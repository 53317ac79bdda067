def evaluate(sess, loss, x, data):
    return sess.run(loss, {x: data})
