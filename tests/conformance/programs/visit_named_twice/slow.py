def evaluate(sess, loss, x, inputs):
    return sum(sess.run(loss, {x: inputs[i:i + 1]}) for i in range(len(inputs)))
