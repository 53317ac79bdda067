"""Functions that open a session and return it: their statements stand where they were called.

`session = make_session()` becomes what `make_session` did, and the block that runs the session opens it. The
names of the function must mean nothing where it is called; what it is passed is given to these names first.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import Code, FileEdits, Kept, Piece, Replacement
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.syntax.arguments import value_of
from migrate.syntax.own_names import own_names

from .program import Form, Program


def with_sessions_opened_where_they_run(program: Program) -> Form:
    """The form of a program without such functions."""
    known = {node.name for node in program.nodes() if isinstance(node, ast.alias)}
    constants = (node.value for node in program.nodes() if isinstance(node, ast.Constant))
    known |= {value for value in constants if isinstance(value, str)}
    instead: dict[ast.stmt, Sequence[Piece]] = {}
    entering: list[tuple[Path, FileEdits]] = []
    told: list[tuple[Path, ast.AST, str]] = []
    for bindings, function in program.blocks():
        is_own = isinstance(function, ast.FunctionDef) and function.name not in known
        if not (is_own and isinstance(function, ast.FunctionDef) and _only_opens(bindings, function)):
            continue
        uses = _uses(program, bindings, function)
        if uses and not any(one.statement in instead for one in uses):
            path = bindings.module.path
            instead |= {function: (), **{one.statement: one.pieces() for one in uses}}
            entering += [(path, FileEdits((one.entered(),))) for one in uses if one.enters]
            told.append((path, function, f"{function.name}(), whose statements stand where it was called"))
    return Form([*program.laid_out(instead), *entering], told)


@dataclass(frozen=True)
class _Use:
    """A statement that calls such a function: it gives what that returns a name, or enters it."""

    statement: ast.stmt
    call: ast.Call
    function: ast.FunctionDef
    passed: Mapping[str, ast.expr]

    @property
    def enters(self) -> bool:
        """Whether it is a `with`."""
        return isinstance(self.statement, ast.With)

    @property
    def given(self) -> ast.expr:
        """What the function returns."""
        last = self.function.body[-1]
        assert isinstance(last, ast.Return)
        assert last.value is not None
        return last.value

    def entered(self) -> Replacement:
        """What a `with` enters instead."""
        return Replacement(self.call, Code("{given}", {"given": self.given}))

    def pieces(self) -> Sequence[Piece]:
        """What the function does, in the place of the statement, or in front of a `with`."""
        is_told = ast.get_docstring(self.function, clean=False) is not None
        body = self.function.body[1 if is_told else 0 : -1]
        parts: dict[str, ast.AST] = {f"p_{name}": value for name, value in self.passed.items()}
        lines = [f"{name} = {{p_{name}}}" for name in self.passed]
        parts |= {f"s_{index}": one for index, one in enumerate(body)}
        lines += [f"{{s_{index}}}" for index in range(len(body))]
        if not isinstance(self.statement, ast.Assign):
            return (Code("\n".join(lines), parts), Kept(self.statement))
        (target,) = self.statement.targets
        if ast.unparse(target) != ast.unparse(self.given):
            parts |= {"target": target, "given": self.given}
            lines.append("{target} = {given}")
        return (Code("\n".join(lines), parts, comments_of=self.statement),)


def _uses(program: Program, bindings: Bindings, function: ast.FunctionDef) -> list[_Use]:
    """The statements of its own module that call a function; none where it is called in another way."""
    calls = program.callers.of(function) or ()
    found = [_use(program, bindings, function, call) for call in calls]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else []


def _use(program: Program, bindings: Bindings, function: ast.FunctionDef, call: ast.Call) -> _Use | None:
    place = program.places.get(call)
    is_here = place is not None and place.bindings is bindings and call not in nodes_of(function)
    if place is None or not is_here or not _gives(place.statement, call):
        return None
    passed = _passed(program, function, call)
    use = _Use(place.statement, call, function, passed) if passed is not None else None
    return use if use is not None and _is_free(use, program.scope(place)) else None


def _passed(program: Program, function: ast.FunctionDef, call: ast.Call) -> Mapping[str, ast.expr] | None:
    """What each parameter stands for, but those that stand for a name like theirs."""
    arguments = function.args
    is_spread = any(isinstance(one, ast.Starred) for one in call.args)
    given = {name: value_of(one) for name, one in program.callers.passed(function, call).items()}
    if arguments.vararg or arguments.kwarg or is_spread or len(given) != len(call.args) + len(call.keywords):
        return None
    every = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    defaults = dict(zip(reversed(every), reversed(arguments.defaults), strict=False))
    keyword_only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    defaults |= {one.arg: value for one, value in keyword_only if value is not None}
    names = [one for one in (*every, *(one.arg for one in arguments.kwonlyargs)) if one != "self"]
    values = {name: given.get(name, defaults.get(name)) for name in names}
    known = {name: value for name, value in values.items() if value is not None}
    is_known = len(known) == len(values)
    return {name: one for name, one in known.items() if not _is_name(one, name)} if is_known else None


def _only_opens(bindings: Bindings, function: ast.FunctionDef) -> bool:
    """Whether a function runs from its first statement to its last one, which returns a session."""
    last = function.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    leaving = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)
    leaves = any(isinstance(node, leaving) for one in function.body[:-1] for node in nodes_of(one))
    if value is None or leaves or function.decorator_list or function.name == "__init__":
        return False
    if isinstance(value, ast.Name):
        single = (one for one in function.body if isinstance(one, ast.Assign) and len(one.targets) == 1)
        value = next((one.value for one in single if _is_name(one.targets[0], value.id)), value)
    symbol = bindings.tensorflow(value.func) if isinstance(value, ast.Call) else None
    return symbol is not None and role_of(symbol) is Role.SESSION


def _gives(statement: ast.stmt, call: ast.Call) -> bool:
    """Whether a statement gives what a call does one name, or enters it first of all."""
    if isinstance(statement, ast.Assign):
        return statement.value is call and len(statement.targets) == 1
    return isinstance(statement, ast.With) and statement.items[0].context_expr is call


def _is_free(use: _Use, scope: ast.AST) -> bool:
    """Whether the names of the function mean nothing else where it is called: but for one for the session."""
    own = own_names(use.function)
    target = use.statement.targets[0] if isinstance(use.statement, ast.Assign) else None
    if target is not None and ast.unparse(target) == ast.unparse(use.given):
        own -= {ast.unparse(target)}
    inside = set(nodes_of(use.function))
    nodes = [node for node in nodes_of(scope) if node not in inside]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return own.isdisjoint(names)


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
