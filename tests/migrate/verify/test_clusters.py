"""`verify` runs all tasks of a cluster, and compares what its first worker sees."""

from pathlib import Path

import pytest

from migrate.cli.main import main
from migrate.pipeline import migrate

PROGRAM = Path(__file__).parents[2] / "conformance" / "programs" / "cluster_async.py"
TASK = ["--job_name={job}", "--task_index={index}", "--ps_hosts={ps_hosts}", "--worker_hosts={worker_hosts}"]
ONE_WORKER = ["--ps", "1", "--workers", "1", "--timeout", "100"]


@pytest.fixture
def programs(tmp_path) -> tuple[Path, Path]:
    before, after = (tmp_path / name / "train.py" for name in ("before", "after"))
    for path in (before, after):
        path.parent.mkdir()
        path.write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
    (change,) = migrate([after]).changes
    after.write_bytes(change.after)
    return before, after


@pytest.mark.parametrize(
    ("fault", "status", "told"),
    [
        ("", 0, "same: 6 steps equal to the bit\n"),
        ("AdamOptimizer(0.05)", 1, "different: at step 1 variable "),
    ],
    ids=["the same", "another rate"],
)
def test_the_worker_of_a_cluster_is_compared_step_by_step(programs, fault, status, told, capsys):
    before, after = programs
    text = after.read_text(encoding="utf-8")
    assert fault in text
    after.write_text(text.replace(fault, "AdamOptimizer(0.06)") if fault else text, encoding="utf-8")
    assert main(["verify", str(before), str(after), *ONE_WORKER, "--", *TASK, "--last_step=6"]) == status
    assert capsys.readouterr().out.startswith(told)


def test_a_task_that_fails_is_told_with_what_it_wrote(programs, capsys):
    before, after = programs
    assert main(["verify", str(before), str(after), *ONE_WORKER, "--", *TASK, "--last_step=many"]) == 2
    printed = capsys.readouterr().out
    assert printed.startswith("not compared: the original ended with ")
    assert "[worker:0] " in printed
    assert "invalid int value: 'many'" in printed


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--ps", "1"], "--ps: a cluster that trains has --workers, too"),
        (["--workers", "1", "--oracle", __file__], "--oracle: TensorFlow 1.15 runs no clusters here"),
    ],
)
def test_options_that_make_no_sense_are_refused(programs, options, complaint, capsys):
    assert main(["verify", *map(str, programs), *options]) == 2
    assert complaint in capsys.readouterr().err
