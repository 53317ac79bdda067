"""Whether a block runs once in a process, so that its graph has no other before it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Kind, Role
from migrate.model.nodes import children_of, nodes_of
from migrate.model.refusal import Refused, object_to
from migrate.syntax.branches import are_alternatives

_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# What depends on all that a graph holds: lists of it, and what finds a name taken there or takes another one.
# An optimizer lists all variables that can be trained.
_LOOKS_AROUND = frozenset(
    {
        Role.READS_VARIABLES,
        Role.READS_COLLECTION,
        Role.EDITS_COLLECTION,
        Role.READS_SUMMARIES,
        Role.SHARED_VARIABLE,
        Role.SUMMARY,
        Role.GRADIENT,
        Role.OPTIMIZER,
        Role.TENSOR_OPTIMIZER,
    }
)


def check_graph(driver: Driver, modules: Sequence[ModuleFacts]) -> None:
    """A block that looks at all of its graph finds what it has built itself alone.

    Raises:
      Refused: it may run again, and find what it built before.
    """
    if starts_anew(driver, modules):
        return
    for point in driver.points:
        if point.roles & _LOOKS_AROUND or point.kind is Kind.SAVER:
            found = "a look at a whole graph, in a function that may run again and add to it"
            object_to(Refused("SES215", driver.path, point.node, found, "begin with tf.Graph() or reset it"))


def starts_anew(driver: Driver, modules: Sequence[ModuleFacts]) -> bool:
    """Whether a block starts with a graph that nothing has been built in, whenever it runs."""
    bindings = [module.bindings for module in modules]
    return (
        _makes_graph(driver)
        or not isinstance(driver.owner, ast.FunctionDef)
        or runs_once(driver.owner, bindings)
    )


def run_apart(drivers: Sequence[Driver], modules: Sequence[ModuleFacts]) -> bool:
    """Whether no block builds in the graph of another: each makes its own, or a condition chooses one.

    Each of them starts anew, seen by itself.
    """
    places: list[ast.AST] = []
    for driver in drivers:
        if not _makes_graph(driver):
            function = driver.owner if isinstance(driver.owner, ast.FunctionDef) else None
            bindings = [one.bindings for one in modules]
            same = _namesakes(function, bindings) if function is not None else ()
            named = (_places(function, one, same) if function is not None else () for one in bindings)
            (*_, around), *others = [*chain.from_iterable(named)] or [(driver.owner,)]
            if others:
                return False
            places.append(around)
    return any(are_alternatives(module.bindings.module.tree, places) for module in modules)


def _makes_graph(driver: Driver) -> bool:
    return any(Role.GRAPH in point.roles and point.is_straight for point in driver.points)


def runs_once(
    function: ast.FunctionDef, modules: Sequence[Bindings], seen: frozenset[ast.AST] = frozenset()
) -> bool:
    """Whether a function is named in one place at most, outside of loops, which runs once itself.

    Of a class's `__init__`, these are the places of the class.
    """
    named, others = _named(function, modules), _namesakes(function, modules)
    places = [place for bindings in modules for place in _places(named, bindings, others)]
    if len(places) > 1 or function in seen:
        return False
    for around in places:
        if any(isinstance(node, (*_LOOPS, ast.Lambda)) for node in around):
            return False
        functions = [node for node in around if isinstance(node, ast.FunctionDef)]
        return all(runs_once(outer, modules, seen | {function}) for outer in functions)
    return True


def _named(function: ast.FunctionDef, modules: Sequence[Bindings]) -> ast.FunctionDef | ast.ClassDef:
    """The function, or the class that calls it where an object is made."""
    if function.name != "__init__":
        return function
    nodes = (node for bindings in modules for node in nodes_of(bindings.module.tree))
    return next((one for one in nodes if isinstance(one, ast.ClassDef) and function in one.body), function)


def _namesakes(function: ast.FunctionDef, modules: Sequence[Bindings]) -> Collection[str]:
    """The names of the modules that have another function of its name, where its own has none of them."""
    homes: dict[bool, set[str]] = {True: set(), False: set()}
    for one in modules:
        if function.name in one.functions:
            homes[one.functions[function.name] is function].add(one.module.path.stem)
    return homes[False] - homes[True] if homes[True] else set()


def _places(
    function: ast.FunctionDef | ast.ClassDef, bindings: Bindings, others: Collection[str]
) -> Iterator[tuple[ast.AST, ...]]:
    """What is around each place of a module where a function or class is named, the outermost first.

    What is found in one of some `others` modules is another one of its name.
    """
    tree = bindings.module.tree
    is_own = any(node is function for node in nodes_of(tree))
    is_inner = is_own and function not in bindings.module.tree.body
    parameters = function.args.args if isinstance(function, ast.FunctionDef) else []
    is_method = bool(parameters) and parameters[0].arg == "self"

    def names(node: ast.AST) -> bool:
        home = bindings.dotted.get(node, "").rpartition(".")[0].rpartition(".")[2]
        if bindings.tensorflow(node) is not None or home in others:
            return False
        if isinstance(node, ast.Name):
            imported = bindings.dotted.get(node, "").endswith(f".{function.name}")
            is_free = is_inner or node not in bindings.shadowed
            return imported or is_own and node.id == function.name and is_free
        is_named = isinstance(node, ast.Attribute) and node.attr == function.name
        return is_named and (is_inner or is_method or node in bindings.dotted)

    for node, around in _uses_of_names(bindings).get(function.name, ()):
        if names(node) and not (isinstance(function, ast.ClassDef) and _makes_no_object(around[-1])):
            yield around


@functools.lru_cache(maxsize=256)
def _uses_of_names(bindings: Bindings) -> Mapping[str, Sequence[tuple[ast.AST, tuple[ast.AST, ...]]]]:
    """The nodes of a module that may name what has a name, each with what is around it, the outermost first.

    An import may give the name another one, which only the node's full name tells.
    """
    found: dict[str, list[tuple[ast.AST, tuple[ast.AST, ...]]]] = {}
    pending: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(bindings.module.tree, ())]
    while pending:
        node, around = pending.pop()
        if isinstance(node, (ast.Name, ast.Attribute)):
            own = node.id if isinstance(node, ast.Name) else node.attr
            for name in {own, bindings.dotted.get(node, own).rpartition(".")[2]}:
                found.setdefault(name, []).append((node, around))
        pending.extend((child, (*around, node)) for child in children_of(node))
    return found


def _makes_no_object(around: ast.AST) -> bool:
    """Whether a class is named for what it has: `Model.mean`, `super(Model, self)`."""
    is_super = (
        isinstance(around, ast.Call) and isinstance(around.func, ast.Name) and around.func.id == "super"
    )
    return is_super or isinstance(around, ast.Attribute)
