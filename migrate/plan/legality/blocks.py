"""When a block can lose its session: what it does with that besides running it, and who sees its graph."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_STATE, GRAPH_VALUES, MAKING_VARIABLES, Context, Kind, Role
from migrate.model.nodes import nodes_of
from migrate.model.runs import RunSite
from migrate.syntax.arguments import passed_values
from migrate.syntax.feeds import dictionaries_in
from migrate.syntax.savers import only_restores, sessions_of_savers

from ..state.variables_beside import list_of
from ..statements.objections import first_line, refuse, refuse_obstacle
from ..steps.slices import builds_graph, is_builder, is_filled, is_within_graph
from .session_uses import session_use
from .shared_state import may_make

_GRAPH_ONLY = GRAPH_VALUES | {Kind.INITIALIZER, Kind.SESSION, Kind.CONFIG}


def check_driver(driver: Driver) -> None:
    """Sessions do nothing but run, and no name of the graph is seen from outside of the block.

    Raises:
      Refused: the block cannot lose its session.
    """
    is_only = sum(Role.SESSION in point.roles for point in driver.points) == 1
    for point in driver.points:
        is_plain = _names_again(point) or _only_opens_or_closes(point) or _enters(point) and is_only
        use = session_use(driver, point) if point.kind is Kind.SESSION and not is_plain else None
        if use is not None:
            refuse(driver, "SES201", *use)
    _check_values(driver)
    runs = [point.index for point in driver.points if point.kind is Kind.RUN]
    makers = (point for point in driver.points if point.roles & MAKING_VARIABLES)
    definitions = (ast.FunctionDef, ast.ClassDef)
    graphs = {_graph_around(point): point for point in makers if not isinstance(point.node, definitions)}
    later = [point for point in driver.points if point.kind is Kind.GRAPH and runs and point.index > runs[0]]
    for point in [*later, *(list(graphs.values()) if len(graphs) > 1 else ())]:
        found = "a second graph, whose variables are others under the same names"
        refuse(driver, "SES215", point.node, found, "a function for each graph")
    for point in driver.points:
        is_fed = point.kind in (Kind.RUN, Kind.FEED) or _gives_feed(driver, point)
        is_passed = point.kind is not Kind.RUN and any(
            driver.passed_feeds(point, name) for name in point.uses
        )
        if point.uses_kind(Kind.FEED) and not is_fed or is_passed:
            refuse(driver, "SES203", point.node, "what is fed used beside the run", "feed it here alone")
    for callee in driver.callees:
        if callee.stray is not None:
            refuse(driver, "SES220", callee.stray.node, callee.stray.what, "a function for each use")
    _check_functions(driver)


def _check_values(driver: Driver) -> None:
    """Nothing waits for the error of variables that have no values yet: those of a store always have some."""
    for root in (*driver.body, *driver.methods, *(one.node for one in driver.callees)):
        for node in nodes_of(root):
            if (driver.tensorflow(node) or "").endswith("errors.FailedPreconditionError"):
                found = "an error of variables without values, which steps do not raise"
                refuse(driver, "SES205", node, found, "initialise them first")


def _gives_feed(driver: Driver, point: Point) -> bool:
    """Whether it is the end of a function that gives what is fed."""
    callee = driver.callee(point)
    return callee is not None and callee.gives_feed and isinstance(point.node, ast.Return)


def _graph_around(point: Point) -> Point | None:
    """The `with graph.as_default()` that a statement stands in."""
    for parent in reversed(point.parents):
        for item in getattr(parent.node, "items", ()) if isinstance(parent.node, ast.With) else ():
            call = item.context_expr
            method = call.func if isinstance(call, ast.Call) else None
            if not (isinstance(method, ast.Attribute) and method.attr == "as_default"):
                continue
            graph = method.value
            sources = parent.uses.get(graph.id, ()) if isinstance(graph, ast.Name) else ()
            is_new = not (isinstance(graph, ast.Call) and Role.MODE in parent.roles)
            if is_new and all(source.kind is not Kind.SESSION for source in sources):
                return parent
    return None


def _check_functions(driver: Driver) -> None:
    """A function that runs the session sees names as they are when it is called: they must not change."""
    for point in driver.points:
        around = [parent for parent in point.parents if isinstance(parent.node, ast.FunctionDef)]
        for function in around[:1]:
            inside = set(driver.under(function.node))
            called = next(
                (one.calls.values() for one in driver.callees if one.point is function), (function,)
            )
            first = min(one.index for one in called)
            for name, sources in sorted(point.uses.items()):
                changing = [one for one in driver.points if name in one.defines | one.mutates - GRAPH_STATE]
                later = [one for one in changing if one not in inside]
                is_graph = any(source.kind in GRAPH_VALUES or source.is_feed for source in sources)
                if is_graph and not sources <= inside and any(one.index > first for one in later):
                    found = f"{name}, which changes after a function that uses it"
                    refuse(driver, "SES208", function.node, found, "use two names")


def check_statements(
    driver: Driver,
    sites: Sequence[RunSite],
    asked: Collection[ast.expr] = (),
    keys: Collection[ast.AST] = (),
) -> None:
    """Statements that stay neither add to a graph nor ask for what is there, beside what they fetch and feed.

    Names will stand for what is `asked`, by which hooks ask for values; `keys` are those of all that is fed.

    Raises:
      Refused: one does; or it uses a tensor as a Python object, which it will not be any more.
    """
    handing = {point for callee in driver.callees for point in callee.calls.values()}
    named = {inner for one in asked for inner in nodes_of(one)}
    for point in driver.points:
        if point.kind is Kind.RUN or point in handing:
            _check_run(driver, point, [site for site in sites if site.point is point], keys)
        else:
            _check_graph_calls(driver, point, named)


def _check_run(driver: Driver, point: Point, sites: Sequence[RunSite], keys: Collection[ast.AST]) -> None:
    """A statement that runs the session uses the graph in its fetches and as keys of its feeds only."""
    fed = (*keys, *dictionaries_in(point.node)) if point.feeds else ()
    allowed: set[ast.AST] = {node for one in fed for node in nodes_of(one)}
    for site in sites:
        allowed.update(nodes_of(site.written if site.looped is None else site.call))
        allowed.update(node for key in _fed_keys(site.call) for node in nodes_of(key))
        allowed.update(_sessions_of(site.call))
        allowed.update(nodes_of(site.feed_name) if site.feed_name is not None else ())
    allowed.update(node for call in point.outside_runs for node in _sessions_of(call))
    allowed.update(sessions_of_savers(point))
    allowed.update(node for value in _handed(driver, point) for node in nodes_of(value))
    values = {node for site in sites if site.assigns for node in nodes_of(site.assigns[1])}
    _check_graph_calls(driver, point, allowed.union(site.call for site in sites) - values)
    for node in point.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in allowed:
            sources = point.uses.get(node.id, frozenset())
            goes_along = bool(driver.passed_feeds(point, node.id)) or _is_builder(driver, node.id, sources)
            goes = any(source.kind in _GRAPH_ONLY or source.is_graph or source.is_feed for source in sources)
            if goes_along or goes:
                found = f"{node.id}, a part of the graph, used beside the run"
                refuse(driver, "SES210", node, found, "fetch what you need of it")


def _check_graph_calls(driver: Driver, point: Point, allowed: Collection[ast.AST]) -> None:
    for call, role in point.graph_calls:
        if call not in allowed and list_of(driver, call) is None:
            found = f"`{first_line(call)}`, which {role.value}, in a statement that stays"
            refuse(driver, "SES210", call, found, "do it in front of all runs, or fetch it")


def _fed_keys(call: ast.Call) -> Iterator[ast.expr]:
    for value in passed_values(call):
        if isinstance(value, ast.Dict):
            yield from (key for key in value.keys if key is not None)


def _handed(driver: Driver, point: Point) -> Iterator[ast.AST]:
    """What a statement hands to functions that run the session for it."""
    for callee in driver.callees:
        for call, at in callee.calls.items():
            if at is point:
                yield from callee.arguments[call]
                yield from (given[call][1] for given in callee.fed.values() if call in given)


def _sessions_of(call: ast.Call) -> Iterator[ast.AST]:
    """The names in a call that say in which session to run."""
    if isinstance(call.func, ast.Attribute):
        yield call.func.value
    yield from call.args[:2]
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "session")


def check_closures(
    driver: Driver,
    selected: frozenset[Point],
    closures: Mapping[ast.FunctionDef, frozenset[str]] | None = None,
) -> None:
    """Functions that see the block's names, and stay where they are, use none of the graph.

    `closures` are these functions, with the names that they see once they are rewritten, if fewer.

    Raises:
      Refused: one of them does.
    """
    definitions = [one.node for one in selected if isinstance(one.node, (ast.FunctionDef, ast.ClassDef))]
    moved = {inner for node in definitions for inner in nodes_of(node)}
    graph = names_in_graph(driver) | {
        name
        for point in driver.points
        if point in selected and point.made or point.is_feed and driver.bindings_at(point) is driver.bindings
        for name in point.defines | point.mutates  # what is fed has names of parameters as keys
    }
    for function, names in (closures or driver.closures).items():
        if function not in moved and names & graph:
            what = f"a function that uses {min(names & graph)}, a part of the graph"
            refuse(driver, "SES211", function, what, "pass it as an argument")


def check_filled(driver: Driver, selected: frozenset[Point], asked: Collection[ast.expr] = ()) -> None:
    """Lists that the graph fills are no more where they were made: nothing that stays uses them before.

    `asked` are the expressions for which names will stand, by which hooks ask for values.

    Raises:
      Refused: something does.
    """
    filled = [one for one in selected if one.kind is Kind.HOST and is_filled(driver, one)]
    for point in driver.points if filled else ():
        stays = point.kind is Kind.HOST and not is_within_graph(driver, point)
        stays |= point.kind is Kind.HEADER and not builds_graph(driver, point)
        for name, sources in sorted(point.uses.items() if stays and point not in selected else ()):
            is_used = any(one in sources and name in one.defines for one in filled)
            if is_used and not _only_asks(point, name, asked):
                found = f"{name}, a list that the graph fills, used before"
                refuse(driver, "SES210", point.node, found, "collect the graph's parts in another list")


def check_dictionaries(driver: Driver, keys: Collection[ast.expr]) -> None:
    """The placeholders that dictionaries have for keys stay under their names: runs are fed all of these.

    `keys` are the expressions for which names will stand.

    Raises:
      Refused: no run is fed a dictionary.
    """
    known = {inner for key in keys for inner in nodes_of(key)}
    for point in driver.points:
        is_dictionary = point.kind is Kind.FEED and isinstance(point.node, (ast.Assign, ast.Expr))
        others = [one for one in nodes_of(point.node) if one not in known] if is_dictionary else []
        names = {one.id for one in others if isinstance(one, ast.Name)}
        if any(one.kind is Kind.PLACEHOLDER for name in names for one in point.uses.get(name, ())):
            found = "a dictionary of placeholders that no run is fed"
            refuse(driver, "SES203", point.node, found, "take it out, or feed it")


def check_builders(driver: Driver, selected: frozenset[Point]) -> None:
    """Nothing that stays uses the objects by whose methods the graph is built: each step makes its own.

    Raises:
      Refused: something does.
    """
    for point in driver.points:
        if point in selected or point.kind in GRAPH_VALUES or point.kind is Kind.RUN:
            continue
        for name, sources in sorted(point.uses.items()):
            if _is_builder(driver, name, sources & selected):
                found = f"{name}, an object by which the graph is built, used beside it"
                refuse(driver, "SES210", point.node, found, "another object for that")


def _is_builder(driver: Driver, name: str, sources: Collection[Point]) -> bool:
    return any(name in source.defines and is_builder(driver, source) for source in sources)


def _only_asks(point: Point, name: str, asked: Collection[ast.expr]) -> bool:
    """Whether a name stands in a statement only inside of some expressions, and does stand there."""
    inside = {node for one in asked for node in nodes_of(one)}
    named = [node for node in point.nodes if isinstance(node, ast.Name) and node.id == name]
    return bool(named) and all(node in inside for node in named)


def check_left_out(driver: Driver, selected: frozenset[Point]) -> None:
    """What no step needs can go without a trace.

    Raises:
      Refused: it has effects that are not followed, or other code may see it.
    """
    for point in driver.points:
        if point in selected or point.kind not in GRAPH_VALUES - {Kind.PLACEHOLDER}:
            continue
        others = [obstacle for obstacle in point.obstacles if not obstacle.compares]
        if any(not obstacle.effect for obstacle in others):  # no session ran what is not fetched
            refuse_obstacle(others)
        behind = (one for one in driver.points if one.saves and one.index > point.index)
        savers = (one for one in behind if not only_restores(one, driver.points))
        if may_make(driver, point) and any(savers):
            refuse(
                driver, "SES217", point.node, "a variable that is saved, and that no run needs", "fetch it"
            )
        leaves = isinstance(point.node, (ast.Return, ast.Delete, ast.Raise))
        leaves |= any(source.made and source not in selected for source in _changed_objects(point))
        if leaves or _shows_result(point):
            refuse(driver, "SES210", point.node, "a part of the graph that leaves this block", "run it here")


def _changed_objects(point: Point) -> Iterator[Point]:
    return (source for name in point.mutates - GRAPH_STATE for source in point.uses.get(name, ()))


def _shows_result(point: Point) -> bool:
    """Whether a statement that no step takes uses what a run gave."""
    return any(source.kind is Kind.RUN for source in point.sources)


def names_in_graph(driver: Driver) -> set[str]:
    """The names that stand for parts of the graph, but those of functions."""
    return {
        name
        for point in driver.points
        if point.kind in GRAPH_VALUES | {Kind.SESSION, Kind.INITIALIZER}
        and not isinstance(point.node, ast.FunctionDef)
        for name in point.defines
    }


def _only_opens_or_closes(point: Point) -> bool:
    node = point.node
    if isinstance(node, ast.With):
        return Context.HOST not in point.contexts
    if isinstance(node, ast.Assign):
        return point.called is Role.SESSION
    return closes(point)


def _enters(point: Point) -> bool:
    """Whether a statement does what a `with` around all that follows it would: it enters the session."""
    call = point.node.value if isinstance(point.node, ast.Expr) else None
    method = call.func if isinstance(call, ast.Call) else None
    return isinstance(method, ast.Attribute) and method.attr == "__enter__"


def closes(point: Point) -> bool:
    """Whether a statement closes a session, or a graph to what would be added to it."""
    call = point.node.value if isinstance(point.node, ast.Expr) else None
    method = call.func if isinstance(call, ast.Call) else None
    is_end = isinstance(method, ast.Attribute) and method.attr in ("close", "finalize")
    return is_end and point.kind is Kind.SESSION


def is_monitoring(point: Point) -> bool:
    """Whether a statement that is none opens a session with hooks for what follows, or closes it."""
    if point.monitors:
        return not isinstance(point.node, ast.With)
    call = point.node.value if isinstance(point.node, ast.Expr) else None
    is_close = isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "close"
    return is_close and closes(point) and any(source.monitors for source in point.sources)


def _names_again(point: Point) -> bool:
    """Whether it gives a session another name."""
    node = point.node
    if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)):
        return False
    only = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    sources = point.uses.get(node.value.id, frozenset())
    return only and bool(sources) and all(source.kind is Kind.SESSION for source in sources)
