"""Whether a program reads a variable beside its update, which the two kinds of variables tell apart."""

from __future__ import annotations

from dataclasses import replace

from .differences import compare_records
from .records import Record
from .verdict import difference_of


def reads_beside_updates(
    original: Record, references: Record, steps: int | None, tolerance: float
) -> list[str]:
    """Where a program differs from itself on TF 1's own variables, `references`, in words; else nothing.

    Only control dependencies order reads and updates of one run, and the kinds of variables have other habits
    where there are none.
    """
    found = (
        compare_records(original, references, steps, tolerance).first_beyond if references.length else None
    )
    if found is None:
        return []
    return [
        f"on TensorFlow 1's own variables the original differs from itself, "
        f"{difference_of(replace(found, places=('', '')))}: it reads a variable beside its update, in no "
        "order; tf.control_dependencies gives it one (tfmigrate explain HAZ111)"
    ]
