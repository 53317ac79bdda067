"""Does several things that do not depend on each other at the same time, in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar, cast

from migrate.errors import MigrateError

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_LEAST = 20_000  # for each process, as `size` counts: less is done before it has begun

_ENDS = (signal.SIGINT, signal.SIGTERM)


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

    Raises:
      MigrateError: a process was ended from outside, by a signal or for want of memory.
    """
    sizes = [*map(size, items)]
    processes = min(jobs, len(items), sum(sizes) // _LEAST)
    if processes < 2 or sys.platform != "linux":
        yield from map(work, items)
        return
    order = sorted(range(len(items)), key=lambda place: -sizes[place])
    done: dict[int, _Result] = {}
    helpers: dict[Connection, BaseProcess] = {}
    try:
        _begin(helpers, processes, work, items)
        results = _done(helpers, order)
        for place in range(len(items)):
            while place not in done:
                done.update([next(results)])
            yield done.pop(place)
    finally:
        _end(helpers)


def _begin(
    helpers: dict[Connection, BaseProcess], processes: int, work: Callable[[Any], Any], items: Sequence[Any]
) -> None:
    """Begins the processes; who wants to end us meanwhile waits for that: in a fork, exceptions are lost."""
    context = multiprocessing.get_context("fork")
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
    try:
        for _ in range(processes):
            ours, its = context.Pipe()
            process = context.Process(target=_serve, args=(its, [*helpers, ours], work, items), daemon=True)
            process.start()
            its.close()  # so that the process alone has it: where that ends, we read the end
            helpers[ours] = process
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)


def _done(helpers: dict[Connection, BaseProcess], order: Sequence[int]) -> Iterator[tuple[int, Any]]:
    """The place and the result of each item, as they come.

    Each process has a pipe of its own. Who is ended while it holds the lock of a queue that all share leaves
    the others, and us, waiting for that lock.
    """
    left = iter(order)
    for pipe, place in zip(helpers, left, strict=False):
        pipe.send(place)
    for _ in order:
        pipe = cast(Connection, wait([*helpers])[0])
        try:
            place, result, error, trace = pipe.recv()
            following = next(left, None)
            if following is not None:
                pipe.send(following)
        except (EOFError, ConnectionError) as ended:
            raise MigrateError(_how_it_ended(helpers[pipe])) from ended
        if error is not None:
            raise error from RuntimeError(trace)
        yield place, result


def _how_it_ended(process: BaseProcess) -> str:
    process.join()
    code = process.exitcode or 0
    by = signal.Signals(-code).name if code < 0 else f"status {code}"
    return (
        f"process {process.pid}, one of those of this run, ended by {by}, so nothing was written; "
        "run it again, with --jobs 1 if memory is short"
    )


def _end(helpers: dict[Connection, BaseProcess]) -> None:
    for pipe, process in helpers.items():
        process.kill()  # which ends one that is stopped, too; what it does can be lost
        process.join()
        pipe.close()


def _serve(
    pipe: Connection, others: Sequence[Connection], work: Callable[[Any], Any], items: Sequence[Any]
) -> None:
    """What a process does: one item after the other, until the first process gives none."""
    for one in others:
        one.close()  # the ends of the first process: where that is ended, this one reads the end
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the first process that ends the others
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDS)
    try:
        while True:
            place = pipe.recv()
            pipe.send((place, *_tried(work, items[place])))
    except (EOFError, ConnectionError):
        return  # the first process was ended


def _tried(work: Callable[[Any], Any], item: Any) -> tuple[Any, Exception | None, str]:
    try:
        return work(item), None, ""
    except Exception as error:
        return None, error, traceback.format_exc()
