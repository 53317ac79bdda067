"""The HTML page: its structure, and that nothing of a user's files becomes a part of it."""

import base64
import dataclasses
import hashlib
import math
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from migrate.cli.main import main
from migrate.report.html import html_report
from migrate.report.html.elements import Markup, element, verbatim
from migrate.report.result import Change, Curve, File, Hunk, Program, Result, Series, Unit

ROOT = Path(__file__).parents[3]
VOID = {"meta", "input", "col", "br"}


class Page(HTMLParser):
    """A page as a browser reads it: elements that are all closed, attributes and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {"style": [], "script": []}
        self.shown = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in self.texts:
            self.texts[self.open[-1]].append(data)
        else:
            self.shown += data

    def named(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        found = [attributes for name, attributes in self.elements if name == tag]
        return [one for one in found if all(one.get(key.rstrip("_")) == it for key, it in wanted.items())]

    def check(self) -> None:
        """It has one style and one script, which are ours, and nothing that loads or runs anything else."""
        count = Counter(tag for tag, _ in self.elements)
        assert (count["script"], count["style"]) == (1, 1)
        assert not {"iframe", "img", "link", "object", "embed", "base", "form"} & {*count}
        for tag, attributes in self.elements:
            assert not any(name.startswith("on") or name in ("src", "style") for name in attributes)
            assert tag != "a" or attributes["href"].startswith("#")
        identifiers = [attributes["id"] for _, attributes in self.elements if "id" in attributes]
        assert sorted(identifiers) == sorted(set(identifiers))
        assert {one["href"][1:] for one in self.named("a")} <= {*identifiers}
        (policy,) = self.named("meta", **{"http-equiv": "Content-Security-Policy"})
        assert policy["content"].startswith("default-src 'none'; ")
        for kind, texts in self.texts.items():
            digest = base64.b64encode(hashlib.sha256("".join(texts).encode()).digest()).decode()
            assert f"{kind}-src 'sha256-{digest}'" in policy["content"]


def page_of(result: Result) -> Page:
    page = Page(html_report(result))
    page.check()
    return page


def test_all_that_is_hostile_is_shown_as_it_is(hostile: Result):
    page = page_of(hostile)
    for program in hostile.programs:
        assert page.shown.count(program.path) >= 3
    for text in (
        hostile.rules[1].title,
        f"old = '{hostile.rules[1].title}'",
        f"{hostile.rules[1].title} worth",
    ):
        assert text in page.shown


def test_a_file_named_like_an_element_is_but_a_file(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    name = Path("<script>alert(1)<") / "script><img src=x onerror=alert(2)>.py"
    name.parent.mkdir()
    source = "import tensorflow as tf\nx = '</script><script>alert(3)</script>'\n"
    name.write_text(source + "with tf.Session() as s:\n    print(s.run(tf.constant(x)))\n")
    assert main(["inspect", ".", "--report", "html"]) == 0
    page = Page(capsys.readouterr().out)
    page.check()
    assert str(name) in page.shown
    assert "x = '</script><script>alert(3)</script>'" in page.shown


def test_the_page_of_three_samples_has_a_part_for_each_and_stays_small(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(ROOT)
    main(["inspect", "samples/towers", "--report", f"html={tmp_path / 'a.html'}"])
    assert "3 programs" in capsys.readouterr().out
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert len(text) < 130_000
    page = Page(text)
    page.check()
    assert len(page.named("section")) == 3
    assert len(page.named("details", class_="file")) == len(page.named("table", class_="diff")) == 4
    assert {"#rule-API101", "#rule-SES101", "#rule-TWR101"} <= {one["href"] for one in page.named("a")}


def changed(count: int, *lines: str) -> Result:
    change = Change(("kept",), lines, tuple(line.replace("old", "new") for line in lines), ("API101",))
    files = tuple(File(f"a{n}.py", 1, 1, 1, (Hunk(7, 8, (change,)),)) for n in range(count))
    return Result(
        "rewrite", "1", programs=(Program("a0.py", "native", "", 1),), units=(Unit(1, ()),), files=files
    )


def test_lines_stand_side_by_side_with_what_changed_in_them():
    text = html_report(changed(1, "x = old(1)"))
    assert '<td class="number">8</td><td class="code removed">x = <mark>old</mark>(1)</td>' in text
    assert '<td class="number">9</td><td class="code added">x = <mark>new</mark>(1)</td>' in text
    assert '<td class="why"><a href="#rule-API101">API101</a></td>' in text


def test_diffs_that_would_make_the_page_too_long_are_left_out():
    text = html_report(changed(40, *(f"old = {n}" for n in range(500))))
    assert len(text) < 700_000
    assert text.count("Left out, since the page would be too long") > 20
    assert text.count('class="file"') == 40


def test_curves_of_both_programs_and_their_difference_are_drawn(hostile: Result):
    page = page_of(hostile)
    assert len(page.named("polyline", class_="original")) == 1
    assert len(page.named("polyline", class_="rewritten")) == 1
    assert len(page.named("polyline", class_="difference")) == 2  # of the curve, and of the variables


def with_series(hostile: Result, series: Series) -> Page:
    one = dataclasses.replace(hostile.verifications[0], series=series)
    return page_of(dataclasses.replace(hostile, verifications=(one,)))


def test_equal_programs_have_no_difference_to_draw(hostile: Result):
    curve = Curve("loss", (1.0, 0.5), (1.0, 0.5))
    page = with_series(hostile, Series((1, 2), (curve,), (0.0, 0.0)))
    assert page.named("polyline", class_="difference") == []
    assert "All variables equal, to the bit, behind every step." in page.shown


@pytest.mark.parametrize(
    ("values", "lines", "dots"),
    [
        ((1.0, 2.0, math.nan, 3.0, 4.0), 2, 0),
        ((1.0, math.inf, 3.0, math.nan, math.nan), 0, 2),
        ((math.nan,) * 5, 0, 0),
        ((2.0,) * 5, 1, 0),
        ((0.0,) * 5, 1, 0),
        ((1e-300, 2e-300, 1e-300, 1e-300, 1e-300), 1, 0),
    ],
)
def test_numbers_that_are_missing_or_alike_break_no_drawing(hostile: Result, values, lines, dots):
    page = with_series(hostile, Series((1, 2, 3, 4, 5), (Curve("loss", values, values),), (0.0,) * 5))
    assert len(page.named("polyline", class_="original")) == lines
    assert len(page.named("circle", class_="original")) == dots
    for one in page.named("polyline"):
        assert all(math.isfinite(float(part)) for part in one["points"].replace(",", " ").split())


def test_devices_are_drawn_with_what_is_on_them_and_what_crosses(hostile: Result):
    page = page_of(hostile)
    assert len(page.named("figure", class_="devices")) == 2
    assert len(page.named("rect", class_="box")) == 3
    assert "2.5 kB a step" in page.shown
    assert len(page.named("path", class_="crossing")) == 1  # what comes from no device that is known is not
    assert "and 2 more variables" in page.shown


def test_no_devices_are_drawn_where_none_were_seen(hostile: Result):
    one = dataclasses.replace(hostile.verifications[0], placements=())
    page = page_of(dataclasses.replace(hostile, verifications=(one,)))
    assert page.named("figure", class_="devices") == []
    assert "Kernels" not in page.shown


def test_nothing_to_report_is_a_page():
    assert "Nothing was written." in page_of(Result("rewrite", "1")).shown


def test_text_is_escaped_unless_it_is_an_element():
    assert (
        element("p", "<b>", element("b", "&"), title='"<')
        == '<p title="&quot;&lt;">&lt;b&gt;<b>&amp;</b></p>'
    )
    assert isinstance(element("p"), Markup)
    with pytest.raises(ValueError, match="ends it"):
        verbatim("script", "x = '</SCRIPT>'")
