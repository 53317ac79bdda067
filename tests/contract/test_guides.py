"""What the chapters show is what the command does."""

import pytest

from tests.contract.guides import DOCS, examples, pages, rewritten

CHAPTERS = [
    "estimators",
    "in-graph-replication",
    "monitored-sessions",
    "parameter-servers",
    "single-device",
    "synchronous-replicas",
    "towers",
]


def test_each_topology_has_a_chapter_with_a_program_before_and_after():
    assert {DOCS / f"{name}.md" for name in CHAPTERS} <= set(pages())


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_the_command_makes_of_each_program_what_the_page_shows(page):
    for example in examples(page):
        assert rewritten(example.before) == example
