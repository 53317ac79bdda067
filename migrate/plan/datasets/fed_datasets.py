"""Data sets of placeholders: they become functions of what is fed to their iterators' initialisers.

So do those whose seeded order a graph started anew with each initialisation: functions of nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.edit import Block, Code, Piece
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Fetch, RunSite
from migrate.syntax.closure import closure
from migrate.syntax.placeholders import is_sparse, specs_of

from ..legality.soundness import check_names
from ..statements.new_names import Names
from ..statements.taken_statements import taken
from .renewed_datasets import made_anew

_ITERATORS = ("tf.data.make_initializable_iterator",)
_STRUCTURE = ("output_classes", "output_shapes", "output_types")
_STRUCTURES = tuple(f"tf.data.get_{name}" for name in _STRUCTURE)


@dataclass(frozen=True, eq=False)
class FedData:
    """A data set that becomes a function `name` of placeholders, its `parameters`.

    `selected` are the statements that describe it, and `last` the one behind which the function can stand;
    where that makes an iterator too, of the data set `expression`, `target` is its name.
    """

    name: str
    parameters: tuple[Point, ...]
    selected: frozenset[Point]
    last: Point
    expression: ast.expr
    target: ast.expr | None = None

    def pieces(self, driver: Driver) -> Iterator[Piece]:
        """The function, and the iterator."""
        specs, parts = specs_of(driver, self.parameters, {})
        signature = f"input_signature=[{', '.join(specs)}]"
        if len(specs) > 1:
            lines = "".join(f"        {spec},\n" for spec in specs)
            signature = f"\n    input_signature=[\n{lines}    ]\n"
        arguments = ", ".join(map(_name, self.parameters))
        header = f"@compat.input.fed_dataset({signature})\ndef {self.name}({arguments}):"
        body = taken(driver, driver.body, self.selected)
        yield Block(Code(header, parts), (*body, Code("return {dataset}", {"dataset": self.expression})))
        if self.target is not None:
            made = f"{{target}} = compat.input.initializable_iterator({self.name})"
            yield Code(made, {"target": self.target}, comments_of=self.last.node)


class FedInputs:
    """The data sets of a driver that are made of placeholders.

    Args:
      driver: where they are.
      sites: all of its run sites.
      names: hands out new names.

    Raises:
      Refused: one of them is used in a way that is not followed.
    """

    def __init__(self, driver: Driver, sites: Sequence[RunSite], names: Names) -> None:
        self._driver = driver
        self._fed = made_anew(driver, sites)
        self._made: dict[Point, FedData] = {}
        self._starts: dict[Point, FedData | None] = {}  # what starts an iterator, and with which data
        for point in sorted(self._fed, key=lambda point: point.index):
            if not point.is_straight:
                self._refuse(point.node, "a data set that is made anew, in a loop or condition")
            self._read(point, names)
        for point in driver.points:
            self._check_use(point, [site for site in sites if site.point is point])
        self._check_closures()

    @property
    def moved(self) -> frozenset[Point]:
        """The statements that stand in the functions now, or behind them."""
        joined = {made.last for made in self._made.values() if made.target is not None}
        return frozenset(point for point in self._fed if self._describes(point)) | joined

    def pieces(self) -> Iterator[tuple[Point, tuple[Piece, ...]]]:
        """The functions, each with the statement that it stands behind."""
        for made in self._made.values():
            yield made.last, tuple(made.pieces(self._driver))

    def parameters(self, fetch: Fetch) -> tuple[Point, ...]:
        """The placeholders that an initialiser of an iterator must be fed."""
        found = {point for points in fetch.sources.values() for point in points}
        made = [self._starts.get(point) for point in found]
        return made[0].parameters if len(made) == 1 and made[0] is not None else ()

    def _read(self, point: Point, names: Names) -> None:
        """What a statement does with a data set of placeholders."""
        if self._describes(point):
            return
        value = point.node.value if isinstance(point.node, ast.Assign) else None
        if isinstance(value, ast.Attribute) and value.attr == "initializer":
            (source, *others) = point.sources
            if not others and isinstance(value.value, ast.Name) and source in self._starts:
                self._starts[point] = self._starts[source]
                return
        dataset = self._iterated(value)
        if isinstance(point.node, ast.Assign) and dataset is not None and len(point.node.targets) == 1:
            if isinstance(dataset, ast.Name):
                self._starts[point] = self._data(dataset, point)
            else:
                selected = self._slice(point) - {point}
                name = names.new("dataset")
                made = self._function(name, point, selected, dataset, point.node.targets[0])
                self._starts[point] = self._made[point] = made
            return
        dataset = self._initialised(value)
        if dataset is not None:
            fed = any(self._describes(source) for source in point.uses[dataset.id])
            self._starts[point] = self._data(dataset, point) if fed else None
            return
        if not self._only_structure(point):
            self._refuse(point.node, "a data set that is made anew, or its iterator, used in another way")
        for node in self._structures(point):
            self._data(node, point)

    def _iterated(self, value: ast.expr | None) -> ast.expr | None:
        """The data set that a call makes an iterator of."""
        if not isinstance(value, ast.Call) or value.keywords:
            return None
        symbol = self._driver.bindings.tensorflow(value.func)
        if symbol is not None:
            return value.args[0] if symbol in _ITERATORS and len(value.args) == 1 else None
        is_method = isinstance(value.func, ast.Attribute) and value.func.attr == "make_initializable_iterator"
        return value.func.value if is_method and not value.args else None  # type: ignore[attr-defined]

    def _initialised(self, value: ast.expr | None) -> ast.Name | None:
        """The data set that `iterator.make_initializer(…)` is given."""
        if (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr == "make_initializer"
            and isinstance(value.func.value, ast.Name)
            and len(value.args) == 1
            and isinstance(value.args[0], ast.Name)
            and all(keyword.arg == "name" for keyword in value.keywords)
        ):
            return value.args[0]
        return None

    def _only_structure(self, point: Point) -> bool:
        """Whether a statement asks data sets of placeholders for nothing but what their elements are."""
        known = set(self._structures(point))
        return isinstance(point.node, ast.Assign) and all(
            node in known
            for node in nodes_of(point.node)
            if isinstance(node, ast.Name) and point.uses.get(node.id, frozenset()) & self._fed
        )

    def _structures(self, point: Point) -> Iterator[ast.Name]:
        for node in nodes_of(point.node):
            inner: ast.expr | None = None
            if isinstance(node, ast.Attribute) and node.attr in _STRUCTURE:
                inner = node.value
            elif isinstance(node, ast.Call) and self._driver.bindings.tensorflow(node.func) in _STRUCTURES:
                inner = node.args[0] if node.args else None
            if isinstance(inner, ast.Name) and any(
                self._describes(source) for source in point.uses.get(inner.id, ())
            ):
                yield inner

    def _data(self, name: ast.Name, point: Point) -> FedData:
        """The function for a data set that a statement uses by its name."""
        sources = point.uses.get(name.id, frozenset())
        last = next(iter(sources))
        if len(sources) != 1 or not self._describes(last):
            self._refuse(point.node, f"{name.id}, one of several data sets that are made anew")
        if last not in self._made:
            self._made[last] = self._function(name.id, last, self._slice(last), name)
        return self._made[last]

    def _function(
        self,
        name: str,
        last: Point,
        selected: frozenset[Point],
        expression: ast.expr,
        target: ast.expr | None = None,
    ) -> FedData:
        within = selected | {last}
        placeholders = {
            source for point in within for source in point.sources if source.kind is Kind.PLACEHOLDER
        }
        for point in placeholders:
            if not point.is_straight or not _name(point).isidentifier():
                self._refuse(point.node, "a placeholder of a data set that is not simply given a name")
            if is_sparse(self._driver, point):
                self._refuse(point.node, "a sparse placeholder of a data set")
        check_names(self._driver, last, frozenset(within | placeholders))
        shared = within & frozenset().union(*(made.selected for made in self._made.values()))
        for point in shared:
            if point.obstacles:
                self._refuse(
                    point.node, f"{point.obstacles[0].what}, for several data sets that are made anew"
                )
        parameters = tuple(sorted(placeholders, key=lambda point: point.index))
        return FedData(name, parameters, selected, last, expression, target)

    def _slice(self, last: Point) -> frozenset[Point]:
        """The statements that describe a data set, as far as they need placeholders."""
        found = frozenset(closure([last], lambda point: point.sources & self._fed))
        if not all(self._describes(point) for point in found - {last}):
            self._refuse(last.node, "a data set that is made of an iterator")
        return found

    def _describes(self, point: Point) -> bool:
        """Whether a statement gives a name to a data set of placeholders, and does nothing else."""
        node = point.node
        return (
            point in self._fed
            and isinstance(node, ast.Assign)
            and len(node.targets) == 1
            and isinstance(node.targets[0], ast.Name)
            and not any(
                isinstance(inner, ast.Attribute) and inner.attr in _USES for inner in nodes_of(node.value)
            )
        )

    def _check_use(self, point: Point, sites: Sequence[RunSite]) -> None:
        """What else uses a data set of placeholders, or starts an iterator over one."""
        starting = {
            node
            for site in sites
            if site.initialises
            for fetch in site.fetches
            for node in nodes_of(fetch.node)
        }
        for name, sources in point.uses.items():
            fed = {source for source in sources & self._fed if name in source.defines}
            if not fed or point in self._fed:
                continue
            iterates = not any(self._describes(source) for source in fed)
            pulls = iterates and point.kind in GRAPH_VALUES and not _starts(point.node)
            loads = [node for node in point.nodes if isinstance(node, ast.Name) and node.id == name]
            runs = iterates and len(sources) == 1 and bool(loads) and all(node in starting for node in loads)
            named = any(_name(source) == name and _is_initializer(source) for source in fed)
            if not (runs or pulls and not named):
                self._refuse(point.node, f"{name}, of a data set that is made anew, used beside its iterator")

    def _check_closures(self) -> None:
        names = {name for point in self._fed for name in point.defines}
        for function, used in self._driver.closures.items():
            if used & names:
                found = f"a function that uses {min(used & names)}, a data set that is made anew"
                self._refuse(function, found)

    def _refuse(self, node: ast.AST, found: str) -> NoReturn:
        raise Refused("SES203", self._driver.path, node, found, "make it of Python values, without a seed")


_USES = frozenset(
    {
        "get_next",
        "initializer",
        "make_initializable_iterator",
        "make_initializer",
        "make_one_shot_iterator",
        "from_string_handle",
        "from_structure",
        *_STRUCTURE,
        *(f"get_{name}" for name in _STRUCTURE),
    }
)


def _name(point: Point) -> str:
    """The name that a statement gives what it makes."""
    return min(point.defines, default="")


def _starts(node: ast.AST) -> bool:
    return any(
        isinstance(inner, ast.Attribute) and inner.attr in ("initializer", "make_initializer")
        for inner in nodes_of(node)
    )


def _is_initializer(point: Point) -> bool:
    """Whether a statement gives a name to what starts an iterator."""
    return isinstance(point.node, ast.Assign) and _starts(point.node.value)
