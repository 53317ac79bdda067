import ast
import warnings
from pathlib import Path

import pytest

from migrate.model.diagnostic import Diagnostic, Severity, Span
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


def converted(data: str | bytes) -> Module:
    module = parse_text(data)
    assert isinstance(module, Module)
    assert module.was_python2
    return module


def test_python_2_is_parsed_as_python_3_and_told_at_its_first_line():
    module = converted("x = 1\nprint 'loss', x\n")
    assert module.code == b"x = 1\nprint('loss', x)\n"
    assert ast.unparse(module.tree.body[1]) == "print('loss', x)"
    assert [str(one) for one in module.findings] == ["src/train.py:2:1 PY2003 found Python 2, now Python 3"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"# coding: latin-1\r\nprint 'S\xe9oul'\r\n", b"# coding: latin-1\r\nprint('S\xe9oul')\r\n"),
        (b"\xef\xbb\xbfprint 1\n", b"\xef\xbb\xbfprint(1)\n"),
        (b"x = 1\rprint x\r", b"x = 1\rprint(x)\r"),
        (b"print 1\r\nx = 2\n", b"print(1)\r\nx = 2\n"),
        (b"print 1  # the end", b"print(1)  # the end"),
        (b"s = '''\r\n\t'''\r\nprint s\r\n", b"s = '''\r\n\t'''\r\nprint(s)\r\n"),
    ],
)
def test_encodings_marks_line_ends_and_comments_stay(data, code):
    assert converted(data).code == code


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("print 'a'\nx = (1,\n", 3),
        ("def f((a, b)):\n  return a\n\nprint f(1 2)\n", 4),
        ("print 'a'\nraise 'text', 3\n", 2),
        ("print 'a'\nx = ur'\\u0041\\''\n", 2),
        ("print 'a'\nif 1:\n    x = 1\n\ty = 2\n", 4),
    ],
)
def test_python_2_that_does_not_parse_is_named_at_its_line(text, line):
    found = refusal(text)
    assert (found.code, found.span.line) == ("PY2001", line)


@pytest.mark.parametrize(
    "text",
    [
        "x = (\n",
        "def f(:\n  pass\n",
        "x = 'abc\n",
        "f(a b)\n",
        "def f():\nx = 1\n",
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


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("if 1:\n\tx = 1\n        y = 2\n", "if 1:\n        x = 1\n        y = 2\n"),
        ("if 1:\n        x = '''\n\t'''\n\ty = 2\n", "if 1:\n        x = '''\n\t'''\n        y = 2\n"),
    ],
)
def test_mixed_tabs_are_read_as_python_2_read_them(text, code):
    module = converted(text)
    assert module.code.decode() == code
    assert "PY2002" in [one.code for one in module.findings]


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
    assert refusal("x = 1\x0c\nn = f(1 2)\n").span.line == 2
    assert refusal(b"x = 1\rn = f(1 2)\r").span.line == 2


def test_a_defect_of_ours_is_told_at_its_file(monkeypatch):
    from migrate.parse.python2 import conversion

    def failing(text, around):
        raise KeyError("oops")

    monkeypatch.setattr(conversion, "converted", failing)
    assert "KeyError" in refusal("print 1\n").found


def test_a_place_in_what_was_converted_is_that_of_the_file():
    text = "from urllib import quote, urlopen\nprint quote('a')\nx = 1\n"
    module = converted(text)
    lines = module.code.decode().split("\n")
    found = Diagnostic("X", Severity.INFO, Span(module.path, lines.index("x = 1") + 1, 5), "")
    assert len(lines) > len(text.split("\n"))
    assert str(module.told(found).span) == "src/train.py:3:5"


def test_code_nested_too_deeply_is_a_diagnostic():
    assert refusal("x = " + "-" * 100_000 + "1\n").code == "SRC001"


def test_no_warning_of_the_parser_is_shown(recwarn):
    warnings.simplefilter("always")
    assert isinstance(parse_text("x = '\\d'\nassert (1, 'always true')\nif x is 1: pass\n"), Module)
    assert not recwarn.list


def test_nothing_of_the_module_is_executed(tmp_path):
    assert isinstance(parse_text(f"open({str(tmp_path / 'made')!r}, 'w')\n"), Module)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (
            "x = 1\nif x:\n    \tif x:\n        \ty = 1\n",
            "x = 1\nif x:\n        if x:\n                y = 1\n",
        ),
        (
            "if 1:\n  if 2:\n    x = 1\n  else:\n\t  x = 2\n",
            "if 1:\n  if 2:\n    x = 1\n  else:\n          x = 2\n",
        ),
    ],
)
def test_blocks_that_python_tells_by_tabs_and_spaces_are_indented_by_spaces(text, code):
    module = parse_text(text)
    assert isinstance(module, Module)
    assert module.code.decode() == code
    assert "PY2002" in [one.code for one in module.findings]


def test_tabs_behind_spaces_that_end_no_block_stay():
    text = "x = [\n    \t1,\n]\n"
    module = parse_text(text)
    assert isinstance(module, Module)
    assert module.code.decode() == text
