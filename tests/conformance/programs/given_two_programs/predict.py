"""The other of two programs that give their session to the same class."""

import sys

import numpy as np
import tensorflow as tf

from network import Network

session = tf.Session()
trained = Network(session)
trained.restore(sys.argv[1])
print(trained.predict(np.ones((2, 2))))
