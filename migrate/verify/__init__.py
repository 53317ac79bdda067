"""Runs a program before and after, and compares them.

    parity = compare(Path("before/train.py"), Path("after/train.py"), arguments=["--num_gpus=2"], gpus=2)
    assert parity.equal_to_the_bit, parity

Neither program is changed. Each runs in a process of its own on emulated GPUs; this process never imports
TensorFlow.
"""

from .comparison import (
    compare,
    compare_kinds_of_variables,
    compare_with,
    placement_of,
    record_original,
    record_rewritten,
)
from .devices import Devices, devices_for
from .differences import compare_records
from .parity import Compared, Difference, Parity, ParityError
from .placements import Placement
from .processes import Tasks
from .programs import Program, is_tensorflow_1
from .records import Record
from .verdict import Status, Verdict
from .verification import Originals, Request, verify

__all__ = [
    "Compared",
    "Devices",
    "Difference",
    "Originals",
    "Parity",
    "ParityError",
    "Placement",
    "Program",
    "Record",
    "Request",
    "Status",
    "Tasks",
    "Verdict",
    "compare",
    "compare_kinds_of_variables",
    "compare_records",
    "compare_with",
    "devices_for",
    "is_tensorflow_1",
    "placement_of",
    "record_original",
    "record_rewritten",
    "verify",
]
