"""What each part of a graph is computed of, wherever functions, objects and containers pass it.

A part is what an expression of the program makes (`values`). It is computed of all that the operands of that
expression may be, or hold. Statements have no order there: a name with several parts stands for each of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from migrate.model.bindings import Bindings
from migrate.model.effects import Effects
from migrate.model.nodes import children_of, nodes_of
from migrate.model.objects import Made, Sort
from migrate.syntax.closure import closure

_MAKES_VARIABLE = re.compile(r"(^|\.)(Variable|get_variable|variable|model_variable)$|global_step$")
_SUMMARISES = re.compile(
    r"(summary\.(scalar|histogram|image|audio|tensor_summary)|(scalar|histogram|image|audio)_summary)$"
)
_MERGES_SUMMARIES = re.compile(r"(^|\.)merge_all(_summaries)?$")
_UPDATES = re.compile(
    r"(^|\.)(assign(_add|_sub)?|assign_moving_average|scatter_\w+|batch_norm(alization)?|BatchNorm(alization)?)$"
)
_APPLYING_METHODS = frozenset({"minimize", "apply_gradients"})


def is_update(bindings: Bindings, node: ast.AST) -> bool:
    """Whether an expression changes a variable, as far as the function or method that it calls tells."""
    if not isinstance(node, ast.Call):
        return False
    symbol = bindings.tensorflow(node.func)
    if symbol is None and isinstance(node.func, ast.Attribute):
        symbol = node.func.attr if node.func.attr.startswith("assign") else None
    return symbol is not None and bool(_UPDATES.search(symbol))


class Derived:
    """The parts of the graphs of some modules, by the `effects` of each.

    Each part is looked into once: what is before some parts takes time linear in the operands of all of them.
    """

    def __init__(self, effects: Mapping[Bindings, Effects]) -> None:
        self._effects = effects
        self._operands: dict[Made, frozenset[Made]] = {}

    @cached_property
    def _homes(self) -> Mapping[ast.AST, Bindings]:
        return {node: home for home in self._effects for node in nodes_of(home.module.tree)}

    def home(self, part: Made) -> Bindings:
        """The module whose expression makes a part."""
        return self._homes[part.node]

    def of(self, expression: ast.AST, *, inside: bool = True) -> frozenset[Made]:
        """The parts that an expression may give, and if `inside` also those that what it gives holds."""
        if expression not in self._homes or not isinstance(expression, ast.expr):
            return frozenset()
        effects = self._effects[self._homes[expression]]
        if not (effects.known and effects.evaluates(expression)):
            return frozenset()
        objects = effects.within(expression) if inside else effects.given(expression)
        made = (one for one in objects if isinstance(one, Made))
        return frozenset(one for one in made if all(node in self._homes for node in one.nodes))

    def before(self, parts: Iterable[Made]) -> frozenset[Made]:
        """Some parts, and all that they are computed of."""
        return frozenset(closure(parts, self.operands))

    def operands(self, part: Made) -> frozenset[Made]:
        """What a part is computed of, with nothing between; of all summaries of a graph, each of them."""
        if part not in self._operands:
            found = [self.of(operand) for node in part.nodes for operand in _operands(node)]
            found += [self.summaries for node in part.nodes if _MERGES_SUMMARIES.search(self._symbol(node))]
            self._operands[part] = frozenset[Made]().union(*found) - {part}
        return self._operands[part]

    def is_variable(self, part: Made) -> bool:
        """Whether the program makes it, or finds it, as a variable."""
        return any(_MAKES_VARIABLE.search(self._symbol(node)) for node in part.nodes)

    def is_update(self, part: Made) -> bool:
        """Whether it is an operation that changes variables."""
        return any(
            is_update(self._homes[node], node)
            or isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _APPLYING_METHODS
            for node in part.nodes
        )

    def is_of_variables(self, expression: ast.expr) -> bool:
        """Whether it may give a variable, or what is computed of variables alone."""
        return any(map(self._is_of_variables, self.of(expression, inside=False)))

    def _is_of_variables(self, part: Made) -> bool:
        def values(one: Made) -> list[Made]:
            return [other for other in self.operands(one) if other.sort is Sort.VALUE]

        before = closure([part], lambda one: [] if self.is_variable(one) else values(one))
        return all(self.is_variable(one) or values(one) for one in before)

    def ordered_behind(self, part: Made) -> Iterator[ast.expr]:
        """What `tf.control_dependencies` names around the expression, or around the call of its function."""
        for node in (*part.nodes, part.context):
            yield from self._orders.get(node, ()) if node is not None else ()

    @cached_property
    def _orders(self) -> Mapping[ast.AST, Sequence[ast.expr]]:
        found: dict[ast.AST, list[ast.expr]] = {}
        for block in (node for node in self._homes if isinstance(node, ast.With)):
            named = [operand for item in block.items for operand in _ordering(item.context_expr)]
            for node in (node for one in block.body for node in nodes_of(one)) if named else ():
                found.setdefault(node, []).extend(named)
        return found

    @cached_property
    def summaries(self) -> frozenset[Made]:
        """What any call summarises."""
        made = (self.of(node) for node in self._homes if _SUMMARISES.search(self._symbol(node)))
        return frozenset[Made]().union(*made)

    def _symbol(self, node: ast.AST) -> str:
        return (self._homes[node].tensorflow(node.func) or "") if isinstance(node, ast.Call) else ""


def _ordering(context: ast.expr) -> Sequence[ast.expr]:
    """What a context names to come first, if it is one of control dependencies."""
    if isinstance(context, ast.Call) and getattr(context.func, "attr", "") == "control_dependencies":
        return context.args
    return ()


def _operands(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions inside another one whose values that gets: arguments, and the object of a method."""
    called = node.func if isinstance(node, ast.Call) else None
    for inner in children_of(node):
        is_method = isinstance(inner, ast.Attribute) and inner is called
        if is_method or isinstance(inner, (ast.keyword, ast.Starred)):
            yield from (one for one in children_of(inner) if isinstance(one, ast.expr))
        elif isinstance(inner, ast.expr):
            yield inner
