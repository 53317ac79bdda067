"""What code that builds a graph prints: once, however many steps are traced of it."""

from __future__ import annotations

import builtins
import contextlib
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any


class Printed:
    """Lets each `print` of traced code print as often as one trace of it does.

    A TF 1 graph was built once, and so said once what the code said that built it. Steps share that code, and
    each trace runs it. What counts is the place of the call: where a trace comes by one more often than all
    others, it prints what is more.
    """

    def __init__(self) -> None:
        self._most: Counter[tuple[str, int]] = Counter()

    @contextlib.contextmanager
    def once(self) -> Iterator[None]:
        """Inside, code is traced, by this thread and by those that it starts for replicas."""
        here: Counter[tuple[str, int]] = Counter()
        own, outer = threading.get_ident(), builtins.print
        others = {one.ident for one in threading.enumerate()} - {own}

        def print_once(*values: Any, **options: Any) -> None:
            frame = sys._getframe(1)
            place = frame.f_code.co_filename, frame.f_lineno
            if threading.get_ident() not in others:
                here[place] += 1
                if here[place] <= self._most[place]:
                    return
            outer(*values, **options)

        builtins.print = print_once
        try:
            yield
        finally:
            builtins.print = outer
            self._most |= here
