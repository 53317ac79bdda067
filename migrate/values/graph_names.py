"""The names that statements take in a TF 1 graph, with all functions that they call.

TensorFlow counts how often each name is asked for in each scope, by whatever asks: an operation, a scope, a
variable. So the name of a `tf.Variable` depends on all that was built before it. A call is followed into the
functions that the points-to analysis finds, with the texts that it gives them (`texts.py`) and in the scopes
around it. A name that is not known may be any in its scope.

Each function is followed once for the same texts and scopes; what calls itself with the same adds nothing.
Behind `_MOST` statements, and in `_DEEPEST` functions, anything may be taken.
"""

from __future__ import annotations

import ast
import builtins
import functools
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from migrate.model.bindings import Bindings
from migrate.model.graph_names import NUMBER, Taken, Takes, family
from migrate.model.nodes import calls_in, children_of, last_name, nodes_of
from migrate.model.objects import Frame, Made, Object, Scope, made_at
from migrate.syntax.arguments import passed_values
from migrate.syntax.guards import runs_imported

from . import externals
from .default_names import OF_OPERANDS, OPERATORS, default_names, every_name, place_of_name
from .points_to import PointsTo
from .texts import ANY, NONE, UNKNOWN, Given, Texts, TextsOf

_MOST, _DEEPEST = 20_000, 40
_LIBRARIES = sys.stdlib_module_names | externals.PURE_LIBRARIES - {"tensorflow", "compat", "tf_slim"}
_SCOPES = {"tf.name_scope": "name", "tf.variable_scope": "name_or_scope", "tf.op_scope": "name"}
_MADE: dict[str, tuple[Takes, int | None, str]] = {
    "tf.Variable": (Takes.VARIABLE, 5, "Variable"),
    "tf.get_variable": (Takes.SHARED, 0, ""),
    **{
        f"{module}.{function}_global_step": (Takes.SHARED, None, "global_step")
        for module in ("tf.train", "tf.contrib.framework", "tf.contrib.slim")
        for function in ("create", "get_or_create")
    },
}
_METRICS = "tf.metrics."
_AVERAGE = "tf.train.ExponentialMovingAverage"
_SUMMARIES = re.compile(r"tf\.summary\.(scalar|histogram|image|audio|text|tensor_summary)")
_LAYERS = re.compile(r"tf\.(contrib|layers|keras\.layers)\.")
# Methods that give contexts of other things than names.
_OTHER_CONTEXTS = frozenset(
    {"as_default", "device", "control_dependencies", "colocate_with", "gradient_override_map", "scope"}
)
# Methods of data sets that are given functions of elements.
_OF_ELEMENTS = frozenset(
    {"map", "flat_map", "filter", "interleave", "reduce", "from_generator", "map_with_legacy_function"}
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BLOCKS = (ast.stmt, ast.ExceptHandler, ast.match_case)


@dataclass(frozen=True)
class Place:
    """The scopes that code stands in: of names, and of variables; whether these are all."""

    names: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    is_rooted: bool = True

    def taken(self, name: str, what: Takes = Takes.OPERATION, *, by_default: bool = False) -> Taken:
        """A name that is taken here; of one that is not known to its end, what is around that."""
        around = self.variables if what is Takes.SHARED else self.names
        path = (*around, *(one for one in name.split("/") if one))
        unknown = next((place for place, one in enumerate(path) if ANY in one), len(path))
        is_usual = not path or unknown < len(path) or NUMBER in path[-1] or family(path[-1]) in every_name()
        return Taken(what, path[:unknown], self.is_rooted, unknown < len(path), by_default, is_usual)

    def inside(self, names: Texts, *, of_variables: bool) -> Place:
        """What is in a scope that is opened here by one of some names."""
        name = next(iter(names))
        parts = tuple(one for one in name.split("/") if one)
        if len(names) > 1 or ANY in name:
            return ANYWHERE
        if not name or name.endswith("/"):
            return replace(self, names=parts)
        opened = replace(self, names=(*self.names, *parts))
        return replace(opened, variables=(*self.variables, *parts)) if of_variables else opened


ANYWHERE = Place(is_rooted=False)
ANYTHING = ANYWHERE.taken(ANY)
_Key = tuple[Frame, tuple[tuple[str, Texts], ...], Place]


@dataclass(frozen=True)
class _Here:
    """Where an expression is evaluated: in what function, with what texts given to it, in which scopes."""

    frame: Frame
    given: Given
    place: Place


class GraphNames:
    """The names that the statements of some modules take in a graph.

    Args:
      points_to: what they call.
    """

    def __init__(self, points_to: PointsTo) -> None:
        self._points_to = points_to
        self._texts = TextsOf(points_to)
        self._homes = {one.module.tree: one for one in points_to.modules.values()}
        self._known: dict[_Key, frozenset[Taken]] = {}
        self._running: set[_Key] = set()
        self._cut: set[_Key] = set()
        self._without: Collection[ast.AST] = ()
        self._steps = 0

    def taken(
        self, statement: ast.stmt, around: Sequence[ast.stmt] = (), without: Collection[ast.AST] = ()
    ) -> frozenset[Taken]:
        """The names that a statement may take, itself or by functions, where the headers `around` are open.

        Functions count but those `without`.
        """
        if self._without != without:
            self._without = without
            self._known.clear()
        self._steps = 0
        found = set[Taken]()
        for frame in self._points_to.recorded.by_statement.get(statement, {}):
            here = _Here(frame, {}, Place())
            for header in around:
                here = self._in_header(header, here)
            found.update(self._of(statement, here))
        return frozenset(found)

    def _of(self, node: ast.AST, here: _Here) -> Iterator[Taken]:
        """What a statement takes without those inside it, or the expression of a lambda."""
        self._steps += 1
        if self._steps > _MOST:
            yield ANYTHING
            return
        did = self._points_to.recorded.by_statement.get(node, {}).get(here.frame)
        calls = [one for one in did.calls if one.scope not in self._without] if did is not None else []
        nodes = list(_evaluated(node))
        for one in nodes:
            yield from self._by(one, here, [callee.scope for callee in calls])
        inner = self._in_header(node, here)
        for callee in calls:
            place = self._place_of(callee, nodes, inner)
            if place is not None:
                yield from self._inside(_Here(callee, self._passed(callee, nodes, here), place))

    # What is called.

    def _inside(self, here: _Here) -> Iterable[Taken]:
        """What a function takes that is called."""
        key = here.frame, tuple(sorted(here.given.items())), here.place
        if key in self._known:
            return self._known[key]
        if key in self._running:
            self._cut.add(key)  # it takes what is being found
            return ()
        if len(self._running) >= _DEEPEST:
            return (ANYTHING,)
        self._running.add(key)
        scope = here.frame.scope
        if isinstance(scope, ast.Module):
            body: Sequence[ast.AST] = runs_imported(scope)
        else:
            body = scope.body if isinstance(scope, _FUNCTIONS) else [getattr(scope, "body", scope)]
        found = frozenset(self._block(body, here))
        self._running.discard(key)
        self._cut.discard(key)
        if not self._cut:
            self._known[key] = found
        return found

    def _block(self, body: Iterable[ast.AST], here: _Here) -> Iterator[Taken]:
        for node in body:
            if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                continue
            if isinstance(node, (ast.stmt, ast.expr)):
                yield from self._of(node, here)
            inside = (one for one in children_of(node) if isinstance(one, _BLOCKS))
            yield from self._block(inside, self._in_header(node, here))

    def _place_of(self, callee: Frame, nodes: Sequence[ast.AST], here: _Here) -> Place | None:
        """The scopes that a function runs in that a statement calls, or `None` where it names nothing there.

        Functions that TensorFlow is given run in a scope of its own, such as those of a condition. What a
        data set is given has a graph of its own; what a variable scope is given makes variables as they are
        named already.
        """
        function, call = callee.scope, callee.context
        is_method = function in self._texts.methods
        if call is function and not is_method:
            return None
        for one in (node for node in nodes if isinstance(node, ast.Call)):
            is_given = _gives(one, function)
            if is_given and isinstance(one.func, ast.Attribute) and one.func.attr in _OF_ELEMENTS:
                return None
            if one is call and self._symbol(one.func, here) is not None:
                return replace(here.place, names=(), is_rooted=False) if is_given else None
        is_made = isinstance(call, ast.Call) and last_name(call.func) in self._home(here).classes
        return None if is_made and not is_method else here.place

    def _passed(self, callee: Frame, nodes: Sequence[ast.AST], here: _Here) -> Given:
        """The texts that a statement gives the parameters of a function that it calls."""
        function = callee.scope
        if not isinstance(function, _FUNCTIONS):
            return {}
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        own = [call for call in calls if call is callee.context]
        own = own or [call for call in calls if last_name(call.func) == function.name]
        return self._texts.passed(function, own, here.frame, here.given)

    # Scopes.

    def _in_header(self, node: ast.AST, here: _Here) -> _Here:
        """Where the block of a `with` statement stands."""
        for item in node.items if isinstance(node, (ast.With, ast.AsyncWith)) else ():
            here = replace(here, place=self._entered(item.context_expr, here))
        return here

    def _entered(self, node: ast.expr, here: _Here) -> Place:
        function = node.func if isinstance(node, ast.Call) else node
        symbol = self._symbol(function, here)
        if isinstance(node, ast.Call) and symbol in _SCOPES:
            names = self._scope_names(node, symbol, here)
            return here.place.inside(names, of_variables=symbol != "tf.name_scope")
        is_other = isinstance(function, ast.Attribute) and function.attr in _OTHER_CONTEXTS
        return here.place if symbol is not None or is_other else ANYWHERE

    def _scope_names(self, call: ast.Call, symbol: str, here: _Here) -> Texts:
        words = {word.arg: word.value for word in call.keywords}
        given = words.get(_SCOPES[symbol], call.args[0] if call.args else None)
        default = words.get("default_name", call.args[1] if len(call.args) > 1 else None)
        if None in words or given is None and default is None:
            return UNKNOWN
        if default is not None and (given is None or isinstance(given, ast.Constant) and given.value is None):
            given = default
        return self._texts.of(given, here.frame, here.given)

    # What takes a name by itself.

    def _by(self, node: ast.AST, here: _Here, followed: Sequence[Scope]) -> Iterator[Taken]:
        """What one expression takes, without those inside it and the functions that are followed."""
        for taken in self._by_itself(node, here, followed):
            yield taken
            if taken.what is Takes.OPERATION and (self._averaged is None or node in self._averaged):
                yield replace(taken, what=Takes.AVERAGED)

    @functools.cached_property
    def _averaged(self) -> Collection[ast.AST] | None:
        """The calls that make tensors whose moving averages are kept; None where others may make some."""
        found = set[ast.AST]()
        for home in self._homes.values():
            for call in calls_in(home.module.tree):
                method = call.func
                if not isinstance(method, ast.Attribute) or method.attr != "apply":
                    continue
                makers = (node for one in self._points_to.given_by(method.value) for node in made_at(one))
                if any(self._called(node) == _AVERAGE for node in makers):
                    for one in passed_values(call):
                        found.update(node for each in self._listed(one) for node in made_at(each))
        return found if all(default_names(self._called(one)) for one in found) else None

    def _called(self, node: ast.AST) -> str:
        """The symbol of TensorFlow that an expression of any module calls."""
        function = node.func if isinstance(node, ast.Call) else node
        return next(filter(None, (home.tensorflow(function) for home in self._homes.values())), "")

    def _listed(self, node: ast.expr) -> Iterator[Object]:
        """The objects that an expression gives, those in a list of it for the list."""
        for one in self._points_to.given_by(node):
            if isinstance(one, Made) and one.is_container:
                yield from self._points_to.elements_of(one)
            else:
                yield one

    def _by_itself(self, node: ast.AST, here: _Here, followed: Sequence[Scope]) -> Iterator[Taken]:
        if isinstance(node, (ast.operator, ast.unaryop, ast.cmpop, ast.Subscript)):
            yield from (
                here.place.taken(OPERATORS[one], by_default=True) for one in OPERATORS if type(node) is one
            )
        if not isinstance(node, ast.Call) or self._is_silent(node, here, followed):
            return
        symbol = self._symbol(node.func, here)
        if symbol in _MADE:
            what, at, default = _MADE[symbol]
            for name in self._told(node, at, here) or NONE:
                yield here.place.taken(name or default, what)
        elif symbol in _SCOPES:
            is_same = self._is_scope_of_now(node, here)
            for name in self._scope_names(node, symbol, here) if not is_same else ():
                if name and not name.endswith("/"):
                    yield here.place.taken(name, Takes.SCOPE)
        elif symbol is not None:
            yield from self._by_library(node, symbol, here)
        elif isinstance(node.func, ast.Attribute) and default_names(f".{node.func.attr}") is not None:
            for name in default_names(f".{node.func.attr}") or ():
                yield here.place.taken(name, by_default=True)
            yield from (here.place.taken(name) for name in self._told(node, None, here) if name)
        else:
            yield here.place.taken(ANY, by_default=True)

    def _is_scope_of_now(self, call: ast.Call, here: _Here) -> bool:
        """Whether a variable scope is entered that is open: by `tf.get_variable_scope()`."""
        first = call.args[0] if call.args else None
        return isinstance(first, ast.Call) and self._symbol(first.func, here) == "tf.get_variable_scope"

    def _by_library(self, node: ast.Call, symbol: str, here: _Here) -> Iterator[Taken]:
        is_summary = _SUMMARIES.match(symbol) is not None
        what = Takes.VARIABLE if symbol.startswith(_METRICS) else Takes.OPERATION
        usual = default_names(symbol) or default_names(f".{symbol.rpartition('.')[2]}")
        if usual is None and _LAYERS.match(symbol):
            yield here.place.taken(ANY, by_default=True)
        for name in usual or ():
            takes = what if name.lower() not in OF_OPERANDS else Takes.OPERATION
            yield here.place.taken(name, takes)
        at = 0 if is_summary else place_of_name(symbol)
        for name in self._told(node, at, here):
            if name:
                asked = re.sub(r"[^\w.\-/\0\1]", "_", name)
                yield here.place.taken(asked, Takes.TAG if is_summary else what)

    def _told(self, node: ast.Call, at: int | None, here: _Here) -> Texts:
        """The names that a call may be told; nothing where it is told none."""
        words = {word.arg: word.value for word in node.keywords}
        told = words.get("name", words.get("scope"))
        if told is None and at is not None and at < len(node.args):
            told = node.args[at]
        if told is None:
            is_open = None in words or any(isinstance(one, ast.Starred) for one in node.args)
            return UNKNOWN if is_open else frozenset()
        return self._texts.of(told, here.frame, here.given)

    def _is_silent(self, node: ast.Call, here: _Here, followed: Sequence[Scope]) -> bool:
        """Whether a call takes no names but by functions that are followed."""
        called, home = last_name(node.func), self._home(here)
        if {called, "__init__"} & {getattr(one, "name", "") for one in followed}:
            return True
        dotted = home.dotted.get(node.func)
        if dotted is not None:
            return dotted.partition(".")[0] in _LIBRARIES
        if isinstance(node.func, ast.Name):
            return called in home.classes or called in home.functions or hasattr(builtins, called)
        return externals.is_method(called)

    def _home(self, here: _Here) -> Bindings:
        module = here.frame.chain[-1].scope
        assert isinstance(module, ast.Module)
        return self._homes[module]

    def _symbol(self, node: ast.AST, here: _Here) -> str | None:
        return self._home(here).tensorflow(node)


def _gives(call: ast.Call, function: Scope) -> bool:
    """Whether a call is given a function, by its name or as it is written."""
    name = getattr(function, "name", "")
    given = (node for one in (*call.args, *call.keywords) for node in nodes_of(one))
    return any(node is function or name and last_name(node) == name for node in given)


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions that run of a statement itself, or of a lambda's, without the bodies of functions."""
    pending = [one for one in children_of(node) if not isinstance(one, _BLOCKS)]
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        pending = [*node.decorator_list]
    elif isinstance(node, ast.expr):
        pending = [node]
    while pending:
        one = pending.pop()
        yield one
        if not isinstance(one, ast.Lambda):
            pending.extend(children_of(one))
