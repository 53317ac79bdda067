"""Results in the structure in which a step returned them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import tensorflow as tf

from ._sparse import as_values


def packing(structure: Any) -> Callable[[Iterator[Any]], Any]:
    """What packs the values of leaves as `structure` has these: `tf.nest` does, but looks at it in each step.

    The values come in the order of `tf.nest.flatten(structure, expand_composites=True)`.
    """
    kind = type(structure)
    if kind is list or kind is tuple:
        parts = [packing(part) for part in structure]
        return lambda values: kind([pack(values) for pack in parts])
    if kind is dict:
        packs = {key: packing(structure[key]) for key in sorted(structure)}  # as `tf.nest` orders them

        def packed(values: Iterator[Any]) -> dict[Any, Any]:
            found = {key: pack(values) for key, pack in packs.items()}
            return {key: found[key] for key in structure}

        return packed
    leaves = tf.nest.flatten(structure, expand_composites=True)
    if len(leaves) == 1 and leaves[0] is structure:
        return next

    def by_nest(values: Iterator[Any]) -> Any:
        flat = [next(values) for _ in leaves]
        return as_values(tf.nest.pack_sequence_as(structure, flat, expand_composites=True))

    return by_nest
