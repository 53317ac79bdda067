"""Functions that open, look after or initialise sessions: their statements stand where they were called.

`session = make_session()` becomes what `make_session` did, and the block that runs the session opens it. So
does `loss, step, hooks = build()`, if a Supervisor or a session with hooks is given one of the names. The
names of the function must mean nothing where it is called; what it is passed is given to these names first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from migrate.analyse.sessions.hooks import appended_to, hooks_in, made_hooks
from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import Code, FileEdits, Kept, Piece, Replacement
from migrate.model.kinds import Role
from migrate.model.nodes import nodes_of, walk_scope
from migrate.syntax.arguments import value_of
from migrate.syntax.closure import closure
from migrate.syntax.own_names import own_names
from migrate.syntax.servers import SCAFFOLD, SUPERVISOR

from .program import Form, Program

_LOOKING = frozenset({"dir", "eval", "exec", "globals", "locals", "super", "vars"})  # at names of a function
# What looks after a session, and is told what a program makes for that.
_LOOKING_AFTER = (SCAFFOLD, SUPERVISOR, "tf.train.MonitoredTrainingSession")
# What a function returns that the block which runs the session is to make itself.
_WANTED = ({Role.SESSION}, {Role.INITIALIZER})


def with_functions_inlined(program: Program) -> Form:
    """The form of a program without such functions."""
    known = {node.name for node in program.nodes() if isinstance(node, ast.alias)}
    constants = (node.value for node in program.nodes() if isinstance(node, ast.Constant))
    known |= {value for value in constants if isinstance(value, str)}
    instead: dict[ast.stmt, Sequence[Piece]] = {}
    entering: list[tuple[Path, FileEdits]] = []
    told: list[tuple[Path, ast.AST, str]] = []
    for bindings, function in program.blocks():
        is_own = isinstance(function, ast.FunctionDef) and function.name not in known
        if not (is_own and isinstance(function, ast.FunctionDef) and _is_plain(function)):
            continue
        uses = _uses(program, bindings, function)
        is_wanted = _opens(bindings, function) or _given_names(uses) & _told(bindings)
        if uses and is_wanted and not _meet(uses, function, instead):
            path = bindings.module.path
            uses = [_renaming(program, one) for one in uses] if len(uses) == 1 else uses
            instead |= {function: (), **{one.statement: one.pieces() for one in uses}}
            entering += [(path, FileEdits(one.edits())) for one in uses]
            told.append((path, function, f"{function.name}(), whose statements stand where it was called"))
    return Form([*program.laid_out(instead), *entering], told)


@dataclass(frozen=True)
class _Use:
    """A statement that calls such a function: it gives what that returns names, or enters it."""

    statement: ast.stmt
    call: ast.Call
    function: ast.FunctionDef
    passed: Mapping[str, ast.expr]
    renamed: Mapping[str, str] = field(default_factory=dict)

    @property
    def given(self) -> ast.expr:
        """What the function returns."""
        last = self.function.body[-1]
        assert isinstance(last, ast.Return)
        assert last.value is not None
        return last.value

    @property
    def pairs(self) -> Sequence[tuple[ast.expr, ast.expr]]:
        """What the statement gives a name, each with what the function returns for it."""
        target = self.statement.targets[0] if isinstance(self.statement, ast.Assign) else None
        if isinstance(target, ast.Tuple) and isinstance(self.given, ast.Tuple):
            return list(zip(target.elts, self.given.elts, strict=True))
        return [(target, self.given)] if target is not None else []

    @property
    def same(self) -> Set[str]:
        """The names that the statement gives to what has them in the function, too."""
        return {ast.unparse(name) for name, value in self.pairs if ast.unparse(name) == ast.unparse(value)}

    def edits(self) -> tuple[Replacement, ...]:
        """What a `with` enters instead, and the names that the function's become."""
        names = [one for one in nodes_of(self.function) if isinstance(one, ast.Name)]
        edits = [Replacement(one, Code(self.renamed[one.id])) for one in names if one.id in self.renamed]
        if isinstance(self.statement, ast.With):
            edits.append(Replacement(self.call, Code("{given}", {"given": self.given})))
        return tuple(edits)

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
        for index, (name, value) in enumerate(self.pairs):
            written = ast.unparse(value)
            if ast.unparse(name) != self.renamed.get(written, written):
                parts |= {f"t_{index}": name, f"g_{index}": value}
                lines.append(f"{{t_{index}}} = {{g_{index}}}")
        return (Code("\n".join(lines), parts, comments_of=self.statement),)


def _told(bindings: Bindings) -> Set[str]:
    """The names of a module that something which looks after a session is told, be it in a list of a name."""
    nodes = list(nodes_of(bindings.module.tree))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    telling = (one for one in calls if bindings.tensorflow(one.func) in _LOOKING_AFTER)
    told = {name for one in telling for name in _names([*one.args, *one.keywords])}
    made = ((node, made_hooks(node)) for node in nodes if isinstance(node, ast.stmt))
    held = ((node, hooks_in(value)) for node, value in made if value is not None)
    lists = [(appended_to(node) or getattr(node, "targets", []), _own(found)) for node, found in held]
    return {*closure(told, lambda name: {one for to, names in lists if name in _own(to) for one in names})}


def _given_names(uses: Sequence[_Use]) -> Set[str]:
    return {name for one in uses for target, _ in one.pairs for name in _names([target])}


def _meet(uses: Sequence[_Use], function: ast.FunctionDef, instead: Mapping[ast.stmt, object]) -> bool:
    """Whether what a function or its calls become meets what another one becomes."""
    inside = set(nodes_of(function))
    gone = {node for one in instead if isinstance(one, ast.FunctionDef) for node in nodes_of(one)}
    return any(one in inside for one in instead) or any(
        one.statement in instead or one.statement in gone for one in uses
    )


def _uses(program: Program, bindings: Bindings, function: ast.FunctionDef) -> list[_Use]:
    """The statements of its own module that call a function; none where it is called in another way."""
    calls = program.callers.of(function) or ()
    found = [_use(program, bindings, function, call) for call in calls]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else []


def _use(program: Program, bindings: Bindings, function: ast.FunctionDef, call: ast.Call) -> _Use | None:
    place = program.places.get(call)
    is_here = place is not None and place.bindings is bindings and call not in nodes_of(function)
    if place is None or not is_here or not _gives(place.statement, call, function):
        return None
    passed = _passed(program, function, call)
    use = _Use(place.statement, call, function, passed) if passed is not None else None
    scope = program.scope(place)
    is_reached = use is not None and _is_own_method(bindings, function, call, scope)
    return use if use is not None and is_reached and _is_free(use, scope) else None


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
    every += [one.arg for one in arguments.kwonlyargs]
    names = [one for one in dict.fromkeys([*given, *every]) if one != "self"]  # in the order of the call
    values = {name: given.get(name, defaults.get(name)) for name in names}
    known = {name: value for name, value in values.items() if value is not None}
    were_made = any(not isinstance(known[one], ast.Constant) for one in known.keys() - given.keys())
    is_known = len(known) == len(values) and not were_made
    return {name: one for name, one in known.items() if not _is_name(one, name)} if is_known else None


def _is_plain(function: ast.FunctionDef) -> bool:
    """Whether a function runs from its first statement to its last one, and makes no function itself."""
    last = function.body[-1]
    leaving = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)
    makes = (ast.AsyncFunctionDef, ast.ClassDef, ast.FunctionDef, ast.Lambda, ast.GeneratorExp)
    nodes = [node for one in function.body for node in nodes_of(one)]
    leaves = any(isinstance(node, leaving) and node is not last for node in nodes)
    is_returning = isinstance(last, ast.Return) and last.value is not None
    is_own = not (function.decorator_list or function.name == "__init__")
    is_seen = any(isinstance(node, makes) or getattr(node, "id", "") in _LOOKING for node in nodes)
    return is_returning and is_own and not leaves and not is_seen


def _opens(bindings: Bindings, function: ast.FunctionDef) -> bool:
    """Whether a function returns a session that it opens, or what initialises the variables."""
    last = function.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    if isinstance(value, ast.Name):
        single = (one for one in function.body if isinstance(one, ast.Assign) and len(one.targets) == 1)
        value = next((one.value for one in single if _is_name(one.targets[0], value.id)), value)
    calls = (
        value.args
        if isinstance(value, ast.Call) and bindings.tensorflow(value.func) == "tf.group"
        else [value]
    )
    symbols = [bindings.tensorflow(one.func) if isinstance(one, ast.Call) else None for one in calls]
    return {role_of(one) if one is not None else None for one in symbols} in _WANTED


def _gives(statement: ast.stmt, call: ast.Call, function: ast.FunctionDef) -> bool:
    """Whether a statement gives what a call does one name, or one for each part, or enters it first."""
    if not isinstance(statement, ast.Assign):
        return isinstance(statement, ast.With) and statement.items[0].context_expr is call
    (target, *others) = statement.targets
    last = function.body[-1]
    given = last.value if isinstance(last, ast.Return) else None
    if isinstance(target, ast.Tuple):
        is_pair = isinstance(given, ast.Tuple) and len(given.elts) == len(target.elts)
        is_pair &= all(isinstance(one, ast.Name) for one in target.elts)
        is_pair &= len(set(_names([target]))) == len(target.elts)
        is_pair &= not (isinstance(given, ast.Tuple) and any(isinstance(x, ast.Starred) for x in given.elts))
        return statement.value is call and not others and is_pair
    return statement.value is call and not others


def _is_own_method(bindings: Bindings, function: ast.FunctionDef, call: ast.Call, scope: ast.AST) -> bool:
    """Whether it is called where `self` is the same object, if it is a method."""
    if "self" not in _names([function]) | {one.arg for one in function.args.args}:
        return True
    classes = (node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.ClassDef))
    is_here = any(function in one.body and scope in one.body for one in classes)
    return is_here and isinstance(call.func, ast.Attribute) and _is_name(call.func.value, "self")


def _is_free(use: _Use, scope: ast.FunctionDef | ast.Module) -> bool:
    """Whether a function's own names mean nothing else where it is called, and those that it reads the same.

    A parameter that stands for a name like its own is that, if nothing else is given the name.
    """
    function = use.function
    own = own_names(function)
    stored = {one.id for one in nodes_of(function) if isinstance(one, ast.Name) and _binds(one)}
    shared = {one.arg for one in nodes_of(function.args) if isinstance(one, ast.arg)} - stored
    new = own - (shared - use.passed.keys())
    here, inside = _known(scope, function)
    bound = own_names(scope) if isinstance(scope, ast.FunctionDef) else _given_names([use])
    pairs = [(_names([name]), _names([value])) for name, value in use.pairs]
    in_order = all(name.isdisjoint(value) or name <= use.same for name, _ in pairs[:-1] for _, value in pairs)
    return (
        in_order
        and new.isdisjoint(inside)
        and (new - (use.same - use.passed.keys())).isdisjoint(here)
        and (_names(function.body) - own).isdisjoint(bound)
    )


def _renaming(program: Program, use: _Use) -> _Use:
    """The same, with the names of the function that become those which are given to what they stand for."""
    function = use.function
    bound = {one.id for one in nodes_of(function) if isinstance(one, ast.Name) and _binds(one)}
    others = {one.arg for one in nodes_of(function.args) if isinstance(one, ast.arg)}
    others |= own_names(function) - bound
    _, inside = _known(program.scope(program.places[use.call]), function)
    taken = _names([function]) | others | inside
    pairs = [
        (name.id, value.id)
        for name, value in use.pairs
        if isinstance(name, ast.Name) and isinstance(value, ast.Name)
    ]
    returned = [value for _, value in pairs]
    free = [one for one in pairs if one[1] in bound - others and one[0] not in taken]
    return replace(use, renamed={value: name for name, value in free if returned.count(value) == 1})


def _known(scope: ast.FunctionDef | ast.Module, function: ast.FunctionDef) -> tuple[Set[str], Set[str]]:
    """The names that mean something in a scope itself, and those that functions and classes in it read."""
    here = own_names(scope) if isinstance(scope, ast.FunctionDef) else set[str]()
    inside: set[str] = set()
    for node in (node for one in scope.body for node in walk_scope(one)):
        if isinstance(node, ast.FunctionDef) and node is not function:
            outer = [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults]
            inside |= (_names([node]) - own_names(node)) | _names([one for one in outer if one is not None])
            inside |= {name for one in nodes_of(node) for name in getattr(one, "names", ()) if _is_text(name)}
        elif isinstance(node, (ast.ClassDef, ast.Lambda)):
            inside |= _names([node])
        elif isinstance(node, ast.Name):
            here |= {node.id}
        elif isinstance(node, ast.alias):
            here |= {(node.asname or node.name).partition(".")[0]}
        here |= {node.name} if isinstance(node, (ast.ClassDef, ast.FunctionDef)) else set()
    return here, inside


def _binds(name: ast.Name) -> bool:
    return not isinstance(name.ctx, ast.Load)


def _is_text(name: object) -> bool:
    """Whether it is a name of a `global` or `nonlocal` statement, and not of an import."""
    return isinstance(name, str)


def _own(nodes: Iterable[ast.AST]) -> Set[str]:
    """Those of some expressions that are names."""
    return {one.id for one in nodes if isinstance(one, ast.Name)}


def _names(nodes: Sequence[ast.AST]) -> Set[str]:
    return {one.id for node in nodes for one in nodes_of(node) if isinstance(one, ast.Name)}


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
