"""Decides which of a program's calls are steps, times them and records them."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ..records import Array, Step, Values, Writer, same_bytes
from .chance import drawn_so_far


class Enough(SystemExit):
    """Ends a program after its last step to compare; frameworks take it for a successful `sys.exit()`."""

    def __init__(self) -> None:
        super().__init__(0)


class Recorder:
    """Records the steps of the program that runs in this process.

    `steps` is the number of steps after which the program is to end; `None` for no end. Lines of files below
    `root` are where its steps are made.
    """

    def __init__(self, writer: Writer, steps: int | None, root: str = "") -> None:
        self._writer = writer
        self._steps_left = steps
        self._inside = False
        self._since = time.perf_counter()
        self._seconds = 0.0
        self._root = os.path.join(os.path.realpath(root), "") if root else ""
        self._place = ""
        self._cut: set[str] = set()
        self._failed: Values = {}  # what a call that failed has left, until the next step

    @contextlib.contextmanager
    def outermost(self) -> Iterator[bool]:
        """Enter around a call that may be a step; gives whether to look at it.

        Calls made by one that is being looked at belong to it, and those of other threads (queue runners,
        replicas) are never looked at.
        """
        if self._inside or threading.current_thread() is not threading.main_thread():
            yield False
            return
        self._raise_if_enough()
        self._inside = True
        self._place = self._line_of_program()
        try:
            yield True
            self._raise_if_enough()
        finally:
            self._inside = False
            self._since = time.perf_counter()

    def stop_clock(self) -> None:
        """Call when the outermost call has its results."""
        self._seconds = time.perf_counter() - self._since

    def describe(self, **told: Any) -> None:
        """Note something that is no number; see `Writer.describe`."""
        self._writer.describe(**told)

    def add_initial(self, values: Values) -> None:
        """Record the values with which variables start."""
        self._writer.add_initial(values)

    def add_seeded(self, values: Values) -> None:
        """Record what variables start with by the program itself, where seeds fix that."""
        self._writer.add_seeded(values)

    def add_call(
        self,
        fetched: Sequence[tuple[str, Array]],
        variables: Values,
        apart: Sequence[str] = (),
        planted: Values | None = None,
        *,
        summaries: Values | None = None,
        constant: bool = False,
        begins: bool = False,
    ) -> None:
        """Record a call as a step if the program got numbers from it or it changed a variable.

        `planted` are the values that variables started with, as far as that is not recorded. `constant`: what
        was fetched is computed from constants alone. `begins`: variables were given initial values, and
        nothing else was done.
        """
        is_seen = bool(fetched or summaries)
        has_changed = (constant or not is_seen) and any(
            name not in self._failed or not same_bytes(self._failed[name], variables[name])
            for name in self._writer.changed(variables, planted or {})
        )
        if not is_seen and not has_changed:
            return
        constant = constant and not has_changed
        about = self._seconds, self._place, constant, summaries or {}, begins and not is_seen, drawn_so_far()
        cut = tuple(sorted(self._cut))
        self._failed = {}
        made = self._writer.add_step(Step(tuple(fetched), variables, tuple(apart), *about, cut))
        if self._steps_left is not None:
            self._steps_left -= made

    def add_failed(self, variables: Values, planted: Values | None = None) -> None:
        """Note which variables a call has changed that ended by an error, such as the end of its input."""
        changed = self._writer.changed(variables, planted or {})
        self._cut.update(changed)
        self._failed = {name: variables[name] for name in changed}

    def flush(self) -> None:
        """Write what is still in memory; call when the program has ended."""
        self._writer.flush()

    def _line_of_program(self) -> str:
        """The innermost line of the program that is being run, of no library."""
        frame = sys._getframe(1) if self._root else None
        while frame is not None:
            name = _real_path(frame.f_code.co_filename)
            if name.startswith(self._root):
                return f"{name.removeprefix(self._root)}:{frame.f_lineno}"
            frame = frame.f_back
        return ""

    def _raise_if_enough(self) -> None:
        if self._steps_left is not None and self._steps_left <= 0:
            raise Enough


@cache
def _real_path(name: str) -> str:
    return os.path.realpath(name)
