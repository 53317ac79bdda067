"""Each row of the table of faults in docs/cluster.md has tests that show it."""

import re

from .fault_table import HERE, TESTS, rows, shown_by


def test_each_row_is_shown_by_tests_that_are_there():
    table = [row for row, _, _ in rows()]
    assert len(table) >= 19
    assert [row for row in table if not shown_by(row)] == []
    assert [begin for begin in TESTS if not any(row.startswith(begin) for row in table)] == []
    for file, name in (one.split("::") for tests in TESTS.values() for one in tests):
        assert re.search(rf"^def {name}\(", (HERE / file).read_text(encoding="utf-8"), re.MULTILINE), name
