import math

import numpy as np
import pytest

from migrate.verify.distributions import apart, sample_of
from migrate.verify.records import Record, Step, Writer


def samples(random: np.random.RandomState, mean: float, count: int) -> list[dict[str, float]]:
    return [{f"q{i}": random.normal(mean, 1.0) for i in range(20)} for _ in range(count)]


def test_a_false_alarm_is_rare_and_a_difference_is_found():
    random = np.random.RandomState(0)
    alarms = sum(bool(apart(samples(random, 0, 4), samples(random, 0, 4), 0.0)) for _ in range(300))
    assert alarms <= 9  # 1 % of 300 is 3
    assert len(apart(samples(random, 0, 5), samples(random, 9, 5), 0.0)) > 15


def test_without_chance_only_the_tolerance_counts():
    assert not apart([{"q": 1.0}] * 2, [{"q": 1.0 + 1e-7}] * 2, 1e-6)
    (found,) = apart([{"q": 1.0}] * 2, [{"q": 1.1}] * 2, 1e-6)
    assert str(found).startswith("q comes to 1 in the original and 1.1 in the rewritten program, on average")


def test_nothing_equals_what_is_no_number():
    assert apart([{"q": 1.0}] * 2, [{"q": math.nan}] * 2, 1e-6)


def test_a_sample_is_what_a_run_came_to(tmp_path):
    writer = Writer(tmp_path)
    for step in range(20):
        variables = {"w": np.array([3.0, 4.0], np.float32) * step / 19}
        writer.add_step(Step((("loss:0", np.float32(step)),), variables, (), 0.1))
    writer.flush()
    sample = sample_of(Record(tmp_path), {"w": np.zeros(2, np.float32)})
    assert sample == {
        "fetched value 0 of 1": pytest.approx(14.5),
        "the change of variable 'w'": pytest.approx(5),
    }
