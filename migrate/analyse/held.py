"""Functions that are held as values: by a name, in a list, by an object. Whoever uses that may call them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import NOTHING_HELD, Held, Obstacle, Point
from migrate.model.kinds import MAKING_VARIABLES, Role
from migrate.model.nodes import nodes_of

from .definitions import Function
from .names import names_of, of_super
from .tree import Tree
from .vocabulary import role_of

# What it matters to know of, where a value may be called: state, effects, and names by order.
_TELLING = MAKING_VARIABLES | {
    *(Role.EFFECT, Role.INPUT, Role.COLLECTS, Role.READS_COLLECTION, Role.EDITS_COLLECTION, Role.SUMMARY)
}


def held_by(
    tree: Tree,
    bindings: Bindings,
    nodes: Sequence[ast.AST],
    methods: Iterable[Function],
    uses: Mapping[str, frozenset[Point]],
) -> Held:
    """The functions that what a statement defines or changes may hold.

    Those that its own `nodes`, the `methods` of its object that it calls, or the classes of the objects that
    it makes, name without calling them, or that functions return to it; and those that the values which it
    uses hold. What an operation of TensorFlow gives are tensors, which hold none.
    """
    if any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in nodes):
        return NOTHING_HELD  # what calling it does is known by its name
    value = nodes[0].value if len(nodes) == 1 and isinstance(nodes[0], (ast.Assign, ast.Return)) else None
    if value is not None and _gives_tensors(bindings, value):
        return NOTHING_HELD
    targets = nodes[0].targets if value is not None and isinstance(nodes[0], ast.Assign) else []
    if targets and all(tree.class_of(bindings, target) is not None for target in targets):
        return NOTHING_HELD  # another name for a class, which is known by both
    found = _named(tree, bindings, nodes, uses)
    for method in methods:
        for one in tree.reached(method):
            found |= _named(tree, one.bindings, [one.node], {})
    for call in (inner for root in nodes for inner in nodes_of(root) if isinstance(inner, ast.Call)):
        function, made = tree.function(bindings, call.func), tree.class_of(bindings, call.func)
        if function is not None:
            found |= _returned(tree, function)
        if made is not None:
            own = [one for one in made.node.body if isinstance(one, ast.FunctionDef)]
            found |= _named(tree, made.bindings, own, {})
    called = {node.func for root in nodes for node in nodes_of(root) if isinstance(node, ast.Call)}
    for name in (name for root in nodes for name in names_of(root)):
        for source in uses.get(name.id, ()):
            # What a symbol of TensorFlow gives, such as a cell, does not hold that symbol.
            found |= (
                Held(frozenset(), source.held.own, source.held.obstacles) if name in called else source.held
            )
    return found


def _returned(tree: Tree, function: Function) -> Held:
    """The functions that what a function returns may hold, its own inner ones among them."""
    inside = list(nodes_of(function.node))
    inner = {one.name: one for one in inside if isinstance(one, ast.FunctionDef) and one is not function.node}
    pending = [(one.value, True) for one in inside if isinstance(one, ast.Return) and one.value is not None]
    found, seen = NOTHING_HELD, set[tuple[str, bool]]()
    while pending:
        value, is_itself = pending.pop()
        if _gives_tensors(function.bindings, value):
            continue
        named = _named(tree, function.bindings, [value], {})
        found |= named if is_itself else Held(frozenset(), named.own, named.obstacles)
        called = {node.func for node in nodes_of(value) if isinstance(node, ast.Call)}
        for node in (node for node in nodes_of(value) if isinstance(node, ast.Name)):
            one = node.id, is_itself and node not in called and not _is_base(node, called)
            if one in seen:
                continue
            seen.add(one)
            pending.extend((given, one[1]) for given in _given(inside, node.id))
            if node.id in inner:
                summary = tree.summary(Function(function.bindings, inner[node.id], function.owner))
                found |= Held(frozenset(), summary.roles & _TELLING, summary.obstacles)
    return found


def _is_base(name: ast.Name, called: Iterable[ast.AST]) -> bool:
    """Whether a method is called of what a name stands for."""
    return any(isinstance(one, ast.Attribute) and one.value is name for one in called)


def _given(nodes: Iterable[ast.AST], name: str) -> Iterator[ast.expr]:
    """What assignments give to a name, or put into what it stands for."""
    for statement in nodes:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if any(isinstance(node, ast.Name) and node.id == name for one in targets for node in nodes_of(one)):
            assert isinstance(statement, ast.Assign)
            yield statement.value


def _gives_tensors(bindings: Bindings, value: ast.AST) -> bool:
    """Whether it is a call of a function of TensorFlow; its classes, such as cells, hold what they get."""
    symbol = bindings.tensorflow(value.func) if isinstance(value, ast.Call) else None
    return symbol is not None and not symbol.rpartition(".")[2][:1].isupper()


def held_by_sources(uses: Mapping[str, frozenset[Point]], names: Iterable[str]) -> Held:
    """The functions that the values of some names may hold."""
    found = NOTHING_HELD
    for name in names:
        for source in uses.get(name, ()):
            found |= source.held
    return found


def _named(
    tree: Tree, bindings: Bindings, roots: Sequence[ast.AST], uses: Mapping[str, frozenset[Point]]
) -> Held:
    """The functions that some code names, and does not simply call."""
    found = NOTHING_HELD
    inner = [node for root in roots for node in nodes_of(root)]
    bases = {node.value for node in inner if isinstance(node, ast.Attribute)}
    bases |= {argument for node in inner for argument in of_super(node)}
    for node in (node for root in roots for node in _values(bindings, root)):
        symbol = bindings.tensorflow(node) if node not in bindings.prefixes else None
        if symbol is not None:
            found |= Held(frozenset({role_of(symbol)}) & _TELLING, frozenset(), ())
        function = tree.function(bindings, node)
        if function is not None:
            summary = tree.summary(function)
            found |= Held(frozenset(), summary.roles & _TELLING, summary.obstacles)
        owner = tree.class_of(bindings, node) if node not in bases else None
        if owner is not None and owner.node not in tree.object_drivers and tree.summary(owner).builds:
            what = f"the class {owner.node.name}, whose objects build a part of the graph, as a value"
            found |= Held(frozenset(), frozenset(), (Obstacle(bindings.module.path, node, what),))
        for source in uses.get(node.id, ()) if isinstance(node, ast.Name) else ():
            if isinstance(source.node, ast.FunctionDef):
                found |= Held(frozenset(), source.roles & _TELLING, source.obstacles)
    return found


def _values(bindings: Bindings, root: ast.AST) -> Iterator[ast.AST]:
    """The names and attributes in some code that are no calls, nor what gives tensors is told.

    In a lambda, and in an inner function that is passed on, all: they are called later.
    """
    nodes = list(nodes_of(root))
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    told = {inner for node in nodes if _gives_tensors(bindings, node) for inner in nodes_of(node)}
    passed = {node.id for node in nodes if isinstance(node, ast.Name) and node not in called}
    later = {
        inner
        for node in nodes
        if isinstance(node, ast.Lambda)
        or isinstance(node, ast.FunctionDef)
        and node is not root
        and (node.name in passed or node.decorator_list)
        for inner in nodes_of(node)
    }
    for node in nodes:
        if isinstance(node, (ast.Name, ast.Attribute)) and node not in (called | told) - later:
            yield node
