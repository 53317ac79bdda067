"""The public names of `compat` and `emulate`, with what they take: `python -m tests.contract.public_api`.

It writes public_api.txt beside it, which test_public_api.py holds; docs/stability.md promises what is there.
Tables of their own hold what has TensorFlow 1.15's names: `compat.contrib`, `compat.estimator`, `compat.tf1`.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).with_name("public_api.txt")
MODULES = (
    "compat",
    "compat.cluster",
    "compat.input",
    "compat.layers",
    "compat.numpy1",
    "compat.rnn_cell",
    "compat.train",
    "emulate",
)
_OURS = ("compat", "emulate")
# A default that has no text of its own: its name, without the module, which may be another one tomorrow.
_AT = re.compile(r"<(?:\w+ )?(?:[\w<>]+\.)*([\w<>]+) (?:object )?at 0x[0-9a-f]+>")


def lines() -> list[str]:
    """A line for each name, and for each public member of a class that is its own."""
    return [line for module in MODULES for line in _of_module(module)]


def _of_module(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    for public in sorted(module.__all__):
        value = getattr(module, public)
        yield from _told(f"{name}.{public}", value)


def _told(name: str, value: Any) -> Iterator[str]:
    if not is_ours(value):
        yield f"{name}: another library's"
    elif inspect.isclass(value):
        yield f"class {name}{_signature(value)}"
        for member in sorted(members(value)):
            yield from _member(f"{name}.{member}", inspect.getattr_static(value, member))
    elif callable(value):
        yield f"{name}{_signature(value)}"
    else:
        yield f"{name}: {type(value).__name__}"


def is_ours(value: Any) -> bool:
    home = getattr(value, "__module__", None)
    return home is None or home.partition(".")[0] in _OURS


def members(kind: type) -> set[str]:
    """The public names of a class that it, or another of ours, says."""
    return {name for base in kind.__mro__ if is_ours(base) for name in vars(base) if not name.startswith("_")}


def _member(name: str, value: Any) -> Iterator[str]:
    value = getattr(value, "__func__", value)  # of methods of the class
    yield f"{name}{_signature(value)}" if callable(value) else f"{name}: {type(value).__name__}"


def _signature(value: Any) -> str:
    """What it takes, without types: these may become narrower, and mypy holds them."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):  # of what is made in C
        return "(…)"
    empty = inspect.Parameter.empty
    bare = [one.replace(annotation=empty) for one in signature.parameters.values()]
    return _AT.sub(r"<\1>", str(signature.replace(parameters=bare, return_annotation=empty)))


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(lines()) + "\n", encoding="utf-8")
