"""Where the cells of a module begin when it has been rewritten."""

from __future__ import annotations

import ast
import bisect
import difflib
import re
from collections import Counter
from collections.abc import Sequence

_WORD = re.compile(r"\w+")


def moved(before: Sequence[str], after: Sequence[str], starts: Sequence[int]) -> list[int]:
    """The indices of lines in `after` where the cells begin that begin at `starts` in `before`.

    A cell begins where its first line is, if that is still there; else between those statements of the module
    that have most in common with what was before and behind it. Cells may become empty.
    """
    cuts = _between_statements(after)
    found: list[int] = []
    opcodes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for start in starts:
        least = found[-1] if found else 0
        found.append(_moved(before, after, start, opcodes, [cut for cut in cuts if cut >= least]))
    return found


def _moved(
    before: Sequence[str],
    after: Sequence[str],
    start: int,
    opcodes: Sequence[tuple[str, int, int, int, int]],
    cuts: Sequence[int],
) -> int:
    around = [code for code in opcodes if code[1] <= start <= code[2]]
    for tag, first, end, new_first, _ in around:
        exact = new_first + start - first
        if tag == "equal" and first < start < end and exact in cuts:
            return exact
    first, end = min(code[1] for code in around), max(code[2] for code in around)
    new_first, new_end = min(code[3] for code in around), max(code[4] for code in around)
    if any(code[0] == "equal" for code in around):  # what is equal decides where it stands beside a change
        first, end, new_first, new_end = _narrowed(around, start)
    possible = [cut for cut in cuts if new_first <= cut <= new_end] or [_nearest(cuts, new_first)]
    ahead, behind = _words(before[first:start]), _words(before[start:end])
    return max(
        possible,
        key=lambda cut: _common(ahead, after[new_first:cut]) + _common(behind, after[cut:new_end]),
    )


def _narrowed(around: Sequence[tuple[str, int, int, int, int]], start: int) -> tuple[int, int, int, int]:
    """What changed beside a start, up to the equal lines next to it."""
    changed = [code for code in around if code[0] != "equal"]
    if not changed:
        _, first, _, new_first, _ = around[0]
        return start, start, new_first + start - first, new_first + start - first
    return (
        min(code[1] for code in changed),
        max(code[2] for code in changed),
        min(code[3] for code in changed),
        max(code[4] for code in changed),
    )


def _between_statements(lines: Sequence[str]) -> list[int]:
    """The indices of lines where no statement of the module is cut in two."""
    body = ast.parse("".join(lines)).body
    # The indices of all lines of a statement but its first.
    inside = {line for node in body for line in range(_first_line(node), node.end_lineno or node.lineno)}
    return [index for index in range(len(lines) + 1) if index not in inside]


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _nearest(cuts: Sequence[int], place: int) -> int:
    index = bisect.bisect_left(cuts, place)
    return cuts[min(index, len(cuts) - 1)]


def _words(lines: Sequence[str]) -> Counter[str]:
    return Counter(_WORD.findall("".join(lines)))


def _common(words: Counter[str], lines: Sequence[str]) -> int:
    """How much the lines have of the words."""
    shared: Counter[str] = words & _words(lines)
    return shared.total()
