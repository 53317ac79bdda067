"""The option `--report`, on the commands that have it."""

import json

import pytest

from migrate.cli.main import main


def test_one_report_takes_the_place_of_the_text(project, capsys):
    assert main(["rewrite", "src", "--check", "--report", "json"]) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["programs"] == [
        {"path": "src/train.py", "tier": "native", "strategy": "MirroredStrategy", "unit": 1, "steps_of": ""}
    ]
    assert printed.err == ""


def test_several_go_to_files_beside_the_text(project, capsys):
    arguments = ["--report", "json=a.json", "--report", "sarif=b.sarif", "--report", "text=c.txt"]
    assert main(["rewrite", "src", *arguments]) == 0
    text = capsys.readouterr().out
    assert text.endswith("1 file changed · tfmigrate undo puts them back\n")
    assert (project / "c.txt").read_text() == text
    assert json.loads((project / "a.json").read_text())["mode"] == "in place"
    assert json.loads((project / "b.sarif").read_text())["version"] == "2.1.0"


def test_text_and_annotations_share_a_stream(project, capsys):
    (project / "src/bad.py").write_bytes(b"broken old\n")
    assert main(["rewrite", "src", "--check", "--report", "text", "--report", "github"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "src/bad.py:1:1 SRC001 error: found a syntax error"
    assert lines[-1].startswith("::error file=src/bad.py,line=1,col=1,title=tfmigrate SRC001::")


def test_with_a_patch_on_stdout_the_report_is_on_stderr(project, capsys):
    assert main(["rewrite", "src", "--diff", "--report", "json"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("--- a/src/train.py")
    assert json.loads(printed.err)["mode"] == "preview"


@pytest.mark.parametrize(
    ("reports", "says"),
    [
        (["xml"], "'xml' is none of text, json"),
        (["json", "sarif"], "json and sarif cannot share stdout"),
        (["text", "json"], "text and json cannot share stdout"),
        (["json="], "name a file"),
        (["json=src"], "name a file"),
        (["json=absent/a.json"], "in a folder that is there"),
    ],
)
def test_what_cannot_be_reported_is_told_before_anything_is_done(project, capsys, reports, says):
    assert main(["rewrite", "src", *(part for one in reports for part in ("--report", one))]) == 2
    printed = capsys.readouterr()
    assert says in printed.err
    assert printed.err.count("\n") == 1
    assert (project / "src/train.py").read_bytes() == b"old\r\n"


def test_a_file_that_cannot_be_written_is_one_line(project, capsys):
    assert main(["rewrite", "src", "--check", "--report", "json=src/train.py/a.json"]) == 2
    assert "name a file" in capsys.readouterr().err
