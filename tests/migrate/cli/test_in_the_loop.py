"""What editors, hooks and schedulers do with the command."""

import os
import signal
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from migrate.cli.main import main, tfmigrate
from migrate.write import in_place


def piped(data: bytes, *arguments: str):
    """What a run gives that reads `data` from stdin."""
    return CliRunner().invoke(tfmigrate, ["rewrite", "-", *arguments], input=data, standalone_mode=False)


@pytest.fixture
def real_pipeline(project, monkeypatch):
    monkeypatch.delitem(sys.modules, "migrate.pipeline")


SOURCE = b"import tensorflow as tf\nx = tf.log(1.0)\n"


def test_stdin_goes_to_stdout_and_the_report_to_stderr(real_pipeline):
    done = piped(SOURCE)
    assert (done.return_value, done.stdout_bytes) == (0, SOURCE.replace(b"tf.log", b"tf.math.log"))
    assert "1 file would change" in done.stderr
    assert piped(b"x = 1\r\n", "-q").stdout_bytes == b"x = 1\r\n"
    assert piped(SOURCE, "--check", "-q").return_value == 1
    assert piped(SOURCE, "--diff").stdout.startswith("--- a/-\n+++ b/-\n")


def test_what_cannot_be_parsed_is_written_as_it_is(real_pipeline):
    done = piped(b"import tensorflow as tf\ndef f(:", "-q", "--stdin-filename", "src/f.py")
    assert (done.return_value, done.stdout) == (3, "import tensorflow as tf\ndef f(:")
    assert done.stderr.startswith("src/f.py:2:7 SRC001")
    assert done.stderr.count("\n") == 1


def test_imports_of_stdin_are_looked_for_from_the_file_that_it_is(real_pipeline, project):
    net = "import tensorflow as tf\ndef net(x):\n    return tf.matmul(x, tf.get_variable('w', [2, 1]))\n"
    (project / "app").mkdir()
    (project / "app/net.py").write_text(net)
    train = b"import tensorflow as tf\nfrom net import net\nprint(tf.Session().run(net(1)))\n"
    assert piped(train, "--stdin-filename", "app/train.py").return_value == 3  # net.py would change, too
    assert "SRC011" in piped(train, "--stdin-filename", "app/train.py").stderr
    assert piped(train).return_value == 0


@pytest.mark.parametrize("more", [["-"], ["src"], ["--output", "out"], ["--verify", "src/train.py"]])
def test_stdin_is_alone(project, more):
    assert main(["rewrite", "-", *more]) == 2


def test_quiet_runs_tell_errors_alone(project, capsys):
    assert main(["rewrite", "-q", "src"]) == 0
    assert capsys.readouterr() == ("", "")
    (project / "src/bad.py").write_bytes(b"broken\n")
    assert main(["rewrite", "-q", "src"]) == 3
    assert capsys.readouterr() == ("src/bad.py:1:1 SRC001 error: found a syntax error\n", "")


def test_verbose_runs_say_what_they_do_even_on_a_pipe(real_pipeline, project, capsys):
    (project / "src/train.py").write_bytes(SOURCE)
    assert main(["rewrite", "src", "--check"]) == 1
    assert capsys.readouterr().err == ""
    assert main(["rewrite", "-v", "src", "--check"]) == 1
    assert "planning 1 of" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program could take")
def test_sigterm_puts_the_tree_back(project, monkeypatch, capsys):
    (project / "src/other.py").write_bytes(b"old\n")
    replace, done = in_place.replace, []

    def replace_and_be_ended(path: Path, data: bytes) -> None:
        replace(path, data)
        if not done:
            done.append(path)
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(in_place, "replace", replace_and_be_ended)
    before = signal.getsignal(signal.SIGTERM)
    assert main(["rewrite", "src"]) == 2
    assert capsys.readouterr().err.strip() == "tfmigrate: interrupted"
    assert done
    assert {path.read_bytes() for path in (project / "src").iterdir()} == {b"old\r\n", b"old\n"}
    assert main(["undo"]) == 2  # there is nothing to undo
    assert signal.getsignal(signal.SIGTERM) is before


def test_read_only_and_linked_files_are_named_before_they_are_replaced(project, capsys):
    (project / "src/train.py").chmod(0o444)
    (project / "src/other.py").write_bytes(b"old\n")
    os.link(project / "src/other.py", project / "kept")
    assert main(["rewrite", "src"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "tfmigrate: src/other.py has 2 names: it is replaced under this one, the others keep what they have",
        "tfmigrate: src/train.py is read-only, and is replaced",
    ]
    assert (project / "kept").read_bytes() == b"old\n"
