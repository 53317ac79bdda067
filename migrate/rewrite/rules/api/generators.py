"""API125: Keras's methods for generators, whose work `fit`, `evaluate` and `predict` do today."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Arguments, Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule

_END = "max_queue_size workers use_multiprocessing"
_METHODS = {
    "fit_generator": (
        "fit",
        "generator steps_per_epoch epochs verbose callbacks validation_data validation_steps validation_freq"
        f" class_weight {_END} shuffle initial_epoch",
    ),
    "evaluate_generator": ("evaluate", f"generator steps callbacks {_END} verbose"),
    "predict_generator": ("predict", f"generator steps callbacks {_END} verbose"),
}
# Of how a thread or a process filled a queue, which a `keras.utils.PyDataset` says by itself today.
_GONE = frozenset({*_END.split(), "max_q_size", "nb_worker", "pickle_safe"})
_RENAMED = {
    "generator": "x",
    "nb_epoch": "epochs",
    "nb_val_samples": "validation_steps",
    "val_samples": "steps",
}


def edits(bindings: Bindings) -> Iterator[Replacement | Arguments]:
    """Each call of such a method that shows its arguments."""
    nodes = [*nodes_of(bindings.module.tree)]
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    for call in (node for node in nodes if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS.keys() - own:
            method, takes = _METHODS[call.func.attr]
            given = _given(call, takes.split())
            if given is not None:
                without = frozenset(one for one, name in given.items() if name in _GONE)
                named = {
                    one: _RENAMED.get(name, name)
                    for one, name in given.items()
                    if one not in without and _RENAMED.get(name, name) != _name(call, one)
                }
                yield Replacement(call.func, Code(f"{{model}}.{method}", {"model": call.func.value}))
                yield Arguments(call, without, named=named)


def _given(call: ast.Call, takes: list[str]) -> dict[ast.expr | ast.keyword, str] | None:
    """What each argument is called; `None` where the call does not show it."""
    if any(isinstance(one, ast.Starred) for one in call.args) or len(call.args) > len(takes):
        return None
    places: dict[ast.expr | ast.keyword, str] = dict(zip(call.args, takes, strict=False))
    return places | {word: word.arg for word in call.keywords if word.arg is not None}


def _name(call: ast.Call, argument: ast.expr | ast.keyword) -> str | None:
    """The name that an argument needs no other one for: its own, or what the first place is for."""
    if isinstance(argument, ast.keyword):
        return argument.arg
    return "x" if argument is call.args[0] else None


RULE = Rule(
    code="API125",
    title="A method of a model for generators",
    explanation=(
        "Keras 3 trains, evaluates and predicts from generators by fit, evaluate and predict. How many "
        "threads or processes fill a queue is no argument of theirs: a keras.utils.PyDataset takes workers "
        "and max_queue_size when it is made."
    ),
    before="import tensorflow as tf\n\n\ndef train(model, rows):\n"
    "    model.fit_generator(generator=rows, steps_per_epoch=10, epochs=2, workers=4)\n"
    "    return model.evaluate_generator(rows, 5)\n",
    after="import tensorflow as tf\n\n\ndef train(model, rows):\n"
    "    model.fit(x=rows, steps_per_epoch=10, epochs=2)\n"
    "    return model.evaluate(rows, steps=5)\n",
    edits=edits,
    of_keras3=True,
    of_tf2=True,
)
