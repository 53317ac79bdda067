"""Moving averages: TensorFlow 2 keeps those of variables alone, and tells savers of them in graphs alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.edit import Code, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.syntax.called import called_in


def average_edits(module: ModuleFacts, unit: Sequence[ModuleFacts]) -> Iterator[Replacement]:
    """The edits of one module of a unit, where a program of it asks more of averages than that."""
    bindings = module.bindings
    called = called_in(bindings.module.tree)
    for node in nodes_of(bindings.module.tree) if any(map(_asks_more, unit)) else ():
        if (
            isinstance(node, ast.Attribute)
            and bindings.tensorflow(node) == "tf.train.ExponentialMovingAverage"
            and node not in bindings.prefixes
        ):
            code = Code("compat.ExponentialMovingAverage", imports=("import compat",))
            yield Replacement(node, code, holds_in_graphs=node in called)


def _asks_more(module: ModuleFacts) -> bool:
    """Whether a program keeps averages of what may be tensors, or restores averages as variables."""
    points = (point for facts in module.drivers for point in facts.driver.points)
    restores = any(
        isinstance(node, ast.Attribute) and node.attr == "variables_to_restore"
        for node in nodes_of(module.bindings.module.tree)
    )
    return restores or any(Role.TENSOR_AVERAGE in point.roles for point in points)
