"""Flags that are taken to have values: who says so, how that is told, and what refuses other values."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from migrate.cli.main import tfmigrate
from migrate.errors import UsageError
from migrate.pipeline import migrate

DECIDED = (Path(__file__).parent / "programs" / "cluster_sync_decided.py").read_text(encoding="utf-8")


def written(folder, comment="", settings="", text=DECIDED):
    path = folder / "train.py"
    path.write_text(f"{comment}\n{text}", encoding="utf-8")
    if settings:
        (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    return path


def told(outcome):
    return [one.found.partition(":")[0] for one in outcome.all_diagnostics if one.code == "CFG103"]


IN_PROJECT = "[tool.tfmigrate]\nassume = ['in_step=False']"


@pytest.mark.parametrize(
    ("comment", "given", "settings", "expected"),
    [
        ("", ["in_step=True"], "", "True by --assume"),
        ("", ["FLAGS.in_step=True"], "", "True by --assume"),
        ("", [], IN_PROJECT, "False by {}/pyproject.toml"),
        ("", ["in_step=True"], IN_PROJECT, "True by --assume"),
        ("# tfmigrate: assume=in_step=True", ["in_step=False"], "", "True by a comment in line 1"),
    ],
)
def test_a_comment_comes_before_the_command_line_and_that_before_the_project(
    tmp_path, comment, given, settings, expected
):
    outcome = migrate([written(tmp_path, comment, settings)], assumed=given)
    assert told(outcome) == [f"FLAGS.in_step, taken to be {expected.format(tmp_path)}"]
    (change,) = outcome.changes
    assert b"if FLAGS.in_step:" not in change.after


@pytest.mark.parametrize(
    ("given", "settings", "message"),
    [
        (["in_step"], "", "--assume: 'in_step' is no flag and its value, such as "),
        (["in step=1"], "", "--assume: 'in step=1' is no flag"),
        (["instep=True"], "", "--assume instep: no branch of a program is decided by a flag of that name"),
        ([], "[tool.tfmigrate]\nassume = 'in_step=1'", "pyproject.toml: assume is a list, such as"),
    ],
)
def test_what_is_not_there_is_told(tmp_path, given, settings, message):
    with pytest.raises(UsageError, match=message):
        migrate([written(tmp_path, "", settings)], assumed=given)


def test_a_program_that_sets_the_flag_stays_as_it_is(tmp_path):
    path = written(tmp_path, text=f"{DECIDED}\nFLAGS.in_step = False\n")
    result = CliRunner().invoke(tfmigrate, ["rewrite", "--assume", "in_step=True", str(path)])
    assert "CFG203 error: found a flag that the program sets, taken to be in_step=True" in result.output
    assert path.read_text(encoding="utf-8").endswith(f"{DECIDED}\nFLAGS.in_step = False\n")


def test_a_rewritten_program_refuses_another_value_where_it_starts(tmp_path, python):
    path = written(tmp_path)
    path.write_bytes(migrate([path], assumed=["in_step=True"]).changes[0].after)
    ended = python(str(path), "--job_name=worker", "--worker_hosts=localhost:1")
    assert ended.returncode == 1
    assert "FLAGS.in_step is not True, for which alone tfmigrate has rewritten this program" in ended.stderr
