"""What depends on a tensor in its graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf


def reached(tensors: Sequence[Any]) -> set[int]:
    """The ids of these tensors, and of all operations and tensors that are computed from them.

    Of what eager code computes nothing is known.
    """
    waiting = [] if tf.executing_eagerly() else [one for one in tensors if isinstance(one, tf.Tensor)]
    found = {id(one): one for one in waiting}
    while waiting:
        one = waiting.pop()
        for after in one.outputs if isinstance(one, tf.Operation) else one.consumers():
            if id(after) not in found:
                found[id(after)] = after
                waiting.append(after)
    return set(found)
