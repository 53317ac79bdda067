"""Which line of a program made TensorFlow initialise its devices."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from ._first_import import when_tensorflow_is_imported

_OWN = os.path.dirname(os.path.abspath(__file__))


class FirstLine:
    """Waits, as a context, for TensorFlow's devices to be initialised, and does not import it for that.

    `line` is where that was asked for, as `file:line`: the innermost line that no installed library has.
    None where devices were there before, or are not there yet.
    """

    def __init__(self) -> None:
        self.line: str | None = None
        self._stop: Callable[[], None] | None = None
        self._ended = False

    def __enter__(self) -> FirstLine:
        if "tensorflow" in sys.modules:
            self._wait()
        else:
            when_tensorflow_is_imported(self._wait)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = True
        if self._stop is not None:
            self._stop()

    def _wait(self) -> None:
        if self._ended:
            return
        from . import _tf

        if not _tf.is_initialised():
            self._stop = _tf.when_initialised(self._note)

    def _note(self) -> None:
        import tensorflow

        libraries = os.path.dirname(os.path.dirname(os.path.abspath(tensorflow.__file__)))
        for frame in reversed(traceback.extract_stack()):
            is_file = os.path.isfile(frame.filename)  # and not Python's own frozen importlib
            path = os.path.abspath(frame.filename)
            if is_file and not any(path.startswith(folder + os.sep) for folder in (libraries, _OWN)):
                self.line = f"{os.path.relpath(path)}:{frame.lineno}"
                return
