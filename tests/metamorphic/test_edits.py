"""Each edit keeps what a program does, and on a sample of programs none of them misleads the rewriter."""

import ast
import random
from pathlib import Path

import pytest

from tests.metamorphic.edited import edited
from tests.metamorphic.edits import EDITS, Edit
from tests.metamorphic.run import trials
from tests.metamorphic.subjects import Subject, conformance, programs, samples

PROGRAM = """
import os
total, items = 0, []
parts = []
for number in range(3):
    parts.append(number + 10)
    total += number
    if number > 1:
        total += 100
        items.append(total)
left = 4
while left > 1:
    left -= 1
rest = max(total, 5)
print(total, items, parts, left, rest)
print("done", left)
"""
SUBJECTS = 4


def test_edits_have_different_names_and_reasons():
    assert len({edit.name for edit in EDITS}) == len({edit.why for edit in EDITS}) == len(EDITS)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_an_edited_program_prints_the_same(edit: Edit, capsys: pytest.CaptureFixture[str]):
    exec(PROGRAM, {})
    expected = capsys.readouterr().out
    for seed in range(10):
        text = edited(PROGRAM, edit, seed)
        assert text is not None
        assert text != ast.unparse(ast.parse(PROGRAM)) + "\n"
        exec(text, {})
        assert capsys.readouterr().out == expected


def test_programs_from_outside_are_found(tmp_path: Path):
    for path, text in {
        "alone.py": "print(1)",
        "older.py": "print 1",
        "several/train.py": "import data, tensorflow\ntensorflow.Session()",
        "several/data.py": "",
        "several/rows.csv": "1,2",
        "several/image.bin": "",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    found = {one.name: (one.entry, sorted(one.files)) for one in programs(tmp_path)}
    several = ["data.py", "rows.csv", "train.py"]
    assert found == {"alone": ("train.py", ["train.py"]), "several/train.py": ("train.py", several)}


def chosen() -> list[Subject]:
    # Of a cluster, the symbolic TensorFlow plays one task alone: a server that others should join is refused.
    alone = [one for one in (*samples(), *conformance()) if "tf.train.Server" not in str(one.files)]
    return random.Random(0).sample(alone, SUBJECTS)


@pytest.mark.parametrize("subject", chosen(), ids=lambda subject: subject.name)
def test_no_edit_misleads_the_rewriter(subject: Subject):
    found = list(trials([subject], seed=0))
    assert found
    assert {trial.edit.name: trial.verdict.what for trial in found if trial.is_wrong} == {}
