"""What a program builds beside its Estimators, which call its functions while they trace."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.model.objects import BuiltinMethod, External, Made, Sort
from migrate.syntax.estimators import is_method_of_estimators, is_of_estimators
from migrate.syntax.symbols import is_in

from .bindings import walk_scope
from .definitions import Function
from .module_graphs import run_by_app
from .runners import run_by
from .tree import Tree

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
    for one, paths in run_by(followed, functools.partial(_called_itself, tree)):
        yield one.bindings, [node for part in one.body for node in _own_nodes(part)], paths


def _own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """The nodes that run with a statement; of a class those of its body, too."""
    for node in walk_scope(statement):
        yield node
        if isinstance(node, ast.ClassDef):
            yield from (inner for one in node.body for inner in _own_nodes(one))


def _called_itself(tree: Tree, bindings: Bindings, code: Iterable[ast.AST]) -> Iterator[Function]:
    """The functions that some statements call, but those that they only hand to Estimators."""
    for statement in code:
        for node in walk_scope(statement):
            if isinstance(node, ast.Call):
                yield from _functions_of(tree, bindings, node)
            for decorator in getattr(node, "decorator_list", ()):
                yield from tree.defined(tree.given(bindings, decorator))


def _functions_of(tree: Tree, bindings: Bindings, call: ast.Call) -> Iterator[Function]:
    """What a call runs: what it calls, and where that is not the program's, what it is handed."""
    if _is_of_estimators(tree, bindings, call) or bindings.dotted.get(call.func) in _ONLY_BIND:
        return
    main = run_by_app(bindings, call)
    if main is not None:
        yield from tree.defined(tree.effects(bindings).held(bindings.module.tree, main.id))
    called = tree.given(bindings, call.func)
    if not (
        isinstance(call.func, ast.Attribute) and _is_computed(tree, bindings, call.func.value, frozenset())
    ):
        yield from tree.defined(called)
    if any(isinstance(one, (External, BuiltinMethod, Made)) for one in called):
        effects, handed = tree.effects(bindings), [*call.args, *(keyword.value for keyword in call.keywords)]
        given = [one for one in handed if not _comes_from_estimators(tree, bindings, one, frozenset())]
        objects = {one for argument in given for one in tree.given(bindings, argument)}
        partial = [one for one in (*called, *objects) if isinstance(one, Made) and one.sort is Sort.PARTIAL]
        yield from tree.defined(objects)
        if partial:
            yield from tree.defined(one for each in (call.func, *given) for one in effects.within(each))


def _is_computed(tree: Tree, bindings: Bindings, value: ast.expr, seen: frozenset[ast.AST]) -> bool:
    """Whether a library computes an expression of what comes from Estimators, as NumPy does of predictions.

    Its methods are the library's, whatever the Estimator was made with.
    """
    found = [one for one in tree.given(bindings, value) if isinstance(one, Made)]
    made = {node for one in found if one.owner is None for node in one.nodes} - seen
    for node in made:
        home = tree.homes.get(node)
        if home is None or not isinstance(node, ast.Call):
            continue
        if not any(isinstance(one, External) for one in tree.given(home, node.func)):
            continue
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        inside = seen | {node}
        if any(
            _comes_from_estimators(tree, home, one, inside) or _is_computed(tree, home, one, inside)
            for one in given
        ):
            return True
    return False


def _is_of_estimators(
    tree: Tree, bindings: Bindings, call: ast.Call, seen: frozenset[ast.AST] = frozenset()
) -> bool:
    """Whether a call is of an Estimator, or of what belongs to one or comes from it.

    It calls what it was made with, and what it is handed, in traces.
    """
    if is_of_estimators(bindings.tensorflow(call.func) or ""):
        return True
    if not isinstance(call.func, ast.Attribute) or call in seen:
        return False
    if _comes_from_estimators(tree, bindings, call.func.value, seen | {call}):
        return True
    receivers = [one for one in tree.given(bindings, call.func.value) if isinstance(one, Made)]
    owners = (one.owner for one in receivers if one.owner is not None)
    name = call.func.attr
    return is_method_of_estimators(name) and not any(tree.defines(one, name) for one in owners)


def _comes_from_estimators(tree: Tree, bindings: Bindings, value: ast.expr, seen: frozenset[ast.AST]) -> bool:
    """Whether an expression gives what calls of Estimators make, or a part of such.

    That is also whatever the functions give which they were made with: not so an object of a class of the
    program's own.
    """
    found = [one for one in tree.given(bindings, value) if isinstance(one, Made)]
    if any(one.owner is not None for one in found):
        return False
    made = {node for one in found for node in one.nodes} - seen
    return any(_is_from_estimators(tree, node, seen | {node}) for node in made)


def _is_from_estimators(tree: Tree, node: ast.AST, seen: frozenset[ast.AST]) -> bool:
    home = tree.homes.get(node)
    if home is None:
        return False
    if isinstance(node, ast.Call):
        return _is_of_estimators(tree, home, node, seen - {node})
    part = node.value if isinstance(node, (ast.Attribute, ast.Subscript)) else getattr(node, "iter", None)
    return isinstance(part, ast.expr) and _comes_from_estimators(tree, home, part, seen)
