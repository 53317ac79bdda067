import numpy as np


def error(model, rows, sess):
    return np.mean([one(sess, model, row) for row in rows])


def one(session, model, row):
    return abs(model.predict(session, [[row] * 3])[0] - 1)


def save(model, path, sess):
    model.saver.save(sess, path)
    print('saved', model.predict(sess, np.ones((1, 3))))
