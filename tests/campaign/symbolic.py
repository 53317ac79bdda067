"""Compares programs on the symbolic TensorFlow of `tests.symbolic`, in this process."""

from tests.symbolic.compare import compare

from .case import Case
from .finding import Finding

ENTRY = "train.py"


def compared(case: Case) -> Finding:
    verdict = compare({ENTRY: case.program.text}, {ENTRY: case.after}, ENTRY)
    return Finding(verdict.kind, verdict.what)
