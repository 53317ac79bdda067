"""What `default_names.csv` says of TF 1's functions: what they call what they add to a graph."""

from __future__ import annotations

import ast
import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).parent / "tables" / "default_names.csv"
# What operators of tensors are called.
OPERATORS: Mapping[type[ast.AST], str] = {
    **{ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv"},
    **{ast.Mod: "mod", ast.Pow: "pow", ast.MatMult: "matmul", ast.USub: "neg", ast.Invert: "logicalnot"},
    **{ast.Lt: "less", ast.LtE: "lessequal", ast.Gt: "greater", ast.GtE: "greaterequal"},
    **{ast.Eq: "equal", ast.NotEq: "notequal", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"},
    ast.Subscript: "strided_slice",
}
OF_OPERANDS = frozenset({"const", "cast", "packed"})  # of arrays and lists that become tensors


@cache
def _rows() -> Mapping[str, tuple[frozenset[str], int | None]]:
    with _TABLE.open(encoding="utf-8", newline="") as lines:
        return {
            row["symbol"]: (frozenset(row["names"].split()), int(row["place"]) if row["place"] else None)
            for row in csv.DictReader(lines)
        }


@cache
def every_name() -> frozenset[str]:
    """All names that TensorFlow gives by itself, without capitals."""
    names = (name.lower() for given, _ in _rows().values() for name in given)
    return frozenset(OPERATORS.values()).union(OF_OPERANDS, names)


def default_names(symbol: str) -> frozenset[str] | None:
    """What a call of a function may take, or of a method, such as `.repeat`; `None` if it is not known."""
    row = _rows().get(symbol)
    if row is None:
        return None
    known = {name.lower() for name in row[0]}
    more = _said(symbol) | (OF_OPERANDS if symbol != "tf.placeholder" else frozenset())
    return row[0] | {name for name in more if name not in known}


def place_of_name(symbol: str) -> int | None:
    """The place of `name` among the arguments of a function, where it may stand without the word."""
    row = _rows().get(symbol)
    return row[1] if row is not None else None


def _said(symbol: str) -> frozenset[str]:
    """What the symbol itself says: most are so called."""
    name = symbol.rpartition(".")[2].lower()
    return frozenset({name, name.replace("_", "")})
