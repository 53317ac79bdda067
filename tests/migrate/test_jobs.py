import os
import sys

import pytest

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
