"""The signatures of TensorFlow's functions, from the tables that `make_signatures.py` writes."""

from __future__ import annotations

import ast
import csv
import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .unsure import meant

# Parameters that had another name in TF 1.
RENAMED = {
    "keep_dims": "keepdims",
    "reduction_indices": "axis",
    "dimension": "axis",
    "concat_dim": "axis",
    "split_dim": "axis",
    "dim": "axis",
    "squeeze_dims": "axis",
    "filters": "filter",
    "axes_": "axis",
    "batch_dim": "batch_axis",
    "seq_dim": "seq_axis",
    "_sentinel": "",
}


@dataclass(frozen=True)
class Signature:
    """One function: the shortest name that it has, and its parameters with their defaults."""

    same_as: str
    names: tuple[str, ...]
    defaults: dict[str, Any]
    only_named: frozenset[str]
    rest: str | None

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The arguments by today's names of the parameters, with defaults.

        Raises:
          TypeError: they do not fit, as Python says.
        """
        positional = [name for name in self.names if name not in self.only_named]
        bound = dict(zip(positional, args, strict=False))
        if len(args) > len(positional):
            if self.rest is None:
                raise meant(
                    TypeError(
                        f"{self.same_as}() takes {len(positional)} positional arguments, {len(args)} given"
                    )
                )
            bound[self.rest] = args[len(positional) :]
        for name, value in kwargs.items():
            if name not in self.names:
                raise meant(TypeError(f"{self.same_as}() got an unexpected keyword argument {name!r}"))
            if name in bound:
                raise meant(TypeError(f"{self.same_as}() got multiple values for argument {name!r}"))
            bound[name] = value
        missing = [name for name in self.names if name not in bound and name not in self.defaults]
        if missing:
            raise meant(TypeError(f"{self.same_as}() missing required argument {missing[0]!r}"))
        result: dict[str, Any] = {}
        for name in (*self.names, *([self.rest] if self.rest in bound else [])):
            value = bound.get(name, self.defaults.get(name))
            today = RENAMED.get(name, name)
            if today and (today not in result or value is not None):
                result[today] = value
        return result


@functools.cache
def signatures(version: int) -> dict[str, Signature]:
    """By public name, of TF 1 or TF 2."""
    with (Path(__file__).parent / f"signatures_{version}.csv").open(encoding="utf-8") as file:
        return {row["symbol"]: _signature(row) for row in csv.DictReader(file)}


def _signature(row: dict[str, str]) -> Signature:
    names: list[str] = []
    defaults: dict[str, Any] = {}
    only_named: set[str] = set()
    rest = None
    for word in row["parameters"].split():
        name, has_default, default = word.partition("=")
        if name.startswith("*"):
            rest = name[1:]
            continue
        if name.startswith("/"):
            name = name[1:]
            only_named.add(name)
        names.append(name)
        if has_default:
            defaults[name] = _value(default)
    return Signature(row["same_as"], tuple(names), defaults, frozenset(only_named), rest)


def _value(word: str) -> Any:
    if word == "...":
        return None
    try:
        return ast.literal_eval(word)
    except (ValueError, SyntaxError):
        return word
