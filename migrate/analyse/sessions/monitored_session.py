"""Sessions with hooks, which a block opens by `MonitoredTrainingSession`: what these ask for beside a run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, SUMMARIES, Kind, Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Fetch, Looped, Monitored, RunSite
from migrate.syntax.arguments import as_keywords, first_argument, is_none, passed_values
from migrate.syntax.runs import run_session
from migrate.syntax.servers import SCAFFOLD, made_scaffold

from ..cluster.tasks import refuse, session_server
from ..names.uses import names_of
from ..program.tree import Tree
from .hook_requests import AskedValues, merged_summaries
from .hooks import (
    OwnHooks,
    appended_to,
    asked_by_call,
    hook_class,
    hooks_in,
    is_of_hook,
    made_hooks,
    names_hooks,
    running_methods,
    savers_of,
    step_reads,
    synchroniser_of,
)
from .init_ops import initialises_all, is_default_local_init
from .session_uses import is_session_run
from .with_items import MONITORED, TRAINING, enters_monitored, openings

# The parameters, in their order.
_PARAMETERS = (
    *("master", "is_chief", "checkpoint_dir", "scaffold", "hooks", "chief_only_hooks"),
    *("save_checkpoint_secs", "save_summaries_steps", "save_summaries_secs", "config"),
    *("stop_grace_period_secs", "log_step_count_steps", "max_wait_secs", "save_checkpoint_steps"),
    "summary_dir",
)
# Those of the loop that opens such a session, and what the session calls them.
_LOOP_PARAMETERS = (
    *("train_op", "logdir", "master", "is_chief", "scaffold", "hooks", "chief_only_hooks"),
    *("save_checkpoint_secs", "save_summaries_steps", "config", "max_wait_secs", "run_metadata"),
)
_OPENINGS = (MONITORED, TRAINING)
# Those that mean the same where steps run, those that do in a cluster alone, and those of a session alone.
_OPTIONS = frozenset(
    {
        "checkpoint_dir",
        "chief_only_hooks",
        "hooks",
        "log_step_count_steps",
        "save_checkpoint_secs",
        "save_checkpoint_steps",
        "save_summaries_secs",
        "save_summaries_steps",
        "summary_dir",
    }
)
_IN_CLUSTER = frozenset({"is_chief", "max_wait_secs", "stop_grace_period_secs"})
_WITHOUT = frozenset({"config", "max_wait_secs", "stop_grace_period_secs"})
_AS_EVER = {"master": ("",), "is_chief": (True,), "scaffold": (None,), "chief_only_hooks": (None,)}
# What a scaffold may say of how variables begin.
_BEGINNING = {
    "init_op": initialises_all,
    "local_init_op": is_default_local_init,
    "ready_for_local_init_op": is_default_local_init,
}
_HOOKS = ("hooks", "chief_only_hooks")
# Collections in which such a session looks for what it is to use in the place of its own.
_COLLECTING = ("add_to_collection", "add_to_collections", "get_collection_ref")
_CHOSEN = ("GLOBAL_STEP", "INIT_OP", "LOCAL_INIT_OP", "READY_OP", "SAVERS", "SUMMARY_OP")


def monitored_session(tree: Tree, driver: Driver) -> Monitored | None:
    """The session with hooks that a block opens, if it does.

    Raises:
      Refused: it is used in a way that is not followed.
    """
    opening = [(point, node) for point in driver.points for node in openings(driver, point, _OPENINGS)]
    if opening:
        return _Reader(tree, driver, *opening[0]).read()
    for point in driver.points:
        is_class = isinstance(point.node, ast.ClassDef) and point.kind is Kind.HOST
        in_graph = any(one.kind in GRAPH_VALUES for one in point.sources)
        if in_graph and (is_class or names_hooks(driver.bindings, point)):
            refuse(driver, point.node, "a hook of a session that is not opened here")
    return None


def monitored_site(driver: Driver, session: Monitored, site: RunSite) -> RunSite:
    """A run of such a session, with a dictionary of what its hooks may ask for behind what it fetches.

    Raises:
      Refused: it is not simply a run in the block itself.
    """
    receiver = run_session(site.call, gives_int=site.gives_int)
    sources = site.point.uses.get(receiver.id, ()) if isinstance(receiver, ast.Name) else ()
    is_run = site.gives_int or is_session_run(site.point, site.call)
    if site.call is session.opening:
        return replace(_with_values(driver, session, site), looped=Looped())
    if is_run and site.is_step and sources and all(is_of_hook(one) for one in sources):
        return replace(site, in_hook=True)
    if not is_run or not sources or not all(_is_of(session, one, driver.bindings) for one in sources):
        refuse(driver, site.call, "a run beside a session with hooks")
    if site.calls and not session.values and driver.callee(site.point) is None:
        return replace(site, monitored=session)
    if not site.is_step or driver.callee(site.point) is not None:
        refuse(driver, site.call, "a run of a session with hooks that is not followed")
    return _with_values(driver, session, site)


def _with_values(driver: Driver, session: Monitored, site: RunSite) -> RunSite:
    """A run that also fetches what hooks may ask for."""
    found, instead = "a session with hooks, which ask for values beside each run", "a loop without hooks"
    keys: list[ast.expr | None] = [ast.Constant(name) for name in session.values]
    values = ast.Dict(keys, [one.node for one in session.values.values()])
    return replace(
        site,
        fetched=ast.Tuple([site.fetched, values], ast.Load()),
        fetches=(*site.fetches, *session.values.values()),
        obstacle=site.obstacle or Refused("SES201", driver.path, site.call, found, instead, effect=True),
        monitored=session,
    )


def _is_of(session: Monitored, point: Point, bindings: Bindings) -> bool:
    """Whether a statement opens a session, or enters it."""
    return point is session.point or enters_monitored(bindings, point) and session.point in point.sources


def check_collections(tree: Tree, driver: Driver) -> None:
    """Nothing tells a session that looks after itself to use something else than its own.

    Raises:
      Refused: something may.
    """
    for bindings in tree.of_processes(driver.bindings):
        path, module = bindings.module.path, bindings.module.tree
        collecting = {node for call in calls_in(module) for node in _collecting_step(call)}
        for node in nodes_of(module):
            if isinstance(node, ast.Attribute) and node.attr in _CHOSEN and node not in collecting:
                _refuse_at(path, node, f"{node.attr}, in which a session with hooks looks for its own")
        for call in calls_in(module):
            method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            if method in _COLLECTING and not _is_other_collection(first_argument(call)):
                _refuse_at(path, call, "a collection that a session with hooks may look into")


def _collecting_step(call: ast.Call) -> Iterator[ast.AST]:
    """Where a call names the collections of what it makes, if that is called as steps are counted by."""
    named = (one.value for one in passed_values(call) if isinstance(one, ast.Constant))
    if "global_step" in named:
        for keyword in call.keywords:
            yield from nodes_of(keyword.value) if keyword.arg == "collections" else ()


def _refuse_at(path: Path, node: ast.AST, found: str) -> NoReturn:
    raise Refused("SES201", path, node, found, "a session that finds all by itself")


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, point: Point, opening: ast.Call) -> None:
        self._tree = tree
        self._driver = driver
        self._point = point
        self._opening = opening
        self._asked = AskedValues(driver, point)
        self._read_at = {point}
        self._given: set[ast.AST] = set()  # the names of hooks that the session is given
        self._tokens: set[str] = set()  # the attributes of hooks that stand for what they ask for

    def read(self) -> Monitored:
        self._check_block()
        given = self._keywords()
        if given is None:
            self._refuse(self._opening, "a session with hooks with arguments that are not named")
        master = next((one.value for one in given if one.arg == "master"), None)
        server = session_server(self._tree, self._driver, self._point, self._opening, master)
        options = self._options(given, in_cluster=server is not None)
        for value in (one.value for one in options if one.arg in _HOOKS):
            self._read_hooks(self._point, value)
        self._check_hooks()
        summaries = self._summaries(options)
        values = self._asked.values if summaries is None else {**self._asked.values, "summary": summaries}
        if values:
            self._check_draws()
        closures = {
            function: frozenset(name.id for name in names_of(function) if name not in self._asked.places)
            for function in self._driver.closures
        }
        asked = self._asked.places
        return Monitored(self._point, self._opening, values, asked, tuple(options), closures, master, server)

    @property
    def _is_loop(self) -> bool:
        return self._driver.bindings_at(self._point).tensorflow(self._opening.func) == TRAINING

    def _keywords(self) -> list[ast.keyword] | None:
        """The arguments, as those of a session; `None` where they are not all named."""
        if not self._is_loop:
            return as_keywords(self._opening, _PARAMETERS)
        given = as_keywords(self._opening, _LOOP_PARAMETERS)
        if given is None:
            return None
        kept = [one for one in given if one.arg != "train_op"]
        kept = [one for one in kept if one.arg != "run_metadata" or not is_none(one.value)]
        return [ast.keyword("checkpoint_dir", one.value) if one.arg == "logdir" else one for one in kept]

    def _check_block(self) -> None:
        driver, point = self._driver, self._point
        is_named = self._is_loop or isinstance(_named(point.node).get(self._opening), ast.Name)
        if not is_named or not driver.runs_once(point) or self._is_loop and driver.callee(point) is not None:
            self._refuse(self._opening, "a session with hooks that is not opened once, and given a name")
        if driver.methods or driver.takes is not None or driver.gives or _is_method(driver):
            self._refuse(self._opening, "a session with hooks of an object")
        for other in driver.points:
            opens = other is not point and bool(other.roles & {Role.SESSION, Role.LOOP})
            opens |= other is point and len(list(openings(driver, other, _OPENINGS))) > 1
            if opens:
                self._refuse(other.node, "a session beside one with hooks")
            if other is not point and other.monitors and not driver.runs_once(other):
                self._refuse(other.node, "a session with hooks that is not entered once")
            if other.kind is Kind.SAVER:
                self._check_unused(other)
            elif Role.SAVER in other.roles:
                self._refuse(other.node, "a saver, beside a session with hooks, that is not simply made here")
        check_collections(self._tree, driver)

    def _check_unused(self, saver: Point) -> None:
        """No method of a saver takes such a session; a hook may save with it."""
        bindings = self._driver.bindings
        for other in self._driver.points:
            nodes = other.nodes
            calls = [node for node in nodes if isinstance(node, ast.Call)]
            given = {one for call in calls for one in savers_of(bindings, call)}
            for name in (node for node in nodes if isinstance(node, ast.Name) and node not in given):
                if saver in other.uses.get(name.id, ()) and isinstance(name.ctx, ast.Load):
                    self._refuse(other.node, "a saver that is used beside a session with hooks")

    def _options(self, given: Iterable[ast.keyword], *, in_cluster: bool) -> list[ast.keyword]:
        kept = []
        for keyword in given:
            name, value = keyword.arg, keyword.value
            if name in _AS_EVER and isinstance(value, ast.Constant) and value.value in _AS_EVER[name]:
                continue
            if name == "scaffold" and self._is_default_local_init(value):
                continue
            if name == "master" or name in _WITHOUT and not (in_cluster and name in _IN_CLUSTER):
                continue
            if name not in _OPTIONS and not (in_cluster and name in _IN_CLUSTER):
                self._refuse(value, f"a session with hooks and {name or 'arguments that are not named'}")
            if name not in _HOOKS and any(self._in_graph(self._point, one) for one in names_of(value)):
                self._refuse(value, f"a session with hooks whose {name} is a part of the graph")
            kept.append(keyword)
        return kept

    def _is_default_local_init(self, value: ast.expr) -> bool:
        """Whether a scaffold says no more than how variables begin, and that as it would be without."""
        at, call = self._point, value
        sources = at.uses.get(value.id, frozenset()) if isinstance(value, ast.Name) else frozenset()
        if len(sources) == 1:
            (at,) = sources
            call = made_scaffold(self._driver.bindings, at.node) or value
        if not isinstance(call, ast.Call) or self._driver.tensorflow(call.func) != SCAFFOLD or call.args:
            return False
        users = [one for one in self._driver.points if at in one.sources] if call is not value else []
        return users in ([], [self._point]) and all(
            one.arg in _BEGINNING and _BEGINNING[one.arg](self._driver, at, one.value)
            for one in call.keywords
        )

    def _in_graph(self, at: Point, name: ast.Name) -> bool:
        return any(source.kind is not Kind.HOST for source in at.uses.get(name.id, ()))

    def _summaries(self, options: list[ast.keyword]) -> Fetch | None:
        """What gives the merged summaries, if any are saved."""
        given = {one.arg: one.value for one in options}
        folders = [given[name] for name in ("checkpoint_dir", "summary_dir") if name in given]
        when = [given[name] for name in ("save_summaries_steps", "save_summaries_secs") if name in given]
        sources = self._point.reaching.get(SUMMARIES, frozenset())
        if all(map(_is_nothing, folders)) or when and all(map(_is_nothing, when)) or not sources:
            return None
        return merged_summaries(sources)

    def _check_draws(self) -> None:
        """Runs that hooks ask for other values are functions of their own, with other random streams."""
        for bindings, call in self._tree.calls():
            if self._tree.draws_stream(bindings, [call]):
                found = "random numbers that several runs draw from one operation, under a session with hooks"
                raise Refused("SES209", bindings.module.path, call, found, "leave out the seed")

    def _read_hooks(self, at: Point, node: ast.expr) -> None:
        """A hook or a list of them, or a name for one, at the point where it stands."""
        if isinstance(node, (ast.List, ast.BinOp)) and [*hooks_in(node)] != [node]:
            for one in hooks_in(node):
                self._read_hooks(at, one)
        elif isinstance(node, ast.Name):
            sources = at.uses.get(node.id, frozenset())
            if not sources or not all(self._is_plain(source) for source in sources):
                self._refuse(node, f"{node.id}, hooks that are not simply made here")
            self._given.add(node)
            for source in sorted(sources - self._read_at, key=lambda point: point.index):
                self._read_at.add(source)
                for one in appended_to(source.node):
                    self._read_hooks(source, one)
                self._read_hooks(source, made_hooks(source.node) or node)
        elif isinstance(node, ast.Call):
            self._read_hook(at, node)
        else:
            self._refuse(node, "hooks that are not simply made here")

    def _is_plain(self, point: Point) -> bool:
        """Whether a statement makes hooks, in no loop and no function."""
        around = all(isinstance(parent.node, (ast.With, ast.If)) for parent in point.parents)
        return around and names_hooks(self._driver.bindings, point)

    def _read_hook(self, at: Point, call: ast.Call) -> None:
        bindings = self._driver.bindings
        owner = hook_class(bindings, at, call.func)
        of = synchroniser_of(bindings, at, call)
        if of is not None:
            asked: list[tuple[str, ast.expr]] = []
        elif owner is None:
            found = asked_by_call(bindings, call)
            if found is None:
                self._refuse(call, "a hook that is not followed")
            asked = found
        else:
            own = OwnHooks(bindings, owner, call, is_in_block=owner in self._driver.at)
            is_inner = bindings.classes.get(owner.name) is not owner
            sees_block = is_inner or self._driver.is_global
            strange = own.strange or next(self._building(owner), None)
            if strange is not None or own.in_class and not sees_block:
                self._refuse(strange or owner, f"{owner.name}, a hook that is not followed")
            for name, leaf in own.in_class:
                self._asked.add(name, leaf, self._point.reaching, is_closed_over=True)
            self._tokens |= own.tokens
            asked = own.given
        for name, value in asked:
            self._asked.add(name, value, at.uses)
        given = {node for _, value in asked for node in nodes_of(value)}
        given.update(one for one in savers_of(bindings, call) if self._is_saver(at, one))
        for one in names_of(call):
            if one not in given and one not in (call.func, of) and self._in_graph(at, one):
                self._refuse(one, f"{one.id}, a part of the graph that a hook is given")

    def _is_saver(self, at: Point, node: ast.expr) -> bool:
        sources = at.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset[Point]()
        return bool(sources) and all(one.kind is Kind.SAVER for one in sources)

    def _building(self, owner: ast.ClassDef) -> Iterator[ast.AST]:
        """What a class calls that builds a graph, or has to do with one; what it runs is seen by itself."""
        running = running_methods(self._driver.bindings, owner) if owner in self._driver.at else {}
        inside = {node for method in running for node in nodes_of(method)}
        inside |= set(step_reads(owner))
        for node in (one for one in nodes_of(owner) if one not in inside):
            role = self._tree.call_role(self._driver.bindings, node)[0]
            called = self._tree.function(self._driver.bindings, node)
            roles = self._tree.summary(called).roles if called is not None else frozenset[Role]()
            if {*roles, role} - {Role.HOST, None}:
                yield node

    def _check_hooks(self) -> None:
        """Hooks are given to the session, and their own attributes are all that others use of them."""
        bindings = self._driver.bindings
        for point in self._driver.points:
            nodes = point.nodes
            attributes = [one for one in nodes if isinstance(one, ast.Attribute)]
            of_object = {one.value for one in attributes if one.attr not in self._tokens}
            is_unread = names_hooks(bindings, point) and point not in self._read_at
            for name in (one for one in nodes if isinstance(one, ast.Name)):
                is_hook = any(self._is_hooks(source) for source in point.uses.get(name.id, ()))
                is_read = isinstance(name.ctx, ast.Load)
                if is_read and is_hook and name not in of_object | self._given:
                    self._refuse(name, f"{name.id}, a hook that others than the session use")
                if is_unread and is_read and self._in_graph(point, name):
                    self._refuse(name, "a hook of another session")

    def _is_hooks(self, point: Point) -> bool:
        """Whether a statement names hooks; an empty list is one of hooks only if the session is given it."""
        value = made_hooks(point.node)
        is_empty = isinstance(value, ast.List) and not value.elts
        return (point in self._read_at or not is_empty) and names_hooks(self._driver.bindings, point)

    def _refuse(self, node: ast.AST, found: str) -> NoReturn:
        refuse(self._driver, node, found)


def _named(node: ast.stmt) -> dict[ast.expr, ast.expr | None]:
    """What a statement gives names, with these."""
    if isinstance(node, ast.With):
        return {item.context_expr: item.optional_vars for item in node.items}
    return {node.value: node.targets[0]} if isinstance(node, ast.Assign) and len(node.targets) == 1 else {}


def _is_method(driver: Driver) -> bool:
    owner = driver.owner
    is_plain = owner in driver.bindings.functions.values()
    return (
        isinstance(owner, ast.FunctionDef)
        and [one.arg for one in owner.args.args[:1]] == ["self"]
        and not is_plain
    )


def _is_other_collection(key: ast.expr | None) -> bool:
    """Whether it names a collection in which such a session does not look."""
    if isinstance(key, ast.Constant):
        return str(key.value).upper() not in _CHOSEN
    return isinstance(key, ast.Attribute) and key.attr.isupper()


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not node.value
