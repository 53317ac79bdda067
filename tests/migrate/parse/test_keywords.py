"""`async` and `await`, which were names once, get others; what means a keyword stays."""

import pytest

from migrate.parse.keywords import first_difference, without_new_keywords


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(async=True)\n", "f(async_=True)\n"),
        ("self.async = async\n", "self.async_ = async_\n"),
        ("def await(async): pass\n", "def await_(async_): pass\n"),
        ("x = async + 'async'  # async\n", "x = async_ + 'async'  # async\n"),
    ],
)
def test_a_name_gets_another(before, after):
    assert without_new_keywords(before) == after
    compile(after, "file", "exec")
    line, column = first_difference(before, after)
    assert before.splitlines()[line - 1][column - 1 :].startswith(("async", "await"))


@pytest.mark.parametrize(
    "text",
    [
        "async def f(): pass\n",
        "await x\n",
        "async with x: pass\n",
        "'async'\n",
        "async = async_\n",
        "f(async=",
    ],
)
def test_what_is_no_such_name_stays(text):
    assert without_new_keywords(text) is None
