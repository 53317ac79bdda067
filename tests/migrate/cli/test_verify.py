"""`tfmigrate verify` as it is called; what it finds is tested beside `migrate.verify`."""

import io
import json
import subprocess
from pathlib import Path

import jsonschema
import pytest

from migrate.cli.main import main
from migrate.cli.progress import doing, progress
from migrate.model.outcome import FileChange
from migrate.report.structured import schema
from migrate.write import apply

STYLES = Path(__file__).parents[1] / "verify" / "programs" / "styles"
ORIGINAL = (STYLES / "original.py").read_bytes()
REWRITTEN = (STYLES / "rewritten.py").read_bytes()
FAULTY = REWRITTEN.replace(b"(rate, 0.9)", b"(rate, 0.8)")

PYTHON_2 = """\
import tensorflow as tf
import rates
w = tf.get_variable("w", [3], initializer=tf.ones_initializer())
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_sum(tf.square(w - 7 / 2))
train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step, value in enumerate(rates.RATES):
        print step, sess.run([train_op, loss], {rate: value})[1]
"""
PYTHON_3 = (
    PYTHON_2.replace("7 / 2", "7 // 2")
    .replace("print step, sess", "print(step, sess")
    .replace("[1]\n", "[1])\n")
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forked: None) -> Path:
    """The current folder, empty; programs run in it forked."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@x", *arguments], check=True, timeout=60)


def test_takes_the_original_from_the_last_run_in_place(project: Path, capsys: pytest.CaptureFixture[str]):
    (project / "src").mkdir()
    script = project / "src/train.py"
    script.write_bytes(ORIGINAL)
    apply([FileChange(script, ORIGINAL, REWRITTEN)], project)
    assert main(["verify", "src/train.py", "--", "--steps=3"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "same: 3 steps equal to the bit\n"
    assert printed.err.splitlines() == [
        "comparing on 1 emulated GPU (nothing in the program asks for more; --gpus says otherwise)",
        "running original",
        "running rewritten",
    ]
    assert sorted(path.name for path in project.rglob("*.py")) == ["train.py"]


def test_takes_the_original_from_a_revision(project: Path, capsys: pytest.CaptureFixture[str]):
    (project / "train.py").write_bytes(ORIGINAL)
    git("init", "-q")
    git("add", "train.py")
    git("commit", "-qm", "as it was")
    (project / "train.py").write_bytes(FAULTY)
    assert main(["verify", "--before", "HEAD", "train.py", "--gpus", "1", "--", "--steps=3"]) == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith("different: at step 2 variable 'net/w' differs by ")
    assert first.endswith(" (train.py:32 in the original, train.py:37 in the rewritten program)")
    assert last == "the step before agrees"


def test_an_original_of_python_2_runs_as_python_3(project: Path, capsys: pytest.CaptureFixture[str]):
    for folder, text in (("before", PYTHON_2), ("after", PYTHON_3)):
        (project / folder).mkdir()
        (project / folder / "train.py").write_text(text)
        (project / folder / "rates.py").write_text("RATES = [0.1 for _ in xrange(3)]\n")
    (project / "after/rates.py").write_text("RATES = [0.1 for _ in range(3)]\n")
    assert main(["verify", "before", "after", "--entry", "train.py"]) == 0
    assert capsys.readouterr().out == (
        "same: 3 steps equal to the bit\n"
        "note: the original is Python 2: its copy ran as rewrite makes it Python 3 (rates.py, train.py)\n"
    )
    assert "print step" in (project / "before/train.py").read_text()


def test_compares_folders_and_keeps_what_they_wrote(project: Path, capsys: pytest.CaptureFixture[str]):
    for folder, text in (("before", ORIGINAL), ("after", FAULTY)):
        (project / folder).mkdir()
        (project / folder / "train.py").write_bytes(text)
    assert main(["verify", "before", "after", "--entry", "train.py", "--steps", "1", "--keep", "kept"]) == 0
    assert capsys.readouterr().out == "same: 1 step equal to the bit\nnote: what both wrote is in kept\n"
    assert (project / "kept/rewritten/record/step-000001.npz").exists()


def test_reports_where_programs_differ_step_by_step(project: Path, capsys: pytest.CaptureFixture[str]):
    (project / "a.py").write_bytes(ORIGINAL)
    (project / "b.py").write_bytes(FAULTY)
    reports = ["--report", "json", "--report", "github=notes.txt"]
    assert main(["verify", "a.py", "b.py", *reports, "--", "--steps=3"]) == 1
    content = json.loads(capsys.readouterr().out)
    jsonschema.validate(content, schema())
    (found,) = content["verifications"]
    assert (found["command"], found["path"], found["status"]) == ("b.py --steps=3", "b.py", "different")
    assert found["beyond"]["step"] == 2
    assert found["beyond"]["original"] == "a.py:32"
    (file,) = content["files"]
    changed = [one for hunk in file["hunks"] for one in hunk["changes"]]
    assert file["path"] == "b.py"
    assert any("sess.run" in line for one in changed for line in one["removed"])
    series = found["series"]
    assert series["steps"] == [1, 2, 3]
    assert series["weights"][0] == 0 < series["weights"][1] < series["weights"][2]
    loss = series["curves"][0]
    assert loss["original"][:2] == loss["rewritten"][:2]
    assert loss["original"][2] != loss["rewritten"][2]
    assert (project / "notes.txt").read_text().startswith("::error file=b.py,title=tfmigrate verify b.py")


def test_reports_what_ran_where_if_it_is_asked(project: Path, capsys: pytest.CaptureFixture[str]):
    (project / "a.py").write_bytes(ORIGINAL)
    (project / "b.py").write_bytes(REWRITTEN)
    assert main(["verify", "a.py", "b.py", "--placement", "--report", "json", "--", "--steps=4"]) == 0
    content = json.loads(capsys.readouterr().out)
    jsonschema.validate(content, schema())
    (found,) = content["verifications"]
    assert (found["headline"], found["notes"]) == ("4 steps equal to the bit", [])
    assert [(one["side"], one["steps"]) for one in found["placements"]] == [("original", 3), ("rewritten", 3)]
    for placement in found["placements"]:
        (gpu,) = [one for one in placement["devices"] if one["name"] == "/gpu:0"]
        assert {"net/w", "net/b"} <= {*gpu["variables"]}
        assert "Momentum" in {scope["name"].partition("/")[0] for scope in gpu["scopes"]}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["gone.py"], "gone.py: there is no such file or folder"),
        (["a.py"], "no in-place rewrite in this folder to take the original from"),
        (["a.py", "b.py", "c.py"], "give one program, or BEFORE and AFTER"),
        ([".", "a.py"], "is a folder: say which script in it is run, by --entry"),
        (["a.py", "--before", "HEAD"], "--before HEAD: "),
        (["a.py", "b.py", "--keep", "full"], "--keep full: it is not empty"),
        (["a.py", "b.py", "--runs", "0"], "--runs"),
        (["a.ipynb", "a.ipynb"], "a.ipynb: no Python runs a notebook; compare what jupyter nbconvert"),
        (["/", "a.py", "--entry", "none.py"], "/none.py: there is no such script"),
        (["a.py", "b.py", "--oracle", "none"], "none"),
    ],
)
def test_a_usage_error_is_one_line(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
):
    for name in ("a.py", "b.py", "c.py", "a.ipynb"):
        (project / name).touch()
    (project / "full").mkdir()
    (project / "full/file").touch()
    assert main(["verify", *arguments]) == 2
    (line,) = [one for one in capsys.readouterr().err.splitlines() if not one.startswith("comparing on ")]
    assert line.startswith("tfmigrate: ")
    assert says in line


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_over_on_a_terminal_and_plain_elsewhere():
    plain, terminal = io.StringIO(), _Terminal()
    for stream in (plain, terminal):
        with progress(stream) as tell:
            tell("original", 0)
            tell("original", 7)
            tell("rewritten", 0)
    assert plain.getvalue() == "running original\nrunning rewritten\n"
    assert "\r" + "running original: 7 steps, 0 s".ljust(79) in terminal.getvalue()
    assert terminal.getvalue().endswith("\r" + " " * 79 + "\r")


def test_what_is_being_done_is_told_on_a_terminal_alone_and_after_a_while(monkeypatch):
    plain, quick, slow = io.StringIO(), _Terminal(), _Terminal()
    for stream, seconds in ((plain, 2.0), (quick, 0.5), (slow, 2.0)):
        now = iter([0.0, seconds])
        monkeypatch.setattr("migrate.cli.progress.time.monotonic", lambda now=now: next(now))
        with doing(stream) as tell:
            tell("reading 3 of 4 files")
    assert plain.getvalue() == quick.getvalue() == ""
    assert slow.getvalue() == "\r" + "reading 3 of 4 files".ljust(79) + "\r" + " " * 79 + "\r"


def test_runs_are_kept_in_the_folder_of_the_programs(project: Path, capsys: pytest.CaptureFixture[str]):
    (project / "a.py").write_bytes(ORIGINAL)
    (project / "b.py").write_bytes(REWRITTEN)
    assert main(["verify", "a.py", "b.py", "--keep", "runs/first", "--steps", "1"]) == 0
    names = [path.name for path in project.rglob("*.py")]
    assert names.count("a.py") == names.count("b.py") == 3  # here, and in the copy for each run
