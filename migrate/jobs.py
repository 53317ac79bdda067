"""Does several things that do not depend on each other at the same time, in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.pool import Pool
from typing import Any, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_LEAST = 20_000  # for each process, as `size` counts: less is done before it has begun

_ENDS = (signal.SIGINT, signal.SIGTERM)

_given: list[Any] = []  # to a process when it begins: what it does, and all that there is to do


def cores() -> int:
    """How many processes can run at the same time."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def each(
    work: Callable[[_Item], _Result], items: Sequence[_Item], jobs: int, size: Callable[[_Item], int]
) -> Iterator[_Result]:
    """What `work` gives for each of `items`, in their order, by up to `jobs` processes.

    `size` says how much there is to do for one, in characters of code: what takes longest begins first. The
    processes begin as copies of this one, so that only what they give has to be sent. Where the system has no
    such copies, or they would not pay, this process does all.
    """
    sizes = [*map(size, items)]
    processes = min(jobs, len(items), sum(sizes) // _LEAST)
    if processes < 2 or sys.platform != "linux":
        yield from map(work, items)
        return
    order = sorted(range(len(items)), key=lambda place: -sizes[place])
    done: dict[int, _Result] = {}
    with _pool(processes, work, items) as pool:
        results = pool.imap_unordered(_do, order)
        for place in range(len(items)):
            while place not in done:
                done.update([next(results)])
            yield done.pop(place)


def _pool(processes: int, *given: Any) -> Pool:
    """The processes; who wants to end us while they begin waits for that: in a fork, exceptions are lost."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        return multiprocessing.get_context("fork").Pool(processes, _begin, given)
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)


def _begin(*given: Any) -> None:
    _given[:] = given
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the first process that ends the others
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)


def _do(place: int) -> tuple[int, Any]:
    work, items = _given
    return place, work(items[place])
