"""Work that fails, hangs or ends its process is told of its seed, and the others go on."""

import os
import time

from tests.campaign.workers import SEEDS_PER_PROCESS, Lost, Worker


def square(seed: int) -> int:
    return seed * seed


def troubled(seed: int) -> int:
    if seed == 1:
        raise ValueError("not this one")
    if seed == 2:
        os._exit(3)
    if seed == 3:
        time.sleep(60)
    return seed


def test_each_seed_has_its_result_over_several_processes():
    seeds = range(SEEDS_PER_PROCESS + 5)
    assert list(Worker(square, 60).results(seeds)) == [(seed, seed * seed) for seed in seeds]


def test_a_seed_that_is_lost_leaves_the_others():
    results = dict(Worker(troubled, 2).results(range(5)))
    assert [results[seed] for seed in (0, 4)] == [0, 4]
    failed, ended, hung = (results[seed] for seed in (1, 2, 3))
    assert isinstance(failed, Lost)
    assert "ValueError: not this one" in failed.why
    assert ended == Lost("the process ended")
    assert hung == Lost("it took more than 2 s")
