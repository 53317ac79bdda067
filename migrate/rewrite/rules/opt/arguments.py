"""OPT102: arguments of Keras's optimizers that Keras 3 calls otherwise, or has something else for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.calls import written
from migrate.rewrite.names import name_of_tensorflow
from migrate.rewrite.rule import Rule

# What each begins with by default.
_RATES = {
    "Adadelta": "0.001",
    "Adagrad": "0.001",
    "Adam": "0.001",
    "Adamax": "0.001",
    "Ftrl": "0.001",
    "Nadam": "0.001",
    "RMSprop": "0.001",
    "SGD": "0.01",
}
_HOMES = ("keras.optimizers", "tensorflow.keras.optimizers")


def edits(bindings: Bindings) -> Iterator[Replacement]:
    """Each optimizer with `lr` or `decay`."""
    for call in nodes_of(bindings.module.tree):
        if not isinstance(call, ast.Call):
            continue
        home, _, name = bindings.dotted.get(call.func, "").rpartition(".")
        named = {word.arg: word for word in call.keywords if word.arg is not None}
        if home in _HOMES and name in _RATES and not {"lr", "decay"}.isdisjoint(named):
            decay = named.get("decay")
            if decay is None:
                yield Replacement(call, written(call, renamed={"lr": "learning_rate"}))
            elif len(call.args) <= 1 and len(named) == len(call.keywords):
                yield Replacement(call, _decaying(bindings, call, name, decay))


def _decaying(bindings: Bindings, call: ast.Call, name: str, decay: ast.keyword) -> Code:
    """The optimizer with a schedule for its rate."""
    tensorflow = name_of_tensorflow(bindings, call.func)
    schedules = f"{tensorflow or 'tf'}.keras.optimizers.schedules"
    words = {word.arg: word.value for word in call.keywords}
    rate = call.args[0] if call.args else words.get("learning_rate", words.get("lr"))
    parts: dict[str, ast.AST] = {"function": call.func}
    parts |= {} if rate is None else {"rate": rate}
    start = _RATES[name] if rate is None else "{rate}"
    given = start
    if not (isinstance(decay.value, ast.Constant) and decay.value.value in (0, 0.0)):
        parts["decay"] = decay.value
        given = f"{schedules}.InverseTimeDecay({start}, 1, {{decay}})"
    others = [word for word in call.keywords if word.arg not in ("lr", "learning_rate", "decay")]
    parts |= {f"_{index}": word.value for index, word in enumerate(others)}
    rest = "".join(f", {word.arg}={{_{index}}}" for index, word in enumerate(others))
    imports = () if tensorflow or "schedules" not in given else ("import tensorflow as tf",)
    return Code(f"{{function}}(learning_rate={given}{rest})", parts, imports=imports)


RULE = Rule(
    code="OPT102",
    title="The rate of an optimizer of Keras, and its decay",
    explanation=(
        "lr is called learning_rate, and decay, which divided the rate by one more decay in each step, is "
        "the schedule InverseTimeDecay with steps of one. Callbacks that set the rate of a model cannot set "
        "that of a schedule: leave the decay out where there is one."
    ),
    before="import tensorflow as tf\n\n\ndef optimizers():\n"
    "    yield tf.keras.optimizers.Adam(lr=1e-4)\n"
    "    yield tf.keras.optimizers.SGD(lr=0.01, decay=1e-6, momentum=0.9)\n",
    after="import tensorflow as tf\n\n\ndef optimizers():\n"
    "    yield tf.keras.optimizers.Adam(learning_rate=1e-4)\n"
    "    yield tf.keras.optimizers.SGD(learning_rate="
    "tf.keras.optimizers.schedules.InverseTimeDecay(0.01, 1, 1e-6), momentum=0.9)\n",
    edits=edits,
    of_keras3=True,
    of_tf2=True,
)
