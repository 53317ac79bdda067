"""`tf.contrib.tensorboard`: what programs say to TensorBoard's plugins."""

from ..._listing import listed
from . import plugins as plugins

__dir__ = listed(__name__)
