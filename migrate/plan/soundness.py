"""When a step function computes what the session computed, and nothing else.

A session runs exactly what a fetch depends on; a function runs every effect in its body, in order. These
checks refuse every program for which the two might differ. Refusing is never wrong; a mistaken step is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from migrate.model.facts import (
    GRAPH_STATE,
    GRAPH_VALUES,
    WITHOUT_VALUE,
    Context,
    Driver,
    Kind,
    Obstacle,
    Point,
    Role,
    RunSite,
    TowerLoop,
)
from migrate.model.refusal import Refused
from migrate.syntax.assignments import assigned_value

from .late import is_late, runs_within

_VARIABLE_ROLES = frozenset(
    {
        Role.SHARED_VARIABLE,
        Role.OWN_VARIABLE,
        Role.LAYER,
        Role.METRIC,
        Role.OPTIMIZER,
        Role.TENSOR_AVERAGE,
        Role.TENSOR_OPTIMIZER,
    }
)
_NAMED_BY_ORDER = {
    frozenset({Role.OWN_VARIABLE, Role.LAYER, Role.METRIC}): "a variable",
    frozenset({Role.INPUT}): "an input",
}
_NAMED_AS_OPERATIONS = frozenset({Role.OWN_VARIABLE, Role.METRIC})
_GRAPH_ONLY = GRAPH_VALUES | {Kind.INITIALIZER, Kind.SESSION, Kind.CONFIG}


def check_driver(driver: Driver) -> None:
    """Sessions do nothing but run, and no name of the graph is seen from outside of the block.

    Raises:
      Refused: the block cannot lose its session.
    """
    for point in driver.points:
        if point.kind is Kind.SESSION and not (_names_again(point) or _only_opens_or_closes(point)):
            _refuse(driver, "SES201", point.node, "a session used for more than run()", "call run() here")
    runs = [point.index for point in driver.points if point.kind is Kind.RUN]
    graphs = {_graph_around(point): point for point in driver.points if point.roles & _VARIABLE_ROLES}
    later = [point for point in driver.points if point.kind is Kind.GRAPH and runs and point.index > runs[0]]
    for point in [*later, *(list(graphs.values()) if len(graphs) > 1 else ())]:
        found = "a second graph, whose variables are others under the same names"
        _refuse(driver, "SES215", point.node, found, "a function for each graph")
    for point in driver.points:
        is_fed = point.kind in (Kind.RUN, Kind.FEED) or _gives_feed(driver, point)
        if point.uses_kind(Kind.FEED) and not is_fed:
            _refuse(driver, "SES203", point.node, "what is fed used beside the run", "feed it here alone")
        if point.kind in GRAPH_VALUES:
            _check_mutated(driver, point)
    for point in driver.points:
        if point.kind is Kind.HOST and not isinstance(point.node, (ast.FunctionDef, ast.ClassDef)):
            _check_host(driver, point)
    for callee in driver.callees:
        if callee.stray is not None:
            _refuse(driver, "SES220", callee.stray.node, callee.stray.what, "a function for each use")
    _check_functions(driver)
    graph = _names_in_graph(driver)
    for node in ast.walk(driver.owner):
        if isinstance(node, ast.Global) and set(node.names) & graph:
            what = f"a global name, {min(set(node.names) & graph)}, for a part of the graph"
            _refuse(driver, "SES211", node, what, "keep it in this block")


def _check_host(driver: Driver, point: Point) -> None:
    """A statement of ordinary Python uses no graph and no configuration, which go with the session."""
    for name, sources in sorted(point.uses.items()):
        goes = (one for one in sources if name in one.defines)
        if any(source.is_graph or source.kind is Kind.CONFIG for source in goes):
            found = f"{name}, a graph or the session's configuration, used beside the session"
            _refuse(driver, "SES210", point.node, found, "leave it to the session alone")


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
            if all(source.kind is not Kind.SESSION for source in sources):
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
                is_graph = any(source.kind in GRAPH_VALUES | {Kind.FEED} for source in sources)
                if is_graph and not sources <= inside and any(one.index > first for one in later):
                    found = f"{name}, which changes after a function that uses it"
                    _refuse(driver, "SES208", function.node, found, "use two names")


def check_run_statement(driver: Driver, point: Point, sites: Sequence[RunSite]) -> None:
    """A statement that runs the session uses the graph in its fetches and as keys of its feeds only.

    Raises:
      Refused: it also uses a tensor as a Python object, which it will not be any more.
    """
    allowed: set[ast.AST] = set()
    for site in sites:
        allowed.update(ast.walk(site.written))
        allowed.update(node for key in _fed_keys(site.call) for node in ast.walk(key))
        allowed.update(_sessions_of(site.call))
        allowed.update(ast.walk(site.feed_name) if site.feed_name is not None else ())
    allowed.update(_savers_sessions(point))
    allowed.update(node for value in _handed(driver, point) for node in ast.walk(value))
    for node in (inner for root in point.own_nodes for inner in ast.walk(root)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in allowed:
            sources = point.uses.get(node.id, frozenset())
            goes = _GRAPH_ONLY | {Kind.FEED}
            if any(source.kind in goes or source.is_graph for source in sources):
                found = f"{node.id}, a part of the graph, used beside the run"
                _refuse(driver, "SES210", node, found, "fetch what you need of it")


def _fed_keys(call: ast.Call) -> Iterator[ast.expr]:
    for value in (*call.args, *(keyword.value for keyword in call.keywords)):
        if isinstance(value, ast.Dict):
            yield from (key for key in value.keys if key is not None)


def _handed(driver: Driver, point: Point) -> Iterator[ast.AST]:
    """What a statement hands to functions that run the session for it."""
    for callee in driver.callees:
        for call, at in callee.calls.items():
            if at is point:
                yield from callee.arguments[call]


def _savers_sessions(point: Point) -> Iterator[ast.AST]:
    """The sessions that a statement gives to savers, which need none."""
    for root in point.own_nodes:
        for node in ast.walk(root):
            saver = (
                node.func.value
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
                else None
            )
            sources = point.uses.get(saver.id, ()) if isinstance(saver, ast.Name) else ()
            if isinstance(node, ast.Call) and any(source.kind is Kind.SAVER for source in sources):
                yield from node.args[:1]
                yield from (keyword.value for keyword in node.keywords if keyword.arg == "sess")


def _sessions_of(call: ast.Call) -> Iterator[ast.AST]:
    """The names in a call that say in which session to run."""
    if isinstance(call.func, ast.Attribute):
        yield call.func.value
    yield from call.args[:2]
    yield from (keyword.value for keyword in call.keywords if keyword.arg == "session")


def check_closures(driver: Driver, selected: frozenset[Point]) -> None:
    """Functions that see the block's names, and stay where they are, use none of the graph.

    Raises:
      Refused: one of them does.
    """
    moved = {point.node for point in selected}
    graph = _names_in_graph(driver) | {
        name
        for point in driver.points
        if point in selected and point.made or point.kind is Kind.FEED
        for name in point.defines | point.mutates  # what is fed has names of parameters as keys
    }
    for function, names in driver.closures.items():
        if function not in moved and names & graph:
            what = f"a function that uses {min(names & graph)}, a part of the graph"
            _refuse(driver, "SES211", function, what, "pass it as an argument")


def check_step(driver: Driver, site: RunSite, selected: frozenset[Point], tower: TowerLoop | None) -> None:
    """What the run site fetches can be computed by a function of the selected statements.

    Raises:
      Refused: it might compute something else; where it is an effect alone, a pruned step may do.
    """
    is_tower = tower is not None and tower.point in selected
    flags = frozenset(flag.name for flag in tower.flags) if tower is not None and is_tower else frozenset()
    _check_selected(driver, site, selected, flags)
    if site.obstacle is not None:
        raise site.obstacle
    for point in _in_order(selected):
        if point.kind is Kind.PLACEHOLDER and point not in site.fed:
            needs = f"a run that needs the placeholder of line {point.node.lineno} and does not feed it"
            _refuse(driver, "SES203", site.call, needs, "feed it", effect=True)
        if point.obstacles:
            _refuse_obstacle(point.obstacles)
    _check_updates(driver, site, selected)


def check_pruned(driver: Driver, site: RunSite, selected: frozenset[Point]) -> None:
    """What the run site fetches can be computed by a step that runs nothing but what it returns.

    Raises:
      Refused: it might compute something else all the same.
    """
    _check_selected(driver, site, selected)
    for point in _in_order(selected):
        others = [obstacle for obstacle in point.obstacles if not obstacle.effect]
        if others:
            _refuse_obstacle(others)


def _check_selected(
    driver: Driver, site: RunSite, selected: frozenset[Point], flags: frozenset[str] = frozenset()
) -> None:
    """What no kind of step can do: the graph is not all built here, or not before the run."""
    if not selected:
        _refuse(
            driver, "SES203", site.call, "a fetch that no statement here defines", "build it in this block"
        )
    late = frozenset(point for point in selected if is_late(driver, point))
    around_site = driver.around(site.point)
    for point in _in_order(selected):
        around = (point, *point.parents)
        if point in late:
            if not runs_within(point, site.point):
                found = "a graph that grows while it runs, and is used elsewhere"
                _refuse(driver, "SES206", point.node, found, "build it before")
            continue
        repeated = {parent for parent in around if not isinstance(parent.node, ast.With)}
        loops = point in around_site and not isinstance(point.node, ast.With)
        if loops or repeated & around_site or point.index > site.point.index:
            _refuse(driver, "SES206", point.node, "a graph that grows while it runs", "build it before")
    stateful = any(
        point.kind in (Kind.STATE, Kind.APPLY) or point.roles & _VARIABLE_ROLES for point in selected
    )
    traced = max(selected - late, key=lambda point: point.index) if stateful else site.point
    _check_names(driver, traced, selected | site.fed, flags)
    _check_fetched(driver, site, selected | site.fed)


def _check_fetched(driver: Driver, site: RunSite, within: frozenset[Point]) -> None:
    """An expression that is fetched is computed in the step: Python values in it must never change."""
    for fetch in site.fetches:
        for name, sources in sorted(fetch.sources.items()):
            if not sources <= within:
                _refuse(driver, "SES208", fetch.node, f"{name}, a Python value in a fetch", "feed it")


def check_shared_state(driver: Driver, steps: Sequence[tuple[frozenset[Point], frozenset[Point]]]) -> None:
    """What only its order names, and streams of random numbers, belong to one graph.

    Each step traces a graph of its own: it finds the same variables and inputs where it makes the first ones
    of all, in the same order. `steps` are the statements of each step, and those of them that run once
    before it.

    Raises:
      Refused: a step leaves out some that others make before, or two draw from the same operation.
    """
    for roles, what in _NAMED_BY_ORDER.items():
        made = {
            point
            for selected, state in steps
            for point in selected - state
            if point.roles & roles and point.kind is not Kind.HEADER
        }
        for selected, _ in steps:
            own = _in_order(selected & made)
            for point, other in zip(own, _in_order(made), strict=False):
                if point is not other:
                    found = f"{what} named by its order in the graph, of which a step makes only later ones"
                    _refuse(driver, "SES209", point.node, found, "use tf.get_variable, or name the layer")
    _check_name_scopes(driver, [selected - state for selected, state in steps])
    for selected, _ in steps:
        _check_averages(driver, selected)
    for selected, _ in steps if len(steps) > 1 else ():
        for point in _in_order(selected):
            if _is_seeded(point) and sum(point in other for other, _ in steps) > 1:
                found = "random numbers that several runs draw from one operation"
                _refuse(driver, "SES209", point.node, found, "build the operation once for each run")


def _check_name_scopes(driver: Driver, steps: Sequence[frozenset[Point]]) -> None:
    """A `tf.Variable` is named as an operation is: by all that was built in its name scope before it."""
    for index, one in enumerate(steps):
        for other in steps[:index]:
            shared = [point for point in one & other if point.roles & _NAMED_AS_OPERATIONS]
            last = max((point.index for point in shared), default=-1)
            for point in _in_order(one ^ other):
                if point.index < last and point.kind in GRAPH_VALUES - {Kind.PLACEHOLDER}:
                    found = "a part of the graph that only some steps build, before variables named after it"
                    _refuse(driver, "SES209", point.node, found, "use tf.get_variable")


def _check_averages(driver: Driver, selected: frozenset[Point]) -> None:
    """The moving average of a tensor is named as its operation is: by all that was built before it."""
    last = max((point.index for point in selected if Role.TENSOR_AVERAGE in point.roles), default=-1)
    for point in driver.points[: max(last, 0)]:
        if point.kind in (Kind.SYMBOLIC, Kind.STATE, Kind.OPERATION) and point not in selected:
            found = "a part of the graph that a step leaves out, before moving averages named after it"
            _refuse(driver, "SES209", point.node, found, "build it behind them")


def _is_seeded(point: Point) -> bool:
    """Whether it draws random numbers that are to be the same in every run of the program."""
    keywords = (node.arg for node in ast.walk(point.node) if isinstance(node, ast.keyword))
    return point.called is Role.DRAW and "seed" in keywords


def check_savers(driver: Driver, moved: frozenset[Point]) -> None:
    """A saver that is not told which variables to save saves those that there are when it is made.

    Raises:
      Refused: some are made later, or it is told in a way that is not followed.
    """
    last = max(
        (point.index for point in moved if point.roles & _VARIABLE_ROLES or point.kind is Kind.APPLY),
        default=-1,
    )
    for point in driver.points:
        if point.kind is Kind.SAVER and point.index < last:
            found = "a saver that is made before some of the variables"
            _refuse(driver, "SES217", point.node, found, "make it after the graph")


def check_left_out(driver: Driver, selected: frozenset[Point]) -> None:
    """What no step needs can go without a trace.

    Raises:
      Refused: it has effects that are not followed, or other code may see it.
    """
    for point in driver.points:
        if point in selected or point.kind not in GRAPH_VALUES - {Kind.PLACEHOLDER}:
            continue
        if any(not obstacle.effect for obstacle in point.obstacles):  # no session ran what is not fetched
            _refuse_obstacle(point.obstacles)
        savers = (one for one in driver.points if one.kind is Kind.SAVER and one.index > point.index)
        if point.roles & _VARIABLE_ROLES and any(savers):
            _refuse(
                driver, "SES217", point.node, "a variable that is saved, and that no run needs", "fetch it"
            )
        leaves = isinstance(point.node, (ast.Return, ast.Delete, ast.Raise))
        leaves |= any(source.made and source not in selected for source in _changed_objects(point))
        if leaves or _shows_result(driver, point):
            _refuse(driver, "SES210", point.node, "a part of the graph that leaves this block", "run it here")


def _changed_objects(point: Point) -> Iterator[Point]:
    return (source for name in point.mutates - GRAPH_STATE for source in point.uses.get(name, ()))


def _check_mutated(driver: Driver, point: Point) -> None:
    """What a statement of the graph changes must be a list or dictionary that the block itself starts."""
    for name in point.mutates - GRAPH_STATE:
        started = [source for source in point.uses.get(name, ()) if source.kind not in GRAPH_VALUES]
        if not point.uses.get(name) or not all(
            source.made or _starts_container(source.node, name) for source in started
        ):
            found = f"{name}, which is changed while the graph is built"
            _refuse(driver, "SES210", point.node, found, "collect the graph's parts in a list of this block")


def _starts_container(node: ast.stmt, name: str) -> bool:
    value = assigned_value(node, name)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return isinstance(value.left, ast.List) or isinstance(value.right, ast.List)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id in _CONTAINERS and not value.args
    return isinstance(value, (ast.List, ast.Dict, ast.Set))


_CONTAINERS = frozenset({"list", "dict", "set", "OrderedDict", "defaultdict"})


def _shows_result(driver: Driver, point: Point) -> bool:
    """Whether a statement that no step takes uses what a run gave."""
    return any(source.kind is Kind.RUN for source in point.sources)


def _check_updates(driver: Driver, site: RunSite, selected: frozenset[Point]) -> None:
    """A step runs in the order of its text; a graph has no order between an update and other reads."""
    updates = [point for point in _in_order(selected) if point.kind is Kind.APPLY]
    for point in updates:
        if not point.is_straight:
            _refuse(
                driver,
                "SES207",
                point.node,
                "an update in a loop or condition",
                "apply once, in straight code",
                effect=True,
            )
    if sum(_applied(point) for point in updates) > 1:
        _refuse(
            driver,
            "SES207",
            site.call,
            "several updates in one run, in no order",
            "run them one by one",
            effect=True,
        )
    for point in _in_order(selected):
        if point.kind is Kind.AVERAGE and not _is_awaited(site, point, selected):
            found = "moving averages, whose update this run does not fetch"
            _refuse(driver, "SES207", point.node, found, "fetch it", effect=True)
        if point.kind is Kind.AVERAGE and not point.is_straight:
            found = "an update of moving averages in a loop or condition"
            _refuse(driver, "SES207", point.node, found, "update once, in straight code", effect=True)
        reads = any(source.kind in WITHOUT_VALUE and source in _by_value(point) for source in point.sources)
        if reads and point.kind not in WITHOUT_VALUE and not _only_orders(driver, point):
            found = "a value that waits for an operation"
            _refuse(driver, "SES207", point.node, found, "run one after the other", effect=True)
    for fetch in site.fetches if updates else ():
        for node in ast.walk(fetch.node):
            if isinstance(node, (ast.Call, ast.BinOp)):
                found = "an expression fetched beside an update, which would be computed after it"
                _refuse(driver, "SES207", fetch.node, found, "give it a name before the update", effect=True)


def _applied(point: Point) -> int:
    """How often a statement applies gradients; in a comprehension, more than once."""
    nodes = [node for root in point.own_nodes for node in ast.walk(root)]
    nodes += [inner for node in nodes if isinstance(node, _REPEATING) for inner in ast.walk(node)]
    return sum(isinstance(node, ast.Attribute) and node.attr in _APPLYING for node in nodes)


_APPLYING = ("apply_gradients", "minimize")
_REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _by_value(point: Point) -> frozenset[Point]:
    """The points whose values a statement reads, not those that only changed what it reads."""
    return frozenset(
        source for name, sources in point.uses.items() for source in sources if name in source.defines
    )


def _is_awaited(site: RunSite, point: Point, selected: frozenset[Point]) -> bool:
    fetched = any(
        point in sources and name in point.defines
        for fetch in site.fetches
        for name, sources in fetch.sources.items()
    )
    return fetched or any(point in _by_value(other) for other in selected if other is not point)


def _only_orders(driver: Driver, point: Point) -> bool:
    """Whether it is the header of a block that holds nothing but operations, such as `tf.no_op()`."""
    inside = [other for other in driver.under(point.node) if other is not point]
    return point.kind is Kind.HEADER and all(other.kind in WITHOUT_VALUE for other in inside)


def _check_names(driver: Driver, traced: Point, within: frozenset[Point], flags: frozenset[str]) -> None:
    """Names that come from outside mean the same when the step is traced as where the graph was built.

    A step with variables is traced where it is defined, another one when it is first called. `flags` are
    names that towers hand on, which replicas tell from their index.
    """
    made = {name for point in within for name in point.defines} - flags
    for point in _in_order(within):
        for name, sources in sorted(point.uses.items()):
            if sources <= within or name in GRAPH_STATE | flags:
                continue
            if name in made:
                _refuse(
                    driver, "SES208", point.node, f"{name}, both a Python value and a tensor", "use two names"
                )
            if traced.reaching.get(name, sources) - within != sources - within:
                found = f"{name}, which changes between building and running"
                _refuse(driver, "SES208", point.node, found, "use two names")


def _names_in_graph(driver: Driver) -> set[str]:
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
    method = node.value.func if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
    return isinstance(method, ast.Attribute) and method.attr == "close"


def _names_again(point: Point) -> bool:
    """Whether it gives a session another name."""
    node = point.node
    if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)):
        return False
    only = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    sources = point.uses.get(node.value.id, frozenset())
    return only and bool(sources) and all(source.kind is Kind.SESSION for source in sources)


def _refuse(
    driver: Driver, code: str, node: ast.AST, found: str, instead: str, *, effect: bool = False
) -> NoReturn:
    raise Refused(code, driver.path, node, found, instead, effect=effect)


def _refuse_obstacle(obstacles: Sequence[Obstacle]) -> NoReturn:
    """Refuse for the gravest of them: what is an effect alone, a pruned step may leave out."""
    worst = next((obstacle for obstacle in obstacles if not obstacle.effect), obstacles[0])
    instead = "see `tfmigrate explain SES205`"
    raise Refused("SES205", worst.path, worst.node, worst.what, instead, effect=worst.effect)


def _in_order(points: Iterable[Point]) -> list[Point]:
    """As they stand in the text, so that the same program always gives the same finding."""
    return sorted(points, key=lambda point: point.index)
