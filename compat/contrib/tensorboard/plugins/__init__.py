"""`tf.contrib.tensorboard.plugins`: the embedding projector's alone."""

from . import projector as projector
