"""Loops over devices, and what becomes of the gradients of their towers."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .driver import Point


@dataclass(frozen=True, eq=False)
class Averaging:
    """Where the towers' gradients are averaged.

    `call` is the call of the function that does it; where a loop does it, `point` is the loop and `target`
    the name that holds the result. `divides` tells a sum that is divided by the
    number of towers from a mean: the last digit may differ.
    """

    point: Point
    gradients: str
    target: str | None
    call: ast.Call | None
    divides: bool


@dataclass(frozen=True, eq=False)
class Flag:
    """A name that is one constant for the first tower and another for all others."""

    name: str
    first: Point
    later: Point


@dataclass(frozen=True)
class Turns:
    """What a loop's variables are in each turn, as far as that is Python: `target` goes through `values`.

    Where it `counts`, `values` is the number of towers, and `target` their index.
    """

    target: ast.expr
    values: ast.expr
    counts: bool = False


@dataclass(frozen=True, eq=False)
class TowerLoop:
    """A loop over devices.

    `device` is the expression of one tower's device, whose names `turns` tell; `appended` tells for each list
    that the loop fills the statement and the value that every tower appends, `started` where these lists
    begin; `items` are the `with` items that place a tower.
    """

    loop: ast.For
    point: Point
    device: ast.expr
    turns: Turns
    items: frozenset[ast.withitem]
    appended: dict[str, tuple[Point, ast.expr]]
    started: tuple[Point, ...]
    averagings: tuple[Averaging, ...]
    flags: tuple[Flag, ...]
