"""Numbers by step, drawn as lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..result import Curve, Series
from .elements import Markup, element

_WIDTH, _HEIGHT = 420, 190
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 10, 12, 26
_MOST_CURVES = 4


def curves_of(series: Series) -> list[Markup]:
    """What both programs gave, how far that is apart, and how far the variables are."""
    figures = []
    for curve in series.curves[:_MOST_CURVES]:
        figures.append(_values(series.steps, curve))
        apart = tuple(abs(one - other) for one, other in zip(curve.original, curve.rewritten, strict=True))
        if any(one > 0 for one in apart):
            figures.append(_distance(series.steps, apart, f"{curve.name}: difference"))
    if any(one > 0 for one in series.weights):
        figures.append(_distance(series.steps, series.weights, "variables: largest difference"))
    return figures


def _values(steps: Sequence[int], curve: Curve) -> Markup:
    lines = [("original", curve.original), ("rewritten", curve.rewritten)]
    return _figure(curve.name, steps, lines, legend=True)


def _distance(steps: Sequence[int], values: Sequence[float], name: str) -> Markup:
    return _figure(name, steps, [("difference", values)], from_zero=True)


@dataclass(frozen=True)
class _Scale:
    """Leads from values to places of the drawing."""

    least: float
    most: float
    first: float
    last: float

    def __call__(self, value: float) -> float:
        part = (value - self.least) / (self.most - self.least)
        return round(self.first + part * (self.last - self.first), 1)


def _figure(
    name: str,
    steps: Sequence[int],
    lines: Sequence[tuple[str, Sequence[float]]],
    *,
    legend: bool = False,
    from_zero: bool = False,
) -> Markup:
    known = [value for _, values in lines for value in values if math.isfinite(value)]
    if not known:
        return element("figure", element("figcaption", f"{name}: no finite number"))
    least, most = (0.0 if from_zero else min(known)), max(known)
    if most == least:
        least, most = least - (abs(least) or 1.0) / 2, most + (abs(most) or 1.0) / 2
    first, last = steps[0], max(steps[-1], steps[0] + 1)
    across = _Scale(first, last, _LEFT, _WIDTH - _RIGHT)
    up = _Scale(least, most, _HEIGHT - _BOTTOM, _TOP)
    drawn = [*_axes(across, up, steps)]
    for kind, values in lines:
        points = list(zip(steps, values, strict=True))
        drawn += [_line(kind, part, across, up) for part in _unbroken(points)]
    told = element("span", name, class_="name")
    keys = [element("span", kind, class_=f"key {kind}") for kind, _ in lines] if legend else []
    picture = element(
        "svg", drawn, viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img", aria_label=f"{name}, by step"
    )
    return element("figure", element("figcaption", told, keys), picture)


def _axes(across: _Scale, up: _Scale, steps: Sequence[int]) -> list[Markup]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    drawn = []
    for value in _ticks(up.least, up.most):
        y = up(value)
        drawn.append(element("line", x1=_LEFT, x2=right, y1=y, y2=y, class_="grid"))
        drawn.append(element("text", f"{value:.4g}", x=_LEFT - 6, y=y + 3.5, class_="end"))
    for step in dict.fromkeys((steps[0], steps[len(steps) // 2], steps[-1])):
        label = f"step {step}" if step == steps[0] else str(step)
        side = "middle" if step != steps[-1] or len(steps) == 1 else "end"
        drawn.append(element("text", label, x=across(step), y=bottom + 16, class_=side))
    return drawn


def _ticks(least: float, most: float) -> list[float]:
    """Three to six round numbers between two."""
    size = 10.0 ** math.floor(math.log10(most - least))
    size *= next(part for part in (0.2, 0.5, 1.0, 2.0) if (most - least) / (size * part) <= 6)
    first = math.ceil(least / size)
    return [number * size for number in range(first, math.floor(most / size) + 1)]


def _unbroken(points: Sequence[tuple[int, float]]) -> list[list[tuple[int, float]]]:
    """The parts without a number that is missing."""
    parts: list[list[tuple[int, float]]] = [[]]
    for step, value in points:
        if math.isfinite(value):
            parts[-1].append((step, value))
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if part]


def _line(kind: str, points: Sequence[tuple[int, float]], across: _Scale, up: _Scale) -> Markup:
    places = [(across(step), up(value)) for step, value in points]
    if len(places) == 1:
        return element("circle", cx=places[0][0], cy=places[0][1], r=2, class_=kind)
    return element("polyline", points=" ".join(f"{x:g},{y:g}" for x, y in places), class_=kind)
