"""Follows code that chooses variables by their names back to where TensorFlow lists them."""

from __future__ import annotations

import ast
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, MAKING_VARIABLES, Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.syntax.arguments import passed_values
from migrate.syntax.assignments import appended

from ..statements.objections import refuse


class ChosenVariables:
    """Follows what a saver is told back to where TensorFlow lists variables, or where the block makes them.

    `points` are the statements on the way, `asking` those in which TensorFlow lists variables, and `making`
    those that make lists or dictionaries of variables by their names, as a part of the steps. Of the points,
    those under a condition or in a loop stand beside the saver, under the same headers.
    """

    def __init__(self, driver: Driver, saver: Point, state: frozenset[Point]) -> None:
        self._driver = driver
        self._saver = saver
        self._state = state
        self.points: set[Point] = set()
        self.asking: set[Point] = set()
        self.making: set[Point] = set()

    def variables(self, node: ast.expr, at: Point, own: frozenset[str]) -> None:
        """A list of variables, or a dictionary of them by name; `own` are the names of single ones."""
        if isinstance(node, ast.Name):
            self._named(node, at)
        elif isinstance(node, (ast.List, ast.Tuple)):
            for element in node.elts:
                self._variable(element, at, own)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                self._text(key or value, at, own)
                self._variable(value, at, own)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            self.variables(node.left, at, own)
            self.variables(node.right, at, own)
        elif isinstance(node, (ast.ListComp, ast.DictComp)) and len(node.generators) == 1:
            self._comprehension(node, at)
        elif isinstance(node, ast.Call):
            self._called(node, at)
        else:
            self._refuse(node)

    def _called(self, call: ast.Call, at: Point) -> None:
        symbol = self._driver.bindings.tensorflow(call.func)
        arguments = passed_values(call)
        if symbol == "tf.get_collection" and call.args and _is_of_variables(call.args[0]):
            symbol, arguments = "tf.global_variables", arguments[1:]
        if symbol in _LISTING:
            self.asking.add(at)
            for argument in arguments:
                self._text(argument, at, frozenset())
        elif isinstance(call.func, ast.Attribute) and call.func.attr == "variables_to_restore":
            self.asking.add(at)
            self._average(call.func.value, at)
            for argument in arguments:
                self.variables(argument, at, frozenset())
        elif isinstance(call.func, ast.Attribute) and call.func.attr == "values" and not arguments:
            self.variables(call.func.value, at, frozenset())
        elif isinstance(call.func, ast.Name) and call.func.id in ("list", "tuple") and len(arguments) == 1:
            self.variables(arguments[0], at, frozenset())
        else:
            self._refuse(call)

    def _comprehension(self, node: ast.ListComp | ast.DictComp, at: Point) -> None:
        (generator,) = node.generators
        if not isinstance(generator.target, ast.Name):
            self._refuse(node)
        own = frozenset({generator.target.id})
        self.variables(generator.iter, at, frozenset())
        for test in generator.ifs:
            self._text(test, at, own)
        if isinstance(node, ast.DictComp):
            self._text(node.key, at, own)
        self._variable(node.value if isinstance(node, ast.DictComp) else node.elt, at, own)

    def _named(self, name: ast.Name, at: Point) -> None:
        """A name that one statement gives a list or a dictionary, and that loops fill perhaps."""
        sources = at.uses.get(name.id, frozenset())
        given = [one for one in sources if name.id in one.defines]
        if len(given) != 1 or not self._runs_before_saver(given[0]):
            self._refuse(name)
        if sources == {given[0]} and given[0].is_straight and _makes_by_name(given[0]):
            self.making.add(given[0])
            return
        self._take(given[0])
        value = given[0].node.value if isinstance(given[0].node, ast.Assign) else None
        targets = given[0].node.targets if isinstance(given[0].node, ast.Assign) else []
        if value is None or len(targets) != 1 or not isinstance(targets[0], ast.Name):
            self._refuse(given[0].node)
        self.variables(value, given[0], frozenset())
        for point in sources - {given[0]}:
            self._filled(name.id, point)

    def _runs_before_saver(self, point: Point) -> bool:
        """Whether a statement always runs before the saver is made, in the same turn of loops around it."""
        headers = [one for one in point.parents if not isinstance(one.node, ast.With)]
        return point.index < self._saver.index and all(one in self._saver.parents for one in headers)

    def _filled(self, name: str, point: Point) -> None:
        """`chosen[v.op.name] = v` or `chosen.append(v)`, in a loop over variables and under conditions."""
        self._take(point)
        own: set[str] = set()
        for parent in point.parents:
            node = parent.node
            if isinstance(node, ast.With) or parent in self._saver.parents:
                continue
            self._take(parent)
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and not node.orelse:
                self.variables(node.iter, parent, frozenset())
                own.add(node.target.id)
            elif isinstance(node, ast.If) and not node.orelse:
                self._text(node.test, parent, frozenset(own))
            else:
                self._refuse(node)
        node = point.node
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        to, added = appended(node) or ("", None)
        is_item = isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)
        if is_item and isinstance(target, ast.Subscript) and isinstance(node, ast.Assign):
            self._text(target.slice, point, frozenset(own))
            self._variable(node.value, point, frozenset(own))
        elif to == name and added is not None:
            self._variable(added, point, frozenset(own))
        else:
            self._refuse(node)

    def _variable(self, node: ast.expr, at: Point, own: frozenset[str]) -> None:
        if not isinstance(node, ast.Name):
            self._refuse(node)
        sources = at.uses.get(node.id, frozenset())
        if node.id not in own and not (len(sources) == 1 and sources <= self._state):
            self._refuse(node)

    def _text(self, node: ast.AST, at: Point, own: frozenset[str]) -> None:
        """Python that sees of the variables `own` their names alone."""
        named: set[ast.AST] = set()
        averages: set[ast.AST] = set()
        for inner in nodes_of(node):
            if isinstance(inner, ast.Attribute) and inner.attr == "name":
                owner = inner.value
                named.add(owner.value if isinstance(owner, ast.Attribute) and owner.attr == "op" else owner)
            if (
                isinstance(inner, ast.Call)
                and isinstance(inner.func, ast.Attribute)
                and inner.func.attr == "average_name"
            ):
                self._average(inner.func.value, at)
                averages.add(inner.func.value)
                named.update(inner.args)
        for name in nodes_of(node):
            if isinstance(name, ast.Name) and name not in averages:
                sources = at.uses.get(name.id, frozenset())
                is_variable = name.id in own or bool(sources) and sources <= self._state
                is_python = name.id not in own and all(one.kind is Kind.HOST for one in sources)
                if not (is_python or is_variable and name in named):
                    self._refuse(name)

    def _average(self, node: ast.expr, at: Point) -> None:
        """The moving average whose names are asked for, which is the only one of the graph."""
        made: Point | None = None
        if isinstance(node, ast.Name):
            sources = at.uses.get(node.id, frozenset())
            given = [one for one in sources if node.id in one.defines]
            made = given[0] if len(given) == 1 else None
            if made is None or not made.is_straight or not isinstance(made.node, ast.Assign):
                self._refuse(node)
            self._take(made)
        call = made.node.value if made is not None and isinstance(made.node, ast.Assign) else node
        is_average = isinstance(call, ast.Call) and self._driver.bindings.tensorflow(call.func) == _AVERAGE
        if not is_average or not isinstance(call, ast.Call):
            self._refuse(node)
        for argument in passed_values(call):
            if not (isinstance(argument, ast.Name) and made is not None and self._is_made(argument, made)):
                self._text(argument, made or at, frozenset())
        for point in self._driver.points:
            if not self._names_as(point, made):
                found = "names of moving averages beside others, which are then counted"
                refuse(
                    self._driver, "SES218", point.node, found, "keep averages of all that is trained alone"
                )

    def _is_made(self, name: ast.Name, at: Point) -> bool:
        sources = at.uses.get(name.id, frozenset())
        return bool(sources) and sources <= self._state

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

    def _take(self, point: Point) -> None:
        if (  # effects of the graph are those of its steps, and no step has the choice
            not all(obstacle.effect for obstacle in point.obstacles)
            or point.roles & MAKING_VARIABLES
            or any(other.kind is Kind.RUN for other in self._driver.under(point.node))
        ):
            self._refuse(point.node)
        self.points.add(point)

    def _refuse(self, node: ast.AST) -> NoReturn:
        found = "a saver of some variables, in a form that is not followed"
        raise Refused(
            "SES218", self._driver.path, node, found, "choose them by name, from tf.global_variables()"
        )


_AVERAGE = "tf.train.ExponentialMovingAverage"
_LISTING = frozenset(
    {
        "tf.all_variables",
        "tf.contrib.framework.get_variables_to_restore",
        "tf.contrib.slim.get_model_variables",
        "tf.contrib.slim.get_trainable_variables",
        "tf.contrib.slim.get_variables",
        "tf.contrib.slim.get_variables_to_restore",
        "tf.global_variables",
        "tf.local_variables",
        "tf.model_variables",
        "tf.trainable_variables",
    }
)
_VARIABLE_KEYS = frozenset(
    {"GLOBAL_VARIABLES", "LOCAL_VARIABLES", "MODEL_VARIABLES", "TRAINABLE_VARIABLES", "VARIABLES"}
)


def _is_of_variables(key: ast.expr) -> bool:
    """Whether it is the key of a collection of variables that a store keeps."""
    return isinstance(key, ast.Attribute) and key.attr in _VARIABLE_KEYS


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
