"""Threads and processes that build graphs as TensorFlow 1's did, for a program whose graph Programs run."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import multiprocessing.dummy
import multiprocessing.pool
import threading
from collections.abc import Callable, Iterable
from typing import Any

from .building import build_graph, builds_graph


class Building:
    """Before a class of threads: its `run` builds into graphs, however a class further down defines it."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.run = builds_graph(cls.run)  # type: ignore[attr-defined]


class Thread(Building, threading.Thread):
    """`threading.Thread`, in which TensorFlow ops are built into a graph and not run at once.

    As in TensorFlow 1 that is a default graph of the thread's own, unless the thread enters another. `group`,
    `target`, `name`, `args`, `kwargs` and `daemon` are those of the thread that it stands for.
    """


class Timer(Building, threading.Timer):
    """`threading.Timer`, in which TensorFlow ops are built into a graph, as any thread of TF 1 did.

    Args:
      interval: after how many seconds.
      function: what is called, with `args` and `kwargs`.
    """


class Process(Building, multiprocessing.Process):
    """`multiprocessing.Process`, in which TensorFlow ops are built into a graph, as any process of TF 1 did.

    `group`, `target`, `name`, `args`, `kwargs` and `daemon` are those of the process that it stands for.
    """


class Pool(multiprocessing.pool.Pool):
    """`multiprocessing.Pool`, whose processes build TensorFlow ops into graphs, as all did in TF 1."""

    def __init__(
        self,
        processes: int | None = None,
        initializer: Callable[..., object] | None = None,
        initargs: Iterable[object] = (),
        maxtasksperchild: int | None = None,
        context: multiprocessing.context.BaseContext | None = None,
    ) -> None:
        """Start the processes, as the pool it stands for.

        Args:
          processes: how many; `None`: as many as there are cores.
          initializer: what each calls first, with `initargs`.
          initargs: its arguments.
          maxtasksperchild: after how many calls a process is replaced; `None`: never.
          context: of `multiprocessing`, which says how processes start.

        Raises:
          ValueError: there are to be no processes.
        """
        super().__init__(processes, _begin, (initializer, initargs), maxtasksperchild, context)


class ProcessPoolExecutor(concurrent.futures.ProcessPoolExecutor):
    """`concurrent.futures.ProcessPoolExecutor`, whose processes build into graphs, as all did in TF 1."""

    def __init__(
        self,
        max_workers: int | None = None,
        mp_context: multiprocessing.context.BaseContext | None = None,
        initializer: Callable[..., object] | None = None,
        initargs: tuple[object, ...] = (),
        **options: Any,
    ) -> None:
        """Take what the executor takes that it stands for.

        Args:
          max_workers: how many processes; `None`: as many as there are cores.
          mp_context: of `multiprocessing`, which says how processes start.
          initializer: what each calls first, with `initargs`.
          initargs: its arguments.
          options: what newer Pythons take beside, such as `max_tasks_per_child`.

        Raises:
          ValueError: there are to be no processes.
        """
        super().__init__(max_workers, mp_context, _begin, (initializer, initargs), **options)


def _begin(initializer: Callable[..., Any] | None, initargs: Iterable[Any]) -> None:
    """What a process of a pool does first."""
    build_graph()
    if initializer is not None:
        initializer(*initargs)


class ThreadPoolExecutor(concurrent.futures.ThreadPoolExecutor):
    """`concurrent.futures.ThreadPoolExecutor`, whose threads build TensorFlow ops into graphs, as in TF 1.

    `max_workers`, `thread_name_prefix`, `initializer` and `initargs` are those of the executor.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> concurrent.futures.Future[Any]:
        """Schedule a call, as the executor it stands for."""
        return super().submit(builds_graph(fn), *args, **kwargs)


class ThreadPool(multiprocessing.pool.ThreadPool):
    """`multiprocessing.pool.ThreadPool`, whose threads build TensorFlow ops into graphs, as in TF 1.

    `processes` says how many threads, `initializer` what each calls first, with `initargs`.
    """

    @staticmethod
    def Process(ctx: object, *args: Any, **kwds: Any) -> Any:
        """One of its threads."""
        return _Worker(*args, **kwds)


class _Worker(Building, multiprocessing.dummy.DummyProcess):
    """A thread of a pool."""
