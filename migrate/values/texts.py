"""The texts that expressions may give, as far as a program writes them out.

A text is followed through names, parameters, attributes of a method's own object, and what puts texts
together. What is not known of it is a part that may be any text, or any number: `'layer_%d' % i` is `layer_`
and a number. What is behind `_DEEPEST` such steps, and more than `_MOST` texts, is any text.

What an attribute or a parameter may be is found once for each number of steps in front of it: so n of them,
with m values, take `_DEEPEST` times n + m steps, and not one for each way through them.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from migrate.model.graph_names import NUMBER
from migrate.model.nodes import nodes_of
from migrate.model.objects import FUNCTIONS, Frame, Scope

from .points_to import PointsTo
from .scopes import own_nodes, parameters

Texts = frozenset[str]  # those that an expression may give, "" for none
Given = Mapping[str, Texts]  # to the parameters of a function
Written = ast.FunctionDef | ast.AsyncFunctionDef
ANY = "\1"  # a part of a text that may be any
UNKNOWN: Texts = frozenset({ANY})
NONE: Texts = frozenset({""})
_NUMBERS: Texts = frozenset({NUMBER})
_MOST = 32
_DEEPEST = 8
_SCOPES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class TextsOf:
    """The texts that the expressions of a program may give.

    Args:
      points_to: its functions, and the calls that they run for.
    """

    def __init__(self, points_to: PointsTo) -> None:
        self._points_to = points_to
        self._trees = [one.module.tree for one in points_to.modules.values()]
        self.methods = frozenset(one for tree in self._trees for one in _methods(tree))
        self._values: dict[Scope, Mapping[str, Sequence[ast.expr | None]]] = {}
        self._of_stored: dict[tuple[str, int], Texts] = {}
        self._of_passed: dict[tuple[str, Frame, int], Texts] = {}

    def of(self, node: ast.expr | None, frame: Frame, given: Given, depth: int = 0) -> Texts:
        """The texts that an expression may give where its function is `given` some."""
        if depth > _DEEPEST:
            return UNKNOWN
        inner = functools.partial(self.of, frame=frame, given=given, depth=depth + 1)
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                return frozenset({node.value})
            return NONE if node.value is None else UNKNOWN
        if isinstance(node, ast.Name):
            return self._of_name(node.id, frame, given, depth)
        if isinstance(node, ast.Attribute):
            return self._of_attribute(node, frame, depth)
        if isinstance(node, ast.IfExp):
            return _union((inner(node.body), inner(node.orelse)))
        if isinstance(node, ast.BoolOp):
            return _union(map(inner, node.values))
        if isinstance(node, ast.JoinedStr):
            return _joined(
                [inner(getattr(one, "value", None) if _is_gap(one) else one) for one in node.values]
            )
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return _joined([inner(node.left), inner(node.right)])
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
            return _union(_formatted(form, [inner(one) for one in values]) for form in inner(node.left))
        return UNKNOWN

    def passed(self, function: Written, calls: Sequence[ast.Call], frame: Frame, given: Given) -> Given:
        """The texts that calls in a frame give the parameters of a function."""
        every = [self._arguments(function, call, frame, given, 0) for call in calls]
        return {
            name: _union(one.get(name, UNKNOWN) for one in every) if every else UNKNOWN
            for name in parameters(function)
        }

    def _arguments(self, function: Written, call: ast.Call, frame: Frame, given: Given, depth: int) -> Given:
        words = {word.arg: word.value for word in call.keywords}
        if any(isinstance(one, ast.Starred) for one in call.args) or None in words:
            return {}
        takes = function.args
        names = [one.arg for one in (*takes.posonlyargs, *takes.args)]
        written = dict(zip(names[::-1], takes.defaults[::-1], strict=False))
        written |= {
            one.arg: value for one, value in zip(takes.kwonlyargs, takes.kw_defaults, strict=True) if value
        }
        found = {
            name: self.of(one, frame, {}, depth) if isinstance(one, ast.Constant) else UNKNOWN
            for name, one in written.items()
        }
        places = zip(names[function in self.methods :], call.args, strict=False)
        found |= {name: self.of(one, frame, given, depth) for name, one in places}
        return found | {word: self.of(one, frame, given, depth) for word, one in words.items() if word}

    # Names.

    def _of_name(self, name: str, frame: Frame, given: Given, depth: int) -> Texts:
        cell = self._points_to.names.cell(frame.chain, name)
        if cell.frame is frame and name in given:
            return given[name]
        scope = cell.frame.scope
        values = self._bound(scope).get(name, ())
        is_parameter = isinstance(scope, FUNCTIONS) and name in parameters(scope)
        if is_parameter and not values:
            key = name, cell.frame, depth
            if key not in self._of_passed:
                self._of_passed[key] = self._of_parameter(*key)
            return self._of_passed[key]
        if is_parameter or not values:
            return UNKNOWN
        return _union(self.of(one, cell.frame, {}, depth + 1) for one in values)

    def _of_parameter(self, name: str, frame: Frame, depth: int) -> Texts:
        """What a parameter may be, by the call that its frame is for: for a method, what makes the object."""
        function, call = frame.scope, frame.context
        if not isinstance(function, ast.FunctionDef) or not isinstance(call, ast.Call):
            return UNKNOWN
        is_of_another_call = function in self.methods and function.name != "__init__"
        if is_of_another_call or self._points_to.sites.is_for_several(frame) or call not in self._callers:
            return UNKNOWN
        callers = self._points_to.frames(self._callers[call])
        passed = [self._arguments(function, call, one, {}, depth + 1).get(name, UNKNOWN) for one in callers]
        return _union(passed) if passed else UNKNOWN

    @functools.cached_property
    def _callers(self) -> Mapping[ast.AST, Scope]:
        """The scope that each call stands in."""
        return {one: scope for scope in self._scopes for one in own_nodes(scope) if isinstance(one, ast.Call)}

    @property
    def _scopes(self) -> Iterator[Scope]:
        return (node for tree in self._trees for node in nodes_of(tree) if isinstance(node, _SCOPES))

    def _bound(self, scope: Scope) -> Mapping[str, Sequence[ast.expr | None]]:
        """What a scope gives each of its names: an expression, or something else."""
        if scope not in self._values:
            found: dict[str, list[ast.expr | None]] = {}
            for target, value in _stored(scope):
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(value)
            self._values[scope] = found
        return self._values[scope]

    # Attributes.

    def _of_attribute(self, node: ast.Attribute, frame: Frame, depth: int) -> Texts:
        """What an attribute of a method's own object may be: all that is stored under its name anywhere."""
        method = frame.scope
        own = next(parameters(method), "") if isinstance(method, FUNCTIONS) and method in self.methods else ""
        if (
            not (isinstance(node.value, ast.Name) and node.value.id == own)
            or node.attr not in self._attributes
        ):
            return UNKNOWN
        key = node.attr, depth
        if key not in self._of_stored:
            self._of_stored[key] = _union(
                self.of(value, one, {}, depth + 1)
                for scope, value in self._attributes[node.attr]
                for one in self._points_to.frames(scope)
            )
        return self._of_stored[key]

    @functools.cached_property
    def _attributes(self) -> Mapping[str, Sequence[tuple[Scope, ast.expr | None]]]:
        """What is stored in attributes of each name, and in which scope."""
        found: dict[str, list[tuple[Scope, ast.expr | None]]] = {}
        for scope in self._scopes:
            for target, value in _stored(scope):
                if isinstance(target, ast.Attribute):
                    found.setdefault(target.attr, []).append((scope, value))
                elif isinstance(target, ast.Name) and isinstance(scope, ast.ClassDef):
                    found.setdefault(target.id, []).append((scope, value))
        return found


def _stored(scope: Scope) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """The names and attributes that a scope gives values, each with the expression, if one alone gives it."""
    given: dict[ast.AST, ast.expr] = {}
    nodes = list(own_nodes(scope))
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=False))
                given.update(pairs)
    for node in nodes:
        if isinstance(node, (ast.Name, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
            yield node, given.get(node)


def _methods(tree: ast.Module) -> Iterator[Written]:
    """The functions in classes that are given the object, or the class, first."""
    for owner in (node for node in nodes_of(tree) if isinstance(node, ast.ClassDef)):
        for one in owner.body:
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) and not any(
                getattr(decorator, "id", "") == "staticmethod" for decorator in one.decorator_list
            ):
                yield one


def _is_gap(node: ast.expr) -> bool:
    return isinstance(node, ast.FormattedValue)


def _union(some: Iterable[Texts]) -> Texts:
    found = frozenset[str]().union(*some)
    return found if len(found) <= _MOST else UNKNOWN


def _joined(parts: Sequence[Texts]) -> Texts:
    """All texts that are put together of parts."""
    count = functools.reduce(lambda number, part: number * len(part), parts, 1)
    return frozenset("".join(one) for one in product(*parts)) if count <= _MOST else UNKNOWN


def _formatted(form: str, values: Sequence[Texts]) -> Texts:
    """What `form % values` gives."""
    left, found = list(values), list[Texts]()
    for part in re.split(r"(%.)", form):
        if part.startswith("%"):
            value = left.pop(0) if left else UNKNOWN
            found.append({"%s": value, "%d": _NUMBERS, "%i": _NUMBERS}.get(part, UNKNOWN))
        else:
            found.append(frozenset({part}))
    return _joined(found) if not left else UNKNOWN
