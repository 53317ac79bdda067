"""The demo tells when a program was not rewritten or trains otherwise; `make demo` shows that it runs."""

import dataclasses
import functools

import demo
import pytest
from training import Training

from migrate.model.outcome import Outcome
from migrate.pipeline import migrate
from migrate.verify import Compared, Difference, Parity, ParityError, Placement
from migrate.verify.placements import Located

PLACED = Placement(3, (Located("/gpu:0", {"tower_0": 7}, ("w",)),), ())
EQUAL = Parity(50, 0.0, 0.0, None, (), 0.001, 0.002)


@pytest.fixture(scope="module")
def migrate_once():
    """The rewrite, done once for each sample: its paths are seen from the current folder."""
    once = functools.cache(lambda *paths: migrate(paths))
    return lambda paths: once(*paths)


@pytest.fixture
def run(monkeypatch, capsys, tmp_path, migrate_once):
    """Runs the demo with another comparison in place of the real one; returns its status and output."""

    def with_comparison(compare, train=lambda sample, *args, **kwargs: Training(sample.steps, 2.0, 0.5)):
        monkeypatch.setattr(demo, "compare", compare)
        if demo.migrate is migrate:
            monkeypatch.setattr(demo, "migrate", migrate_once)
        monkeypatch.setattr(demo, "train", train)
        monkeypatch.setattr(demo, "placement_of", lambda script, **options: PLACED)
        monkeypatch.setattr("sys.argv", ["demo.py", "--report", str(tmp_path / "new" / "report.html")])
        return demo.main(), capsys.readouterr().out

    return with_comparison


def test_prints_a_line_for_each_sample_and_where_their_report_is(run, tmp_path):
    compared = (Compared(1, (("loss:0", 2.0, 2.0),), 0.0), Compared(2, (("loss:0", 1.0, 1.0),), 0.0))
    status, output = run(lambda *args, **kwargs: dataclasses.replace(EQUAL, compared=compared))
    assert status == 0
    assert output.endswith(f"The report of all samples is in {tmp_path / 'new' / 'report.html'}\n")
    page = (tmp_path / "new" / "report.html").read_text(encoding="utf-8")
    assert len(page) < 400_000
    assert page.count("<section") == len([*demo.find_samples(), *demo.find_cluster_samples()])
    assert page.count('class="original"') == len(demo.find_samples())
    assert page.count("devices of the original program") == len(demo.find_samples())
    assert "towers/cnn_two_files/train.py" in page
    for sample in demo.find_samples():
        (line,) = (line for line in output.splitlines() if sample.name in line)
        for cell in (sample.tier, sample.strategy, "50", "0, to the bit", "2.00"):
            assert cell in line
    for sample in demo.find_cluster_samples():
        (line,) = (line for line in output.splitlines() if sample.name in line)
        for cell in ("1 ps, 2 workers", sample.tier, sample.strategy, str(sample.steps), "0.0% of the loss"):
            assert cell in line


@pytest.mark.parametrize(
    ("steps", "last", "told"),
    [
        (30, 0.5, "after, the last step was 30 in the place of "),
        (None, 1.0, "came to 0.5 before, and to 1 after"),
    ],
)
def test_fails_when_a_cluster_trains_otherwise(run, steps, last, told):
    def train(sample, script, *, as_it_is, timeout):
        return Training(sample.steps, 2.0, 0.5) if as_it_is else Training(steps or sample.steps, 2.0, last)

    status, output = run(lambda *args, **kwargs: EQUAL, train)
    assert status == 1
    assert output.count(told) == len(demo.find_cluster_samples())


def test_fails_when_a_program_trains_otherwise(run):
    other = Parity(50, 0.5, 0.0, Difference(3, "fetched value 0 (loss:0)", 0.5), (), 0.001, 0.002)
    status, output = run(lambda *args, **kwargs: other)
    assert status == 1
    assert "the first at step 3, fetched value 0 (loss:0): 0.5" in output


def test_fails_when_a_program_crashes(run):
    def crash(*args, **kwargs):
        raise ParityError("the rewritten program ended with status 1")

    status, output = run(crash)
    assert status == 1
    assert "the rewritten program ended with status 1" in output


def test_fails_when_a_program_was_not_rewritten(run, monkeypatch):
    monkeypatch.setattr(demo, "migrate", lambda paths: Outcome(()))
    status, output = run(lambda *args, **kwargs: EQUAL)
    assert status == 1
    assert "it was not rewritten" in output


def test_a_row_is_printed_as_it_is_done_and_workers_that_race_may_come_to_the_same_later(run, capsys):
    printed, came_to = [], {}

    def train(sample, script, *, as_it_is, timeout):
        printed.append(capsys.readouterr().out)
        losses = came_to.setdefault((sample.name, as_it_is), iter([0.5, 0.5] if as_it_is else [1.0, 0.5]))
        return Training(sample.steps, 2.0, next(losses))

    status, rest = run(lambda *args, **kwargs: EQUAL, train)
    assert status == 0
    first, second, *_ = demo.find_cluster_samples()
    assert all(sample.name in printed[0] for sample in demo.find_samples())
    assert first.name not in printed[0]
    assert first.name in printed[4]  # when the second one trains for the first time
    assert second.name not in "".join(printed[:5])
