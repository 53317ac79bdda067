import pytest

from migrate.parse.lines import Lines


@pytest.mark.parametrize(
    ("before", "after", "line", "was"),
    [
        ("a\nb\nc\n", "a\nB\nc\n", 2, 2),
        ("a\nb\nc\n", "new\na\nb\nc\n", 3, 2),
        ("a\nb\nc\n", "a\nnew\nnew\nb\nc\n", 2, 2),
        ("a\nb\nc\n", "a\nc\n", 2, 3),
        ("a\nb\n", "a\nB1\nB2\n", 3, 2),
        ("a\r\nb\x0c\r\nc\r\n", "a\r\nb\x0c\r\nC\r\n", 3, 3),
        ("", "a\n", 1, 1),
    ],
)
def test_a_line_leads_to_where_it_was(before, after, line, was):
    assert Lines(before, after).line(line) == was


def test_a_column_leads_to_where_it_was():
    lines = Lines("print 'a', d.keys()\n", "print('a', list(d.keys()))\n")
    assert lines.place(1, 7) == (1, 7)
    assert lines.place(1, len("print('a', list(d")) == (1, len("print 'a', d"))
