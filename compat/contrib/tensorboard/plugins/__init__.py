"""`tf.contrib.tensorboard.plugins`: the embedding projector's alone."""

from ...._listing import listed
from . import projector as projector

__dir__ = listed(__name__)
