"""Compares programs on the symbolic TensorFlow of `tests.symbolic`, in this process."""

from tests.symbolic.judge import judge

from .case import Case
from .finding import Finding

ENTRY = "train.py"


def compared(case: Case) -> Finding:
    """What is found in a program."""
    verdict = judge({ENTRY: case.program.text}, {ENTRY: case.after}, ENTRY, says_late=case.tells("HAZ107"))
    if verdict.kind == "different" and case.tells("HAZ103"):
        return Finding("unsure", f"a tag lost its number, as is told: {verdict.what}")
    return Finding(verdict.kind, verdict.what)
