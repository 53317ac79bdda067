"""Follows definitions through the statements of a block, in the order in which they run."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from migrate.model.bindings import Bindings
from migrate.model.driver import Continued, Handed, Handover, Point
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, SUMMARIES, Kind, Role
from migrate.syntax.arguments import passed_values
from migrate.syntax.feeds import each_key, literal_entries
from migrate.syntax.own_names import own_names

from ..cluster.tasks import Tasks
from ..expressions.returned_values import gives_values
from ..functions.continued_functions import going_on
from ..functions.session_functions import Call, Callees, without_handed
from ..names.bindings import parameters
from ..names.uses import Environment, names_of
from ..program.outside_runs import SESSION
from ..program.tree import Tree
from ..sessions.hooks import running_methods
from ..sessions.with_items import context_of
from .statements import Describer

_NO_ARGUMENTS = ast.arguments([], [], None, [], [], None, [])


# Functions are walked again for each call on each way to it, in each turn of the loops around: what has more
# than a few dozen is code that may call anything. Beyond this, a program is not followed to steps.
_MOST_ENTRIES = 200


class Walker:
    """Follows definitions through the statements in the order in which they run.

    `points` are those of the statements walked, `entered` those of functions whose bodies are walked too,
    and `methods` those of the object that run the graph. `inside` are the calls of methods in which the
    block goes on, `going_on` those of functions; it may go on in such where it stands in the `owner`, and
    not where other blocks stand, `elsewhere`. What is `held` by conditions and `try` is all the rest of the
    block that has to do with its graph.

    Args:
      tree: all modules.
      bindings: those of the block's module.
      owner: the class, where the block is one of its methods.
      methods: its other methods, which run what the block builds.
      is_global: whether all functions of the module see the block's names.
      hands_methods: whether these methods may be handed the session.
    """

    def __init__(
        self,
        tree: Tree,
        bindings: Bindings,
        owner: ast.ClassDef | None = None,
        methods: Sequence[ast.FunctionDef] = (),
        *,
        is_global: bool,
        hands_methods: bool = False,
    ) -> None:
        self._tree = tree
        self._bindings = bindings
        self._describer = Describer(tree, bindings, owner, methods)
        self._tasks = Tasks(bindings)
        self._is_own = True  # and not in a function or method in which the block goes on
        self._handed: Mapping[str, Handed] = {}
        self._inside: list[ast.FunctionDef] = []
        self._entries = 0
        self.callees = Callees(
            tree, bindings, is_global=is_global, methods=methods, hands_methods=hands_methods
        )
        self.points: dict[ast.stmt, Point] = {}
        self.entered: set[Point] = set()
        self.methods: dict[ast.FunctionDef, None] = {}
        self._outside: ast.FunctionDef | None = None
        self.inside: Mapping[ast.stmt, ast.FunctionDef] = {}
        self.owner: ast.AST | None = None
        self.takes_values = False  # and nothing else from functions that open sessions and run them
        self.elsewhere: frozenset[ast.AST] = frozenset()
        self.held: Mapping[ast.stmt, Sequence[ast.stmt]] = {}
        self.going_on: dict[ast.stmt, Continued] = {}
        self._jumps = _Jumps()

    def block(self, body: Sequence[ast.stmt], env: Environment, parents: tuple[Point, ...]) -> Environment:
        """What reaches the end of a block, by what reaches its beginning, under the headers `parents`.

        What stands behind a jump is walked as if that might not be taken, so that more may reach it than
        does, and never less; what reaches the jump also reaches the place that it leads to.
        """
        for statement in body:
            env = self._statement(statement, env, parents)
            self._jumps.note(statement, env)
        return env

    def _called(self, body: Sequence[ast.stmt], env: Environment, parents: tuple[Point, ...]) -> Environment:
        """What reaches the end of a function, by its last statement or by a `return`."""
        around, self._jumps = self._jumps, _Jumps()
        after = _merge(self.block(body, env, parents), self._jumps.returned)
        self._jumps = around
        return after

    def _statement(self, node: ast.stmt, env: Environment, parents: tuple[Point, ...]) -> Environment:
        point = self.points.setdefault(node, Point(len(self.points), node, parents))
        if isinstance(node, ast.With):
            self._header(point, node.items, [item.optional_vars for item in node.items], env)
            point.contexts = tuple(context_of(self._bindings, point, item) for item in node.items)
            return self.block(node.body, _after(env, point), (*parents, point))
        if isinstance(node, ast.For):
            self._header(point, [node.iter], [node.target], env)
            return self._loop(point, node, env)
        if isinstance(node, ast.While):
            self._header(point, [node.test], [], env)
            return self._loop(point, node, env)
        if isinstance(node, ast.If):
            self._header(point, [node.test], [], env)
            env, inner = _after(env, point), (*parents, point)
            is_own = self._is_own and all(isinstance(one.node, ast.With) for one in parents)
            if node in self.held:
                return self._holding(point, node, env, parents)
            point.goes_on = self._tasks.goes_on(node, env, list(self.points.values()), is_own=is_own)
            if point.goes_on is not None:
                serving = node.orelse if point.goes_on is node.body else node.body
                self.block(serving, env, inner)
                return self.block(point.goes_on, env, parents)
            return _merge(self.block(node.body, env, inner), self.block(node.orelse, env, inner))
        if isinstance(node, ast.Try):
            return self._try(point, node, env)
        if isinstance(node, ast.FunctionDef) and node in self.callees.found:
            return _after(env, point)
        if isinstance(node, ast.FunctionDef) and _runs_session(node, env):
            return self._function(point, node, env)
        running = running_methods(self._bindings, node)
        if isinstance(node, ast.ClassDef) and running:
            return self._hook(point, node, running, env)
        if node in self.inside:
            return self._goes_on(point, self.inside[node], env)
        following = self._going_on(point, env)
        if following is not None:
            return self._goes_on_in(*following, point, env)
        self._describe(point, [node], env)
        aliases = self.callees.alias(point, self._inside[-1], self._bindings) if self._inside else {}
        if aliases:
            point.kind, point.roles, point.obstacles = Kind.ALIAS, frozenset(), ()
            self._handed = self.callees.found[self._inside[-1]].known
            return {**env, **{name: one.reached_by for name, one in aliases.items()}}
        gives_feed = isinstance(node, ast.FunctionDef) and self._gives_feed(node, env)
        if gives_feed or self._returns_feed(node):
            # What it returns is fed: the parts of the graph in it are keys of dictionaries, and nothing else.
            point.kind, point.roles, point.obstacles = Kind.FEED, frozenset(), ()
        if gives_feed:
            self.entered.add(point)
        if point.kind is Kind.HOST and any(source in self._describer.runners for source in point.sources):
            self._describer.note_runner(point)
        return _after(env, point)

    def _holding(
        self, point: Point, node: ast.If, env: Environment, parents: tuple[Point, ...]
    ) -> Environment:
        """A condition of which one branch holds the rest of the block, as if its statements stood here."""
        point.goes_on, point.holds_rest = self.held[node], True
        inner = (*parents, point)
        around = [parents if branch is point.goes_on else inner for branch in (node.body, node.orelse)]
        return _merge(self.block(node.body, env, around[0]), self.block(node.orelse, env, around[1]))

    def _goes_on(self, point: Point, method: ast.FunctionDef, env: Environment) -> Environment:
        """A call of a method in which the block goes on: its statements run as if they stood here."""
        call = called_by(point.node)
        given = passed_values(call)
        self._describe(point, given, env, [method])
        point.kind = Kind.HOST if point.kind is Kind.HOST or not (call.args or call.keywords) else point.kind
        is_own, self._is_own = self._is_own, False
        after = self._called(method.body, seen_by_methods(env), point.parents)
        self._is_own = is_own
        return {**env, **seen_by_methods(after)}

    def _going_on(self, point: Point, env: Environment) -> tuple[Call, Continued] | None:
        """The call that a statement is, if the block goes on in the function that it calls."""
        is_call = isinstance(point.node, (ast.Expr, ast.Assign)) and isinstance(point.node.value, ast.Call)
        if not is_call or self.owner is None or self._inside:
            return None
        calls = self.callees.calls([point.node], env, self._bindings)
        function = calls[0].function if len(calls) == 1 else None
        if function is None or function in self.elsewhere or self.points.get(function) in self.entered:
            return None
        found = going_on(self._tree, self._bindings, self.owner, calls[0], point, env)
        if found is None:
            return None
        own = [without_handed(point.node, calls, env)]
        self._describer.describe(point, own, env, [calls[0].function])
        return (calls[0], found) if point.kind is Kind.HOST else None

    def _goes_on_in(self, call: Call, found: Continued, point: Point, env: Environment) -> Environment:
        """Its statements run as if they stood here; it sees what it is handed, and names of the module."""
        function, owner = call.function, self.owner
        definition = self.points.setdefault(function, Point(len(self.points), function, ()))
        definition.kind, definition.roles, definition.obstacles = Kind.HOST, frozenset(), ()
        definition.defines = frozenset({function.name})
        self.entered.add(definition)
        self.going_on[point.node] = found
        inside = {
            name: env[name] for name in env if name in GRAPH_STATE or not isinstance(owner, ast.FunctionDef)
        }
        for name in parameters(function):
            value = call.passed.get(name)
            is_known = isinstance(value, ast.Name) and name in {*found.shared, *(found.handed or ())}
            known = (
                env.get(value.id, frozenset[Point]()) if isinstance(value, ast.Name) else frozenset[Point]()
            )
            inside[name] = known if is_known else frozenset({definition})
        is_own = self._is_own
        self.owner, self._is_own = None, False
        after = self._called(function.body, inside, ())
        self.owner, self._is_own = owner, is_own
        own = own_names(function) - found.shared
        seen = {name: after[name] for name in after if name not in own and name in {*env, *GRAPH_STATE}}
        return _after({**env, **seen}, point)

    def own_names(self, owner: ast.AST) -> frozenset[str]:
        """What functions in which the block goes on have names for, of parts beside `owner`."""
        others = [one.method for one in self.going_on.values() if one.method is not owner]
        return frozenset(name for one in others for name in own_names(one))

    def _function(self, point: Point, node: ast.FunctionDef, env: Environment) -> Environment:
        """A function that runs the session of the block around it: it stays, with calls of steps in it."""
        outside = [*node.decorator_list, *node.args.defaults, *(one for one in node.args.kw_defaults if one)]
        self._describer.describe(point, outside, env)
        if point.kind is not Kind.HOST:  # a default that runs the session, or is a part of the graph
            self._describer.describe(point, [node], env)
            return _after(env, point)
        point.defines = frozenset({node.name})
        self.entered.add(point)
        self._describer.note_runner(point)
        inside = {**_after(env, point), **{name: frozenset({point}) for name in parameters(node)}}
        self._called(node.body, inside, (*point.parents, point))
        return _after(env, point)

    def _hook(
        self, point: Point, node: ast.ClassDef, running: Mapping[ast.FunctionDef, str], env: Environment
    ) -> Environment:
        """A class of hooks that runs the session it is handed: it stays, with calls of steps in it."""
        self._describer.describe(point, [one for one in node.body if one not in running], env)
        point.defines = frozenset({node.name})
        for method, session in running.items():
            inner = self.points.setdefault(method, Point(len(self.points), method, (*point.parents, point)))
            self.entered.add(inner)
            inside = {**_after(env, point), **{name: frozenset({inner}) for name in parameters(method)}}
            inside[session] = frozenset({Point(-1, method, (), Kind.SESSION)})
            self._called(method.body, inside, (*inner.parents, inner))
        return _after(env, point)

    def _returns_feed(self, node: ast.stmt) -> bool:
        """Whether it is `return {x: …}` at the end of a function that gives what is fed."""
        inside = self._inside[-1] if self._inside else None
        is_end = isinstance(node, ast.Return) and literal_entries(node.value) is not None
        return is_end and inside is not None and self.callees.found[inside].gives_feed

    def _gives_feed(self, node: ast.FunctionDef, env: Environment) -> bool:
        """Whether a function returns dictionaries whose keys are placeholders, which it uses nowhere else."""
        found = self._tree.given_entries(self._bindings, node) or []
        keys = {key for one in found for listed, _ in one for key in each_key(listed)}
        names = [key.id for key in keys if isinstance(key, ast.Name)]
        fed = {source.kind for name in names for source in env.get(name, frozenset())}
        others = (name.id for name in names_of(node) if name not in keys)
        in_graph = {source.kind for name in others for source in env.get(name, ())} & (
            GRAPH_VALUES | {Kind.SESSION}
        )
        return bool(names) and len(names) == len(keys) and fed == {Kind.PLACEHOLDER} and not in_graph

    def _describe(
        self, point: Point, nodes: Sequence[ast.AST], env: Environment, apart: Sequence[ast.AST] = ()
    ) -> None:
        """Fill in a point; the functions that it hands the session to run as a part of it."""
        calls = (
            [] if isinstance(point.node, ast.FunctionDef) else self.callees.calls(nodes, env, self._bindings)
        )
        own = [without_handed(node, calls, env) for node in nodes] if calls else nodes
        self._describer.describe(point, own, env, [*apart, *(call.function for call in calls)])
        if (
            self.takes_values
            and point.kind is Kind.SESSION
            and gives_values(self._tree, self._bindings, point)
        ):
            point.kind, point.roles, point.obstacles = Kind.HOST, frozenset({Role.HOST}), ()
        for call in calls:
            self._enter(call, point, env)

    def _enter(self, call: Call, at: Point, env: Environment) -> None:
        function = call.function
        if function in self._inside:
            self.callees.recursion(call)
            return
        definition = self.points.setdefault(function, Point(len(self.points), function, ()))
        definition.kind, definition.roles, definition.obstacles = Kind.HOST, frozenset(), ()
        definition.defines = frozenset({function.name})
        callee = self.callees.note(call, at, definition, self._handed, env)
        self._entries += 1
        if self._entries > _MOST_ENTRIES:
            self.callees.too_many(call)
            at.kind = Kind.RUN
            return
        self.entered.add(definition)
        is_fed = call.gives_feed and isinstance(at.node, ast.Assign) and at.node.value is call.node
        at.kind = Kind.FEED if is_fed else Kind.RUN
        inside = dict(self.callees.seen(function, env))
        read = {name.id for name in names_of(function)} if call.gives_feed else set[str]()
        definition.uses = {name: inside[name] for name in inside if name in read or name.startswith("self.")}
        for name in parameters(function):
            handed = callee.handed.get(name)
            own = call.starts_of_input(name, env) or frozenset({definition})
            inside[name] = handed.reached_by if handed is not None else own
            inside[name] |= call.savers_and_writers(name, env)
        around = self._handed, self._bindings, self._describer
        self._handed = callee.known
        if call.bindings is not self._bindings:
            runners = self._describer.runners
            self._bindings, self._describer = call.bindings, Describer(self._tree, call.bindings)
            self._describer.runners = runners
        self._inside.append(function)
        after = self._called(function.body, inside, (*definition.parents, definition))
        self._inside.pop()
        changed = {name for name in after if name.startswith("self.") and after[name] != inside.get(name)}
        at.mutates |= changed  # by a method, whose object others see
        changes = self.callees.changes_its_object(call)
        if changes is not None:
            at.mutates |= {changes}
            at.uses[changes] = at.uses.get(changes, frozenset()) | env.get(changes, frozenset()) - {at}
        at.mutates |= {name for name in (SUMMARIES,) if after.get(name) != inside.get(name)}
        self._handed, self._bindings, self._describer = around

    def method(self, node: ast.FunctionDef, env: Environment, given: Environment) -> Environment:
        """A method that runs the session of its object, or one that it is `given`.

        What it sets, other methods may read.
        """
        point = self.points.setdefault(node, Point(len(self.points), node, ()))
        self.methods[node] = None
        self.entered.add(point)
        inside = {**seen_by_methods(env), **{name: frozenset({point}) for name in parameters(node)}, **given}
        after = self._called(node.body, inside, (point,))
        return _merge(env, {name: points for name, points in after.items() if name.startswith("self.")})

    def outside(self, takes: Handover, env: Environment) -> None:
        """The runs outside of the class, as those of one more method, which sets nothing."""
        if self._outside is None:
            body = [statement for run in takes.outside for statement in run.body]
            self._outside = ast.FunctionDef("<outside>", _NO_ARGUMENTS, body, [], lineno=body[0].lineno)
        session = Point(-1, self._outside, (), Kind.SESSION)
        self.method(self._outside, env, {SESSION: frozenset({session})})
        del self.methods[self._outside]

    def _loop(self, point: Point, node: ast.For | ast.While, env: Environment) -> Environment:
        """What reaches the end of a loop: its body is walked until nothing new reaches its beginning.

        That ends, since there are finitely many points and what reaches it only grows. A loop inside is
        walked once in each turn that brings it nothing new, so that the cost grows with the square of the
        depth.
        """
        inner = (*point.parents, point)
        around, self._jumps = self._jumps, self._jumps.in_loop()
        entering: Environment | None = None
        after = env
        while (entered := _after(after, point)) != entering:
            entering = entered
            done = self.block(node.body, entering, inner)
            after = _merge(after, _merge(done, self._jumps.continued))
        inside, self._jumps = self._jumps, around
        around.leave(inside)
        return _merge(self.block(node.orelse, after, inner), inside.broken)

    def _try(self, point: Point, node: ast.Try, env: Environment) -> Environment:
        self._header(point, [], [], env)
        inner = (*point.parents, point)
        around, self._jumps = self._jumps, self._jumps.in_try()
        point.goes_on = self.held.get(node)
        point.holds_rest = node in self.held
        done = self.block(node.body, env, point.parents if point.holds_rest else inner)
        raised = _merge(env, self._jumps.raised)
        for handler in node.handlers:
            done = _merge(done, self.block(handler.body, raised, inner))
        done = self.block(node.orelse, done, inner)
        inside, self._jumps = self._jumps, around
        around.leave(inside)
        around.broken, around.continued = inside.broken, inside.continued
        for end in (inside.raised, inside.broken, inside.continued, inside.returned):
            self.block(node.finalbody, end, inner)
        return self.block(node.finalbody, done, inner)

    def _header(
        self, point: Point, read: Sequence[ast.AST], targets: Sequence[ast.AST | None], env: Environment
    ) -> None:
        self._describe(point, [*read, *(target for target in targets if target is not None)], env)
        kind = point.kind
        point.kind = kind if kind in (Kind.SESSION, Kind.RUN) else Kind.HEADER


@dataclass
class _Jumps:
    """What reaches the places that jumps lead to, as far as a function has been walked.

    In a loop, `broken` reaches the statement behind it and `continued` its header; `returned` reaches the end
    of the function. Where exceptions may be caught, `raised` is what reaches the handlers: any statement
    of the block may raise.
    """

    catches: bool = False
    broken: Environment = field(default_factory=dict)
    continued: Environment = field(default_factory=dict)
    returned: Environment = field(default_factory=dict)
    raised: Environment = field(default_factory=dict)

    def note(self, statement: ast.stmt, env: Environment) -> None:
        """What reaches the end of a statement: where it is a jump, it is what that takes along."""
        if isinstance(statement, ast.Break):
            self.broken = _merge(self.broken, env)
        elif isinstance(statement, ast.Continue):
            self.continued = _merge(self.continued, env)
        elif isinstance(statement, ast.Return):
            self.returned = _merge(self.returned, env)
        if self.catches:
            self.raised = _merge(self.raised, env)

    def in_loop(self) -> _Jumps:
        """Those of a loop, whose `break` and `continue` are its own."""
        return _Jumps(self.catches, returned=self.returned, raised=self.raised)

    def in_try(self) -> _Jumps:
        """Those of a `try`, which catches what is raised in it."""
        return _Jumps(True, self.broken, self.continued, self.returned)

    def leave(self, inner: _Jumps) -> None:
        """Take over what leaves a loop or a `try` inside."""
        self.returned = inner.returned
        if self.catches:
            self.raised = _merge(self.raised, inner.raised)


def _runs_session(node: ast.FunctionDef, env: Environment) -> bool:
    """Whether a function sees a session of the block around it."""
    return any(
        source.kind is Kind.SESSION for name in names_of(node) for source in env.get(name.id, frozenset())
    )


def _after(env: Environment, point: Point) -> Environment:
    changed = dict(env)
    for name in point.defines:
        changed[name] = frozenset({point})
    for name in point.mutates - point.defines:
        changed[name] = env.get(name, frozenset()) | {point}
    return changed


def _merge(one: Environment, other: Environment) -> Environment:
    return {name: one.get(name, frozenset()) | other.get(name, frozenset()) for name in {*one, *other}}


def called_by(statement: ast.stmt) -> ast.Call:
    """The call that a statement consists of."""
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    return statement.value


def seen_by_methods(env: Environment) -> Environment:
    """The names of one method that others see: the attributes of the object."""
    return {name: env[name] for name in env if name.startswith("self.") or name in ("self", *GRAPH_STATE)}
