"""What towers become by the user's choice, and how that is told."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from migrate.cli.main import tfmigrate
from migrate.errors import UsageError
from migrate.model.choices import Strategy
from migrate.pipeline import migrate
from migrate.verify import compare

TOWERS = (Path(__file__).parent / "programs" / "tower_adam.py").read_text(encoding="utf-8")
TWO = TOWERS.replace("NUM_GPUS = 3", "NUM_GPUS = 2")


def written(folder, comment="", settings="", text=TWO):
    path = folder / "train.py"
    path.write_text(f"{comment}\n{text}", encoding="utf-8")
    if settings:
        (folder / "pyproject.toml").write_text(settings, encoding="utf-8")
    return path


def came_out(outcome):
    (program,) = (program for unit in outcome.units for program in unit.programs)
    return program.strategy


@pytest.mark.parametrize(
    ("comment", "given", "settings", "expected"),
    [
        ("", None, "", "MirroredStrategy"),
        ("", Strategy.CENTRAL_STORAGE, "", "CentralStorageStrategy"),
        ("", None, "[tool.tfmigrate]\nstrategy = 'explicit'", "explicit devices"),
        ("", Strategy.MIRRORED, "[tool.tfmigrate]\nstrategy = 'explicit'", "MirroredStrategy"),
        ("", None, "[tool.other]\nstrategy = 'explicit'", "MirroredStrategy"),
        ("# tfmigrate: strategy=explicit", Strategy.MIRRORED, "", "explicit devices"),
        ("'# tfmigrate: strategy=explicit'", None, "", "MirroredStrategy"),
    ],
)
def test_a_comment_comes_before_the_command_line_and_that_before_the_project(
    tmp_path, comment, given, settings, expected
):
    assert came_out(migrate([written(tmp_path, comment, settings)], given)) == expected


@pytest.mark.parametrize(
    ("comment", "settings", "message"),
    [
        ("# tfmigrate: strategy=mirror", "", "train.py:1: no strategy is called 'mirror': there are "),
        ("# tfmigrate: stratgy=mirrored", "", "train.py:1: a comment for tfmigrate has no 'stratgy'"),
        ("", "[tool.tfmigrate]\nstrategy = 2", "pyproject.toml: strategy is a text, such as "),
        ("", "[tool.tfmigrate]\ntowers = 'x'", r"pyproject.toml: \[tool.tfmigrate\] has no 'towers'"),
        ("", "[tool.tfmigrate", "pyproject.toml cannot be read: "),
    ],
)
def test_what_is_not_there_is_told_with_its_place(tmp_path, comment, settings, message):
    with pytest.raises(UsageError, match=message):
        migrate([written(tmp_path, comment, settings)])


def test_the_report_says_who_chose(tmp_path):
    path = written(tmp_path)
    result = CliRunner().invoke(tfmigrate, ["rewrite", "--diff", "--strategy", "explicit", str(path)])
    assert result.exit_code == 0
    assert (
        "TWR204 warning: found towers that are to stay on their devices, by --strategy: not native"
        in result.output
    )


@pytest.mark.parametrize("strategy", [Strategy.CENTRAL_STORAGE, Strategy.EXPLICIT])
def test_what_is_chosen_trains_equal_to_the_bit(tmp_path, strategy):
    before = tmp_path / "before"
    before.mkdir()
    path = written(before)
    (change,) = (change for unit in migrate([path], strategy).units for change in unit.changes)
    after = tmp_path / "train.py"
    after.write_bytes(change.after)
    parity = compare(path, after, gpus=2, timeout=120.0)
    assert parity.steps > 0
    assert parity.equal_to_the_bit, parity
