"""Follows code that chooses variables by their names back to where TensorFlow lists them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, MAKING_VARIABLES, Context, Kind, Role
from migrate.model.nodes import last_name, nodes_of
from migrate.model.refusal import Refused
from migrate.syntax.arguments import passed_values
from migrate.syntax.closure import closure
from migrate.syntax.listing_loops import LISTING

from ..statements.objections import in_order, refuse
from ..statements.reading_only import looked_at


class ChosenVariables:
    """Follows what a saver is told back to where TensorFlow lists variables, or where the block makes them.

    `points` are the statements on the way, `asking` those in which TensorFlow lists variables, and `making`
    those that make lists or dictionaries of variables by their names, as a part of the steps. Of the points,
    those under a condition or in a loop stand beside the saver, under the same headers.

    Raises:
      Refused: beside the saver they may choose something else, or they do more than to choose.
    """

    def __init__(self, driver: Driver, saver: Point, written: ast.expr, state: frozenset[Point]) -> None:
        self._driver = driver
        self._saver = saver
        self._state = state
        self.asking: set[Point] = set()
        self.making: set[Point] = set()
        names = [one.id for one in nodes_of(written) if isinstance(one, ast.Name)]
        told = {name: saver.uses.get(name, frozenset()) for name in names}
        self.points = set(closure(self._followed(told), self._before))
        self._check_reads(saver, [written])
        for point in in_order(self.points):
            self._check_statement(point)
            self._check_reads(point, point.own_nodes)

    def _followed(self, uses: Mapping[str, frozenset[Point]]) -> Iterator[Point]:
        """What gives names that the choice uses their variables; those made before the steps are there."""
        for name, sources in uses.items():
            others = sources - self._state if name not in GRAPH_STATE else frozenset[Point]()
            if len(sources) == 1 and all(one.is_straight and _makes_by_name(one) for one in others):
                self.making.update(others)
            elif any(_is_of_graph(one) for one in others):
                yield from (one for one in others if one.kind is not Kind.AVERAGE or name in one.defines)

    def _before(self, point: Point) -> Iterator[Point]:
        """What a statement of the choice needs: what it uses, headers around it, and jumps under these."""
        yield from self._followed(point.uses)
        if isinstance(point.node, (ast.For, ast.If)):
            yield from (one for one in self._driver.under(point.node) if isinstance(one.node, ast.Continue))
        for header in point.parents:
            if header not in self._saver.parents and not isinstance(header.node, (ast.With, ast.FunctionDef)):
                yield header

    def _check_statement(self, point: Point) -> None:
        """It runs before the saver, each time that this is made, and changes what is chosen alone."""
        node = point.node
        changed = (point.uses.get(name, frozenset()) for name in point.mutates - GRAPH_STATE)
        is_plain = isinstance(node, _FOLLOWED) and not (isinstance(node, ast.For) and node.orelse)
        if (  # effects of the graph are those of its steps, and no step has the choice
            not is_plain
            or point.index > self._saver.index
            or point in self._saver.parents
            or not all(obstacle.effect for obstacle in point.obstacles)
            or point.roles & MAKING_VARIABLES
            or any(other.kind is Kind.RUN for other in self._driver.under(node))
            or not all(sources <= self.points for sources in changed)
        ):
            self._refuse(node)

    def _check_reads(self, point: Point, roots: Sequence[ast.AST]) -> None:
        """Of variables, a statement has no more than places for them, their names and their shapes."""
        nodes = [node for root in roots for node in nodes_of(root)]
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        if any(map(self._lists, calls)):
            self.asking.add(point)
        seen = {*looked_at(nodes)}
        for call in calls:
            if self._driver.bindings.tensorflow(call.func) == _AVERAGE:
                seen.update(passed_values(call))
            elif isinstance(call.func, ast.Attribute) and call.func.attr in _OF_AVERAGES:
                self._check_average(call.func.value, point)
                seen.update((call.func.value, *passed_values(call)))
        read = {node for node in nodes if self._is_of_variables(node, point)}
        for loop in (one for one in nodes if isinstance(one, ast.comprehension)):
            if not (read - seen).isdisjoint(nodes_of(loop.iter)):
                own = {one.id for one in nodes_of(loop.target) if isinstance(one, ast.Name)}
                read |= {one for one in nodes if _is_loaded(one, own)}
        places = {*closure([] if isinstance(point.node, ast.If) else roots, _places)}
        for node in nodes:
            is_given = node in places and isinstance(node, ast.expr)
            if node in read - places - seen or is_given and not self._is_followed(node, point):
                self._refuse(node)

    def _lists(self, call: ast.Call) -> bool:
        """Whether TensorFlow lists variables there that a store keeps."""
        symbol = self._driver.bindings.tensorflow(call.func)
        is_collection = symbol == "tf.get_collection" and bool(call.args) and _is_of_variables(call.args[0])
        return symbol in LISTING or is_collection or last_name(call.func) == _RESTORED

    def _is_of_variables(self, node: ast.AST, point: Point) -> bool:
        """Whether it is a name of variables, or of another part of the graph, or asks for such."""
        if isinstance(node, ast.Call):
            return self._lists(node) or self._driver.bindings.tensorflow(node.func) == "tf.get_collection"
        names = {name for name, sources in point.uses.items() if any(map(_is_of_graph, sources))}
        return _is_loaded(node, names)

    def _is_followed(self, node: ast.AST, point: Point) -> bool:
        """Whether an expression where variables may be gives such as the store has, or text."""
        if isinstance(node, ast.BinOp):  # of lists
            sides = [one.id for one in (node.left, node.right) if isinstance(one, ast.Name)]
            return all(any(one.holds_several for one in point.uses.get(name, ())) for name in sides)
        if isinstance(node, ast.Call):
            is_average = self._driver.bindings.tensorflow(node.func) == _AVERAGE
            return is_average or self._lists(node) or bool(_places(node))
        if isinstance(node, ast.Subscript):
            return isinstance(node.ctx, ast.Store)
        return isinstance(node, _GIVING)

    def _check_average(self, node: ast.expr, at: Point) -> None:
        """The moving average whose names are asked for is the only one of the graph."""
        sources = at.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset[Point]()
        given = [one for one in sources if isinstance(node, ast.Name) and node.id in one.defines]
        made = given[0] if len(given) == 1 else None
        call = made.node.value if made is not None and isinstance(made.node, ast.Assign) else node
        is_average = isinstance(call, ast.Call) and self._driver.bindings.tensorflow(call.func) == _AVERAGE
        if not is_average or made is not None and not made.is_straight:
            self._refuse(node)
        for point in self._driver.points:
            if not self._names_as(point, made):
                found = "names of moving averages beside others, which are then counted"
                refuse(
                    self._driver, "SES218", point.node, found, "keep averages of all that is trained alone"
                )

    def _names_as(self, point: Point, average: Point | None) -> bool:
        """Whether a statement leaves averages the names that variables give them."""
        if point.kind not in GRAPH_VALUES:
            return True
        if Role.TENSOR_AVERAGE in point.roles:
            return False
        if point.kind is not Kind.AVERAGE:
            return Role.ACTS not in point.roles or point.kind is Kind.APPLY and not point.obstacles
        call = getattr(point.node, "value", None)
        assert isinstance(call, ast.Call)
        arguments = passed_values(call)
        return (
            average in point.sources
            and all(_is_trained(self._driver, argument) for argument in arguments)
            and not any(
                gives_other_names(self._driver, one)
                for one in point.parents
                if isinstance(one.node, ast.With)
            )
        )

    def _refuse(self, node: ast.AST) -> NoReturn:
        found = "a saver of some variables, in a form that is not followed"
        raise Refused(
            "SES218", self._driver.path, node, found, "choose them by name, from tf.global_variables()"
        )


_FOLLOWED = (ast.Assign, ast.AugAssign, ast.Continue, ast.Expr, ast.For, ast.If)
_GIVING = (ast.Constant, ast.Dict, ast.DictComp, ast.IfExp, ast.List, ast.ListComp, ast.Name, ast.Tuple)
# Where these have what they keep, or give, as it is.
_PLACES = {
    ast.Assign: ("targets", "value"),
    ast.AugAssign: ("value",),
    ast.BinOp: ("left", "right"),  # of lists
    ast.Dict: ("values",),
    ast.DictComp: ("value", "generators"),
    ast.Expr: ("value",),
    ast.IfExp: ("body", "orelse"),
    ast.List: ("elts",),
    ast.ListComp: ("elt", "generators"),
    ast.Subscript: ("value",),
    ast.Tuple: ("elts",),
    ast.comprehension: ("iter",),
}
# Methods of lists and dictionaries that keep what they are told, or give what is kept.
_KEEPING = frozenset({"append", "extend", "update", "values"})
_RESTORED = "variables_to_restore"
_OF_AVERAGES = ("average_name", _RESTORED)
_AVERAGE = "tf.train.ExponentialMovingAverage"
_VARIABLE_KEYS = frozenset(
    {"GLOBAL_VARIABLES", "LOCAL_VARIABLES", "MODEL_VARIABLES", "TRAINABLE_VARIABLES", "VARIABLES"}
)


def _is_of_variables(key: ast.expr) -> bool:
    """Whether it is the key of a collection of variables that a store keeps."""
    return isinstance(key, ast.Attribute) and key.attr in _VARIABLE_KEYS


def _is_loaded(node: ast.AST, names: Collection[str]) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names


def _is_of_graph(point: Point) -> bool:
    """Whether what a statement gives may be variables, or is another part of the graph."""
    return point.holds_variable or point.kind in GRAPH_VALUES


def _places(node: ast.AST) -> Sequence[ast.AST]:
    """The parts of a node that may be variables or lists of them, of which it has nothing more."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute):
            return [node.func.value, *passed_values(node)] if node.func.attr in _KEEPING else []
        return node.args if last_name(node.func) in ("list", "tuple") else []
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Add):
        return []
    found = (getattr(node, name) for name in _PLACES.get(type(node), ()))
    return [part for one in found for part in (one if isinstance(one, list) else [one])]


def _is_trained(driver: Driver, node: ast.expr) -> bool:
    symbol = driver.bindings.tensorflow(node.func) if isinstance(node, ast.Call) else None
    return (
        symbol == "tf.trainable_variables" and isinstance(node, ast.Call) and not (node.args or node.keywords)
    )


def _makes_by_name(point: Point) -> bool:
    """Whether a statement makes variables by `get_variable`, of Python values, and gives nothing else."""
    around = [one for one in (point, *point.parents) if not isinstance(one.node, ast.FunctionDef)]
    uses = (use for one in around for use in one.uses.items())
    used = (source for name, sources in uses if name not in GRAPH_STATE for source in sources)
    plain = all(source.kind in (Kind.HOST, Kind.HEADER) for source in used)
    is_made = Role.SHARED_VARIABLE in point.roles and not point.roles & MAKING_VARIABLES - _BY_NAME
    return (
        point.gives_variables
        and is_made
        and plain
        and not point.obstacles
        and not point.mutates - GRAPH_STATE
    )


_BY_NAME = frozenset({Role.SHARED_VARIABLE})


def gives_other_names(driver: Driver, header: Point) -> bool:
    """Whether a `with` statement may change the names of what is made inside."""
    return any(
        context in (Context.BUILDING, Context.HOST)
        and not (
            isinstance(item.context_expr, ast.Call)
            and driver.bindings.tensorflow(item.context_expr.func) == "tf.control_dependencies"
        )
        for item, context in zip(getattr(header.node, "items", ()), header.contexts, strict=True)
    )
