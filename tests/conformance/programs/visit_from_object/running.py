def in_batches(sess, op, pair, inputs, targets):
    """What an operation gives for each half."""
    x, y = pair[1], pair[0]

    def run(part):
        return sess.run(op, {y: targets[part], x: inputs[part]})

    return run(slice(0, 2)), run(slice(2, 4))
