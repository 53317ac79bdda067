import ast
import warnings
from pathlib import Path

import pytest

from migrate.model.diagnostic import Diagnostic, Severity
from migrate.model.source import Module, Source
from migrate.parse import parse


def parse_text(data: str | bytes) -> Module | Diagnostic:
    raw = data.encode() if isinstance(data, str) else data
    return parse(Source(Path("src/train.py"), Path("src"), raw))


def refusal(data: str | bytes) -> Diagnostic:
    result = parse_text(data)
    assert isinstance(result, Diagnostic)
    assert result.severity is Severity.ERROR
    return result


def test_a_module_comes_with_its_tree():
    module = parse_text("import tensorflow as tf\n")
    assert isinstance(module, Module)
    assert isinstance(module.tree.body[0], ast.Import)


PYTHON_2 = [
    ('x = 1\nprint "loss", x\n', "print statement", 2, 1),
    ("class A:\n  def f(self):\n    print self.x\n", "print statement", 3, 5),
    ("import sys\nprint >>sys.stderr, 'x'\n", "print >>file", 2, 1),
    ("print >>log\n", "print >>file", 1, 1),
    ('exec "x = 1" in scope\n', "exec statement", 1, 1),
    ("try:\n  f()\nexcept IOError, e:\n  pass\n", "except X, e", 3, 8),
    ("x = `y`\n", "backticks", 1, 5),
    ("raise ValueError, 'bad'\n", "raise E, value", 1, 17),
    ("raise error[0], error[1], error[2]\n", "raise E, value", 1, 15),
    ("if a <> b: pass\n", "<>", 1, 6),
    ("os.chmod(p, 0777)\n", "octal", 1, 13),
    ("n = 10L\n", "long integer", 1, 6),
    ("n = 0xFFL\n", "long integer", 1, 8),
    ("x = ur'a'\n", "ur''", 1, 7),
    ("def f(a, (b, c)): pass\n", "tuple as a parameter", 1, 10),
    ("f = lambda (a, b): a\n", "tuple as a parameter", 1, 12),
]


@pytest.mark.parametrize(("text", "construct", "line", "column"), PYTHON_2, ids=lambda value: str(value)[:20])
def test_python_2_syntax_is_named_at_its_place(text, construct, line, column):
    found = refusal(text)
    assert found.code == "PY2001"
    assert construct in found.found
    assert (found.span.line, found.span.column) == (line, column)
    assert found.instead.endswith("`python -m fissix -w train.py`")


@pytest.mark.parametrize(
    "text",
    [
        "x = (\n",
        "def f(:\n  pass\n",
        "x = 'abc\n",
        "f(a b)\n",
        "def f():\nx = 1\n",
        "f(async=True)\n",
        "x = 1 + \n",
        "raise ValueError('a', ]\n",
        "raise f(a,, b)\n",
        "x = 1abc\n",
        "y = x[(1, 2) (3]\n",
    ],
)
def test_a_plain_mistake_is_not_blamed_on_python_2(text):
    assert refusal(text).code == "SRC001"


def test_a_syntax_error_says_what_and_where():
    found = refusal("import os\nx = (1,\n")
    assert str(found).startswith("src/train.py:2:5 SRC001 found a syntax error ('(' was never closed)")


def test_python_3_that_looks_like_python_2_parses():
    text = "import sys\nprint('a', file=sys.stderr)\nx = printer >>log\ny = 0o777 if '<>' else '`'\n"
    assert isinstance(parse_text(text), Module)


@pytest.mark.parametrize("text", ["if 1:\n\tx = 1\n        y = 2\n", "if 1:\n    x = 1\n\ty = 2\n"])
def test_mixed_tabs_are_named_at_their_line(text):
    found = refusal(text)
    assert found.code == "PY2002"
    assert found.span.line == 3
    assert "expand -i -t 8 train.py" in found.instead


def test_tabs_alone_parse():
    assert isinstance(parse_text("if 1:\n\tx = 1\n\ty = 2\n"), Module)


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"x = 1\ny = '\xe9'\n", 2, "utf-8"),
        (b"# coding: martian\n", 1, "martian"),
        (b"# coding: rot13\n", 1, "not for text"),
        (b"\xef\xbb\xbf# coding: latin-1\n", 1, "utf-8"),
        (b"x = 1\ny = 2\n\0", 3, "null byte"),
    ],
)
def test_what_is_no_text_is_refused_at_its_line(data, line, reason):
    found = refusal(data)
    assert found.code == "SRC002"
    assert found.span.line == line
    assert reason in found.found


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: latin-1\nx = 'S\xe9oul'\n",
        "# -*- coding: euc-kr -*-\nx = '\ud559\uc2b5'\n".encode("euc-kr"),
        b"\xef\xbb\xbfx = 1\r\n",
        b"x = 1\ry = 2\r",
        b"",
    ],
)
def test_declared_encodings_marks_and_line_ends_parse(data):
    assert isinstance(parse_text(data), Module)


def test_the_line_is_right_after_a_form_feed_and_with_old_mac_line_ends():
    assert refusal("x = 1\x0c\nn = 10L\n").span.line == 2
    assert refusal(b"x = 1\rn = 10L\r").code == "PY2001"


def test_code_nested_too_deeply_is_a_diagnostic():
    assert refusal("x = " + "-" * 100_000 + "1\n").code == "SRC001"


def test_no_warning_of_the_parser_is_shown(recwarn):
    warnings.simplefilter("always")
    assert isinstance(parse_text("x = '\\d'\nassert (1, 'always true')\nif x is 1: pass\n"), Module)
    assert not recwarn.list


def test_nothing_of_the_module_is_executed(tmp_path):
    assert isinstance(parse_text(f"open({str(tmp_path / 'made')!r}, 'w')\n"), Module)
    assert not (tmp_path / "made").exists()
