"""What only Python 2 parses, turned into what means the same in Python 3."""

from __future__ import annotations

import io
import re
from typing import Any

from fissix.fixer_base import BaseFix
from fissix.fixes.fix_except import FixExcept
from fissix.fixes.fix_exec import FixExec
from fissix.fixes.fix_ne import FixNe
from fissix.fixes.fix_numliterals import FixNumliterals
from fissix.fixes.fix_paren import FixParen
from fissix.fixes.fix_print import FixPrint
from fissix.fixes.fix_raise import FixRaise
from fissix.fixes.fix_repr import FixRepr
from fissix.fixes.fix_throw import FixThrow
from fissix.fixes.fix_tuple_params import FixTupleParams
from fissix.pgen2 import token
from fissix.pgen2.tokenize import generate_tokens

from .tool import Fixed, fixed

_TAB = 8  # what Python 2 took a tab for
_ESCAPE_OF_UNICODE = re.compile(r"(\\\\)|\\(?=[uUN])")
_ESCAPE = re.compile(r"\\[uU]")
# A notebook may say so in any of its cells.
_PRINT_IS_A_FUNCTION = re.compile(r"^from __future__ import .*\bprint_function\b", re.MULTILINE)
_INDENTATION = re.compile(r"[ \t]*")


class _FixStrings(BaseFix):  # type: ignore[misc]
    r"""`'\u'` was two characters where the string was of bytes; `ur''` is gone, and so is its `\u`."""

    BM_compatible = True
    PATTERN = "STRING"

    def start_tree(self, tree: Any, filename: str) -> None:
        super().start_tree(tree, filename)
        self._are_unicode = "unicode_literals" in tree.future_features

    def transform(self, node: Any, results: Any) -> Any:
        value = node.value
        if value[:2].lower() == "ur":
            value = value[1:] if not _ESCAPE.search(value) else _not_raw(value)
        elif value[0] in "'\"" and not self._are_unicode:
            value = _ESCAPE_OF_UNICODE.sub(lambda found: found[1] or "\\\\", value)
        if value == node.value:
            return None
        new = node.clone()
        new.value = value
        return new


def _not_raw(value: str) -> str:
    r"""`ur'\w\u0041'`, of whose escapes Python 2 took those of characters; it stays where that is hard."""
    if re.search(r"\\[\\'\"]", value):
        return value  # the file is refused here
    return re.sub(r"\\(?![uU])", r"\\\\", value[2:])


class _FixTupleParams(FixTupleParams):  # type: ignore[misc]
    """Names the parameter that takes the place of a tuple."""

    def new_name(self, template: str = "packed") -> str:
        name: str = super().new_name(template)
        return name


_FIXERS = (
    FixExcept,
    FixExec,
    FixNe,
    FixNumliterals,
    FixParen,
    FixPrint,
    FixRaise,
    FixRepr,
    FixThrow,
    _FixTupleParams,
    _FixStrings,
)


def in_python3(text: str) -> Fixed:
    """`text`, Python 2, with what Python 3 cannot parse in its syntax.

    Raises:
      Unparsable: it is no Python 2 either.
    """
    return fixed(text, _FIXERS, has_print_statement=not _PRINT_IS_A_FUNCTION.search(text))


def with_spaces(text: str) -> str:
    """`text` with the tabs that indent a line written as spaces, as Python 2 read them."""
    inside = _lines_inside_strings(text)
    lines = text.splitlines(keepends=True) if "\x0c" not in text else re.findall(r"[^\n]*\n|[^\n]+", text)
    return "".join(
        line if number in inside else _INDENTATION.sub(lambda found: found[0].expandtabs(_TAB), line, count=1)
        for number, line in enumerate(lines, 1)
    )


def _lines_inside_strings(text: str) -> set[int]:
    """The numbers of the lines that begin inside a string."""
    inside: set[int] = set()
    for kind, _, (first, _), (last, _), _ in generate_tokens(io.StringIO(text).readline):
        if kind == token.STRING:
            inside.update(range(first + 1, last + 1))
    return inside
