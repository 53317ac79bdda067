"""Runs of an object's graph outside of its class: in the block that made it and opened the session."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from migrate.model.bindings import Bindings
from migrate.model.driver import Outside
from migrate.model.nodes import nodes_of
from migrate.model.objects import Made, classes_of

from ..names.bindings import walk_scope
from .call_sites import CallSites

SESSION = "<session>"  # what a method of the class would call the session


def outside_runs(
    modules: Sequence[Bindings], callers: CallSites, owner: ast.ClassDef, sessions: Set[ast.AST]
) -> Iterator[Outside]:
    """The calls by which a session fetches attributes of an object of a class, and feeds such.

    What they stand for in the class gets their place, or that of the class if it is in another module.
    """
    inside = set(nodes_of(owner))
    for bindings in modules:
        home = bindings.module.tree
        runs = [run for run in _runs(home, callers, owner, sessions) if run.call not in inside]
        at = None if owner in bindings.classes.values() else owner
        fed = {run.call: _fed(run.call) for run in runs}
        names = set[ast.AST](fed.values())
        for run in runs:
            value = fed[run.call]
            dictionaries = _dictionaries(home, value, names) if isinstance(value, ast.Name) else []
            dictionaries += [value] if isinstance(value, ast.Dict) else []
            keys = [_keys(one, run.name) for one in dictionaries]
            written = [[ast.dump(key) for key in own] for own in keys if own is not None]
            if None in keys or not written or any(own != written[0] for own in written):
                continue
            yield _placed(replace(run, fed=tuple(dictionaries)), keys[0] or [], at)


def _runs(
    home: ast.AST, callers: CallSites, owner: ast.ClassDef, sessions: Set[ast.AST]
) -> Iterator[Outside]:
    for statement in (node for node in nodes_of(home) if isinstance(node, ast.stmt)):
        for call in _own_calls(statement):
            is_run = isinstance(call.func, ast.Attribute) and call.func.attr == "run"
            if is_run and isinstance(call.func, ast.Attribute) and call.func.value in sessions:
                base = _base(call)
                given = callers.given(base) if base is not None else frozenset()
                constructions = {one.node for one in given if isinstance(one, Made) and not one.is_summary}
                if base is not None and classes_of(given) == {owner} and len(constructions) == len(given):
                    name = ast.unparse(base)
                    fetched = _fetched(call, name)
                    made = frozenset(one for one in constructions if isinstance(one, ast.Call))
                    if fetched is not None:
                        yield Outside(name, statement, call, fetched, made=made)


def _base(call: ast.Call) -> ast.expr | None:
    """The object of which a call is passed attributes first: `net`, or `self.net`."""
    nodes = (node for value in (*call.args, *call.keywords) for node in nodes_of(value))
    base = next((node.value for node in nodes if isinstance(node, ast.Attribute)), None)
    is_name = isinstance(base, ast.Name)
    is_kept = isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name) and base.value.id == "self"
    return base if is_name or is_kept else None


def _placed(run: Outside, keys: Sequence[ast.expr], at: ast.AST | None) -> Outside:
    """The run with what a method would write for it: a call, and the dictionary where that has a name."""
    dictionary = ast.Dict(list(keys), [ast.Constant(None) for _ in keys])
    is_named = isinstance(_fed(run.call), ast.Name)
    fed = ast.Name("<fed>", ast.Load()) if is_named else dictionary
    function = ast.Attribute(ast.Name(SESSION, ast.Load()), "run", ast.Load())
    call = ast.Call(function, [run.fetched, fed], [])
    body: list[ast.stmt] = [ast.Assign([ast.Name("<fed>", ast.Store())], dictionary)] if is_named else []
    body.append(ast.Expr(call))
    for node in (node for statement in body for node in nodes_of(statement)):
        ast.copy_location(node, at if at is not None else run.call)
    return replace(run, within=call, body=tuple(body))


def _own_calls(statement: ast.stmt) -> Iterator[ast.Call]:
    """The calls in a simple statement, or in the header of a compound one."""
    pending: list[ast.AST] = list(ast.iter_child_nodes(statement))
    while pending:
        node = pending.pop(0)
        if isinstance(node, (ast.stmt, ast.ExceptHandler, ast.Lambda)):
            continue
        if isinstance(node, ast.Call):
            yield node
        pending.extend(ast.iter_child_nodes(node))


def _fetched(call: ast.Call, name: str) -> ast.expr | None:
    """What a run fetches, as the class of the object writes it; `None` if it is not of this object alone."""
    options = {keyword.arg for keyword in call.keywords}
    if len(call.args) > 2 or not options <= {"fetches", "feed_dict"}:
        return None
    fetches = next((one.value for one in call.keywords if one.arg == "fetches"), None)
    fetches = call.args[0] if call.args else fetches
    return _of_object(fetches, name) if fetches is not None else None


def _fed(call: ast.Call) -> ast.expr:
    """What a run is fed: an empty dictionary if that is nothing."""
    fed = next((one.value for one in call.keywords if one.arg == "feed_dict"), None)
    return call.args[1] if len(call.args) > 1 else fed if fed is not None else ast.Dict([], [])


def _keys(dictionary: ast.Dict, name: str) -> list[ast.expr] | None:
    """The keys of a dictionary, as the class of the object writes them, if all are attributes of that."""
    found = [_of_object(key, name) if isinstance(key, ast.Attribute) else None for key in dictionary.keys]
    kept = [key for key in found if key is not None]
    return kept if len(kept) == len(found) else None


def _dictionaries(home: ast.AST, fed: ast.Name, names: Set[ast.AST]) -> list[ast.Dict]:
    """Every dictionary that a name may stand for, if its own block makes them all and only runs use them."""
    blocks = [node for node in nodes_of(home) if isinstance(node, (ast.FunctionDef, ast.Module))]
    block = next(one for one in blocks if any(fed in walk_scope(each) for each in one.body))
    uses = [node for node in nodes_of(block) if isinstance(node, ast.Name) and node.id == fed.id]
    made = [
        node.value
        for statement in block.body
        for node in walk_scope(statement)
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and node.targets[0] in uses
    ]
    dictionaries = [one for one in made if isinstance(one, ast.Dict)]
    is_shared = any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in nodes_of(block))
    followed = len(dictionaries) + sum(use in names for use in uses)
    return dictionaries if followed == len(uses) and not is_shared else []


def _of_object(node: ast.expr, name: str) -> ast.expr | None:
    """An attribute of the object, or several in lists and tuples, as its class names them."""
    if isinstance(node, (ast.List, ast.Tuple)):
        found = [_of_object(one, name) for one in node.elts]
        kept = [one for one in found if one is not None]
        return type(node)(kept, ast.Load()) if len(kept) == len(node.elts) and kept else None
    if isinstance(node, ast.Attribute) and ast.unparse(node.value) == name:
        return ast.Name(f"self.{node.attr}", ast.Load())
    return None
