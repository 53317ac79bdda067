"""Functions that open a session and return it: their statements stand where they were called.

`session = make_session()` becomes what `make_session` did, and the block that runs the session opens it. The
names of the function must mean nothing where it is called; what it is passed is given to these names first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from migrate.analyse.program.call_sites import CallSites
from migrate.analyse.program.constructions import Constructions
from migrate.analyse.program.object_attributes import opens_session
from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import Code, FileEdits, Kept, Layout, Piece, Replacement
from migrate.model.effects import Effects
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of
from migrate.model.source import Module
from migrate.rewrite.engine import rewritten
from migrate.syntax.arguments import value_of
from migrate.syntax.own_names import own_names

from .changed import Told, changed

_BLOCKS = (ast.Module, ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While, ast.With)
_Block: TypeAlias = "ast.Module | ast.FunctionDef | ast.ClassDef | ast.If | ast.For | ast.While | ast.With"


def with_sessions_opened_where_they_run(unit: Sequence[ModuleFacts]) -> Sequence[Module] | None:
    """The modules of a unit without such functions; None where there are none."""
    effects = unit[0].effects
    assert effects is not None
    opening = _Opening([one.bindings for one in unit], effects)
    edits = {one.bindings.module.path: opening.edits(one.bindings) for one in unit}
    if not any(edits.values()):
        return None
    return [_changed(one.bindings.module, edits[one.bindings.module.path]) for one in unit]


def _changed(module: Module, edits: FileEdits | None) -> Module:
    if edits is None:
        return module
    functions = [node for node in nodes_of(module.tree) if isinstance(node, ast.FunctionDef)]
    kept = {one.node for layout in edits.layouts for one in layout.pieces if isinstance(one, Kept)}
    bodies = (statement for layout in edits.layouts for statement in getattr(layout.owner, "body", ()))
    gone = {statement for statement in bodies if statement not in kept}
    told = [
        Told(module.path, one, f"{one.name}(), whose statements stand where it was called")
        for one in functions
        if one in gone
    ]
    return changed(module, rewritten(module, edits), told)


@dataclass(frozen=True)
class _Use:
    """A statement in a block that calls such a function, and gives names to what that returns."""

    block: _Block
    statement: ast.stmt
    call: ast.Call
    function: ast.FunctionDef
    passed: Mapping[str, ast.expr]

    @property
    def given(self) -> ast.expr:
        """What the function returns."""
        last = self.function.body[-1]
        assert isinstance(last, ast.Return)
        assert last.value is not None
        return last.value

    def code(self) -> Code:
        """What the function does, in the place of the statement, or in front of a `with`."""
        told = self.function.body[0]
        is_told = isinstance(told, ast.Expr) and isinstance(told.value, ast.Constant)
        body = self.function.body[1 if is_told else 0 : -1]
        parts: dict[str, ast.AST] = {f"p_{name}": value for name, value in self.passed.items()}
        lines = [f"{name} = {{p_{name}}}" for name in self.passed]
        parts |= {f"s_{index}": one for index, one in enumerate(body)}
        lines += [f"{{s_{index}}}" for index in range(len(body))]
        if isinstance(self.statement, ast.Assign):
            target = self.statement.targets[0]
            if ast.unparse(target) != ast.unparse(self.given):
                parts |= {"target": target, "given": self.given}
                lines.append("{target} = {given}")
            return Code("\n".join(lines), parts, comments_of=self.statement)
        return Code("\n".join(lines), parts)


class _Opening:
    """The functions of some modules that open a session and return it, and where they are called."""

    def __init__(self, modules: Sequence[Bindings], effects: Effects) -> None:
        self._callers = CallSites(modules, effects, Constructions(modules, effects))
        nodes = [node for one in modules for node in nodes_of(one.module.tree)]
        self._known_by_text = {node.name for node in nodes if isinstance(node, ast.alias)}
        constants = (node.value for node in nodes if isinstance(node, ast.Constant))
        self._known_by_text |= {value for value in constants if isinstance(value, str)}

    def edits(self, bindings: Bindings) -> FileEdits | None:
        """The edits of a module, whose own functions alone are called there."""
        uses: dict[ast.stmt, _Use] = {}
        gone: set[ast.AST] = set()
        for function in (one for one in nodes_of(bindings.module.tree) if isinstance(one, ast.FunctionDef)):
            is_own = function.name not in self._known_by_text and _only_opens(bindings, function)
            found = self._uses(bindings, function) if is_own else None
            if found and not any(one.statement in uses for one in found):
                uses |= {one.statement: one for one in found}
                gone.add(function)
        if not uses:
            return None
        blocks = (node for node in nodes_of(bindings.module.tree) if isinstance(node, _BLOCKS))
        layouts = [layout for block in blocks for layout in _laid_out(block, uses, gone)]
        entering = [one for one in uses.values() if isinstance(one.statement, ast.With)]
        replacements = [Replacement(one.call, Code("{given}", {"given": one.given})) for one in entering]
        return FileEdits(tuple(replacements), tuple(layouts))

    def _uses(self, bindings: Bindings, function: ast.FunctionDef) -> list[_Use] | None:
        """The statements that call a function; None where it is called in another way, or elsewhere."""
        calls = self._callers.of(function)
        found = [self._use(bindings, function, call) for call in calls or ()]
        known = [one for one in found if one is not None]
        return known if known and len(known) == len(found) else None

    def _use(self, bindings: Bindings, function: ast.FunctionDef, call: ast.Call) -> _Use | None:
        scopes = [one for one in nodes_of(bindings.module.tree) if isinstance(one, ast.FunctionDef)]
        around = [one for one in scopes if call in nodes_of(one)]
        scope: ast.AST = around[-1] if around else bindings.module.tree
        if function in around:
            return None
        for block in (node for node in nodes_of(scope) if isinstance(node, _BLOCKS)):
            for statement in block.body:
                if _gives(statement, call) and not isinstance(block, ast.ClassDef):
                    passed = self._passed(function, call)
                    use = _Use(block, statement, call, function, passed) if passed is not None else None
                    return use if use is not None and _is_free(use, scope) else None
        return None

    def _passed(self, function: ast.FunctionDef, call: ast.Call) -> Mapping[str, ast.expr] | None:
        """What each parameter stands for, but those that stand for a name like theirs."""
        if (
            function.args.vararg
            or function.args.kwarg
            or any(isinstance(one, ast.Starred) for one in call.args)
        ):
            return None
        given = {name: value_of(one) for name, one in self._callers.passed(function, call).items()}
        if len(given) != len(call.args) + len(call.keywords):
            return None
        every = [*function.args.posonlyargs, *function.args.args]
        defaults = dict(
            zip([one.arg for one in reversed(every)], reversed(function.args.defaults), strict=False)
        )
        keyword_only = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
        defaults |= {one.arg: value for one, value in keyword_only if value is not None}
        names = [one.arg for one in (*every, *function.args.kwonlyargs) if one.arg != "self"]
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
    opens = symbol is not None and role_of(symbol) is Role.SESSION
    return opens and opens_session(bindings, function)


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


def _laid_out(block: _Block, uses: Mapping[ast.stmt, _Use], gone: set[ast.AST]) -> Iterator[Layout]:
    """The new order of a block in which such a function is called, or stands."""
    if gone.isdisjoint(block.body) and not any(one in uses for one in block.body):
        return
    pieces: list[Piece] = []
    for one in block.body:
        if one in uses:
            pieces.append(uses[one].code())
        if one not in gone and not (one in uses and isinstance(one, ast.Assign)):
            pieces.append(Kept(one))
    yield Layout(block, tuple(pieces))
