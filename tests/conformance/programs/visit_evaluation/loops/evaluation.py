def evaluate(session, digits, pair, error, keep=1.0):
    """The mean error over all batches."""
    values = [one(session, error, pair, x, y) for x, y in digits.batches()]
    return sum(values) / len(values) * keep


def one(session, error, pair, x, y):
    return session.run(error, {pair['inputs']: x, pair['targets']: y})
