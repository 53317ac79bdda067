"""API124: methods of strategies that have other names today."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import calls_in
from migrate.rewrite.calls import written
from migrate.rewrite.rule import Rule


def edits(bindings: Bindings) -> Iterator[Replacement]:
    """No other class has methods of these names."""
    tensorflow = next((name for name, target in bindings.aliases.items() if target == "tensorflow"), None)
    calls = calls_in(bindings.module.tree)
    for call in calls:
        if not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr == "experimental_run_v2":
            yield Replacement(call.func, Code("{strategy}.run", {"strategy": call.func.value}))
        elif call.func.attr == "experimental_make_numpy_dataset" and tensorflow and len(call.args) == 1:
            yield Replacement(call, written(call, f"{tensorflow}.data.Dataset.from_tensor_slices({{given}})"))


RULE = Rule(
    code="API124",
    title="A method of a strategy by its name of today",
    explanation=(
        "strategy.experimental_run_v2 is strategy.run, and takes the same; a data set of arrays is made by "
        "tf.data, and distributed as any other."
    ),
    before="import tensorflow as tf\n\n\n@tf.function\ndef step(strategy, batch):\n"
    "    return strategy.experimental_run_v2(tf.math.square, args=(batch,))\n",
    after="import tensorflow as tf\n\n\n@tf.function\ndef step(strategy, batch):\n"
    "    return strategy.run(tf.math.square, args=(batch,))\n",
    edits=edits,
    in_every_tier=True,
    of_tf2=True,
)
