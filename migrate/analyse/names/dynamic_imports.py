"""Modules that a program imports by a name which it is told when it runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.facts import ChosenModule, ModuleFacts
from migrate.model.nodes import DEFINITIONS, nodes_of
from migrate.syntax.guards import is_main_guard


def with_chosen(facts: Sequence[ModuleFacts]) -> tuple[ModuleFacts, ...]:
    """The facts of all modules of a run, with which of these they may import by computed names."""
    every = [one.bindings for one in facts]
    return tuple(replace(one, chosen=tuple(_chosen(one.bindings, every))) for one in facts)


def chosen_by_name(every: Sequence[Bindings]) -> Iterator[tuple[Path, Path]]:
    """The files of modules, each with one of those that it may import by a computed name."""
    for one in every:
        for chosen in _chosen(one, every):
            yield from ((one.module.path, path) for path in chosen.candidates.values())


def _chosen(bindings: Bindings, every: Sequence[Bindings]) -> Iterator[ChosenModule]:
    """Names of a module that stand for one of several others: `model = importlib.import_module(FLAGS.model)`.

    Any module of the run may be meant that has what is asked of the name, and takes the calls. There is none
    where something else is done with the name than to ask for parts of it.
    """
    for statement in nodes_of(bindings.module.tree):
        if not isinstance(statement, ast.Assign):
            continue
        name = _named(bindings, statement)
        asked = _asked(bindings.module.tree, name) if name is not None else None
        if name is None or not asked:
            continue
        dotted = {
            _dotted(other.module.path.resolve(), bindings.module.source.root.resolve()): other
            for other in every
            if other is not bindings and _has(other, asked)
        }
        found = {text: other.module.path for text, other in dotted.items() if text is not None}
        if found:
            yield ChosenModule(name, statement, found)


def _named(bindings: Bindings, statement: ast.Assign) -> str | None:
    """The name that a statement gives to what it imports by a computed name, if nothing else gives it one."""
    target, call = statement.targets[0], statement.value
    if not (isinstance(target, ast.Name) and isinstance(call, ast.Call) and len(call.args) == 1):
        return None
    if bindings.dotted.get(call.func) != "importlib.import_module" or call.keywords:
        return None
    stored = [
        node
        for node in nodes_of(bindings.module.tree)
        if isinstance(node, ast.Name) and node.id == target.id and not isinstance(node.ctx, ast.Load)
    ]
    defined = (node for node in nodes_of(bindings.module.tree) if isinstance(node, DEFINITIONS))
    is_other = any(node.name == target.id for node in defined) or target.id in bindings.aliases
    return target.id if stored == [target] and len(statement.targets) == 1 and not is_other else None


def _asked(tree: ast.Module, name: str) -> Mapping[str, list[ast.AST]] | None:
    """The attributes of what a name stands for that a module uses; `None` if it does more with the name.

    Each with its calls, and its other uses, as far as they are under no condition: what is asked under one, a
    module need not have.
    """
    nodes = list(nodes_of(tree))
    if any(isinstance(node, ast.arg) and node.arg == name for node in nodes):
        return None
    attributes = {
        node.value: node
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    calls = {node.func: node for node in nodes if isinstance(node, ast.Call)}
    conditional = set(_conditional(nodes))
    found: dict[str, list[ast.AST]] = {}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            asked = attributes.get(node)
            if asked is None:
                return None
            found.setdefault(asked.attr, []).extend([] if node in conditional else [calls.get(asked, asked)])
    return found


def _conditional(nodes: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """The nodes that a run may leave out, though it reaches what is around them."""
    for node in nodes:
        inner: Sequence[ast.AST] = ()
        if isinstance(node, ast.If) and not is_main_guard(node):
            inner = (*node.body, *node.orelse)
        elif isinstance(node, ast.IfExp):
            inner = (node.body, node.orelse)
        elif isinstance(node, ast.BoolOp):
            inner = node.values[1:]
        elif isinstance(node, ast.Try):
            inner = (*node.body, *node.handlers, *node.orelse)
        yield from (one for root in inner for one in nodes_of(root))


def _has(other: Bindings, asked: Mapping[str, list[ast.AST]]) -> bool:
    """Whether a module has all that is asked of any, and its functions take the calls."""
    gets_more = bool(other.stars)
    return any(name in other.bound for name in asked) and all(
        (name in other.bound or gets_more) and (not isinstance(use, ast.Call) or _may_be(other, name, use))
        for name, uses in asked.items()
        for use in uses
    )


def _may_be(other: Bindings, name: str, call: ast.Call) -> bool:
    """Whether a call may be of what a module has under a name: a function that takes it, or no function."""
    return name not in other.functions or _takes(other.functions[name].args, call)


def _takes(arguments: ast.arguments, call: ast.Call) -> bool:
    """Whether a function can be called so."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(
        one.arg is None for one in call.keywords
    ):
        return True
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    if len(call.args) > len(names) and arguments.vararg is None:
        return False
    given = {*names[: len(call.args)], *(one.arg for one in call.keywords)}
    known = {*names, *(one.arg for one in arguments.kwonlyargs)}
    needed = set(names[: len(names) - len(arguments.defaults)])
    needed |= {
        one.arg
        for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if value is None
    }
    return needed <= given and (given <= known or arguments.kwarg is not None)


def _dotted(path: Path, root: Path) -> str | None:
    """The name by which a file can be imported from the root of the run."""
    if path.suffix != ".py" or not path.is_relative_to(root):
        return None
    parts = path.relative_to(root).with_suffix("").parts
    return None if any("." in part for part in parts) else ".".join(parts)
