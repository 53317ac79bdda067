"""Threads that build graphs as TensorFlow 1's did, for a program whose graph is run by Programs."""

from __future__ import annotations

import threading
from typing import Any

from .building import builds_graph


class Building:
    """Before a class of threads: its `run` builds into graphs, however a class further down defines it."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.run = builds_graph(cls.run)  # type: ignore[attr-defined]


class Thread(Building, threading.Thread):
    """`threading.Thread`, in which TensorFlow ops are built into a graph and not run at once.

    As in TensorFlow 1 that is a default graph of the thread's own, unless the thread enters another.
    """


class Timer(Building, threading.Timer):
    """`threading.Timer`, in which TensorFlow ops are built into a graph and not run at once."""
