"""Changes of files, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from ..result import Change, File, Hunk, Rule
from .elements import Markup, element, join

_MOST = 400_000  # characters of all diffs of a page
_LEFT_OUT = "Left out, since the page would be too long: tfmigrate rewrite --diff shows it."


class Diffs:
    """The diffs of a page, until they are too many."""

    def __init__(self, rules: Mapping[str, Rule]) -> None:
        self._rules = rules
        self._left = _MOST

    def of(self, file: File) -> Markup:
        """The diff of a file, folded."""
        summary = element(
            "summary",
            element("span", file.path, class_="path"),
            " ",
            element("span", f"−{file.removed}", class_="removed count"),
            " ",
            element("span", f"+{file.added}", class_="added count"),
        )
        return element("details", summary, self._body(file), class_="file")

    def _body(self, file: File) -> Markup:
        if file.left_out:
            return element("p", _LEFT_OUT, class_="quiet")
        rows = join(self._hunk(hunk) for hunk in file.hunks)
        self._left -= len(rows)
        if self._left < 0:
            return element("p", _LEFT_OUT, class_="quiet")
        columns = [element("col", class_=name) for name in ("number", "code", "number", "code", "why")]
        heads = [
            element("th", name, colspan=span, scope="col")
            for name, span in (("before", 2), ("after", 2), ("rule", None))
        ]
        head = element("thead", element("tr", heads))
        return element("table", element("colgroup", columns), head, rows, class_="diff")

    def _hunk(self, hunk: Hunk) -> Markup:
        before, after = hunk.before, hunk.after
        rows: list[Markup] = []
        if hunk.cell:
            rows.append(element("tr", element("td", f"cell {hunk.cell}", colspan=5, class_="cell")))
        for change in hunk.changes:
            for line in change.context:
                rows.append(_row(_number(before), _code(line), _number(after), _code(line), ""))
                before, after = before + 1, after + 1
            rows += self._changed(change, before, after)
            before, after = before + len(change.removed), after + len(change.added)
        return element("tbody", rows)

    def _changed(self, change: Change, before: int, after: int) -> Iterator[Markup]:
        are_paired = len(change.removed) == len(change.added)
        for place, (old, new) in enumerate(zip_longest(change.removed, change.added)):
            first, last = _common(old, new) if are_paired else (0, 0)
            yield _row(
                _number(before + place) if old is not None else element("td"),
                _code(old, "removed", first, last),
                _number(after + place) if new is not None else element("td"),
                _code(new, "added", first, last),
                [self._rule(code) for code in change.rules] if place == 0 else "",
            )

    def _rule(self, code: str) -> Markup:
        title = self._rules[code].title if code in self._rules else None
        return element("a", code, href=f"#rule-{code}", title=title)


def _row(*cells: Markup | str | list[Markup]) -> Markup:
    *lines, rules = cells
    return element("tr", lines, element("td", rules, class_="why") if rules else element("td"))


def _number(number: int) -> Markup:
    return element("td", number, class_="number")


def _code(line: str | None, kind: str = "", first: int = 0, last: int = 0) -> Markup:
    """The cell of a line; what stands between its first and its last characters so many is what changed."""
    if line is None:
        return element("td", class_="none")
    if not first and not last or not kind:
        return element("td", line, class_=f"code {kind}".strip())
    end = len(line) - last
    changed = element("mark", line[first:end]) if first < end else ""
    return element("td", line[:first], changed, line[end:], class_=f"code {kind}")


def _common(old: str, new: str) -> tuple[int, int]:
    """With how many characters two lines begin and end alike."""
    least = min(len(old), len(new))
    first = next((place for place in range(least) if old[place] != new[place]), least)
    last = next(
        (place for place in range(least - first) if old[-1 - place] != new[-1 - place]), least - first
    )
    return first, last
