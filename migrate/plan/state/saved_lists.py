"""What savers are told to save: code that chooses variables by their names, and runs outside of all steps."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.model.driver import Driver, Point
from migrate.model.edit import Block, Code, Piece, Replacement
from migrate.model.kinds import GRAPH_STATE, Context, Kind
from migrate.model.runs import RunSite
from migrate.syntax.arguments import argument_of
from migrate.syntax.listing_loops import WHOLE

from ..statements.new_names import Names
from ..statements.objections import in_order, refuse
from ..statements.taken_statements import taken
from .chosen_variables import ChosenVariables, gives_other_names


@dataclass(frozen=True)
class Listing:
    """The variables that one saver is told to save.

    `points` are the statements that choose them, `asking` those of them, and the saver itself perhaps, that
    ask the graph for variables, `making` those of steps that make what they are chosen from, `written` what
    stands in the call of the saver, and `name` a new name for that, where it has none and asks the graph.
    """

    saver: Point
    asking: tuple[Point, ...]
    points: frozenset[Point]
    making: frozenset[Point]
    written: ast.expr
    name: str | None

    @property
    def moved(self) -> frozenset[Point]:
        """The statements that choose, but for those that stay beside a saver under a condition."""
        return frozenset(point for point in self.points if not _is_beside(point, self.saver))

    @property
    def before(self) -> Point:
        """What the choice is made before: the saver, or the outermost loop or condition around it."""
        around = (*self.saver.parents, self.saver)
        return next((one for one in around if not isinstance(one.node, ast.With)), self.saver)

    def store(self, variables: str, places: Mapping[Point, str]) -> str:
        """What lists the variables, of the store that is called `variables`."""
        marked = (places[one] for one in self.asking if one in places)
        return store_before(variables, next(marked, None))

    def pieces(
        self,
        driver: Driver,
        variables: str,
        places: Mapping[Point, str],
        done: frozenset[Point] = frozenset(),
    ) -> tuple[Piece, ...]:
        """What stands before the saver, but for what is `done` before it.

        `variables` is the store's name, `places` are those that steps mark.
        """
        devices = {item for point in driver.points for item in point.items(Context.DEVICE)}
        made = taken(driver, driver.body, self.making, without=devices)
        again = (Block(Code(f"with {variables}.again():"), made),) if made else ()
        body = taken(driver, driver.body, self.moved - done, without=devices)
        if self.name is not None and self.saver.is_straight:
            body += (Code(f"{self.name} = {{written}}", {"written": self.written}),)
        listed = Code(f"with {self.store(variables, places)}.listed():")
        return (*again, Block(listed, body)) if body else again

    def beside(self, variables: str, places: Mapping[Point, str]) -> Iterator[Replacement]:
        """What stands for the statements of a choice that stay beside their saver, under a condition."""
        listed = f"with {self.store(variables, places)}.listed():\n    "
        for point in self.points - self.moved:
            yield Replacement(point.node, Code(f"{listed}{{own}}", {"own": point.node}))
        if self.name is not None and not self.saver.is_straight:
            code = f"{listed}{self.name} = {{written}}\n{{own}}"
            yield Replacement(self.saver.node, Code(code, {"written": self.written, "own": self.saver.node}))

    @property
    def told(self) -> Code:
        """What the saver is told instead."""
        return Code(self.name) if self.name is not None else Code("{written}", {"written": self.written})


def store_before(variables: str, place: str | None) -> str:
    """What has the variables of the store that is called `variables`: all, or those before a place."""
    return f"{variables}.before({place!r})" if place is not None else variables


def listings(
    driver: Driver, sites: Sequence[RunSite], state: frozenset[Point], names: Names
) -> dict[Point, Listing]:
    """The savers that are told to save other variables than all, or all that are trained.

    Or evaluations that are told to restore some. `state` are the statements of the steps that make variables
    before them.

    Raises:
      Refused: a saver might be told something else, or what it is told is not followed.
    """
    found: dict[Point, Listing] = {}
    restored = {site.point: site.looped.restores for site in sites if site.looped is not None}
    for point in driver.points:
        written = _written(driver, point) if point.kind is Kind.SAVER else restored.get(point)
        if written is not None:
            reader = ChosenVariables(driver, point, written, state)
            _check_place(driver, point, reader)
            is_inline = point in reader.asking and not isinstance(written, ast.Name)
            found[point] = Listing(
                point,
                tuple(in_order(reader.asking)),
                frozenset(reader.points),
                frozenset(reader.making),
                written,
                names.new("saved") if is_inline else None,
            )
    return found


def _written(driver: Driver, saver: Point) -> ast.expr | None:
    """What a saver is told, unless that is one of the lists that a store has."""
    assert isinstance(saver.node, ast.Assign)
    assert isinstance(saver.node.value, ast.Call)
    wanted = told_variables(driver, saver.node.value)
    is_all = wanted is None or isinstance(wanted, ast.Constant) or _is_plain(driver, wanted)
    return None if is_all else wanted


def told_variables(driver: Driver, call: ast.Call) -> ast.expr | None:
    """What a call that makes a saver, or a function that restores, is told of the variables."""
    return argument_of(call, 1 if restores_alone(driver, call) else 0, "var_list")


def restores_alone(driver: Driver, call: ast.Call) -> bool:
    """Whether a call gives a function that restores variables from a checkpoint, and no saver."""
    return (driver.bindings.tensorflow(call.func) or "").endswith(".assign_from_checkpoint_fn")


def _leaves_names(driver: Driver, header: Point) -> bool:
    """Whether what stands under a header sees the variables by the names that they have elsewhere."""
    if isinstance(header.node, ast.With):
        return not gives_other_names(driver, header)
    return isinstance(header.node, (ast.If, ast.For, ast.While, ast.Try))


def _is_beside(point: Point, saver: Point) -> bool:
    """Whether a statement of a choice stands under a condition, or in a loop, that its saver is under."""
    return any(one in saver.parents and not isinstance(one.node, ast.With) for one in point.parents)


def _is_plain(driver: Driver, wanted: ast.expr) -> bool:
    symbol = driver.bindings.tensorflow(wanted.func) if isinstance(wanted, ast.Call) else None
    return symbol in WHOLE and isinstance(wanted, ast.Call) and not (wanted.args or wanted.keywords)


def _check_place(driver: Driver, saver: Point, reader: ChosenVariables) -> None:
    """The choice is made where the saver is: of the same variables, by the same Python values.

    Raises:
      Refused: it may be made of others there.
    """
    if any(not _leaves_names(driver, one) for one in saver.parents):
        refuse(
            driver, "SES218", saver.node, "a saver of some variables, amid other code", "make it behind it"
        )
    points = reader.points
    for point in in_order(points):
        if _is_beside(point, saver) and point.kind is Kind.HEADER:
            found = "a choice of variables to save by a loop, under a condition"
            refuse(driver, "SES218", point.node, found, "choose them before it")
    for header in points:
        if isinstance(header.node, (ast.For, ast.If)) and not set(driver.under(header.node)) <= set(points):
            found = "a choice of variables to save, beside other statements in a loop or condition"
            refuse(driver, "SES218", header.node, found, "separate them")
    for point in in_order(points):
        if any(gives_other_names(driver, parent) for parent in point.parents):
            found = "a choice of variables to save in a scope, which gives other names"
            refuse(driver, "SES218", point.node, found, "choose them outside of it")
    for point in in_order({*points, *reader.making}):
        for name, sources in sorted(point.uses.items()):
            if name not in GRAPH_STATE and saver.reaching.get(name, sources) - {*points} != sources - {
                *points
            }:
                found = f"{name}, which changes between a choice of variables and their saver"
                refuse(driver, "SES218", point.node, found, "use two names")
