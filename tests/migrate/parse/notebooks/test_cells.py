import ast
import json
from pathlib import Path
from typing import Any

import pytest

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.source import Conversion, Module, NotPutBack, Source
from migrate.parse import parse
from migrate.pipeline import migrate


def notebook(*cells: str, language: str = "python", **layout: Any) -> bytes:
    """A notebook of code cells; one that begins with `<md>` is of text."""
    content = {
        "cells": [_cell(index, cell) for index, cell in enumerate(cells)],
        "metadata": {"kernelspec": {"language": language, "name": "it"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return (json.dumps(content, **{"indent": 1, "ensure_ascii": False, **layout}) + "\n").encode()


def _cell(index: int, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": "code", "id": f"c{index}", "metadata": {"collapsed": False}}
    if text.startswith("<md>"):
        return {**cell, "cell_type": "markdown", "source": text.splitlines(keepends=True)}
    outputs = [{"output_type": "stream", "name": "stdout", "text": ["é\n"]}]
    return {**cell, "execution_count": index, "outputs": outputs, "source": text.splitlines(keepends=True)}


def taken(data: bytes) -> tuple[Module, Conversion]:
    module = parse(Source(Path("a.ipynb"), Path(), data))
    assert isinstance(module, Module)
    assert module.conversion is not None
    assert ast.dump(module.tree) == ast.dump(ast.parse(module.code))
    return module, module.conversion


def put_back(data: bytes, *changes: tuple[str, str]) -> bytes:
    """The notebook after parts of its module are replaced."""
    module, conversion = taken(data)
    code = module.code.decode()
    for before, after in changes:
        assert before in code
        code = code.replace(before, after)
    return conversion.put_back(code.encode())


def sources(data: bytes) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(data)["cells"]]


CELLS = ("<md># é", "%matplotlib inline\nimport tensorflow as tf\n\nx = 1", "!ls $x\n", "y = x\n\nz = y\n")


@pytest.mark.parametrize(
    "layout",
    [{}, {"indent": 4}, {"indent": None}, {"ensure_ascii": True}, {"indent": 2, "sort_keys": True}],
    ids=str,
)
def test_a_notebook_whose_module_stays_the_same_is_the_same_to_the_byte(layout):
    data = notebook(*CELLS, **layout)
    assert put_back(data) == data


@pytest.mark.parametrize("layout", [{}, {"indent": None, "ensure_ascii": True}], ids=str)
def test_only_the_lines_that_change_are_others_in_the_file(layout):
    after = put_back(notebook(*CELLS, **layout), ("z = y", "z = 'é'"))
    assert after == notebook(*CELLS[:3], "y = x\n\nz = 'é'\n", **layout)


def test_a_source_that_is_one_text_stays_one():
    data = notebook(*CELLS).replace(
        b'[\n    "y = x\\n",\n    "\\n",\n    "z = y\\n"\n   ]', b'"y = x\\nz = y"'
    )
    assert b'"source": "y = x\\nz = y"' in data
    assert put_back(data, ("z = y", "z = 3")) == data.replace(b"z = y", b"z = 3")


def test_old_notebooks_keep_their_cells_in_worksheets():
    cells = [
        {"cell_type": "heading", "source": ["A"]},
        {"cell_type": "code", "input": ["x = 1\n", "y = 2"], "language": "python", "outputs": []},
    ]
    data = json.dumps({"metadata": {}, "nbformat": 3, "worksheets": [{"cells": cells}]}).encode()
    assert put_back(data, ("y = 2", "y = 3")) == data.replace(b"y = 2", b"y = 3")


@pytest.mark.parametrize(
    "cell",
    [
        "%matplotlib inline",
        "%load_ext autoreload\n%autoreload 2\nx = 1",
        "!pip install \\\n  tqdm\nx = 1",
        "pip install tqdm",
        "files = !ls\nx = files[0]",
        "t = %timeit -o f(1)",
        "x?\n?x\nf.g??",
        "if 1:\n    !mkdir x\n    %cd x\nelse:\n    pass",
        "%%bash\nfor i in 1 2; do echo $i; done",
        "# said by Colab\n%%bash\nls",
        "%%time\nx = 1",
        "%%timeit\nf(\nx)",
        "%%writefile a.py\nprint 1",
        "x = (1\n%2)\ny = '''\n!no\n'''\nz = 'a' \\\n% 3",
        "def f(a):\n    return a\n",
        "    x = 1\n    y = 2",
        "x = 1;",
        "",
    ],
)
def test_what_only_ipython_understands_stays_as_it_is(cell):
    data = notebook("import os\n", cell, "last = 1")
    assert put_back(data) == data
    after = put_back(data, ("last = 1", "last = 2"), ("import os", "import sys"))
    assert sources(after) == ["import sys\n", cell, "last = 2"]


def test_lines_of_strings_and_brackets_are_no_magics():
    module, _ = taken(notebook("x = (1\n%2)\ny = '''\n!no\n'''", "# (\nz = '('  # [\n%pwd"))
    assert [type(node).__name__ for node in module.tree.body] == ["Assign"] * 3 + ["Expr"]


def test_a_magic_uses_the_names_that_it_speaks_of():
    module, _ = taken(notebook("%timeit sess.run(loss, {x: 1})"))
    names = {node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
    assert {"sess", "loss", "x"} <= names


@pytest.mark.parametrize(
    "change", [("get_ipython", "get_it"), ("%d", ""), ("last", "get_ipython().tfmigrate_magic(0)\nlast")]
)
def test_a_magic_that_would_be_lost_or_repeated_is_refused(change):
    module, conversion = taken(notebook("%pwd", "last = 1"))
    code = module.code.decode()
    code = code.replace(*change) if change[0] != "%d" else code.partition("\n")[2]
    with pytest.raises(NotPutBack):
        conversion.put_back(code.encode())


def test_magics_that_would_change_places_are_refused():
    module, conversion = taken(notebook("%pwd", "%cd x"))
    first, second = module.code.decode().split("\n")[:2]
    with pytest.raises(NotPutBack):
        conversion.put_back(f"{second}\n{first}\n".encode())


def test_places_are_those_of_the_cells():
    module, _ = taken(notebook("<md>", "x = 1\ny = 2", "%%bash\nls", "z = 3"))
    line = module.code.decode().split("\n").index("z = 3") + 1
    told = [str(module.told(Diagnostic("X", Severity.INFO, Span(module.path, n, 5), "a"))) for n in (2, line)]
    assert told == ["a.ipynb:cell 2:2:5 X found a", "a.ipynb:cell 4:1:5 X found a"]


GRAPH = (
    "import tensorflow as tf",
    "x = a()\ny = b(x)",
    "# the loss\nloss = c(y)",
    "%%time\nrun(loss)",
    "show(y)",
)


def test_new_statements_join_the_cell_whose_words_they_have():
    code = (
        "import compat\nimport tensorflow as tf\n\n\n"
        "def step():\n    x = a()\n    y = b(x)\n    return y\n\n\n"
        "# the loss\nloss = c(step())\nget_ipython().tfmigrate_magic(0)\nrun(loss)\nshow(step())\n"
    )
    after = taken(notebook(*GRAPH))[1].put_back(code.encode())
    assert sources(after) == [
        "import compat\nimport tensorflow as tf",
        "def step():\n    x = a()\n    y = b(x)\n    return y",
        "# the loss\nloss = c(step())",
        "%%time\nrun(loss)",
        "show(step())",
    ]


def test_a_cell_whose_code_went_elsewhere_becomes_empty_and_no_statement_is_cut():
    code = (
        "import tensorflow as tf\n\n"
        "def step():\n    x = a()\n    y = b(x)\n    # the loss\n    loss = c(y)\n\n"
        "    return loss, y\n\nget_ipython().tfmigrate_magic(0)\nrun(step)\nshow(step)\n"
    )
    after = sources(taken(notebook(*GRAPH))[1].put_back(code.encode()))
    assert sorted(map(len, after))[0] == 0
    for cell in after:
        ast.parse(cell.replace("%%time", ""))
    assert after[3:] == ["%%time\nrun(step)", "show(step)"]


def test_python_2_in_a_notebook_becomes_python_3_in_its_cells():
    data = notebook(
        "import time\nprint 'a',", "%pwd\nfor i in xrange(3):\n    print i / 2", "x = reduce(f, y)"
    )
    module, conversion = taken(data)
    assert module.was_python2
    assert sources(conversion.put_back(module.code)) == [
        "from functools import reduce\nimport time\nprint('a', end=' ')",
        "%pwd\nfor i in range(3):\n    print(i // 2)",
        "x = reduce(f, y)",
    ]
    assert [str(one.span) for one in module.findings if one.code == "PY2103"] == ["a.ipynb:cell 2:3:11"]


def test_a_future_import_counts_in_every_cell():
    data = notebook("import os\nfrom __future__ import print_function", "print('a', end='')\nx = 0777")
    module, conversion = taken(data)
    assert sources(conversion.put_back(module.code))[1] == "print('a', end='')\nx = 0o777"


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b"", "SRC007", "a.ipynb"),
        (b"[]", "SRC007", "a.ipynb"),
        (b'{"cells": [{"cell_type": "code", "source": [1]}]}', "SRC007", "a.ipynb"),
        (b"\xff", "SRC007", "a.ipynb"),
        (notebook("x = '\ud800'", ensure_ascii=True), "SRC007", "a.ipynb"),
        (notebook("x = '\0'"), "SRC007", "a.ipynb"),
        (notebook("x <- 1", language="R"), "SRC008", "a.ipynb"),
        (notebook("x = 1", "# ok\ny = f(1 2)"), "SRC001", "a.ipynb:cell 2:2:7"),
        (notebook("print 1", "%pwd\nx = f(1 2)"), "PY2001", "a.ipynb:cell 2:2:9"),
    ],
)
def test_a_notebook_that_cannot_be_taken_is_told_of(data, code, place):
    found = parse(Source(Path("a.ipynb"), Path(), data))
    assert isinstance(found, Diagnostic)
    assert (found.code, str(found.span)) == (code, place)


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("%tensorflow_version 1.x", True),
        ("!pip install -q tensorflow==1.15.2 tqdm", True),
        ("!pip install 'tensorflow-gpu<2.0'", True),
        ("!conda install tensorflow=1.4", True),
        ("!pip install tensorflow==2.16.1", False),
        ("# !pip install tensorflow==1.15", False),
        ("print('tensorflow==1.15')", False),
    ],
)
def test_a_line_that_asks_for_tensorflow_1_is_told(line, is_told):
    module, _ = taken(notebook("x = 1", f"y = 2\n{line}"))
    assert [str(one.span) for one in module.findings] == ["a.ipynb:cell 2:2:1"] * is_told


def test_a_notebook_without_code_is_an_empty_module():
    data = notebook("<md>a", "%%html\n<b>")
    assert put_back(data) == data


def test_messages_call_a_magic_what_it_is(tmp_path):
    cell = "import tensorflow as tf\nx = tf.zeros(1)\nwith tf.Session() as sess:\n    %time sess.run(x)\n"
    (tmp_path / "a.ipynb").write_bytes(notebook(cell))
    told = " ".join(one.found for one in migrate([tmp_path]).all_diagnostics)
    assert "handed to a line for IPython" in told
    assert "tfmigrate_magic" not in told
