"""Tells by its bytes whether a file can have to do with TensorFlow, so that most are never parsed."""

from __future__ import annotations

from migrate.model.source import Source

_NAMES = (b"tensorflow", b"keras", b"tf_slim")
# `from layers import *` may bring `tf` with it.
_BY_STAR = (b"import *", b"tf.")


def mentions_tensorflow(source: Source) -> bool:
    """Whether `source` names TensorFlow, or Keras or TF-Slim, through which it is used as well.

    A file that only gets TensorFlow handed to it, as an argument or from a helper module, says False here.
    """
    return any(name in source.data for name in _NAMES) or all(name in source.data for name in _BY_STAR)
