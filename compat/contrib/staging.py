"""`tf.contrib.staging`: values that wait on their device until a later step takes them."""

from __future__ import annotations

from .._listing import listed
from ..input import StagingArea

__dir__ = listed(__name__)

__all__ = ["StagingArea"]
