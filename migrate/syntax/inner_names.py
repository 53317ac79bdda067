"""What TensorFlow 1's inner modules hold, by the names that it has in public."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from .modules import public_module
from .symbols import is_in

_TABLE = Path(__file__).with_name("inner_names.csv")
_INNER = "tensorflow.python."
_ESTIMATORS = "tensorflow_estimator.python."
# Where the modules lay before TensorFlow 1.0.
_OLDER = {
    "tensorflow.models.rnn.rnn_cell": "tensorflow.python.ops.rnn_cell",
    "tensorflow.models.rnn.rnn": "tensorflow.python.ops.rnn",
}
# Those that became a part of contrib then.
_IN_CONTRIB = {
    "tensorflow.models.rnn.seq2seq": "tensorflow.contrib.legacy_seq2seq",
    "tensorflow.python.ops.seq2seq": "tensorflow.contrib.legacy_seq2seq",
}
# Parts of Keras that build nothing, and that TensorFlow 2 has in public alone; and a module of none.
_KERAS = ("tensorflow.python.keras.datasets", "tensorflow.python.keras.preprocessing")
_NOT_PUBLIC = "tensorflow.python.keras.datasets.cifar"
# Parts of contrib that train, whose inner modules hold what they have; files of theirs, by their names.
_TRAINING = "tensorflow.contrib.training"
_OF_TRAINING = (_TRAINING, "tensorflow.contrib.slim.evaluation", "tensorflow.contrib.slim.learning")
_FILES = (f"{_TRAINING}.evaluation", f"{_TRAINING}.training")


@cache
def _public() -> dict[str, str]:
    """The public name of each name that has one; of a lost one nothing, and of a lost module `*` below it."""
    found: dict[str, str] = {}
    with _TABLE.open(newline="") as lines:
        for row in csv.DictReader(lines):
            home = row["public"].replace("tf", "tensorflow", 1)
            for pair in row["names"].split(" "):
                name, _, other = pair.partition("=")
                found[f"{_INNER}{row['inner']}.{name}"] = f"{home}.{other or name}" if home else ""
    return found


def _in_1_15(dotted: str) -> str:
    if dotted.startswith(_ESTIMATORS):  # a library of its own, of which TensorFlow had a view
        return f"{_INNER}{dotted.removeprefix(_ESTIMATORS)}"
    for module, today in _OLDER.items():
        if dotted == module or dotted.startswith(module + "."):
            return today + dotted.removeprefix(module)
    return dotted


def public_name(dotted: str) -> str:
    """`tensorflow.while_loop` for `tensorflow.python.ops.control_flow_ops.while_loop`; others stay."""
    module, _, name = dotted.rpartition(".")
    if module in _IN_CONTRIB:
        return f"{_IN_CONTRIB[module]}.{name}"
    part = public_module(module)
    if part in _FILES or part != module and part in _OF_TRAINING:
        return f"{_TRAINING if part in _FILES else part}.{name}"
    if is_in(dotted, _KERAS) and not is_in(dotted, (_NOT_PUBLIC,)):
        return dotted.replace(".python.", ".", 1)
    return _public().get(_in_1_15(dotted)) or dotted


def is_lost(dotted: str) -> bool:
    """Whether a name of an inner module, or such a module, has no place in TensorFlow 2, public or not."""
    name = _in_1_15(dotted)
    module = name.rpartition(".")[0]
    if _public().get(name) or dotted.startswith(_ESTIMATORS):
        return False
    if dotted in _IN_CONTRIB:
        return True
    is_older = name != dotted and name in set(_OLDER.values())
    return is_older or name in _public() or f"{name}.*" in _public() or f"{module}.*" in _public()
