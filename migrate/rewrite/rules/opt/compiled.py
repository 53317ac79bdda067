"""OPT101: optimizers of `tf.train` that models of Keras are compiled with, which Keras 3 refuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import calls_in, nodes_of
from migrate.rewrite.calls import given_arguments
from migrate.rewrite.names import name_of_tensorflow
from migrate.rewrite.rule import Rule
from migrate.syntax.replicated import is_compile


@dataclass(frozen=True)
class _Equal:
    """The optimizer of Keras that computes what one of `tf.train` did.

    `takes` are the arguments of TF 1 in their places, by what Keras calls them, or `-` where it has no use
    for them; `defaults` are those of TF 1 that Keras has other values for.
    """

    name: str
    takes: str
    defaults: Mapping[str, str] = field(default_factory=dict)


_RATE = "learning_rate=learning_rate"
_END = "use_locking=- name=name"
_EQUAL = {
    "GradientDescentOptimizer": _Equal("SGD", f"{_RATE} {_END}"),
    "MomentumOptimizer": _Equal("SGD", f"{_RATE} momentum=momentum {_END} use_nesterov=nesterov"),
    "AdamOptimizer": _Equal(
        "Adam", f"{_RATE} beta1=beta_1 beta2=beta_2 epsilon=epsilon {_END}", {"epsilon": "1e-08"}
    ),
    "AdagradOptimizer": _Equal(
        "Adagrad",
        f"{_RATE} initial_accumulator_value=initial_accumulator_value {_END}",
        {"epsilon": "0.0"},
    ),
    "AdadeltaOptimizer": _Equal("Adadelta", f"{_RATE} rho=rho epsilon=epsilon {_END}", {"epsilon": "1e-08"}),
    "RMSPropOptimizer": _Equal(
        "RMSprop",
        f"{_RATE} decay=rho momentum=momentum epsilon=epsilon {_END} centered=centered",
        {"epsilon": "1e-10"},
    ),
    "FtrlOptimizer": _Equal(
        "Ftrl",
        f"{_RATE} learning_rate_power=learning_rate_power initial_accumulator_value=initial_accumulator_value"
        " l1_regularization_strength=l1_regularization_strength"
        " l2_regularization_strength=l2_regularization_strength"
        f" {_END} accum_name=- linear_name=-"
        " l2_shrinkage_regularization_strength=l2_shrinkage_regularization_strength",
    ),
}
# Whose state starts from another value in Keras.
_OURS = {"RMSprop": "compat.keras.RMSprop"}


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Each such optimizer, in the call of `compile` or under the name that it is given there."""
    for call in _compiled_with(bindings):
        written = _written(bindings, call)
        yield written if written is not None else _told(bindings, call)


def _compiled_with(bindings: Bindings) -> Iterator[ast.Call]:
    """The calls that make optimizers of `tf.train` for `compile`, and for nothing else."""
    tree = bindings.module.tree
    optimizers = [one for node in nodes_of(tree) if is_compile(node) for one in _optimizer(node)]
    named = {ast.unparse(one): one for one in optimizers if isinstance(one, (ast.Name, ast.Attribute))}
    for name in [*named]:
        if not _only_compiles(tree, name, optimizers):
            del named[name]
    values = [one for one in optimizers if isinstance(one, ast.Call)]
    for node in nodes_of(tree):
        if isinstance(node, ast.Assign) and any(ast.unparse(target) in named for target in node.targets):
            values += calls_in(node.value)
    yield from (value for value in values if _is_of_training(bindings, value))


def _optimizer(compile_call: ast.AST) -> Iterator[ast.expr]:
    assert isinstance(compile_call, ast.Call)
    yield from compile_call.args[:1]
    yield from (word.value for word in compile_call.keywords if word.arg == "optimizer")


def _only_compiles(tree: ast.Module, name: str, optimizers: list[ast.expr]) -> bool:
    """Whether a name is read for nothing but `compile`."""
    uses = [
        node
        for node in nodes_of(tree)
        if isinstance(node, (ast.Name, ast.Attribute))
        and isinstance(node.ctx, ast.Load)
        and ast.unparse(node) == name
    ]
    return all(use in optimizers for use in uses)


def _is_of_training(bindings: Bindings, call: ast.Call) -> bool:
    home, _, name = (bindings.tensorflow(call.func) or "").rpartition(".")
    return home in ("tf.train", "tf.contrib.opt") and name.endswith("Optimizer")


def _written(bindings: Bindings, call: ast.Call) -> Replacement | None:
    """The optimizer of Keras; `None` where it would compute something else."""
    symbol = bindings.tensorflow(call.func) or ""
    equal = _EQUAL.get(symbol.removeprefix("tf.train."))
    tensorflow = name_of_tensorflow(bindings, call.func)
    if equal is None or tensorflow is None:
        return None
    takes = dict(pair.split("=") for pair in equal.takes.split())
    values = given_arguments(call, [*takes])
    if values is None or any(_is_tensor(bindings, value) for value in values.values()):
        return None
    arguments = {takes[name]: f"{{{name}}}" for name in values if takes[name] != "-"}
    arguments |= {name: value for name, value in equal.defaults.items() if name not in arguments}
    ours = _OURS.get(equal.name)
    function = ours or f"{tensorflow}.keras.optimizers.{equal.name}"
    text = ", ".join(f"{name}={value}" for name, value in arguments.items())
    parts = {name: value for name, value in values.items() if takes[name] != "-"}
    return Replacement(
        call, Code(f"{function}({text})", parts, imports=("import compat",) if ours is not None else ())
    )


def _is_tensor(bindings: Bindings, value: ast.expr) -> bool:
    """Whether a value is computed in a graph, as a decaying rate is; also under a name of the module."""
    values = [value]
    if isinstance(value, (ast.Name, ast.Attribute)):
        assigns = (node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.Assign))
        name = ast.unparse(value)
        values += [one.value for one in assigns if name in map(ast.unparse, one.targets)]
    calls = (node for one in values for node in nodes_of(one) if isinstance(node, ast.Call))
    symbols = (bindings.tensorflow(call.func) or "" for call in calls)
    return any(symbol and not symbol.startswith(("tf.app.flags", "tf.flags")) for symbol in symbols)


def _told(bindings: Bindings, call: ast.Call) -> Diagnostic:
    span = Span(bindings.module.path, call.lineno, call.col_offset + 1)
    symbol = bindings.tensorflow(call.func)
    found = f"{symbol} in compile, which Keras 3 does not take, and has no equal of"
    instead = (
        "an optimizer of tf.keras.optimizers, with a schedule of tf.keras.optimizers.schedules for a rate "
        "that decays"
    )
    return Diagnostic("OPT201", Severity.WARNING, span, found, instead)


RULES = (
    Rule(
        code="OPT101",
        title="An optimizer of tf.train that a model is compiled with",
        explanation=(
            "Keras 3 takes its own optimizers alone. Those that compute the same, with TF 1's values where "
            "Keras has other ones by default, stand for tf.train's; compat.keras.RMSprop is Keras's with "
            "mean squares that start from one. With momentum, and a rate that changes while training, "
            "Keras's steps differ: it keeps what was taken with the old rate."
        ),
        before="import tensorflow as tf\n\n\ndef compiled(model, rate):\n"
        "    optimizer = tf.train.AdamOptimizer(rate)\n"
        "    model.compile(optimizer=optimizer, loss='mse')\n"
        "    model.compile(tf.train.RMSPropOptimizer(0.001, momentum=0.9), 'mse')\n",
        after="import compat\nimport tensorflow as tf\n\n\ndef compiled(model, rate):\n"
        "    optimizer = tf.keras.optimizers.Adam(learning_rate=rate, epsilon=1e-08)\n"
        "    model.compile(optimizer=optimizer, loss='mse')\n"
        "    model.compile(compat.keras.RMSprop("
        "learning_rate=0.001, momentum=0.9, epsilon=1e-10), 'mse')\n",
        edits=edits,
        of_keras3=True,
    ),
    Rule(
        code="OPT201",
        title="An optimizer without an equal in Keras",
        explanation=(
            "A model is compiled with an optimizer of tf.train or tf.contrib.opt that Keras has not, or one "
            "whose rate is a tensor of a graph. Keras 3 raises a ValueError where it is compiled."
        ),
        told="import tensorflow as tf\n\n\ndef f(model):\n"
        "    model.compile(tf.contrib.opt.NadamOptimizer(0.1), 'mse')\n",
        mended="import tensorflow as tf\n\n\ndef f(model):\n"
        "    model.compile(tf.keras.optimizers.Nadam(0.1), 'mse')\n",
    ),
)
