"""Objects that build a part of a graph before the object that runs it is made: that one makes them itself.

`solver = Solver(Net(3), data)` becomes `solver = Solver(lambda: Net(3), data)`, and `Solver`, which opens the
session, calls what it is passed: where it used the object, or first of all in the method that opens the
session. So one block builds the whole graph. The program does the same, in graphs as in steps: the object is
made once as before, and what runs in between commutes with making it. The new text is then analysed and
planned like any other, and taken if it has steps where the user's has none.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from migrate.analyse.program.object_attributes import has_plain_form, methods_of, opens_session
from migrate.analyse.vocabulary import role_of
from migrate.model.bindings import Bindings
from migrate.model.edit import (
    Arguments,
    Code,
    FileEdits,
    Kept,
    Layout,
    Piece,
    Replacement,
    Signature,
)
from migrate.model.effects import Locations, Touched, inside
from migrate.model.kinds import Role
from migrate.model.nodes import declared_names, nodes_of
from migrate.model.objects import Cell, Defined, Imported, Location, classes_of
from migrate.plan.statements.new_names import Names
from migrate.syntax.arguments import passed_values, value_of
from migrate.syntax.closure import closure

from .program import Form, Place, Program, gone

# What code may call of TensorFlow while the making of an object waits: none of it is part of a graph.
_NO_GRAPH = frozenset({Role.HOST, Role.CONFIG})


def with_postponed(program: Program) -> Form:
    """The form of a program in which such objects are made by those who run them."""
    moves = list(_Postponing(program).moves())
    makings = [(making, move.owner) for move in moves for making in move.makings]
    left = {one.first: one.place.block.body for one, _ in makings if one.first is not None}
    edits = [*(edit for move in moves for edit in move.edits), *program.laid_out(gone(left))]
    return Form(edits, [_told(*one) for one in makings])


@dataclass(frozen=True)
class _Making:
    """The call that makes an object, and the call that it is passed to, which stands in a `place`.

    `first` is the statement of the same block that gives it a name, and None where it is passed on at once.
    """

    call: ast.Call
    passed: ast.expr | ast.keyword
    taking: ast.Call
    place: Place
    first: ast.stmt | None

    @property
    def between(self) -> Sequence[ast.stmt]:
        """What runs between the two statements."""
        if self.first is None:
            return ()
        body = self.place.block.body
        return body[body.index(self.first) + 1 : body.index(self.place.statement)]

    @property
    def name(self) -> str | None:
        """What the object is called until it is passed on."""
        value = value_of(self.passed)
        return value.id if isinstance(value, ast.Name) else None


@dataclass(frozen=True)
class _Move:
    """The edits of the files that concern one class, but for the statements that go, and what moves to it."""

    owner: ast.ClassDef
    edits: Sequence[tuple[Path, FileEdits]]
    makings: Sequence[_Making]


class _Postponing:
    """What can be postponed in a program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._effects = program.effects
        self._callers = program.callers
        self._by_path = {one.module.path: one for one in program.modules}
        self._names = Names(*(one.module.tree for one in program.modules))

    def moves(self) -> Iterator[_Move]:
        """One for each class that runs what it is passed: of one parameter, whose edits meet no others."""
        for bindings in self._program.modules:
            for owner in bindings.classes.values():
                if has_plain_form(bindings, owner) and _runs(owner) and not _names_by_text(owner):
                    move = next(self._of_class(bindings, owner), None)
                    if move is not None:
                        yield move

    def _of_class(self, bindings: Bindings, owner: ast.ClassDef) -> Iterator[_Move]:
        methods = {method.name: method for method in methods_of(owner)}
        initial = methods["__init__"]
        calls = self._callers.of(initial)
        for parameter in initial.args.args[1:] if calls else ():
            makings = [self._making(initial, call, parameter.arg) for call in calls or ()]
            known = [one for one in makings if one is not None]
            if len(known) != len(makings):
                continue
            opening = [one for one in methods.values() if opens_session(bindings, one)]
            made = self._names.new(f"make_{parameter.arg}")
            within = (
                self._in_initial(initial, parameter.arg, made, known)
                if initial in opening or not opening
                else self._in_method(owner, initial, opening, parameter.arg, made, known)
            )
            if within is not None:
                outside = (_passing(one, made) for one in known)
                yield _Move(owner, [(bindings.module.path, within), *outside], known)

    def _making(self, initial: ast.FunctionDef, taking: ast.Call, name: str) -> _Making | None:
        """How an object that builds a part of a graph is made for a parameter, if it is for nothing else."""
        passed = self._callers.passed(initial, taking).get(name)
        if passed is None:
            return None
        value, place = value_of(passed), self._program.places.get(taking)
        if place is None or isinstance(place.statement, ast.With):
            return None
        first = _naming(place.block.body, value.id) if isinstance(value, ast.Name) else None
        call = first.value if first is not None else value
        if not isinstance(call, ast.Call):
            return None
        making = _Making(call, passed, taking, place, first)
        is_whole = not isinstance(value, ast.Name) or self._is_used_once(making, value)
        is_whole = is_whole and self._has_lasting_names(making)
        return making if is_whole and self._builds(call) and self._passes_at_once(making) else None

    def _builds(self, call: ast.Call) -> bool:
        """Whether a call makes an object of the program's own, and a part of a graph with it."""
        return any(role not in _NO_GRAPH for role in self._roles(self._code_of(call)))

    def _code_of(self, call: ast.Call) -> Sequence[ast.stmt]:
        """The code that makes an object of a class of the program, if a call does."""
        initial = next(iter(self._initials(call)), None)
        return initial.body if initial is not None else ()

    def _initials(self, *calls: ast.Call) -> list[ast.FunctionDef]:
        """The methods by which calls make objects of classes of the program."""
        owners = (owner for one in self._program.modules for owner in one.classes.values())
        made = (one for one in owners if not {*calls}.isdisjoint(self._program.constructions.calls(one)))
        return [method for owner in made for method in methods_of(owner) if method.name == "__init__"]

    def _passes_at_once(self, making: _Making) -> bool:
        """Whether the object may be made when the call that takes it has all else that it passes."""
        every: list[ast.expr | ast.keyword] = [*making.taking.args, *making.taking.keywords]
        others = [value_of(one) for one in every if one is not making.passed]
        calls = [node for one in others for node in nodes_of(one) if isinstance(node, ast.Call)]
        given = [
            one.node for call in calls for one in self._effects.given(call.func) if isinstance(one, Defined)
        ]
        code = [statement for one in given for statement in inside(one)]
        return all(role in _NO_GRAPH for role in self._roles([*code, *others])) and self._may_wait(
            making, making.between, (making.place.statement,)
        )

    def _roles(self, code: Sequence[ast.AST]) -> Iterator[Role]:
        """What some code calls of TensorFlow, by functions of the program too."""
        for root in closure(code, lambda one: self._effects.called([one, *inside(one)])):
            path = self._effects.file_of(root)
            bindings = self._by_path[path] if path is not None else None
            for node in nodes_of(root) if bindings is not None else ():
                symbol = bindings.tensorflow(node.func) if bindings and isinstance(node, ast.Call) else None
                if symbol is not None:
                    yield Role.GRAPH if symbol.endswith("set_random_seed") else role_of(symbol)

    def _is_used_once(self, making: _Making, name: ast.Name) -> bool:
        """Whether a name is given its value by one statement, and read in one place, by no other code."""
        bindings, home = making.place.bindings, self._program.scope(making.place)
        tree = bindings.module.tree
        is_inner = home is not tree
        every = (one for one in nodes_of(home) if is_inner or one not in bindings.shadowed)
        named = [one for one in every if isinstance(one, ast.Name) and one.id == name.id]
        shared = name.id in declared_names(nodes_of(tree))
        seen = not is_inner and any(self._is_of_module(one, name.id) for one in self._program.nodes())
        return len(named) == 2 and not (shared or seen)

    def _has_lasting_names(self, making: _Making) -> bool:
        """Whether the names in the call that makes the object mean the same whenever it is made."""
        home = self._program.scope(making.place)
        names = {node.id for node in nodes_of(making.call) if isinstance(node, ast.Name)}
        loops = (node for node in nodes_of(home) if isinstance(node, (ast.For, ast.While)))
        turning = {node for loop in loops for node in nodes_of(loop)}
        shared = declared_names(nodes_of(making.place.bindings.module.tree))
        given = _given(home, names)
        if isinstance(home, ast.FunctionDef):
            given += [one for one in nodes_of(home.args) if isinstance(one, ast.arg)]
            own = set(map(_name, given))
            given += _given(making.place.bindings.module.tree, names - own)
        times = Counter(map(_name, given))
        return not (names & shared or turning.intersection(given) or any(times[one] > 1 for one in names))

    def _is_of_module(self, node: ast.AST, name: str) -> bool:
        """Whether another module may have a name of a module by it."""
        if isinstance(node, ast.Attribute) and node.attr == name:
            return any(isinstance(one, Imported) for one in self._effects.given(node.value))
        return isinstance(node, ast.alias) and node.name in (name, "*")

    def _may_wait(
        self, making: _Making, others: Sequence[ast.stmt], calling: Sequence[ast.stmt] = ()
    ) -> bool:
        """Whether other code may run before an object is made, and not after that.

        Of the statements that are `calling` what takes the object, that is not meant.
        """
        if any(role not in _NO_GRAPH for role in self._roles(others)):
            return False
        without = self._initials(making.taking, making.call)
        own = self._effects.of([making.first] if making.first is not None else self._code_of(making.call))
        every = self._effects.of([*others, *calling], without)
        return _commute(own, every, making.name)

    def _in_initial(
        self, initial: ast.FunctionDef, name: str, made: str, makings: Sequence[_Making]
    ) -> FileEdits | None:
        """The edits of `__init__`: it makes the object where it first uses that."""
        uses = [one for one in nodes_of(initial) if isinstance(one, ast.Name) and one.id == name]
        first = next((one for one in initial.body if any(use in nodes_of(one) for use in uses)), None)
        if first is None or any(not isinstance(use.ctx, ast.Load) for use in uses):
            return None
        before = initial.body[: initial.body.index(first)]
        if not all(self._may_wait(one, before) for one in makings):
            return None
        signature = Signature(initial, frozenset({name}), (made,))
        if len(uses) == 1 and isinstance(first, _SIMPLE) and not _is_inner(first, uses[0]):
            return FileEdits((Replacement(uses[0], Code(f"{made}()")),), signatures=(signature,))
        after = map(Kept, initial.body[len(before) :])
        pieces: tuple[Piece, ...] = (*map(Kept, before), Code(f"{name} = {made}()"), *after)
        return FileEdits(layouts=(Layout(initial, pieces),), signatures=(signature,))

    def _in_method(
        self,
        owner: ast.ClassDef,
        initial: ast.FunctionDef,
        opening: Sequence[ast.FunctionDef],
        name: str,
        made: str,
        makings: Sequence[_Making],
    ) -> FileEdits | None:
        """The edits of a class that keeps an object for the method that opens the session: this makes it."""
        uses = [one for one in nodes_of(initial) if isinstance(one, ast.Name) and one.id == name]
        keeping = next((one for one in initial.body if _keeps(one, uses)), None)
        if not isinstance(keeping, ast.Assign) or len(uses) != 1 or len(makings) != 1:
            return None
        attribute = _attribute(keeping.targets[0])
        assert attribute is not None
        if not self._is_of_methods(owner, initial, opening, attribute):
            return None
        called = [one for one in opening if self._callers.of(one) != []]
        calls = self._callers.of(called[0]) if len(called) == 1 else None
        (making,) = makings
        body = making.place.block.body
        following = body[body.index(making.place.statement) + 1 :]
        if calls is None or len(calls) != 1:
            return None
        place = next((one for one in following if getattr(one, "value", None) is calls[0]), None)
        if place is None:
            return None
        waited = [*initial.body, *following[: following.index(place)]]
        if not self._may_wait(making, waited) or [*calls[0].args, *calls[0].keywords]:
            return None
        kept = self._names.new(f"make_{attribute}") if attribute != name else made
        layouts = [_beginning(one, f"self.{attribute} = self.{kept}()") for one in opening]
        return FileEdits(
            (Replacement(keeping, Code(f"self.{kept} = {made}", comments_of=keeping)),),
            tuple(layouts),
            signatures=(Signature(initial, frozenset({name}), (made,)),),
        )

    def _is_of_methods(
        self,
        owner: ast.ClassDef,
        initial: ast.FunctionDef,
        opening: Sequence[ast.FunctionDef],
        attribute: str,
    ) -> bool:
        """Whether an attribute is read by what some methods call alone, and set by `__init__` alone."""
        methods = {method.name: method for method in methods_of(owner)}

        def named(method: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
            nodes = (one for one in nodes_of(method) if isinstance(one, ast.Attribute))
            return (methods[one.attr] for one in nodes if one.attr in methods and _is_self(one.value))

        reached = [set(closure([one], named)) for one in opening]
        for method in methods.values():
            found = [one for one in nodes_of(method) if _attribute(one) == attribute]
            is_set = any(not isinstance(getattr(one, "ctx", None), ast.Load) for one in found)
            inside = [one for one in reached if method in one]
            callers = [one for one in methods.values() if method in named(one)]
            calls = self._callers.of(method)
            is_inner = calls is not None and set(nodes_of(owner)).issuperset(calls)
            alone = (
                method in opening or is_inner and all(any(one in each for each in inside) for one in callers)
            )
            if found and method is not initial and (is_set or not inside or not alone):
                return False
        own = set(nodes_of(owner))
        return not any(
            isinstance(one, ast.Attribute)
            and one.attr == attribute
            and one not in own
            and self._may_be(owner, one)
            for one in self._program.nodes()
        )

    def _may_be(self, owner: ast.ClassDef, node: ast.Attribute) -> bool:
        given = self._effects.given(node.value)
        return not given or owner in classes_of(given)


def _told(making: _Making, owner: ast.ClassDef) -> tuple[Path, ast.AST, str]:
    found = f"{ast.unparse(making.call.func)}(), made by {owner.name} now, which runs what it builds"
    return making.place.bindings.module.path, making.call, found


def _passing(making: _Making, made: str) -> tuple[Path, FileEdits]:
    """The edits of the code that made an object: it passes on how that is done."""
    call = making.call
    code = _called(call) if call.args or call.keywords else Code("{f}", {"f": call.func})
    edits = (Replacement(value_of(making.passed), code),)
    named = isinstance(making.passed, ast.keyword)
    arguments = (Arguments(making.taking, named={making.passed: made}),) if named else ()
    return making.place.bindings.module.path, FileEdits(edits, arguments=arguments)


def _called(call: ast.Call) -> Code:
    """What makes an object later, of the parts of the call that does: that may be what it is written for."""
    values = passed_values(call)
    stars = ["*" if isinstance(one, ast.Starred) else "" for one in call.args]
    stars += ["**" if one.arg is None else f"{one.arg}=" for one in call.keywords]
    parts = {f"a{i}": one.value if isinstance(one, ast.Starred) else one for i, one in enumerate(values)}
    passed = ", ".join(f"{star}{{{name}}}" for star, name in zip(stars, parts, strict=True))
    return Code(f"lambda: {{f}}({passed})", {"f": call.func, **parts})


def _commute(one: Touched, other: Touched, name: str | None) -> bool:
    """Whether it does not matter which of two pieces of code runs first, but for errors.

    The first gives what it makes a `name`, which the other code passes on.
    """
    written, either = Locations(other.writes), Locations(other.reads | other.writes)
    writes = (place for place in one.writes if not (one.is_own(place) or _is_named(place, name)))
    reads = (place for place in one.reads if not one.is_own(place))
    is_seen = bool(one.outside and other.outside)
    return not (is_seen or any(map(either.may_have, writes)) or any(map(written.may_have, reads)))


def _is_named(place: Location, name: str | None) -> bool:
    return isinstance(place, Cell) and place.name == name


def _given(scope: ast.AST, names: Collection[str]) -> list[ast.AST]:
    """Where some names are given a value in a scope, or in functions of it."""
    stored = (node for node in nodes_of(scope) if isinstance(node, ast.Name) and node.id in names)
    return [node for node in stored if not isinstance(node.ctx, ast.Load)]


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else ""


def _runs(owner: ast.ClassDef) -> bool:
    """Whether a class has code that runs a session."""
    return any(isinstance(node, ast.Attribute) and node.attr in ("run", "eval") for node in nodes_of(owner))


def _names_by_text(owner: ast.ClassDef) -> bool:
    """Whether a class may ask for its names by their text."""
    by_text = ("eval", "exec", "globals", "locals", "vars")
    return any(isinstance(node, ast.Name) and node.id in by_text for node in nodes_of(owner))


_SIMPLE = (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)


def _naming(body: Sequence[ast.stmt], name: str) -> ast.Assign | None:
    """The statement that gives a value one name, and does nothing else."""
    single = (one for one in body if isinstance(one, ast.Assign) and len(one.targets) == 1)
    return next((one for one in single if getattr(one.targets[0], "id", "") == name), None)


def _is_inner(statement: ast.stmt, use: ast.AST) -> bool:
    """Whether an expression in a statement may be evaluated several times, or never."""
    inner = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.BoolOp, ast.IfExp)
    return any(isinstance(node, inner) and use in nodes_of(node) for node in nodes_of(statement))


def _keeps(statement: ast.stmt, uses: Sequence[ast.Name]) -> bool:
    """Whether a statement keeps a parameter as it is, as one attribute."""
    is_kept = isinstance(statement, ast.Assign) and statement.value in uses and len(statement.targets) == 1
    return is_kept and isinstance(statement, ast.Assign) and _attribute(statement.targets[0]) is not None


def _attribute(node: ast.AST) -> str | None:
    """The attribute of a method's object that an expression is, where that may be a name of a block."""
    if isinstance(node, ast.Name) and node.id.startswith("self."):
        return node.id.removeprefix("self.")
    return node.attr if isinstance(node, ast.Attribute) and _is_self(node.value) else None


def _is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _beginning(method: ast.FunctionDef, code: str) -> Layout:
    """A method that begins with a new statement, behind what it says of itself."""
    head = method.body[:1] if ast.get_docstring(method, clean=False) is not None else []
    return Layout(method, (*map(Kept, head), Code(code), *map(Kept, method.body[len(head) :])))
