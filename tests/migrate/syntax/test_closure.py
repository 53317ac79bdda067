"""What is connected by pairs."""

import pytest

from migrate.syntax.closure import connected


@pytest.mark.parametrize(
    ("pairs", "groups"),
    [
        ([], [{1}, {2}, {3}, {4}]),
        ([(1, 3)], [{1, 3}, {2}, {4}]),
        ([(4, 2), (3, 2)], [{1}, {2, 3, 4}]),
        ([(1, 2), (2, 1), (3, 3)], [{1, 2}, {3}, {4}]),
        ([(4, 3), (3, 2), (2, 1)], [{1, 2, 3, 4}]),
    ],
)
def test_groups_stand_in_the_order_of_their_first_nodes(pairs, groups):
    assert list(connected([1, 2, 3, 4], pairs)) == groups
