"""What `inspect` tells a person: each program with its facts, then what is left to do."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO, TypeVar

from rich.text import Text

from .holding import elsewhere, listed, own_findings
from .people import WIDTH, closing, counted, program, severity_style, show
from .result import Block, Facts, Finding, Place, Result, Run, ToDo, Value

_Told = TypeVar("_Told")
_LABEL = 10  # columns of what a line of a program's facts is about


def inspection(result: Result, file: TextIO) -> None:
    """Writes what is known of programs in lines of 80 columns; longer are only words that are longer."""
    show(_lines(result), file)


def _lines(result: Result) -> Iterator[Text]:
    facts = {one.path: one for one in result.facts}
    width = max((len(one.path) for one in result.programs), default=0)
    for unit in result.units:
        told = set[Finding]()
        for one in (one for one in result.programs if one.unit == unit.number):
            yield program(one, width, elsewhere(one, result))
            if one.path in facts:
                yield from _of_module(facts[one.path])
            own = own_findings(one, unit)
            yield from _findings(own)
            told |= set(own)
        yield from _findings([one for one in unit.findings if one not in told])
        files = [file for file in result.files if file.unit == unit.number]
        if files:
            changes = ", ".join(f"{one.path} (-{one.removed} +{one.added})" for one in files)
            yield from _row("changes", changes)
    programs = {one.path for one in result.programs}
    for other in (one for one in result.facts if one.path not in programs):
        yield Text(other.path)
        yield from _of_module(other)
    yield from _to_do(result)
    yield closing(result)


def _of_module(facts: Facts) -> Iterator[Text]:
    if facts.entry is not None:
        yield from _row("entry", f"{_line(facts.entry)}: {facts.entry.text.strip()}")
    if facts.imports:
        yield from _row("imports", ", ".join(facts.imports))
    for session in facts.sessions:
        yield from _row("session", f"{_line(session.place)}: {session.symbol or session.place.text.strip()}")
    for symbol in facts.cluster:
        yield from _row("cluster", f"{_line(symbol.place)}: {symbol.symbol}")
    for block in facts.blocks:
        yield from _of_block(block, facts.path)


def _of_block(block: Block, path: str) -> Iterator[Text]:
    yield from _row("block", f"{_line(block.place)}: {block.name}" if block.name else "the module")
    for towers in block.towers:
        averaged = f"; gradients averaged by {towers.averaged_by}" if towers.averaged_by else ""
        yield from _row(
            "  towers", f"{_where(towers.place, path)}: on {towers.device} for {towers.over}{averaged}"
        )
    for run in block.runs:
        yield from _row("  run", f"{_where(run.place, path)}: {_run(run)}")
    if block.obstacle:
        yield from _row("  unclear", block.obstacle)


def _run(run: Run) -> str:
    if run.purpose == "initialise":
        return f"initialises by {run.expression}"
    if run.purpose == "assign":
        return f"gives a variable a value by {run.expression}"
    if run.purpose == "python":
        return f"{run.expression}, which no graph computes"
    fetched = ", ".join(map(_value, run.fetches))
    may = "may feed" if run.open else "feeds"
    fed = ", ".join(f"{one.key} = {one.value}" for one in run.feeds)
    return f"fetches {fetched or run.expression}" + (f"; {may} {fed}" if fed else "")


def _value(value: Value) -> str:
    return f"{value.expression} ({value.kind})" if value.is_special else value.expression


def _where(place: Place, path: str) -> str:
    file = f"{place.path}:" if place.path != path else ""
    return f"{file}{_line(place)}"


def _line(place: Place) -> str:
    return f"cell {place.cell}, {place.line}" if place.cell else str(place.line)


def _findings(findings: Sequence[Finding]) -> Iterator[Text]:
    """Why programs are on no higher tier, and what is to be known of them."""
    for found, *others in _alike(findings, lambda one: one):
        label = f"not {found.bars[0]}" if found.bars else found.severity
        more = f" (nor {', '.join(found.bars[1:])})" if found.bars[1:] else ""
        more += f", which {listed(found.programs)} run" if found.bars and len(found.programs) > 1 else ""
        more += _also(found, others)
        for number, line in enumerate(_row(label, f"{found.place} {found.code} {found.found}{more}")):
            if number == 0:
                line.stylize(severity_style(found.severity), 2, 2 + len(label))
            yield line


def _to_do(result: Result) -> Iterator[Text]:
    if not result.to_do:
        return
    yield Text("")
    things = _alike(result.to_do, lambda one: one.finding)
    yield Text(f"{counted(len(things), 'thing')} left to do by hand, the most worth first", "bold")
    for number, alike in enumerate(things, 1):
        yield from _thing(number, alike)
    first = result.to_do[0].finding.code
    yield Text(f"tfmigrate explain {first} tells more of the first one")


def _alike(every: Sequence[_Told], finding: Callable[[_Told], Finding]) -> list[list[_Told]]:
    """What is told of several places in the same words, together."""
    found: dict[tuple[object, ...], list[_Told]] = {}
    for told in every:
        one = finding(told)
        found.setdefault((one.place.path, one.code, one.severity, one.message), []).append(told)
    return list(found.values())


def _also(found: Finding, others: Sequence[Finding]) -> str:
    """The places of the same file of which the same is told."""
    places = [str(one.place).removeprefix(f"{found.place.path}:") for one in others]
    return f", also at {', '.join(places)}" if places else ""


def _thing(number: int, alike: Sequence[ToDo]) -> Iterator[Text]:
    one, *others = alike
    found = one.finding
    label = f"{number:3}. "
    indent = " " * len(label)
    yield from map(Text, _wrapped(f"{found.place} {found.code}: {one.worth}", label, indent))
    if found.place.text.strip():
        code = Text(f"{indent}| {found.place.text.strip()}", "dim")
        code.truncate(WIDTH, overflow="ellipsis")
        yield code
    also = _also(found, [each.finding for each in others])
    yield from map(Text, _wrapped(found.message + also, indent, indent))


def _row(label: str, text: str) -> Iterator[Text]:
    first = f"  {label:<{_LABEL}}  "
    for line in _wrapped(text, first, " " * len(first)):
        yield Text(line)


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
