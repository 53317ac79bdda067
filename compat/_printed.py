"""What code that builds a graph prints and logs: once, however many steps are traced of it."""

from __future__ import annotations

import builtins
import contextlib
import logging
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any


class Printed:
    """Lets each `print` of traced code print as often as one trace of it does, and each logger log so.

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
        own, outer, handlers = threading.get_ident(), builtins.print, logging.Logger.callHandlers
        others = {one.ident for one in threading.enumerate()} - {own}

        def is_new(place: tuple[str, int]) -> bool:
            if threading.get_ident() in others:
                return True
            here[place] += 1
            return here[place] > self._most[place]

        def print_once(*values: Any, **options: Any) -> None:
            frame = sys._getframe(1)
            if is_new((frame.f_code.co_filename, frame.f_lineno)):
                outer(*values, **options)

        def log_once(logger: logging.Logger, record: logging.LogRecord) -> None:
            if is_new((record.pathname, record.lineno)):
                handlers(logger, record)

        builtins.print = print_once
        logging.Logger.callHandlers = log_once  # type: ignore[assignment, method-assign]
        try:
            yield
        finally:
            builtins.print = outer
            logging.Logger.callHandlers = handlers  # type: ignore[method-assign]
            self._most |= here
