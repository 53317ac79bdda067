"""In what two plays differ: the first part, near the root of the expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .expressions import Expr
from .player import Seen


def difference(before: Seen, after: Seen, says_late: bool = False) -> str | None:
    """The first thing in which what was made of a program differs from it, or `None`.

    A program that `says_late` what it says in code that builds the graph, when a step is traced (HAZ107), may
    say it more than once, or less of it where it ends by an exception before that.
    """
    if before.is_cut != after.is_cut:
        return "one of them makes more steps"
    if before.ended != after.ended:
        return f"ends with {before.ended}, then with {after.ended}"
    for place, (one, other) in enumerate(zip(before.updates, after.updates, strict=False)):
        for name in [*one, *(name for name in other if name not in one)]:
            if one.get(name) is not other.get(name):
                return f"update {place} of {name}: {first(one.get(name), other.get(name))}"
    if len(before.updates) != len(after.updates):
        return f"{len(before.updates)} updates, then {len(after.updates)}"
    new = sorted(after.final.keys() - before.final.keys())
    if new and before.final:  # else it has not come to a session
        return f"a variable {new[0]}, which the original does not have"
    # Where a program was cut, the next step has already changed some; where an exception ends it, a graph
    # that has come to no session has no values yet, as variables outside of a graph have.
    is_whole = not (before.is_cut or before.ended)
    for name in sorted({*before.final} & {*after.final}) if is_whole else ():
        if before.final[name] is not after.final[name]:
            return f"variable {name} at the end: {first(before.final[name], after.final[name])}"
    found = _fetched(before.fetched, after.fetched)
    if found:
        return found
    if before.events != after.events:
        return f"summaries written: {before.events[:3]} then {after.events[:3]}"
    lines, others = before.output.splitlines(), after.output.splitlines()
    ends_early = before.ended and not (before.updates or before.fetched)
    is_said_late = (
        ends_early and is_part(others, lines) or set(others) == set(lines) and is_part(lines, others)
    )
    if lines != others and not (says_late and is_said_late):
        pairs = enumerate(zip(lines, others, strict=False))
        at = next((place for place, (one, other) in pairs if one != other), min(len(lines), len(others)))
        return f"output, line {at + 1}: {lines[at : at + 1]} then {others[at : at + 1]}"
    return None


def is_part(some: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether `some` of the `lines` stand in their order."""
    rest = iter(lines)
    return all(one in rest for one in some)


def _fetched(before: list[tuple[Expr, ...]], after: list[tuple[Expr, ...]]) -> str | None:
    """Values come in the same order; what only the original fetched may be left out."""
    known = [value for values in before for value in values]
    place = 0
    everything = set(known)
    for values in after:
        for value in values:
            if value.value is not None and value in everything:
                continue  # a number alone does not tell a place
            if value not in everything:
                twin = known[place] if place < len(known) else None
                return f"a fetched value: {first(twin, value)}"
            try:
                place = known.index(value, place) + 1
            except ValueError:
                if value.op != "var":
                    return f"fetched values come in another order: {text(value)}"
    return None


def first(one: Any, other: Any) -> str:
    """The smallest pair of parts in which two expressions differ."""
    while True:
        if isinstance(one, Expr) and isinstance(other, Expr) and one.op == other.op:
            one, other = one.args, other.args
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            pair = next(((a, b) for a, b in zip(one, other, strict=False) if a is not b and a != b), None)
            if pair is None:
                return "the same parts"
            one, other = pair
            if isinstance(one, (Expr, tuple)) and isinstance(other, (Expr, tuple)):
                continue
        if isinstance(one, Expr) and isinstance(other, Expr) and one.op == other.op:
            continue
        return f"{text(one)} then {text(other)}"


def text(value: Any, depth: int = 3) -> str:
    """An expression as a person reads it, down to some depth."""
    if isinstance(value, Expr):
        if value.op == "const":
            return repr(value.value.tolist())[:40]
        if value.op == "var":
            return str(value.args[0])
        inner = ", ".join(
            text(one[1] if isinstance(one, tuple) and len(one) == 2 else one, depth - 1) for one in value.args
        )
        return f"{value.op}({inner})" if depth else "…"
    if isinstance(value, tuple):
        return "(" + ", ".join(text(one, depth) for one in value[:6]) + ")" if depth else "…"
    return repr(value)[:60]
