# expect: native, parity
"""Model and trainer have files of their own; the trainer keeps the session that the program opens."""

import numpy as np
import tensorflow as tf

from model import Net
from training import Trainer

rng = np.random.RandomState(31)


def main():
    sess = tf.Session()
    model = Net(0.1)
    sess.run(tf.global_variables_initializer())
    trainer = Trainer(sess, model, lambda: rng.rand(5, 3))
    trainer.train()
    model.load(sess, "./saved")
    trainer.evaluate()


if __name__ == "__main__":
    main()
