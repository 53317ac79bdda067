"""Moving averages of tensors: TensorFlow 2 keeps those of variables alone, `compat` both."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.edit import Code, Replacement
from migrate.model.facts import ModuleFacts, Role


def average_edits(module: ModuleFacts, unit: Sequence[ModuleFacts]) -> Iterator[Replacement]:
    """The edits of one module of a unit, where a program of it keeps averages of what may be tensors."""
    bindings = module.bindings
    for node in ast.walk(bindings.module.tree) if any(map(_follows_tensors, unit)) else ():
        if (
            isinstance(node, ast.Attribute)
            and bindings.tensorflow(node) == "tf.train.ExponentialMovingAverage"
            and node not in bindings.prefixes
        ):
            yield Replacement(node, Code("compat.ExponentialMovingAverage", imports=("import compat",)))


def _follows_tensors(module: ModuleFacts) -> bool:
    points = (point for facts in module.drivers for point in facts.driver.points)
    return any(Role.TENSOR_AVERAGE in point.roles for point in points)
