"""How a program ended, and what is shown of its last lines."""

import json
from pathlib import Path

import migrate.verify
from migrate.verify.ending import Ending, read_ending

CHILDREN = Path(migrate.verify.__file__).parent / "children"


def ended(record: Path, came_to: int, **told: object) -> Ending:
    (record / "ending.json").write_text(json.dumps(told))
    return read_ending(record, came_to, lost=0)


def test_another_task_of_a_cluster_may_fail_where_the_one_that_is_compared_does_not(tmp_path: Path):
    for kind in ("end", "exit", "cut"):
        found = ended(tmp_path, 3, kind=kind, **({"status": 0} if kind == "exit" else {}))
        assert found.is_of_others
        assert str(found) == "ran to its end, but ended with status 3 (in a cluster, that of another task)"
    assert str(ended(tmp_path, 3, kind="exit", status=3)) == "ended with status 3"
    assert str(ended(tmp_path, 0, kind="exit", status=0)) == "ran to its end"


def test_last_lines_are_the_programs_own(tmp_path: Path):
    record = tmp_path / "record"
    record.mkdir()
    (record / "stderr.txt").write_text(
        f"""\
I0000 00:00:17 cpu_feature_guard.cc: TensorFlow says what it always does
Traceback (most recent call last):
  File "{CHILDREN / "script.py"}", line 28, in run_script
    runpy.run_path(script, run_name="__main__")
  File "<frozen runpy>", line 88, in _run_code
  File "{tmp_path}/files/lib/train.py", line 9, in <module>
    raise ValueError("no")
    ^^^^^^^^^^^^^^^^^^^^^^
ValueError: no
"""
    )
    assert ended(record, 1, kind="end").tail().splitlines() == [
        "",
        "  Traceback (most recent call last):",
        '    File "lib/train.py", line 9, in <module>',
        '      raise ValueError("no")',
        "      ^^^^^^^^^^^^^^^^^^^^^^",
        "  ValueError: no",
    ]


def test_what_only_tensorflow_wrote_is_not_shown_but_of_one_that_was_killed(tmp_path: Path):
    (tmp_path / "stderr.txt").write_text("I0000 00:00:17 cpu_feature_guard.cc: as always\n")
    assert ended(tmp_path, 0, kind="end").tail() == " (it wrote nothing to stderr but TensorFlow's log)"
    assert "as always" in read_ending(tmp_path, -9, lost=0).tail()
