"""Work on the programs of many seeds in forked processes, which have everything imported already."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

Result = TypeVar("Result")

SEEDS_PER_PROCESS = 100  # then a new one begins: what rewriting and playing leave behind ends with it
STACK = 256 * 1024 * 1024  # long chains of expressions are walked by recursion
DEPTH = 20_000


@dataclass(frozen=True)
class Lost:
    """There is no result for a seed, since the work failed, hung or ended its process."""

    why: str


class Worker(Generic[Result]):
    """Does the same work for one seed after the other.

    Args:
      work: what is done for a seed; its result is pickled.
      seconds: after which it is given up.
    """

    def __init__(self, work: Callable[[int], Result], seconds: float) -> None:
        self._work = work
        self._seconds = seconds

    def results(self, seeds: Sequence[int]) -> Iterator[tuple[int, Result | Lost]]:
        """The result for each seed, in order."""
        left = list(seeds)
        while left:
            share = left[:SEEDS_PER_PROCESS]
            done = 0
            for result in self._share(share):
                yield share[done], result
                done += 1
            left = left[done:]

    def _share(self, seeds: Sequence[int]) -> Iterator[Result | Lost]:
        """Results of one process, as far as it comes."""
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_serve, args=(self._work, seeds, theirs), daemon=True)
        process.start()
        theirs.close()
        try:
            for _ in seeds:
                if not ours.poll(self._seconds):
                    yield Lost(f"it took more than {self._seconds:g} s")
                    return
                try:
                    yield ours.recv()
                except EOFError:
                    yield Lost("the process ended")
                    return
        finally:
            process.kill()
            process.join()
            ours.close()


def _serve(work: Callable[[int], Result], seeds: Sequence[int], results: Connection) -> None:
    """Send the result for each seed."""
    gc.disable()  # a fifth of the time, for some hundred megabytes in so short a life
    sys.setrecursionlimit(DEPTH)
    threading.stack_size(STACK)

    def serve() -> None:
        with contextlib.suppress(BrokenPipeError):
            for seed in seeds:
                try:
                    result: Result | Lost = work(seed)
                except Exception:  # noqa: BLE001 - whatever it is, it is told of this seed
                    result = Lost(traceback.format_exc())
                results.send(result)

    # What programs write below Python is nobody's.
    quiet = os.open(os.devnull, os.O_RDWR)
    os.dup2(quiet, 0)
    os.dup2(quiet, 1)
    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()
