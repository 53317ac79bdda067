"""Libraries whose functions build no parts of a TensorFlow graph: Python's own, and those of a table."""

from __future__ import annotations

import csv
import sys
from functools import cache
from pathlib import Path

from .externals import PURE_LIBRARIES

# What looks functions up by a text that is not known before the program runs.
LOOKED_UP = frozenset(
    {
        *("eval", "getattr", "globals", "locals", "vars", "type", "__import__", "importlib.import_module"),
        *("sys.modules", "inspect.getmembers", "operator.attrgetter", "operator.methodcaller"),
    }
)
_TABLE = Path(__file__).parent / "tables" / "eager_libraries.csv"


@cache
def _libraries() -> frozenset[str]:
    with _TABLE.open(encoding="utf-8", newline="") as lines:
        listed = frozenset(row["library"] for row in csv.DictReader(lines))
    return listed | PURE_LIBRARIES | sys.stdlib_module_names


# Libraries that give back what they are given, or find what others made; NumPy's sum of tensors is a tensor.
_PASS_ON = frozenset(
    {
        *("asyncio", "collections", "concurrent", "contextlib", "copy", "dataclasses", "enum", "functools"),
        *("gc", "heapq", "importlib", "inspect", "itertools", "multiprocessing", "numpy", "operator"),
        *("pickle", "queue", "random", "scipy", "six", "threading", "types", "typing", "unittest", "weakref"),
    }
)
_OF_TENSORFLOW = frozenset(
    {"compat", "keras", "tensorflow", "tensorflow_probability", "tf_keras", "tf_slim", "tfmigrate_compat"}
)
_MAY_GIVE_TENSORS = _PASS_ON | _OF_TENSORFLOW


def gives_no_tensors(name: str) -> bool:
    """Whether what a function gives is an object of a library that knows nothing of TensorFlow: an image."""
    library, dot, _ = name.partition(".")
    return bool(dot) and library in _libraries() and library not in _MAY_GIVE_TENSORS


def may_build_graph(name: str) -> bool:
    """Whether what a dotted name stands for, such as `pipeline.batch`, may build or be a part of a graph.

    Names without a module are Python's own. What TensorFlow's own functions do is told by their symbols.
    """
    library, dot, _ = name.partition(".")
    return bool(dot) and library not in _libraries()
