"""Runs a program before and after, and compares them.

    parity = compare(Path("before/train.py"), Path("after/train.py"), arguments=["--num_gpus=2"], gpus=2)
    assert parity.equal_to_the_bit, parity

Neither program is changed. Each runs in a process of its own on emulated GPUs; this process never imports
TensorFlow.
"""

from .comparison import compare, compare_kinds_of_variables, compare_with, record_original
from .parity import Difference, Parity, ParityError
from .records import Record

__all__ = [
    "Difference",
    "Parity",
    "ParityError",
    "Record",
    "compare",
    "compare_kinds_of_variables",
    "compare_with",
    "record_original",
]
