"""The devices of a program and what was on them, drawn as boxes, with what crossed between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..result import Crossing, Device, Placement
from .elements import Markup, element

_WIDTH, _GAP, _LINE, _TOP = 190, 26, 15, 24  # of a box, between boxes, of a line of text, of a head
_MOST = 7  # scopes and variables that are named on each device
_MOST_CROSSINGS = 12
_LETTERS = 27  # that fit into a box, without a number beside them
_WIDER_HEAD = 4  # letters fewer in a head, whose letters are wider
_OF_TASK = re.compile(r"^/job:(\w+)/task:(\d+)/")  # whose name and device a head has room for
_STEP = 24  # how much lower the line of each crossing is than the one before it


def pictures(placements: Sequence[Placement]) -> Markup | str:
    """A picture of each program."""
    drawn = [_picture(one) for one in placements if one.devices]
    if not drawn:
        return ""
    told = "Kernels by the scopes of their names, how many of them, then variables; below, what crossed."
    return element("div", element("p", told, class_="quiet"), element("div", drawn, class_="pictures"))


def _picture(one: Placement) -> Markup:
    lines = {device.name: list(_lines(device)) for device in one.devices}
    height = _TOP + _LINE * max(map(len, lines.values())) + 10
    left = {device.name: place * (_WIDTH + _GAP) for place, device in enumerate(one.devices)}
    drawn = [_box(device, left[device.name], height, lines[device.name]) for device in one.devices]
    crossings = [each for each in one.crossings if each.source in left and each.target in left]
    left_out = len(crossings) - _MOST_CROSSINGS
    crossings = sorted(crossings, key=lambda each: -each.bytes)[:_MOST_CROSSINGS]
    crossings.sort(key=lambda each: abs(left[each.source] - left[each.target]))
    drawn += [_crossing(each, left, height, place, one.steps) for place, each in enumerate(crossings)]
    width = len(one.devices) * (_WIDTH + _GAP) - _GAP
    total = height + _STEP * len(crossings) + 12
    label = f"devices of the {one.side} program"
    picture = element(
        "svg",
        drawn,
        viewBox=f"-1 -1 {width + 2} {total}",
        width=width + 2,
        height=total,
        role="img",
        aria_label=label,
    )
    steps = "1 step" if one.steps == 1 else f"{one.steps} steps"
    more = f"; {left_out} smaller ones are not drawn" if left_out > 0 else ""
    caption = element("figcaption", element("b", one.side), f" what ran where, seen in {steps}{more}")
    return element("figure", caption, element("div", picture, class_="wide"), class_="devices")


def _lines(device: Device) -> Iterator[tuple[str, str, str]]:
    """The lines in a box: how each looks, what it says, and how many kernels that are."""
    named = [one for one in device.scopes if one.name]
    for one in named[:_MOST]:
        yield "scope", one.name, str(one.kernels)
    rest = sum(one.kernels for one in device.scopes) - sum(one.kernels for one in named[:_MOST])
    if rest:
        yield "rest", "others" if named else "kernels", str(rest)
    for name in device.variables[:_MOST]:
        yield "variable", name, ""
    if len(device.variables) > _MOST:
        yield "rest", f"and {len(device.variables) - _MOST} more variables", ""


def _box(device: Device, left: int, height: int, lines: Sequence[tuple[str, str, str]]) -> Markup:
    drawn = [
        element("rect", x=left, y=0, width=_WIDTH, height=height, class_="box"),
        element(
            "text",
            _shortened(_OF_TASK.sub(r"\1:\2 /", device.name), _WIDER_HEAD),
            element("title", device.name),
            x=left + 8,
            y=17,
            class_="head",
        ),
    ]
    for place, (kind, text, count) in enumerate(lines):
        y = _TOP + _LINE * (place + 1) - 3
        shown = _shortened(text, len(count) + 1 if count else 0)
        drawn.append(element("text", shown, element("title", text), x=left + 8, y=y, class_=kind))
        if count:
            drawn.append(element("text", count, x=left + _WIDTH - 8, y=y, class_="end"))
    return element("g", drawn)


def _shortened(text: str, beside: int = 0) -> str:
    """The end of a text that fits beside so many letters."""
    most = _LETTERS - beside
    return text if len(text) <= most else f"…{text[1 - most :]}"


def _crossing(one: Crossing, left: dict[str, int], height: int, place: int, steps: int) -> Markup:
    """A line below the boxes, from the one that something came from to the one that it went to."""
    leaves, enters = (_WIDTH / 2 + offset for offset in (-12 - 6 * place, 12 + 6 * place))
    start, end = left[one.source] + leaves, left[one.target] + enters
    y = height + _STEP * (place + 1) - 6
    told = f"{one.source} → {one.target}: {size(one.bytes / max(steps, 1))} a step"
    drawn = [
        element("title", told),
        element("path", d=f"M{start:g} {height}V{y}H{end:g}V{height + 5}", class_="crossing"),
        element(
            "path",
            d=f"M{end - 3.5:g} {height + 7}L{end:g} {height}L{end + 3.5:g} {height + 7}Z",
            class_="tip",
        ),
        element(
            "text", f"{size(one.bytes / max(steps, 1))} a step", x=(start + end) / 2, y=y - 4, class_="middle"
        ),
    ]
    return element("g", drawn)


def size(number: float) -> str:
    """A number of bytes, in the unit that it has."""
    for unit in ("bytes", "kB", "MB"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:.3g} GB"
