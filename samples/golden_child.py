"""Runs a sample's original in an interpreter with TensorFlow 1.15, and prints what it fetched.

    python golden_child.py RESULT STEPS SCRIPT [ARGUMENT …]

`golden.py` starts it. Nothing here is newer than Python 3.7.
"""

from __future__ import annotations

import json
import os
import platform
import runpy
import sys
from typing import Any

import numpy as np
import tensorflow as tf
from planting import digest, drawn, told

FETCHED = []
PLANTED = {}


def main() -> None:
    """Run the script until it has made its steps."""
    result, steps, script = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    sys.argv = sys.argv[3:]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    watch(result, steps)
    runpy.run_path(script, run_name="__main__")
    raise SystemExit(f"{script} made only {len(FETCHED)} of {steps} steps")


def watch(result: str, steps: int) -> None:
    """Let sessions put on the CPU what has no GPU, start from planted values, and keep what they fetch."""
    owner = tf.compat.v1.Session.__bases__[0]
    run, create = owner.run, owner.__init__

    def created(session: Any, target: str = "", graph: Any = None, config: Any = None) -> None:
        config = config or tf.compat.v1.ConfigProto()
        config.allow_soft_placement = True
        create(session, target, graph, config)

    def watched(session: Any, fetches: Any, *args: Any, **kwargs: Any) -> Any:
        fetched = run(session, fetches, *args, **kwargs)
        with session.graph.as_default():
            variables = tf.compat.v1.trainable_variables()
        values = [told(value) for value in tf.nest.flatten(fetched) if is_number(value)]
        if variables and not PLANTED:
            for variable in variables:
                PLANTED[variable.op.name] = drawn(variable.op.name, variable.shape.as_list())
                operation = variable.initializer
                run(session, operation, {operation.inputs[1]: PLANTED[variable.op.name]})
        elif values:
            FETCHED.append(values)
        if len(FETCHED) == steps:
            write(result)
        return fetched

    owner.run, owner.__init__ = watched, created


def is_number(value: Any) -> bool:
    """Whether a fetched value is a number, or an array of numbers."""
    return isinstance(value, (np.number, np.ndarray)) and np.asarray(value).dtype.kind in "fiu"


def write(result: str) -> None:
    """Write what was found, and end."""
    found = {
        "tensorflow": tf.__version__,
        "python": platform.python_version(),
        "planted": {name: list(value.shape) for name, value in sorted(PLANTED.items())},
        "digest": digest(PLANTED),
        "fetched": FETCHED,
    }
    with open(result, "w") as file:
        json.dump(found, file)
    os._exit(0)


if __name__ == "__main__":
    main()
