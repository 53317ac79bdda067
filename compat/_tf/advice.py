"""What TensorFlow advises that a program cannot follow; importing this ends that.

TensorFlow tells of names that it calls deprecated, and of results that nobody used, by the line that called
them. Where that line is in a library, such as TensorFlow itself or `compat`, the program has no such line.
Savers of TensorFlow 1's format are what migrated programs have for their checkpoints, and their summaries are
operations of steps.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import re
import warnings
from typing import Any

_LIBRARIES = ("keras", "tensorflow", "tensorflow_estimator", "tf_keras", "tf_slim")
_DEPRECATED = "From %s: "
_UNUSED = "Object was never used"
_FILE = re.compile(r'File "([^"]*)", line ')
_OF_SAVERS = "Saver is deprecated, please switch to tf.train.Checkpoint"
_OF_SUMMARIES = "Cannot activate TF2 compatibility support for TF1 summary ops"


def _folders() -> tuple[str, ...]:
    found = (importlib.util.find_spec(name) for name in _LIBRARIES)
    own = os.path.dirname(os.path.dirname(__file__))
    folders = (place for spec in found if spec is not None for place in spec.submodule_search_locations or ())
    return tuple(os.path.join(os.path.abspath(folder), "") for folder in (own, *folders))


def is_closed(writer: Any) -> bool:
    """Whether a writer of event files is closed, so that TensorFlow warns of what is added to it."""
    return bool(getattr(writer, "_closed", False))


class _OfPrograms(logging.Filter):
    """Lets through what is said of the program's own lines."""

    def __init__(self, folders: tuple[str, ...]) -> None:
        super().__init__()
        self._folders = folders

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is logged."""
        text = str(record.msg)
        if text.startswith(_DEPRECATED) and isinstance(record.args, tuple) and record.args:
            return not str(record.args[0]).startswith(self._folders)
        if _UNUSED in text:  # with those who called, the last of them TensorFlow's check itself
            *callers, _ = _FILE.findall(text) or [""]
            return not callers or not callers[-1].startswith(self._folders)
        return not text.startswith(_OF_SAVERS)


logging.getLogger("tensorflow").addFilter(_OfPrograms(_folders()))
warnings.filterwarnings("ignore", message=_OF_SUMMARIES)
