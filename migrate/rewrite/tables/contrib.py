"""What `contrib.csv` and `lost.csv` say of TF 1.15's symbols: whether `compat` has them."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

_CONTRIB = Path(__file__).with_name("contrib.csv")
_LOST = Path(__file__).with_name("lost.csv")
# The folders inside of a part of contrib: `compat.contrib` shows what the part has in public there too.
_FOLDERS = frozenset({"python", "ops", "layers", "slim", "learn", "framework", "training", "rnn", "metrics"})

_OF_SLIM = frozenset({"initializers", "regularizers", "utils"})  # modules inside of contrib.layers


@cache
def _modules() -> dict[str, frozenset[str]]:
    with _CONTRIB.open(newline="") as lines:
        return {row["module"]: frozenset(row["names"].split()) for row in csv.DictReader(lines)}


@cache
def lost() -> frozenset[str]:
    """The symbols outside of `contrib` that `compat.tf1` refuses."""
    return frozenset(_LOST.read_text().split()[1:])


def is_in_compat(symbol: str) -> bool:
    """Whether `compat.contrib` has a symbol of `tf.contrib`; of what is deeper than 1.15's list, it may.

    What is in modules that tf_slim has kept as they were is looked up in what was written, by the audit.
    """
    module, *names = "tf.contrib", *symbol.split(".")[2:]
    for name in names:
        if module not in _modules() or module == "tf.contrib.layers" and name in _OF_SLIM:
            return True
        if name in _modules()[module]:
            module = f"{module}.{name}"
        elif module == "tf.contrib" or name not in _FOLDERS:
            return False
    return True


def is_listed(symbol: str) -> bool:
    """Whether `compat.contrib` is known to have a symbol of `tf.contrib`."""
    module, _, name = symbol.rpartition(".")
    return name in _modules().get(module, ())
