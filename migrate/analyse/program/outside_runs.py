"""Runs of an object's graph outside of its class: in the block that made it and opened the session."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from migrate.model.bindings import Bindings
from migrate.model.driver import Outside
from migrate.model.nodes import nodes_of, walk_scope
from migrate.model.objects import Made, classes_of
from migrate.syntax.feeds import added_entries
from migrate.syntax.properties import properties_of

from .call_sites import CallSites

SESSION = "<session>"  # what a method of the class would call the session
_FED = "<fed>"  # and what is fed
_MORE = "<more>"  # and that with more keys


def outside_runs(
    modules: Sequence[Bindings], callers: CallSites, owner: ast.ClassDef, sessions: Set[ast.AST]
) -> Iterator[Outside]:
    """The calls by which a session fetches attributes of an object of a class, and feeds such.

    What they stand for in the class gets their place, or that of the class if it is in another module.
    """
    inside = set(nodes_of(owner))
    properties = properties_of(owner)
    for bindings in modules:
        home = bindings.module.tree
        runs = [run for run in _runs(home, callers, owner, properties, sessions) if run.call not in inside]
        at = None if owner in bindings.classes.values() else owner
        names = {run.feed for run in runs}
        for run in runs:
            value = run.feed
            made, added = _made(home, value, names) if isinstance(value, ast.Name) else ([value], [])
            giving = [one for one in made if isinstance(one, ast.Call)]
            if giving:
                method = _method(giving[0], run.name)
                is_own = all(_of_object(key, run.name, properties) is not None for key in added)
                if is_own and method is not None and all(_method(one, run.name) == method for one in made):
                    more = replace(run, giving=tuple(giving), added=tuple(added))
                    yield _placed(more, _called(giving[0], method), at)
                continue
            dictionaries = [one for one in made if isinstance(one, ast.Dict)]
            keys = [_keys(one, run.name, properties) for one in dictionaries]
            written = [[ast.dump(key) for key in own] for own in keys if own is not None]
            if None in keys or not written or any(own != written[0] for own in written):
                continue
            fed = ast.Dict([*(keys[0] or ())], [ast.Constant(None) for _ in keys[0] or ()])
            yield _placed(replace(run, fed=tuple(dictionaries)), fed, at)


def _runs(
    home: ast.AST,
    callers: CallSites,
    owner: ast.ClassDef,
    properties: Mapping[str, ast.Attribute],
    sessions: Set[ast.AST],
) -> Iterator[Outside]:
    defaults = _in_default_sessions(home, sessions)
    for statement in (node for node in nodes_of(home) if isinstance(node, ast.stmt)):
        for call in _own_calls(statement):
            run = _run(call, sessions, defaults.get(call))
            base = _base(run.fetches) if run is not None else None
            if run is not None and base is not None:
                given = callers.given(base)
                constructions = {one.node for one in given if isinstance(one, Made) and not one.is_summary}
                if classes_of(given) == {owner} and len(constructions) == len(given):
                    name = ast.unparse(base)
                    fetched = _of_object(run.fetches, name, properties)
                    made = frozenset(one for one in constructions if isinstance(one, ast.Call))
                    if fetched is not None:
                        found = Outside(name, statement, call, run.session, fetched, run.feed)
                        yield replace(found, made=made, properties=properties)


@dataclass(frozen=True)
class _Run:
    session: ast.expr
    fetches: ast.expr
    feed: ast.expr


def _in_default_sessions(home: ast.AST, sessions: Set[ast.AST]) -> Mapping[ast.AST, ast.expr]:
    """What stands in `with session:` or `with session.as_default():`, and in which session."""
    found: dict[ast.AST, ast.expr] = {}
    for node in (one for one in nodes_of(home) if isinstance(one, ast.With)):
        for item in node.items:
            entered = item.context_expr
            if isinstance(entered, ast.Call) and isinstance(entered.func, ast.Attribute) and not entered.args:
                entered = entered.func.value if entered.func.attr == "as_default" else entered
            if entered in sessions:
                found.update(dict.fromkeys((inner for one in node.body for inner in nodes_of(one)), entered))
    return found


def _run(call: ast.Call, sessions: Set[ast.AST], default: ast.expr | None) -> _Run | None:
    """What a call runs: `session.run(x, feed_dict)`, `x.eval(feed_dict, session)` or an operation's `run`.

    What names no session is run in the `default` one, if there is one.
    """
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("eval", "run"):
        return None
    named = {one.arg: one.value for one in call.keywords}
    places = list(call.args)
    if call.func.attr == "run" and call.func.value in sessions:
        session: ast.expr | None = call.func.value
        fetches = places.pop(0) if places else named.pop("fetches", None)
    else:
        session = next((one for one in (*places, *named.values()) if one in sessions), default)
        fetches = call.func.value
        places = [one for one in places if one is not session]
        named = {name: one for name, one in named.items() if one is not session}
    feed = places.pop(0) if places else named.pop("feed_dict", ast.Dict([], []))
    is_whole = not places and not named
    return _Run(session, fetches, feed) if is_whole and session is not None and fetches is not None else None


def _base(fetches: ast.expr) -> ast.expr | None:
    """The object of which attributes are fetched: `net`, or `self.net`."""
    base = next((node.value for node in nodes_of(fetches) if isinstance(node, ast.Attribute)), None)
    is_name = isinstance(base, ast.Name)
    is_kept = isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name) and base.value.id == "self"
    return base if is_name or is_kept else None


def _placed(run: Outside, fed: ast.expr, at: ast.AST | None) -> Outside:
    """The run with what a method would write for it: a call, behind what is `fed` where that has a name."""
    is_named = isinstance(run.feed, ast.Name) or bool(run.giving)
    function = ast.Attribute(ast.Name(SESSION, ast.Load()), "run", ast.Load())
    name = _MORE if run.added else _FED
    call = ast.Call(function, [run.fetched, ast.Name(name, ast.Load()) if is_named else fed], [])
    body: list[ast.stmt] = [ast.Assign([ast.Name(_FED, ast.Store())], fed)] if is_named else []
    if run.added:
        keys = [None, *(_of_object(key, run.name, run.properties) for key in run.added)]
        values = [ast.Name(_FED, ast.Load()), *(ast.Constant(None) for _ in run.added)]
        body.append(ast.Assign([ast.Name(_MORE, ast.Store())], ast.Dict(keys, values)))
    body.append(ast.Expr(call))
    for node in (node for statement in body for node in nodes_of(statement)):
        ast.copy_location(node, at if at is not None else run.call)
    return replace(run, within=call, body=tuple(body))


def _called(call: ast.Call, method: str) -> ast.Call:
    """The call of a method of the object by another one, which passes nothing for anything."""
    keywords = [ast.keyword(one.arg, ast.Constant(None)) for one in call.keywords]
    function = ast.Attribute(ast.Name("self", ast.Load()), method, ast.Load())
    return ast.Call(function, [ast.Constant(None) for _ in call.args], keywords)


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


def _keys(dictionary: ast.Dict, name: str, properties: Mapping[str, ast.Attribute]) -> list[ast.expr] | None:
    """The keys of a dictionary, as the class of the object writes them, if all are attributes of that."""
    found = [
        _of_object(key, name, properties) if isinstance(key, ast.Attribute) else None
        for key in dictionary.keys
    ]
    kept = [key for key in found if key is not None]
    return kept if len(kept) == len(found) else None


def _made(
    home: ast.AST, fed: ast.Name, names: Set[ast.AST]
) -> tuple[Sequence[ast.expr], Sequence[ast.Attribute]]:
    """What a name may stand for: all the dictionaries, or all the calls, that its own block gives it.

    With the keys that statements of the block add to what a call gives. Nothing where it may stand for more,
    or is used by more than these and runs.
    """
    blocks = [node for node in nodes_of(home) if isinstance(node, (ast.FunctionDef, ast.Module))]
    block = next(one for one in blocks if any(fed in walk_scope(each) for each in one.body))
    uses = [node for node in nodes_of(block) if isinstance(node, ast.Name) and node.id == fed.id]
    own = [node for statement in block.body for node in walk_scope(statement)]
    made = [
        node.value
        for node in own
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and node.targets[0] in uses
    ]
    adding = [entries for node in own if isinstance(node, ast.stmt) and (entries := added_entries(node))]
    added = [key for name, entries in adding if name == fed.id for key, _ in entries]
    keys = [key for key in added if isinstance(key, ast.Attribute)]
    is_shared = any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in nodes_of(block))
    is_alike = any(all(isinstance(one, kind) for one in made) for kind in (ast.Dict, ast.Call))
    is_alike &= len(keys) == len(added) and (not added or isinstance(made[0], ast.Call))
    followed = len(made) + sum(use in names for use in uses) + sum(name == fed.id for name, _ in adding)
    return (made, keys) if is_alike and followed == len(uses) and not is_shared else ([], [])


def _method(node: ast.expr, name: str) -> str | None:
    """The method of the object `name` that an expression calls."""
    function = node.func if isinstance(node, ast.Call) else None
    is_own = isinstance(function, ast.Attribute) and ast.unparse(function.value) == name
    return function.attr if is_own and isinstance(function, ast.Attribute) else None


def _of_object(node: ast.expr, name: str, properties: Mapping[str, ast.Attribute]) -> ast.expr | None:
    """An attribute of the object, or several in lists and tuples, as its class names them."""
    if isinstance(node, (ast.List, ast.Tuple)):
        found = [_of_object(one, name, properties) for one in node.elts]
        kept = [one for one in found if one is not None]
        return type(node)(kept, ast.Load()) if len(kept) == len(node.elts) and kept else None
    if isinstance(node, ast.Attribute) and ast.unparse(node.value) == name:
        return ast.Name(f"self.{properties.get(node.attr, node).attr}", ast.Load())
    return None
