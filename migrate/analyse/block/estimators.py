"""What a program builds beside its Estimators, which call its functions while they trace."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of, walk_scope
from migrate.model.objects import BuiltinMethod, External, Made, Sort
from migrate.syntax.arguments import passed_values
from migrate.syntax.closure import closure
from migrate.syntax.estimators import is_method_of_estimators, is_of_estimators
from migrate.syntax.symbols import is_in

from ..functions.module_graphs import run_by_app
from ..names.definitions import Function
from ..program.entry_points import run_by
from ..program.tree import Tree

# What does nothing, or fails, where no graph is built: all but these.
_BUILDING = frozenset(Role) - {
    Role.ACTS,
    Role.CONFIG,
    Role.GRAPH,
    Role.HOST,
    Role.LOOP,
    Role.MODE,
    Role.OBJECT,
    Role.OPTIMIZER,
    Role.READS_MADE,
    Role.READS_SLOTS,
    Role.SESSION,
    Role.STREAM,
    Role.TENSOR_OPTIMIZER,
}
# What describes, and is used while a model is traced.
_APART = (
    *("Hook", "Listener", "Timer", "_initializer", "Initializer", "_regularizer", "_column", "_columns"),
    *("FixedLenFeature", "FixedLenSequenceFeature", "SparseFeature", "VarLenFeature"),
)
_DESCRIBING = (
    "tf.config",
    "tf.contrib.distribute",
    "tf.contrib.feature_column",
    "tf.contrib.layers.create_feature_spec_for_parsing",
    "tf.distribute",
    "tf.feature_column",
    "tf.initializers",
    "tf.keras",  # what models are before something calls them, in eager mode as in a graph
    "tf.reset_default_graph",
    "tf.tpu.experimental.initialize_tpu_system",
)
_ONLY_BIND = frozenset({"functools.partial"})


def built_beside(
    tree: Tree, modules: Sequence[ModuleFacts]
) -> Iterator[tuple[Bindings, ast.Call, frozenset[Path]]]:
    """The calls that build a graph, in code that a program runs itself and hands to no Estimator to call.

    Each with the modules that run it when they are imported, or are the program. A module that is too large
    to be analysed may run any of its code.
    """
    for bindings, run, paths in _run_itself(tree, modules):
        for node in run:
            if isinstance(node, ast.Call) and _builds(tree, bindings, node):
                yield bindings, node, paths


def _builds(tree: Tree, bindings: Bindings, call: ast.Call) -> bool:
    symbol = bindings.tensorflow(call.func) or ""
    if symbol.endswith(_APART) or is_of_estimators(symbol) or is_in(symbol, _DESCRIBING):
        return False
    return tree.call_role(bindings, call)[0] in _BUILDING


def _run_itself(
    tree: Tree, modules: Sequence[ModuleFacts]
) -> Iterator[tuple[Bindings, Sequence[ast.AST], frozenset[Path]]]:
    """The nodes that run when modules are imported, and of functions that are called other than in traces."""
    followed = []
    for bindings in (module.bindings for module in modules):
        own = frozenset({bindings.module.path})
        if tree.is_too_large(bindings):
            yield bindings, nodes_of(bindings.module.tree), own
            continue
        followed.append(bindings)
        yield bindings, [node for one in bindings.module.tree.body for node in _own_nodes(one)], own
    for one, paths in run_by(followed, functools.partial(_called_itself, tree, _Estimators(tree))):
        yield one.bindings, [node for part in one.body for node in _own_nodes(part)], paths


def _own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run with a statement; of a class those of its body, too."""
    for node in walk_scope(statement):
        yield node
        if isinstance(node, ast.ClassDef):
            yield from (inner for one in node.body for inner in _own_nodes(one))


def _called_itself(
    tree: Tree, estimators: _Estimators, bindings: Bindings, code: Iterable[ast.AST]
) -> Iterator[Function]:
    """The functions that some statements call, but those that they only hand to Estimators."""
    for statement in code:
        for node in walk_scope(statement):
            if isinstance(node, ast.Call):
                yield from _functions_of(tree, estimators, bindings, node)
            for decorator in getattr(node, "decorator_list", ()):
                yield from tree.defined(tree.given(bindings, decorator))


def _functions_of(
    tree: Tree, estimators: _Estimators, bindings: Bindings, call: ast.Call
) -> Iterator[Function]:
    """What a call runs: what it calls, and where that is not the program's, what it is handed."""
    if estimators.make(bindings, call) or bindings.dotted.get(call.func) in _ONLY_BIND:
        return
    main = run_by_app(bindings, call)
    if main is not None:
        yield from tree.defined(tree.effects(bindings).held(bindings.module.tree, main.id))
    called = tree.given(bindings, call.func)
    if not (isinstance(call.func, ast.Attribute) and estimators.compute(bindings, call.func.value)):
        yield from tree.defined(called)
    if any(isinstance(one, (External, BuiltinMethod, Made)) for one in called):
        effects, handed = tree.effects(bindings), passed_values(call)
        given = [one for one in handed if not estimators.give(bindings, one)]
        objects = {one for argument in given for one in tree.given(bindings, argument)}
        partial = [one for one in (*called, *objects) if isinstance(one, Made) and one.sort is Sort.PARTIAL]
        yield from tree.defined(objects)
        if partial:
            yield from tree.defined(one for each in (call.func, *given) for one in effects.within(each))


# A node of the program, with the module whose names it has.
_At: TypeAlias = tuple[Bindings, ast.AST]


class _Estimators:
    """Which expressions give what calls of Estimators make, or what libraries compute of such.

    Each expression is followed once, back to the calls that make what it gives: the cost of all questions
    together is one step for each of the program's expressions, and for each that leads to it.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._come_from: dict[ast.AST, bool] = {}
        self._are_computed: dict[ast.AST, bool] = {}

    def make(self, bindings: Bindings, call: ast.Call) -> bool:
        """Whether a call is of an Estimator, or of what belongs to one or comes from it.

        It calls what it was made with, and what it is handed, in traces.
        """
        return self._lead_to([(bindings, call)], self._before, self._is_of_one, self._come_from)

    def give(self, bindings: Bindings, value: ast.expr) -> bool:
        """Whether an expression gives what calls of Estimators make, or a part of such.

        That is also whatever the functions give which they were made with: not so an object of a class of the
        program's own.
        """
        return self._lead_to(self._makers(bindings, value), self._before, self._is_of_one, self._come_from)

    def compute(self, bindings: Bindings, value: ast.expr) -> bool:
        """Whether a library computes an expression of what Estimators give, as NumPy does of predictions.

        Its methods are the library's, whatever the Estimator was made with.
        """
        made = self._makers(bindings, value, beside_own=True)
        return self._lead_to(made, self._computed_of, self._is_given_some, self._are_computed)

    def _lead_to(
        self,
        starts: Iterable[_At],
        following: Callable[[_At], Iterable[_At]],
        holds: Callable[[_At], bool],
        known: dict[ast.AST, bool],
    ) -> bool:
        """Whether something holds where `following` leads to; what is `known` of nodes is not asked again."""
        seen = []
        for one in closure(starts, lambda one: () if one[1] in known else following(one), lambda one: one[1]):
            if known.get(one[1], False) or one[1] not in known and holds(one):
                known[one[1]] = True
                return True
            seen.append(one[1])
        known |= dict.fromkeys(seen, False)  # of what they lead to, nothing does
        return False

    def _is_of_one(self, at: _At) -> bool:
        """Whether a call names an Estimator, or a method that only these have."""
        bindings, node = at
        if not isinstance(node, ast.Call):
            return False
        if is_of_estimators(bindings.tensorflow(node.func) or ""):
            return True
        if not (isinstance(node.func, ast.Attribute) and is_method_of_estimators(node.func.attr)):
            return False
        receivers = [one for one in self._tree.given(bindings, node.func.value) if isinstance(one, Made)]
        owners = (one.owner for one in receivers if one.owner is not None)
        return not any(self._tree.defines(one, node.func.attr) for one in owners)

    def _before(self, at: _At) -> Iterator[_At]:
        """What makes the values that a call is a method of, or that an expression is a part of."""
        bindings, node = at
        part: ast.expr | None = getattr(node, "iter", None)
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            part = node.value
        elif isinstance(node, ast.Call):
            part = node.func.value if isinstance(node.func, ast.Attribute) else None
        if part is not None:
            yield from self._makers(bindings, part)

    def _computed_of(self, at: _At) -> Iterator[_At]:
        """What makes the values that a call of a library is passed."""
        bindings, _ = at
        for one in self._passed(at):
            yield from self._makers(bindings, one, beside_own=True)

    def _is_given_some(self, at: _At) -> bool:
        return any(self.give(at[0], one) for one in self._passed(at))

    def _passed(self, at: _At) -> list[ast.expr]:
        bindings, node = at
        if not isinstance(node, ast.Call):
            return []
        called = self._tree.given(bindings, node.func)
        is_library = any(isinstance(one, External) for one in called)
        return passed_values(node) if is_library else []

    def _makers(self, bindings: Bindings, value: ast.expr, *, beside_own: bool = False) -> Iterator[_At]:
        """The expressions that make what one gives, but for objects of the program's own classes.

        None where it may give such an object, unless what it gives `beside_own` objects is wanted, too.
        """
        found = [one for one in self._tree.given(bindings, value) if isinstance(one, Made)]
        if not beside_own and any(one.owner is not None for one in found):
            return
        for node in dict.fromkeys(node for one in found if one.owner is None for node in one.nodes):
            home = self._tree.homes.get(node)
            if home is not None:
                yield home, node
