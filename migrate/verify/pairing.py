"""Finds which variable of one program is which of another, where they have other names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .records import Record, Values


@dataclass(frozen=True)
class Pairing:
    """Which variables belong together.

    Attributes:
      by_shape: names of trainable variables that differ, the original's first.
      only_original: variables that have no partner; so with `only_other`.
    """

    by_shape: tuple[tuple[str, str], ...] = ()
    only_original: tuple[str, ...] = ()
    only_other: tuple[str, ...] = ()

    @property
    def names(self) -> dict[str, str]:
        """From the other program's names to the original's, where they differ."""
        return {other: name for name, other in self.by_shape}

    def told(self) -> str:
        """How the variables were paired whose names differ, for people."""
        pairs = ", ".join(f"{name} = {other}" for name, other in self.by_shape)
        return f"variables paired by shape and order, since their names differ: {pairs}"


def pair(original: Record, other: Record) -> Pairing:
    """Pair variables by name, and trainable ones that are left by their type, shape and order of creation.

    Others have other values in other optimizers, whatever their shapes: slots and counters go by name alone.
    """
    ours, theirs = original.first_values(), other.first_values()
    left, right = _without(ours, theirs), _without(theirs, ours)
    trained = original.about().trainable, other.about().trainable
    waiting = [name for name in right if name in trained[1]]
    pairs = []
    for name in (name for name in left if name in trained[0]):
        fitting = (one for one in waiting if _kind(theirs, one) == _kind(ours, name))
        partner = next(fitting, None)
        if partner is not None:
            waiting.remove(partner)
            pairs.append((name, partner))
    paired = {name for both in pairs for name in both}
    return Pairing(
        tuple(pairs),
        tuple(name for name in left if name not in paired),
        tuple(name for name in right if name not in paired),
    )


def _without(names: Iterable[str], others: Values) -> list[str]:
    return [name for name in names if name not in others]


def _kind(values: Values, name: str) -> tuple[str, tuple[int, ...]]:
    return values[name].dtype.name, values[name].shape
