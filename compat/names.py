"""TF 1 names of what a step holds."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

GLOBAL_STEP = "global_step"


def op_name(value: Any) -> str:
    """What `value.op.name` gave in a graph: the name of a tensor or variable without `:0`.

    Variables of a step live outside of its graph, where they have no operation.
    """
    if isinstance(value, tf.Variable):
        return str(value.name).partition(":")[0]
    return str(value.op.name)
