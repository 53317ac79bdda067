"""`tf.contrib.tensorboard`: what programs say to TensorBoard's plugins."""

from . import plugins as plugins
