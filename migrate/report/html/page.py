"""Puts the page together."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from importlib import resources

from ..people import counted
from ..result import STANDINGS, Result, ToDo
from .diffs import Diffs
from .elements import Content, Markup, element, verbatim
from .programs import finding, kind, line_of, standing, table, units, verification, where

_KEYS = (
    ("/", "search"),
    ("j k", "next, previous"),
    ("o", "open or fold"),
    ("e", "open or fold all"),
    ("Esc", "clear the search"),
)


def html_report(result: Result) -> str:
    """The result as a page."""
    style, script = (_read(name) for name in ("style.css", "script.js"))
    policy = f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"tfmigrate {result.command}"),
        verbatim("style", style),
    )
    body = element("body", _top(result), element("main", _main(result)), _keys(), verbatim("script", script))
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The name of an inline text by which a page allows it, and no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _top(result: Result) -> Markup:
    done = {
        "in place": "Files were changed in place; tfmigrate undo puts them back.",
        "elsewhere": f"All files were written to {result.output}.",
        "preview": "Nothing was written.",
    }[result.mode]
    title = element("h1", "tfmigrate ", element("span", result.command))
    search = element(
        "input", type="search", id="search", placeholder="Search", aria_label="Search", autocomplete="off"
    )
    told = [] if result.command == "verify" else [element("p", done, class_="quiet")]
    return element("header", element("div", title, search, class_="line"), told, _counts(result))


def _counts(result: Result) -> Content:
    """How many programs are on each tier, as numbers and as a bar."""
    counts = Counter(one.standing for one in result.programs)
    if not counts:
        return ""
    total = sum(counts.values())
    bars: list[Markup] = []
    at = 0.0
    for name in (name for name in STANDINGS if counts[name]):
        width = round(100 * counts[name] / total, 3)
        bars.append(element("rect", x=f"{at}%", y=0, width=f"{width}%", height=8, class_=f"bar {kind(name)}"))
        at += width
    numbers = [
        element("li", element("b", counts[name]), " ", standing(name)) for name in STANDINGS if counts[name]
    ]
    findings = Counter(one.severity for one in result.findings)
    also = [
        counted(len(result.files), "file") + (" would change" if result.mode == "preview" else " changed")
    ]
    also += [counted(findings[one], one) for one in ("error", "warning") if findings[one]]
    numbers += [element("li", one, class_="quiet") for one in also]
    picture = element("svg", bars, width="100%", height=8, role="img", aria_label="programs by tier")
    return [picture, element("ul", numbers, class_="counts")]


def _main(result: Result) -> list[Content]:
    told: list[Content] = []
    if result.programs:
        told += [element("h2", "Programs", id="programs"), table(result)]
    if result.to_do:
        todo = element("ol", [_to_do(one) for one in result.to_do], class_="todo")
        told += [element("h2", "Left to do by hand, the most worth first", id="to-do"), todo]
    paths = {one.path for one in result.programs}
    loose = [one for one in result.verifications if one.path not in paths]
    if loose:
        sections = [
            element("section", element("h3", one.path, class_="path"), verification(one), class_="unit item")
            for one in loose
        ]
        told += [element("h2", "Proof", id="proof"), sections]
    if result.stray:
        listed = element("ul", [finding(one) for one in result.stray], class_="findings")
        told += [element("h2", "Found elsewhere", id="elsewhere"), listed]
    if result.units:
        rules = {one.code: one for one in result.rules}
        told += [element("h2", "In detail", id="detail"), units(result, Diffs(rules))]
    if result.rules:
        told += [element("h2", "Rules", id="rules"), _rules(result)]
    told.append(element("p", "Nothing matches.", id="nothing", class_="quiet", hidden=True))
    return told


def _to_do(one: ToDo) -> Markup:
    found = one.finding
    head = [
        element("a", found.code, href=f"#rule-{found.code}", class_=f"rule {found.severity}"),
        " ",
        where(found.place),
        " ",
        element("span", one.worth, class_="worth"),
    ]
    instead = element("p", element("b", "instead "), found.instead, class_="instead") if found.instead else ""
    return element(
        "li",
        head,
        element("p", "found ", found.found, class_="found"),
        line_of(found.place),
        instead,
        class_="item",
    )


def _rules(result: Result) -> Markup:
    return element(
        "dl",
        [
            element(
                "div",
                element("dt", element("b", one.code), " ", one.title),
                element("dd", one.explanation),
                id=f"rule-{one.code}",
                class_="item",
            )
            for one in result.rules
        ],
        class_="rules",
    )


def _keys() -> Markup:
    told = [[element("kbd", key), " ", what] for key, what in _KEYS]
    return element("footer", [element("span", one) for one in told])
