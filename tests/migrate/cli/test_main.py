import os
import re
import subprocess
import sys
import types

import click
import pytest

import migrate
from migrate.cli import main as cli
from migrate.cli.main import main


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_help_lists_every_command_with_its_summary(arguments, capsys):
    assert main(arguments) == 0
    text = capsys.readouterr().out
    for name, door in cli.DOORS.items():
        assert f"{name} " in text
        assert door.summary in text


@pytest.mark.parametrize("asked", ["--help", "-h"])
@pytest.mark.parametrize("command", sorted(cli.DOORS))
def test_every_command_opens_and_explains_itself(command, asked, capsys):
    assert main([command, asked]) == 0
    assert f"Usage: tfmigrate {command}" in capsys.readouterr().out


def test_the_package_is_the_command():
    command = [sys.executable, "-m", "migrate", "undo", "nowhere"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tfmigrate: ")


def test_the_version_is_the_packages(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tfmigrate {migrate.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["rewrite"],
        ["rewrite", "--nonsense", "x"],
        ["rewrite", "x", "--output"],
        ["undo", "extra"],
        ["explain"],
        ["emulate", "--gpus", "0", "--", "true"],
        ["--nonsense"],
    ],
)
def test_a_usage_error_is_one_line_and_status_2(arguments, capsys):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err


def failing_with(error):
    def run(paths):
        raise error

    return run


def test_an_internal_error_is_one_line_and_says_how_to_see_more(project, plant_pipeline, capsys):
    plant_pipeline(failing_with(KeyError("two\nlines")))
    assert main(["rewrite", "src"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("tfmigrate: internal error: KeyError")
    assert err.count("\n") == 1


def test_the_traceback_is_there_for_who_asks(project, plant_pipeline, capsys, monkeypatch):
    monkeypatch.setenv("TFMIGRATE_DEBUG", "1")
    plant_pipeline(failing_with(KeyError("x")))
    assert main(["rewrite", "src"]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_is_one_line(project, plant_pipeline, capsys):
    plant_pipeline(failing_with(KeyboardInterrupt()))
    assert main(["rewrite", "src"]) == 2
    assert capsys.readouterr().err.strip() == "tfmigrate: interrupted"


def test_a_command_may_say_its_own_error_and_status(monkeypatch, capsys):
    @click.command()
    def failing():
        raise click.ClickException("no such device")

    monkeypatch.setitem(sys.modules, "stand_in", types.SimpleNamespace(failing=failing))
    monkeypatch.setitem(cli.DOORS, "fail", cli.Door("stand_in:failing", "Fail."))
    assert main(["fail"]) == 1
    assert "no such device" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux takes names that are no text")
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_names_that_are_no_text_are_shown_escaped(tmp_path, encoding):
    with open(bytes(tmp_path) + b"/\xff", "w"):
        run = subprocess.run(
            [sys.executable, "-m", "migrate.cli.main", "rewrite", ".", "--output", b"\xff"],
            cwd=tmp_path,
            capture_output=True,
            env={"PYTHONIOENCODING": encoding, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=False,
        )
    assert run.returncode == 2
    assert re.fullmatch(rb"tfmigrate: --output (\\udcff|\?): it is a file; name a folder\n", run.stderr)
