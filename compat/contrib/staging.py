"""`tf.contrib.staging`: values that wait on their device until a later step takes them."""

from __future__ import annotations

from ..input import StagingArea

__all__ = ["StagingArea"]
