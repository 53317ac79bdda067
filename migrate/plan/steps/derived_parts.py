"""What each part of a graph is computed of, wherever functions, objects and containers pass it.

A part is what an expression of the program makes (`values`). It is computed of all that the operands of that
expression may be, or hold. Statements have no order there: a name with several parts stands for each of them.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.effects import Effects
from migrate.model.nodes import children_of, nodes_of
from migrate.model.objects import Made, Object, Sort
from migrate.syntax.closure import closure

Parts: TypeAlias = frozenset[Made]

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

    Each part is looked into once, and each set of parts that some expression may give, however many parts are
    computed of that: what is before some parts takes time linear in the operands and in the different sets.
    For the same parts it is found once.
    """

    def __init__(self, effects: Mapping[Bindings, Effects]) -> None:
        self._effects = effects
        self._operands: dict[Made, tuple[Parts, ...]] = {}
        self._parts: dict[frozenset[Object], Parts] = {}
        self._before: dict[Parts, Parts] = {}
        self._variables: dict[Made, bool] = {}
        self._updates: dict[Made, bool] = {}

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
        if objects not in self._parts:
            made = (one for one in objects if isinstance(one, Made))
            self._parts[objects] = frozenset(
                one for one in made if all(node in self._homes for node in one.nodes)
            )
        return self._parts[objects]

    def before(self, parts: Iterable[Made]) -> frozenset[Made]:
        """Some parts, and all that they are computed of."""
        starts = frozenset(parts)
        if starts not in self._before:
            every: Iterable[Made | Parts] = starts
            self._before[starts] = _only_parts(closure(every, self._leads_to))
        return self._before[starts]

    def computed_of(self, parts: Iterable[Made]) -> frozenset[Made]:
        """All that some parts are computed of."""
        return self.before(one for part in parts for made in self.operands(part) for one in made - {part})

    def needing(self, parts: Iterable[Made], among: Iterable[Made]) -> frozenset[Made]:
        """Some parts, and those `among` others, and what these are computed of, that are computed of one."""
        others: Iterable[Made | Parts] = among
        users = defaultdict[Made | Parts, list[Made | Parts]](list)
        for one in closure(others, self._leads_to):
            for operand in self._leads_to(one):
                users[operand].append(one)
        starts: Iterable[Made | Parts] = parts
        return _only_parts(closure(starts, lambda one: users.get(one, ())))

    def _leads_to(self, one: Made | Parts) -> Iterable[Made | Parts]:
        """The sets that a part has an operand of; the parts of a set."""
        return self.operands(one) if isinstance(one, Made) else one

    def operands(self, part: Made) -> tuple[Parts, ...]:
        """What a part is computed of, with nothing between: a set for each operand, of what that may be.

        One of them are all summaries of the graph, if the part merges these.
        """
        if part not in self._operands:
            found = [self.of(operand) for node in part.nodes for operand in _operands(node)]
            found += [self.summaries for node in part.nodes if _MERGES_SUMMARIES.search(self._symbol(node))]
            self._operands[part] = tuple(dict.fromkeys(found))
        return self._operands[part]

    def is_computed_of(self, part: Made, others: Set[Made]) -> bool:
        """Whether one of some other parts is an operand of a part."""
        return any(not one.isdisjoint(others - {part}) for one in self.operands(part))

    def is_variable(self, part: Made) -> bool:
        """Whether the program makes it, or finds it, as a variable."""
        if part not in self._variables:
            self._variables[part] = any(_MAKES_VARIABLE.search(self._symbol(node)) for node in part.nodes)
        return self._variables[part]

    def is_update(self, part: Made) -> bool:
        """Whether it is an operation that changes variables."""
        if part not in self._updates:
            self._updates[part] = any(
                is_update(self._homes[node], node)
                or isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in _APPLYING_METHODS
                for node in part.nodes
            )
        return self._updates[part]

    def is_of_variables(self, expression: ast.expr) -> bool:
        """Whether it may give a variable, or what is computed of variables alone."""
        return any(map(self._is_of_variables, self.of(expression, inside=False)))

    def _is_of_variables(self, part: Made) -> bool:
        def values(one: Made) -> list[Made]:
            operands = frozenset[Made]().union(*self.operands(one)) - {one}
            return [other for other in operands if other.sort is Sort.VALUE]

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


def _only_parts(found: Iterable[Made | Parts]) -> Parts:
    return frozenset(one for one in found if isinstance(one, Made))


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
