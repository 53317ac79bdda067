"""Recognises, in what Python 3 refuses, the syntax that only Python 2 had."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Relic:
    """One construct of Python 2, told by what CPython's parser says, where it stopped, or both.

    `message` must occur in the parser's message; `ahead` must match the line from the column where it
    stopped, and `around` must be found anywhere in it.
    """

    name: str
    message: str = ""
    ahead: str = ""
    around: str = ""

    def explains(self, error: SyntaxError, line: str) -> bool:
        """Whether this construct is what `error` stopped at, in `line`."""
        rest = line[max((error.offset or 1) - 1, 0) :]
        return (
            self.message in error.msg
            and re.match(self.ahead, rest) is not None
            and re.search(self.around, line) is not None
        )


_LONG = "a long integer with an L"
_RELICS = (
    Relic("a print statement", message="Missing parentheses in call to 'print'"),
    Relic("an exec statement", message="Missing parentheses in call to 'exec'"),
    Relic("'except X, e'", message="multiple exception types must be parenthesized"),
    Relic("an octal number without 0o", message="leading zeros in decimal integer literals"),
    Relic(_LONG, message="invalid decimal literal", around=r"\b\d+[lL]\b"),
    Relic(_LONG, message="invalid hexadecimal literal", around=r"\b0[xX][\da-fA-F]+[lL]\b"),
    Relic(_LONG, message="invalid digit", around=r"\b0[oObB]?[0-7]+[lL]\b"),
    Relic("a tuple as a parameter", message="parameters cannot be parenthesized"),
    Relic("a tuple as a parameter", ahead=r"\(", around=r"\b(?:def\s+\w+\s*\(|lambda\b)(?:[^:()]*,)?\s*\("),
    Relic("backticks for repr()", ahead="`"),
    Relic("'<>' for '!='", ahead="<>"),
    Relic("'raise E, value'", ahead=",", around=r"\braise\s+[\w.]+(?:[\[(].*[\])])?\s*,"),
    Relic("a ur'' string", ahead=r"['\"]", around=r"\b[uU][rR]['\"]"),
)


def relic_of(error: SyntaxError, line: str) -> str | None:
    """The Python 2 construct at which the parser stopped with `error`, in `line`, if it is one."""
    return next((relic.name for relic in _RELICS if relic.explains(error, line)), None)


def print_to_file(tree: ast.Module) -> ast.expr | None:
    """The first `print >>file, value` statement, which Python 3 takes for a shift of the print function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            value = node.value
            first = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else value
            if isinstance(first, ast.BinOp) and isinstance(first.op, ast.RShift) and _is_print(first.left):
                return first
    return None


def _is_print(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "print"
