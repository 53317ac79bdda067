"""Texts that programs put together."""

import ast

import pytest

from migrate.syntax.texts import pieces_of


@pytest.mark.parametrize(
    "text",
    [
        "'/job:worker/task:%d/cpu:0' % index",
        "'/job:%s/task:%d/cpu:0' % ('worker', index)",
        "'/job:worker/task:{}/cpu:0'.format(index)",
        "f'/job:worker/task:{index}/cpu:0'",
        "'/job:worker' + '/task:' + str(index) + '/cpu:0'",
    ],
)
def test_pieces_are_what_is_written_and_the_expressions_between(text):
    pieces = pieces_of(ast.parse(text, mode="eval").body)
    told = [one if isinstance(one, str) else f"<{ast.unparse(one)}>" for one in pieces]
    assert "".join(told).replace("<'worker'>", "worker") == "/job:worker/task:<index>/cpu:0"


@pytest.mark.parametrize(
    "text",
    [
        "'%02d' % index",
        "'%d%%' % index",
        "'{0}'.format(index)",
        "f'{index:02d}'",
        "f'{index!r}'",
        "name",
        "3",
    ],
)
def test_other_formats_are_not_followed(text):
    assert pieces_of(ast.parse(text, mode="eval").body) is None
