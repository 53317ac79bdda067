"""What a person does with the report."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from .browser import Browsing
from .hostile import HOSTILE


def try_samples(browsing: Browsing, path: Path) -> None:
    """Read, search, unfold and print the page of the samples, in light and in dark."""
    papers = []
    for scheme in ("light", "dark"):
        with browsing.page(path, scheme) as page:
            papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            browsing.picture(page, f"samples-{scheme}")
            page.keyboard.press("e")
            assert _open(page) == page.locator("details").count() > 10
            page.locator("table.diff").nth(3).scroll_into_view_if_needed()
            browsing.picture(page, f"diff-{scheme}")
            page.keyboard.press("e")
            assert _open(page) == 0
    assert papers[0] != papers[1]
    with browsing.page(path) as page:
        _search(page)
        browsing.picture(page, "search")
        page.keyboard.press("Escape")
        assert page.locator(".item:visible").count() == page.locator(".item").count()
        assert _open(page) == 0
        _walk(page)
        _follow(page)
        pdf = browsing.folder / "samples.pdf"
        page.pdf(path=pdf)
        assert pdf.read_bytes().startswith(b"%PDF")
        assert _open(page) == 0  # what was unfolded to be printed is folded again


def _open(page: Page) -> int:
    return page.locator("details[open]").count()


def _search(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("average_gradients cnn_two")
    shown = page.locator("section.unit:visible")
    assert shown.count() == 1
    assert "cnn_two_files" in shown.first.inner_text()
    assert _open(page) > 0
    assert page.evaluate("CSS.highlights.get('found').size") > 0
    page.fill("#search", "no such thing as this")
    assert page.locator("#nothing").is_visible()
    assert page.locator("h2:visible").count() == 0
    page.fill("#search", "graphs_named_two")
    assert page.locator(".todo > .item:visible").count() == 1
    page.focus("#search")


def _walk(page: Page) -> None:
    """From item to item by keys."""
    page.keyboard.press("j")
    first = page.locator(".current").inner_text()
    page.keyboard.press("j")
    assert page.locator(".current").inner_text() != first
    page.keyboard.press("k")
    assert page.locator(".current").inner_text() == first
    for _ in range(4):
        page.keyboard.press("j")
    page.keyboard.press("o")
    assert page.locator(".current details[open]").count() > 0
    page.keyboard.press("o")
    assert _open(page) == 0


def _follow(page: Page) -> None:
    """From the table to a program, and from a finding to its rule."""
    page.locator(".programs a").nth(3).click()
    target = page.evaluate("location.hash")
    assert page.locator(target).bounding_box()["y"] < 900
    page.locator(".findings a").first.click()
    assert page.evaluate("location.hash").startswith("#rule-")


def try_hostile(browsing: Browsing, path: Path) -> None:
    """A page of texts that would like to be elements: all are shown, none does anything."""
    for scheme in ("light", "dark"):
        with browsing.page(path, scheme) as page:
            page.keyboard.press("e")
            assert page.get_by_text(HOSTILE).count() > 10
            assert page.locator("script").count() == 1
            page.locator("#search").fill("<script>")
            assert page.locator(".item:visible").count() > 0
            page.locator("#search").fill("")
            browsing.picture(page, f"hostile-{scheme}", whole=True)
