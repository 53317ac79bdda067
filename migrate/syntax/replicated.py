"""Calls that give a Keras model a strategy, or GPUs, once it is built."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from migrate.model.bindings import Bindings
from migrate.model.nodes import calls_in, nodes_of

_MULTI_GPU = frozenset(
    {
        "keras.utils.multi_gpu_model",
        "keras.utils.multi_gpu_utils.multi_gpu_model",
        "keras.utils.training_utils.multi_gpu_model",
        "tensorflow.keras.utils.multi_gpu_model",
    }
)
_ON_TPU = frozenset({"tensorflow.contrib.tpu.keras_to_tpu_model"})


@dataclass(frozen=True)
class Replicated:
    """A call that replicates `model`, on as many GPUs as `gpus` says or on those that it lists.

    Or by the `strategy` that it is given; `model.compile(…, distribute=strategy)` is such a call, which
    gives no model of its own.
    """

    call: ast.Call
    model: ast.expr
    gpus: ast.expr | None = None
    strategy: ast.expr | None = None

    @property
    def gives_model(self) -> bool:
        """Whether the call stands for the replicated model."""
        return not is_compile(self.call)

    @property
    def needs(self) -> ast.expr:
        """What its strategy is made of."""
        found = self.gpus or self.strategy
        assert found is not None
        return found


def replicated(bindings: Bindings) -> list[Replicated]:
    """The calls of a module that replicate a model, as they stand."""
    calls = calls_in(bindings.module.tree)
    found = [one for call in calls for one in _of_call(bindings, call)]
    return sorted(found, key=lambda one: (one.call.lineno, one.call.col_offset))


def _of_call(bindings: Bindings, call: ast.Call) -> Iterator[Replicated]:
    dotted = bindings.dotted.get(call.func, "")
    named = {word.arg: word.value for word in call.keywords}
    given = dict(enumerate(call.args))
    if dotted in _MULTI_GPU or dotted in _ON_TPU:
        model, more = named.get("model", given.get(0)), given.get(1)
        gpus = named.get("gpus", more) if dotted in _MULTI_GPU else None
        strategy = named.get("strategy", more) if dotted in _ON_TPU else None
        if model is not None and (gpus is not None or strategy is not None):
            yield Replicated(call, model, gpus, strategy)
    elif is_compile(call) and isinstance(call.func, ast.Attribute) and "distribute" in named:
        strategy = named["distribute"]
        if not (isinstance(strategy, ast.Constant) and strategy.value is None):
            yield Replicated(call, call.func.value, strategy=strategy)


def is_compile(node: ast.AST) -> bool:
    """Whether it is `model.compile(…)`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "compile"


def other_uses(bindings: Bindings) -> Iterator[ast.AST]:
    """What names such a function, beside its calls."""
    called = {one.call.func for one in replicated(bindings)}
    for node, dotted in bindings.dotted.items():
        if dotted in _MULTI_GPU and node not in called:
            yield node


def imports(bindings: Bindings) -> Iterator[tuple[ast.ImportFrom, list[ast.alias]]]:
    """The imports of such a function by its name, with the names that are imported beside it."""
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            beside = [one for one in node.names if f"{node.module}.{one.name}" not in _MULTI_GPU]
            if len(beside) < len(node.names):
                yield node, beside
