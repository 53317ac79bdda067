"""Programs: a table of all, and what is known of those of each unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..holding import listed
from ..result import (
    Block,
    Facts,
    Finding,
    Place,
    Program,
    Result,
    Run,
    Symbol,
    Value,
    Verification,
)
from .curves import curves_of
from .devices import pictures
from .diffs import Diffs
from .elements import Content, Markup, element

_HAZARDS = "HAZ"


def table(result: Result) -> Markup:
    """A row for each program: its tier, its strategy, its proof, and how much there is to be known of it."""
    heads = ("program", "tier", "strategy", "proof", "hazards", "left to do")
    rows = []
    for one in result.programs:
        findings = [
            each for each in _findings(result, one.unit) if not each.programs or one.path in each.programs
        ]
        hazards = sum(found.code.startswith(_HAZARDS) for found in findings)
        to_do = sum(each.finding in findings for each in result.to_do)
        cells = [
            element("td", element("a", one.path, href=f"#unit-{one.unit}", class_="path")),
            element("td", tier(one)),
            element("td", one.strategy),
            element("td", [_proof(each) for each in proofs(result, one.path)] or _quiet("not run")),
            element("td", hazards or _quiet("none"), class_="amount"),
            element("td", to_do or _quiet("nothing"), class_="amount"),
        ]
        rows.append(element("tr", cells, class_="item"))
    head = element("thead", element("tr", [element("th", name, scope="col") for name in heads]))
    return element("div", element("table", head, element("tbody", rows), class_="programs"), class_="wide")


def tier(one: Program) -> Markup:
    """The tier of a program."""
    return standing(one.standing)


def standing(name: str) -> Markup:
    """A tier by what is told and counted of it, in its colour."""
    return element("span", name, class_=f"tier {kind(name)}")


def kind(name: str) -> str:
    """The class of a tier: `compat` of `compat (estimator)`."""
    return name.partition(" ")[0]


def proofs(result: Result, path: str) -> list[Verification]:
    """The last verification of each command that ran a program."""
    return [*{one.command: one for one in result.verifications if one.path == path}.values()]


def units(result: Result, diffs: Diffs) -> Iterator[Markup]:
    """A section for each unit: its programs with their facts, findings, proofs and changes."""
    facts = {one.path: one for one in result.facts}
    for unit in result.units:
        programs = [one for one in result.programs if one.unit == unit.number]
        files = [one for one in result.files if one.unit == unit.number]
        names = [one.path for one in programs] or [one.path for one in files]
        body: list[Content] = []
        if len(names) > 1:
            body.append(element("h3", ", ".join(names), class_="path"))
        elif names:
            body.append(element("h3", names[0], class_="path"))
        body += [element("p", tier(one), " ", one.strategy, class_="verdict") for one in programs[:1]]
        for one in programs:
            if one.path in facts:
                body.append(_facts(facts[one.path], one.path if len(programs) > 1 else ""))
            body += [verification(each) for each in _all_of(result, one.path)]
        if unit.findings:
            body.append(element("ul", [finding(one) for one in unit.findings], class_="findings"))
        body += [diffs.of(file) for file in files]
        yield element("section", body, id=f"unit-{unit.number}", class_="unit item", tabindex="-1")


def _all_of(result: Result, path: str) -> list[Verification]:
    return [one for one in result.verifications if one.path == path]


def _findings(result: Result, unit: int) -> Sequence[Finding]:
    return next((one.findings for one in result.units if one.number == unit), ())


def finding(one: Finding) -> Markup:
    """What was found, where, and what to do instead."""
    without = [" ", element("span", f"not {', '.join(one.bars)}", class_="bars")] if one.bars else ""
    of = f", which {listed(one.programs)} run" if one.bars and len(one.programs) > 1 else ""
    instead = element("p", element("b", "instead "), one.instead, class_="instead") if one.instead else ""
    return element(
        "li",
        element("a", one.code, href=f"#rule-{one.code}", class_=f"rule {one.severity}"),
        " ",
        where(one.place),
        element("p", "found ", one.found, of, without, class_="found"),
        line_of(one.place),
        instead,
        class_="item",
    )


def where(place: Place) -> Markup:
    """A place, in a form that editors follow."""
    return element("span", str(place), class_="place")


def line_of(place: Place) -> Content:
    """The line that stands there."""
    text = place.text.strip()
    return element("pre", text) if text else ""


def verification(one: Verification) -> Markup:
    """What a run of both programs came to, with its curves."""
    kind = one.status.replace(" ", "-")
    on = f" on {one.tier}" if one.tier else ""
    head = element(
        "p", element("span", one.status, class_=f"status {kind}"), " ", one.headline, class_="headline"
    )
    details = "\n".join(one.details)
    told: list[Content] = [
        element("p", element("code", one.command), f"{on}, {one.devices}", class_="quiet"),
        head,
        element("pre", details) if details else "",
        element("ul", [element("li", note) for note in one.notes], class_="notes") if one.notes else "",
    ]
    figures = curves_of(one.series)
    if figures:
        told.append(element("div", figures, class_="figures"))
    if one.series.steps and not any(one.series.weights):
        told.append(element("p", "All variables equal, to the bit, behind every step.", class_="quiet"))
    told.append(pictures(one.placements))
    return element("div", told, class_="verification")


def _proof(one: Verification) -> Markup:
    return element("span", one.status, class_=f"status {one.status.replace(' ', '-')}", title=one.headline)


def _facts(facts: Facts, title: str) -> Markup:
    rows: list[Markup] = []
    if facts.entry is not None:
        rows.append(_fact("entry", _at(facts.entry, facts), element("code", facts.entry.text.strip())))
    if facts.imports:
        rows.append(_fact("imports", "", ", ".join(facts.imports)))
    rows += [_fact("session", *_symbol(one, facts)) for one in facts.sessions]
    rows += [_fact("cluster", *_symbol(one, facts)) for one in facts.cluster]
    for block in facts.blocks:
        rows += _block(block, facts)
    summary = element("summary", f"What is known of {title}" if title else "What is known of it")
    return element("details", summary, element("table", rows, class_="facts"), class_="facts")


def _block(block: Block, facts: Facts) -> Iterator[Markup]:
    yield _fact("block", _at(block.place, facts), element("code", block.name or "the module"))
    for one in block.towers:
        averaged = ["; gradients averaged by ", element("code", one.averaged_by)] if one.averaged_by else ""
        over = [element("code", one.device), " for ", element("code", one.over)]
        yield _fact("towers", _at(one.place, facts), [over, averaged])
    for run in block.runs:
        yield _fact("run", _at(run.place, facts), _run(run))
    if block.obstacle:
        yield _fact("unclear", "", block.obstacle)


def _run(run: Run) -> Content:
    if run.purpose != "step":
        does = {"initialise": "initialises by ", "assign": "gives a variable a value by "}
        return [does.get(run.purpose, "no graph computes "), element("code", run.expression)]
    fetched = [
        [", " if place else "", element("code", one.expression), _kind(one)]
        for place, one in enumerate(run.fetches)
    ]
    fed = [
        [", " if place else "", element("code", f"{one.key} = {one.value}")]
        for place, one in enumerate(run.feeds)
    ]
    return ["fetches ", fetched, ["; may feed " if run.open else "; feeds ", fed] if fed else ""]


def _kind(value: Value) -> Content:
    return [" ", _quiet(value.kind)] if value.is_special else ""


def _symbol(symbol: Symbol, facts: Facts) -> tuple[Content, Content]:
    return _at(symbol.place, facts), element("code", symbol.symbol or symbol.place.text.strip())


def _at(place: Place, facts: Facts) -> str:
    file = "" if place.path == facts.path else f"{place.path}:"
    return f"{file}{f'cell {place.cell}:' if place.cell else ''}{place.line or ''}"


def _fact(label: str, place: Content, told: Content) -> Markup:
    cells = [element("th", label, scope="row"), element("td", place, class_="number"), element("td", told)]
    return element("tr", cells)


def _quiet(text: str) -> Markup:
    return element("span", text, class_="quiet")
