import contextlib
import multiprocessing
import os
import signal
import sys
import time

import pytest

from migrate.errors import MigrateError
from migrate.jobs import each


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_done_comes_in_order_whoever_does_it(jobs):
    beside = object()  # which could not be sent
    done = list(
        each(lambda one: (one * 2, beside is not None, os.getpid()), range(8), jobs, lambda one: 100_000)
    )
    assert [one for one, _, _ in done] == [*range(0, 16, 2)]
    in_others = os.getpid() not in {process for _, _, process in done}
    assert in_others == (jobs > 1 and sys.platform == "linux")


def test_what_fails_in_another_process_fails_here():
    with pytest.raises(ZeroDivisionError):
        list(each(lambda one: 1 // one, [*range(8)], 2, lambda one: 100_000))


@contextlib.contextmanager
def _within(seconds):
    def late(number, frame):
        raise TimeoutError("it waits for a process that was ended")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.skipif(sys.platform != "linux", reason="processes begin as copies on Linux only")
@pytest.mark.parametrize("ended", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("who", ["who works", "all"])
def test_a_process_that_is_ended_ends_the_run(ended, who):
    def work(one):
        if one == 1:
            if who == "who works":
                os.kill(os.getpid(), ended)
            time.sleep(30)  # while the other is done, and waits
        return one

    def run():
        for _ in each(work, range(4), 2, lambda one: 100_000):
            for process in multiprocessing.active_children() if who == "all" else ():
                os.kill(process.pid, ended)
                process.join()

    with _within(20), pytest.raises(MigrateError, match=f"ended by {ended.name}.*--jobs 1"):
        run()
    assert not multiprocessing.active_children()
