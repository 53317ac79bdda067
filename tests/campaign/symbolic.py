"""Compares programs on the symbolic TensorFlow of `tests.symbolic`."""

from collections.abc import Sequence

from tests.symbolic.compare import Pair, compare_all

from .case import Case
from .finding import Finding

ENTRY = "train.py"


def compared(cases: Sequence[Case]) -> list[Finding]:
    """A finding for each program."""
    pairs = [Pair({ENTRY: case.program.text}, {ENTRY: case.after}, ENTRY) for case in cases]
    return [Finding(verdict.kind, verdict.what) for verdict in compare_all(pairs)]
