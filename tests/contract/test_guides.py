"""What the chapters show is what the command does."""

import re

import pytest

from migrate import analyse, discover, parse
from migrate.model.choices import EVERYTHING
from migrate.plan.steps.slices import needed
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


def test_the_architecture_tells_what_the_analysis_finds_of_each_line(tmp_path):
    page = DOCS / "architecture.md"
    (example,) = examples(page)
    program = tmp_path / "train.py"
    program.write_text(example.before, encoding="utf-8")
    sources = discover.find([program], EVERYTHING).sources
    (module,) = analyse.analyse(list(parse.parse_all(sources, {})))
    (facts,) = module.drivers
    (run,) = (site for site in facts.sites if site.is_step)
    found = {
        point.node.lineno: {(name, at.node.lineno) for name, every in point.uses.items() for at in every}
        for point in facts.driver.points
    }
    rows = re.findall(r"^\| (\d+)(?:, [^|]*)? \|[^|]*\|([^|]*)\| ([^|]*) \|$", page.read_text("utf-8"), re.M)
    told = {int(line): re.findall(r"`(\w+)` of (\d+)", reaching) for line, reaching, _ in rows}
    assert len(told) > 8
    assert {line: {(name, int(at)) for name, at in every} for line, every in told.items()} == {
        line: found[line] for line in told
    }
    taken = {int(line) for line, _, in_slice in rows if in_slice.startswith("yes")}
    assert taken == {point.node.lineno for point in needed(facts.driver, run.sources)}
