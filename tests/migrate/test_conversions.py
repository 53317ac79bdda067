"""Files that are converted before they are parsed, through the whole run."""

import json

from migrate.cli.main import main
from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate

PROGRAM = """\
# -*- coding: latin-1 -*-
import tensorflow as tf
import helper

x = tf.placeholder(tf.float32, [2])
y = x * 2
with tf.Session() as sess:
    for name, value in {'\xe9': [1, 2]}.iteritems():
        print name, sess.run(y, {x: value}), len(value) / 2
"""
HELPER = "def show(x):\r\n    print x\r\n"
ALONE = "import os\nprint os.getcwd()\n"
BROKEN = "print 'a'\nx = tensorflow(1 2)\n"


def lay_out(folder):
    (folder / "train.py").write_bytes(PROGRAM.encode("latin-1"))
    (folder / "helper.py").write_bytes(HELPER.encode())
    (folder / "alone.py").write_text(ALONE)
    (folder / "broken.py").write_text(BROKEN)
    return {path: path.read_bytes() for path in folder.glob("*.py")}


def test_a_program_of_python_2_is_rewritten_with_what_it_imports(tmp_path, monkeypatch, capsys):
    before = lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["rewrite", "."]) == 3
    out = capsys.readouterr().out.splitlines()
    assert "broken.py:2:18 PY2001" in out[0]
    assert any(line.startswith("train.py") and "native" in line for line in out)
    assert any(line.startswith("train.py:9:46 PY2103") for line in out)
    assert any(line.startswith("alone.py PY2003") for line in out)
    code = (tmp_path / "train.py").read_bytes().decode("latin-1")
    assert "{'\xe9': [1, 2]}.items()" in code
    assert "len(value) // 2)" in code
    assert (tmp_path / "helper.py").read_bytes() == b"def show(x):\r\n    print(x)\r\n"
    assert (tmp_path / "alone.py").read_text() == ALONE
    rewritten = {path: path.read_bytes() for path in before}
    main(["rewrite", "."])
    assert {path: path.read_bytes() for path in before} == rewritten
    assert main(["undo"]) == 0
    assert {path: path.read_bytes() for path in before} == before


def test_check_and_diff_write_nothing_and_output_writes_elsewhere(tmp_path, monkeypatch, capsysbinary):
    source = tmp_path / "src"
    source.mkdir()
    before = lay_out(source)
    (source / "broken.py").unlink()
    monkeypatch.chdir(tmp_path)
    assert main(["rewrite", "src", "--check"]) == 1
    assert main(["rewrite", "src/train.py", "src/helper.py", "--diff"]) == 0
    assert b"\n-    print x\r\n+    print(x)\r\n" in capsysbinary.readouterr().out
    assert main(["rewrite", "src", "--output", "out"]) == 0
    assert (tmp_path / "out/helper.py").read_bytes() == b"def show(x):\r\n    print(x)\r\n"
    assert all(path.read_bytes() == data for path, data in before.items() if path.exists())


CELLS = [
    ["%matplotlib inline\n", "import tensorflow as tf\n", "import numpy as np"],
    ["# what is fed\n", "x = tf.placeholder(tf.float32, [2])"],
    ["W = tf.Variable(1.)\n", "y = x * W"],
    ["sess = tf.Session()\n", "sess.run(tf.global_variables_initializer())"],
    ["print(sess.run(y, {x: np.ones(2)}))"],
]


def notebook(cells):
    made = [
        {"cell_type": "code", "execution_count": 1, "metadata": {}, "outputs": [], "source": cell}
        for cell in cells
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 2}, indent=1)


def test_a_notebook_is_a_program_like_a_script(tmp_path, monkeypatch, capsysbinary):
    (tmp_path / "a.ipynb").write_text(notebook(CELLS))
    monkeypatch.chdir(tmp_path)
    assert main(["rewrite", "a.ipynb", "--diff"]) == 0
    captured = capsysbinary.readouterr()
    assert b"a.ipynb  native" in captured.err
    assert b"@@ cell 1\n" in captured.out
    assert b'+    "print(compute_y(np.ones(2)).numpy())"\n' in captured.out
    assert main(["rewrite", "."]) == 0
    after = (tmp_path / "a.ipynb").read_text()
    assert "".join(json.loads(after)["cells"][0]["source"]).startswith("%matplotlib inline\nimport compat\n")
    assert main(["rewrite", ".", "--check"]) == 0
    assert main(["undo"]) == 0
    assert (tmp_path / "a.ipynb").read_text() == notebook(CELLS)


def test_a_magic_that_uses_the_session_keeps_it(tmp_path):
    (tmp_path / "a.ipynb").write_text(notebook([*CELLS, ["%timeit sess.run(y, {x: np.ones(2)})"]]))
    outcome = migrate([tmp_path])
    assert [program.tier.value for unit in outcome.units for program in unit.programs] == ["wrapped"]
    last = json.loads(outcome.changes[0].after)["cells"][-1]["source"]
    assert last == ["%timeit sess.run(y, {x: np.ones(2)})"]


def test_findings_name_the_cell(tmp_path):
    (tmp_path / "a.ipynb").write_text(notebook([*CELLS, ["%pwd\n", "print(tf.no_such_thing)"]]))
    outcome = migrate([tmp_path])
    told = [str(one.span) for one in outcome.all_diagnostics if one.severity is not Severity.INFO]
    assert f"{tmp_path / 'a.ipynb'}:cell 6:2:7" in told


def test_no_import_means_a_notebook(tmp_path):
    """Nor does a notebook keep a script from being known by its name."""
    (tmp_path / "lib").mkdir()
    double = ["def double(x):\n", "    print x\n", "    return x"]
    (tmp_path / "lib/model.ipynb").write_text(notebook([double]))
    (tmp_path / "lib/data.py").write_text("def data():\n    return [1, 2]\n")
    (tmp_path / "lib/data.ipynb").write_text(notebook([["print 'data'"]]))
    (tmp_path / "train.py").write_text(
        "import sys\nsys.path.append('lib')\nimport tensorflow as tf\nimport model\nfrom data import data\n\n"
        "x = tf.placeholder(tf.float32, [2])\ny = model.double(x)\nwith tf.Session() as sess:\n"
        "    print(sess.run(y, {x: data()}))\n"
    )
    outcome = migrate([tmp_path])
    (unit,) = [unit for unit in outcome.units if unit.programs]
    assert [change.path.name for change in unit.changes] == ["train.py"]
    assert "model.ipynb" in " ".join(str(one) for one in outcome.all_diagnostics if one.code == "PY2003")
