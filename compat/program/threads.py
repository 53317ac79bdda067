"""Threads and processes that build graphs as TensorFlow 1's did, for a program whose graph Programs run."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import multiprocessing.dummy
import multiprocessing.pool
import threading
from collections.abc import Callable
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


class Process(Building, multiprocessing.Process):
    """`multiprocessing.Process`, in which TensorFlow ops are built into a graph and not run at once."""


class ThreadPoolExecutor(concurrent.futures.ThreadPoolExecutor):
    """`concurrent.futures.ThreadPoolExecutor`, whose threads build TensorFlow ops into graphs."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> concurrent.futures.Future[Any]:
        """Schedule a call, as the executor it stands for."""
        return super().submit(builds_graph(fn), *args, **kwargs)


class ThreadPool(multiprocessing.pool.ThreadPool):
    """`multiprocessing.pool.ThreadPool`, whose threads build TensorFlow ops into graphs."""

    @staticmethod
    def Process(ctx: Any, *args: Any, **kwds: Any) -> Any:
        """One of its threads."""
        return _Worker(*args, **kwds)


class _Worker(Building, multiprocessing.dummy.DummyProcess):
    """A thread of a pool."""
