"""What of the modules of a process runs there: not the main guards of those that are only imported."""

from __future__ import annotations

import ast
import re
import weakref
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import replace
from pathlib import Path

from migrate.model.facts import DriverFacts, ModuleFacts
from migrate.model.kinds import Kind
from migrate.model.nodes import DEFINITIONS, last_name, nodes_of
from migrate.syntax.guards import is_main_guard
from migrate.values import externals

# By these, code finds definitions of which no text tells the name, or runs another file as a script.
_FINDING = {"__dict__", "dir", "eval", "exec", "getmembers", "globals", "locals", "vars"}
_FINDING |= {"__import__", "__init_subclass__", "__subclasses__", "import_module"}
_FINDING |= {"__getattribute__", "attrgetter", "getattr", "getattr_static", "locate", "methodcaller"}
_WORD = re.compile(r"\w+")
_STARTING = externals.last_names(externals.RUNS_SCRIPTS)


def live(modules: Sequence[ModuleFacts], started: Collection[Path]) -> tuple[ModuleFacts, ...]:
    """The facts of the modules of a process, without those of code that does not run in it.

    Of a module that is not `started`, but imported, the main guard does not run, nor do functions and classes
    of its top level that nothing names that may run. Files of tests are started, by pytest. A definition is
    kept for each identifier, attribute and text of its name anywhere in what may run, so that a name means
    too much rather than too little; all are, where code looks for definitions by computed names. Each
    definition is looked through once.
    """
    dead = _dead(modules, started)
    return tuple(_without(one, dead[one.bindings.module.path]) for one in modules)


def _dead(modules: Sequence[ModuleFacts], started: Collection[Path]) -> dict[Path, frozenset[ast.stmt]]:
    definitions: dict[str, list[ast.stmt]] = {}
    guards: dict[Path, set[ast.stmt]] = {}
    names = set[str]()
    for module in modules:
        path = module.bindings.module.path
        is_started = path in started or path.stem.startswith("test_") or path.stem.endswith("_test")
        guards[path] = set()
        for statement in module.bindings.module.tree.body:
            if not is_started and is_main_guard(statement):
                guards[path].add(statement)
            elif not is_started and isinstance(statement, DEFINITIONS) and _runs_by_name(statement):
                definitions.setdefault(statement.name, []).append(statement)
                names |= _named_at_once(statement)
            else:
                names |= _named(statement)
    pending = list(names)
    while pending and names.isdisjoint(_FINDING):
        for statement in definitions.pop(pending.pop(), ()):
            new = _named(statement) - names
            names |= new
            pending += new
    if not names.isdisjoint(_STARTING):
        return {path: frozenset() for path in guards}
    if not names.isdisjoint(_FINDING):
        definitions.clear()
    unnamed = {statement for each in definitions.values() for statement in each}
    return {
        module.bindings.module.path: frozenset(
            statement
            for statement in module.bindings.module.tree.body
            if statement in unnamed or statement in guards[module.bindings.module.path]
        )
        for module in modules
    }


def _runs_by_name(one: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether only what names a definition can run it: no decorator keeps it, nor does Python ask for it.

    Nor does a class above one, or a metaclass, and a class's own statements run when it is defined.
    """
    if one.decorator_list or one.name.startswith("__"):
        return False
    if not isinstance(one, ast.ClassDef):
        return True
    is_plain = all(isinstance(base, ast.Name) and base.id == "object" for base in one.bases)
    return is_plain and not one.keywords and all(map(_only_defines, one.body))


def _only_defines(inner: ast.stmt) -> bool:
    """Whether a statement of a class runs nothing that may keep a method of it."""
    if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return all(last_name(one) in _OF_METHODS for one in inner.decorator_list)
    is_text = isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant)
    return is_text or isinstance(inner, ast.Pass)


_OF_METHODS = frozenset({"classmethod", "deleter", "getter", "property", "setter", "staticmethod"})


def _named_at_once(one: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Set[str]:
    """The words in what runs when a function or a method is defined: what is said of its parameters."""
    functions = one.body if isinstance(one, ast.ClassDef) else [one]
    given = (each.args for each in functions if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return {word for parameters in given for word in _named(parameters)}


def _named(root: ast.AST) -> Set[str]:
    """All words of a statement that may be the name of a definition, found once."""
    known = _NAMED.get(root)
    if known is None:
        known = _NAMED[root] = frozenset(_words(root))
    return known


_NAMED: weakref.WeakKeyDictionary[ast.AST, frozenset[str]] = weakref.WeakKeyDictionary()


def _words(root: ast.AST) -> set[str]:
    found = set[str]()
    nodes = nodes_of(root)
    told = {node.func for node in nodes if isinstance(node, ast.Call) and _tells_name(node)}
    for node in nodes:
        if isinstance(node, ast.Name) and node not in told:
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            # Of all names of a module, `tf.app.run()` looks for this one, which no text has.
            found.update(node.name.split(".") if node.name != "*" else ["main"])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(_WORD.findall(node.value))
    return found


def _tells_name(call: ast.Call) -> bool:
    """Whether it is `getattr(module, name)` with a name that a text tells."""
    is_getattr = isinstance(call.func, ast.Name) and call.func.id == "getattr"
    return is_getattr and len(call.args) > 1 and isinstance(call.args[1], ast.Constant)


def _without(module: ModuleFacts, dead: frozenset[ast.stmt]) -> ModuleFacts:
    """The facts of a module, without those of statements that do not run."""
    nodes = {node for statement in dead for node in nodes_of(statement)}
    drivers = tuple(one for one in module.drivers if not _is_dead(one, nodes))
    kept = {node for one in drivers if one.driver.owner is module.bindings.module.tree for node in _own(one)}
    if not dead or not nodes.isdisjoint(kept):
        return module  # one block goes on from what an import runs into what only a script does
    return replace(
        module,
        sessions=tuple(one for one in module.sessions if one not in nodes),
        outside=tuple(one for one in module.outside if one[0] not in nodes),
        drivers=drivers,
        looks=tuple(one for one in module.looks if one[0] not in nodes),
        built=tuple(one for one in module.built if one[0] not in nodes),
        augmented=tuple(one for one in module.augmented if one not in nodes),
        dead=dead,
    )


def _is_dead(facts: DriverFacts, nodes: Collection[ast.AST]) -> bool:
    """Whether a block stands in code that does not run, or all that it does for a graph."""
    own = list(_own(facts))
    is_module = isinstance(facts.driver.owner, ast.Module)
    return facts.driver.owner in nodes or is_module and bool(own) and all(one in nodes for one in own)


def _own(facts: DriverFacts) -> Iterable[ast.stmt]:
    """The statements of a block that have to do with a graph."""
    return (point.node for point in facts.driver.points if point.kind not in (Kind.HOST, Kind.HEADER))
