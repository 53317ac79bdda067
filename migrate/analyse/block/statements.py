"""Describes one statement: what it uses, defines, changes and calls, and what stands in the way of a step."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.driver import Obstacle, Point
from migrate.model.effects import code_of, executed
from migrate.model.kinds import (
    GRAPH_STATE,
    GRAPH_VALUES,
    SLOTS,
    Kind,
    Role,
)
from migrate.model.nodes import bound_by, nodes_of
from migrate.model.objects import Cell
from migrate.syntax.arguments import passed_values
from migrate.syntax.closure import closure
from migrate.syntax.done_queues import done_queues
from migrate.syntax.servers import BEGINNING, made_local_server, made_scaffold, made_supervisor

from ..cluster.sync_replicas import part_taken
from ..cluster.tasks import is_server, is_serving, is_synchroniser
from ..expressions.called_roles import CalledRoles
from ..expressions.comparisons import (
    collects,
    compared_by,
    compares_tensors,
    compares_tensors_itself,
    lists_graph,
    looks_up,
    looks_up_variables,
)
from ..expressions.iterators import gives_iterator
from ..expressions.made_variables import asks_made, asks_parameter
from ..expressions.value_kinds import ValueKinds
from ..feed_dict.dictionaries import is_feed
from ..feed_dict.key_names import collects_parts
from ..feed_dict.key_passing import passes_keys_on
from ..names.bindings import imported_names, names_imported
from ..names.definitions import Function
from ..names.uses import Environment, names_of
from ..program.direct_effects import in_named_scope, is_named_scope, lists_variables
from ..program.tree import Tree
from ..sessions.session_uses import is_run
from ..sessions.with_items import enters_monitored, opens_monitored, opens_supervised
from .graph_state import GraphState, names_collection
from .statement_kinds import (
    averages,
    called_role,
    compared,
    gives_operation_alone,
    is_apply,
    is_no_dimension,
    is_tensor,
    kind_of,
    orders_by_identity,
)


class Describer(CalledRoles):
    """Fills in points, from their nodes and from what reaches them.

    `owner` is the class whose `__init__` the driver is, if it is one; `methods` are those of its methods that
    run what that builds, and that are described statement by statement themselves. `runners` are functions
    that run the driver's session.
    """

    def __init__(
        self,
        tree: Tree,
        bindings: Bindings,
        owner: ast.ClassDef | None = None,
        methods: Collection[ast.FunctionDef] = (),
    ) -> None:
        super().__init__(tree, bindings, owner, methods)
        self._given = ValueKinds(tree, bindings)
        self._done_queues = done_queues(bindings)
        self._asking: dict[ast.AST, frozenset[Role]] = {}
        self._libraries: dict[ast.AST, frozenset[str]] = {}
        self._graph_state = GraphState(tree.effects(bindings))
        self._late: dict[ast.stmt, tuple[str, ...]] = {}
        self._functions_in: dict[Point, frozenset[Point]] = {}
        times = Counter(name for name, _ in imported_names(bindings.module.tree))
        self._imported_twice = {name for name, count in times.items() if count > 1}
        self._defining: dict[ast.AST, Point] = {}  # of a function or lambda, the statement that makes it

    def describe(
        self, point: Point, nodes: Sequence[ast.AST], env: Environment, apart: Collection[ast.AST] = ()
    ) -> None:
        """Fill in everything about `point`, whose own nodes are `nodes` and which `env` reaches.

        What functions do that it calls counts, but those `apart`, which are described by themselves.
        """
        names = [inner for node in nodes for inner in names_of(node)]
        loads = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        methods = [found for node in nodes for found in self._methods(node, env)]
        runs = [method for name, method in methods if name == "self" and method.name in self._running]
        methods = [(name, method) for name, method in methods if name != "self" or method not in runs]
        mutated = set(self._changed(point.node, env, apart))
        built = [self._tree.attributes(method) for name, method in methods if name == "self"]
        called = self._run_by(point.node, apart)
        if not isinstance(point.node, (ast.FunctionDef, ast.ClassDef)):
            built += [self._tree.attributes(one) for one in called if self._is_own_method(one)]
        kept = {name for node in nodes for name in _may_keep(node)} & env.keys()
        defined = {name.id for name in names if isinstance(name.ctx, (ast.Store, ast.Del))}
        defined |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        defined |= {name for node in nodes for name in names_imported(node)} & self._imported_twice
        captured = {name for node in nodes for name in _captured(node)}
        defined |= captured
        for read, changed in built:
            loads |= read & set(env)
            defined |= changed - set(env)
            mutated |= changed & set(env)
        for method in runs:
            mutated |= self._tree.attributes(method)[1] & set(env)
        runs_inside = any(
            source.kind is Kind.SESSION for read, _ in built for name in read for source in env.get(name, ())
        )
        point.reaching = dict(env)
        roles, obstacles = self._roles(point.node, nodes, env, called)
        if runs_inside:
            found = "a method that runs the session while the object is made"
            obstacles.append(Obstacle(self._bindings.module.path, point.node, found))
        around = [item for parent in point.parents for item in getattr(parent.node, "items", ())]
        if any(is_named_scope(self._bindings, item) for item in around):
            roles = {in_named_scope(role) for role in roles}
        # A function of the driver does what it does where it is called, and not where it is defined.
        local = {one for name in loads for one in env.get(name, ()) if self._is_local(one.node)}
        roles |= {role for one in local for role in one.roles}
        obstacles.extend(obstacle for one in local for obstacle in one.obstacles)
        is_definition = isinstance(point.node, ast.FunctionDef) or _only_defines(point.node)
        loads |= {name for method in called for name in self._seen_by(method, env)}
        reached, functions = set[Role](), list[Function]()
        if not is_definition:
            reached |= roles | asks_made(self._bindings, nodes, env, lists_all=self._tree.lists_all_variables)
            functions += self._tree.called(*called)
            for function in functions:
                reached |= self._asked_by(function)
        run = [*nodes, *(one.node for one in functions)]
        library = self._library_of(self._run_of(point.node)).union(*map(self._library_in, functions))
        state_read, state_changed = self._graph_state.of(reached, run, library)
        reads_slots = SLOTS in state_read - state_changed and bool(env.get(SLOTS))
        if reads_slots and not self._only_shows(point.node, env):
            # What has the slots has the update that makes them, and must not run it.
            found = "the slots of an optimizer, which its update makes"
            obstacles.append(Obstacle(self._bindings.module.path, point.node, found, effect=True))
        loads |= state_read
        mutated |= state_changed
        point.roles, point.obstacles = frozenset(roles), tuple(obstacles)
        point.defines, point.mutates = frozenset(defined), frozenset(mutated)
        wanted = loads | mutated | kept | _added_to(point.node)
        point.outside = frozenset(wanted - captured - env.keys())
        uses = {name: env[name] - {point} if name in mutated else env[name] for name in wanted if name in env}
        uses |= self._used_late(uses, env, point)
        point.uses = {name: points | point.uses.get(name, frozenset()) for name, points in uses.items()}
        point.monitors = opens_monitored(self._bindings, point.node)
        point.monitors |= enters_monitored(self._bindings, point)
        point.initialises = frozenset(self._initialisers(point, methods))
        point.called = called_role(self._tree, self._bindings, point.node)
        if Role.DATA in roles and not is_definition:
            point.described_in = tuple(one.node for one in functions)
            if gives_iterator(self._tree, self._bindings, point.node, functions):
                point.called = Role.INPUT
        point.made = self._made(point, env)
        point.builds_with = frozenset(
            name for name, method in methods if self._builds_with(name, method, env)
        )
        inside = {inner for node in nodes for inner in nodes_of(node)}
        point.own_calls = frozenset(self._own_calls(inside))
        point.gives = tuple(given for given in self._tree.constructions.items() if given[0] in inside)
        point.handed = frozenset(inside & self._tree.handed)
        point.outside_runs = frozenset(self._tree.outside & inside)
        is_supervisor = made_supervisor(self._bindings, point.node) is not None
        if is_supervisor or is_server(self._bindings, point) or is_serving(self._tree, self._bindings, point):
            point.roles, point.obstacles = frozenset({Role.HOST}), ()
        if opens_supervised(self._bindings, point) is not None:
            point.roles, point.obstacles, point.called = frozenset({Role.SESSION}), (), Role.SESSION
            point.monitors = True
        if is_synchroniser(self._bindings, point):
            point.roles = point.roles - {Role.UNSUPPORTED} | {Role.OPTIMIZER}
            point.called = Role.OPTIMIZER
            point.obstacles = tuple(one for one in point.obstacles if one.node is not _called(point.node))
        point.kind = Kind.HOST if is_supervisor else kind_of(self._bindings, point, nodes)
        if made_local_server(self._bindings, point.node) is not None:
            point.kind, point.roles, point.obstacles = Kind.CONFIG, frozenset({Role.CONFIG}), ()
        if made_scaffold(self._bindings, point.node) is not None:
            point.kind, point.roles, point.obstacles = Kind.INITIALIZER, frozenset({Role.HOST}), ()
        if self._done_queues is not None and point.node in self._done_queues.statements:
            point.kind, point.roles, point.obstacles = Kind.INITIALIZER, frozenset({Role.HOST}), ()
            point.called = None
        part = part_taken(self._bindings, point)
        if part is not None:
            point.kind = Kind.INITIALIZER if part in BEGINNING else Kind.HOST
            point.roles, point.obstacles = frozenset({Role.HOST}), ()
        if point.kind is Kind.HOST and (collects_parts(self._tree, point) or self._operates(point, nodes)):
            point.kind = Kind.SYMBOLIC
        if point.kind in (Kind.HOST, Kind.SYMBOLIC) and passes_keys_on(self._tree, self._bindings, point):
            point.kind, point.roles, point.obstacles = Kind.FEED, frozenset(), ()
        if point.kind is Kind.RUN:
            in_graph = [source for source in point.sources if source.kind in GRAPH_VALUES]
            point.feeds = is_feed(point, in_graph, runs=True)
        is_definition |= isinstance(point.node, ast.ClassDef)
        stays = point.kind in (Kind.FEED, Kind.HOST, Kind.RUN) and not is_definition
        if stays and point.roles - _BESIDE:
            point.graph_calls = tuple(self._graph_calls(inside, called))
        if point.kind in GRAPH_VALUES and functions:
            given = (
                f"{name}, to which a function gives a value"
                for name in self._written_outside(point, functions)
            )
            point.obstacles += tuple(self._obstacle(point, one) for one in given)
        self._describe_value(point)
        self._note_functions(point)
        self._add_obstacles(point, nodes, env, called)

    def _operates(self, point: Point, nodes: Sequence[ast.AST]) -> bool:
        """Whether operators of Python compute tensors of what a loop goes through, as those of gradients."""
        if not any(isinstance(source.node, ast.For) for source in point.sources):
            return False
        operands = (side for root in nodes for node in nodes_of(root) for side in _sides(node))
        return any(self._given.knows(one) and self._given.may_be_tensor(one, held=False) for one in operands)

    def _asked_by(self, function: Function) -> frozenset[Role]:
        if function.node not in self._asking:
            self._asking[function.node] = asks_parameter(function.bindings, function.node)
        return self._asking[function.node]

    def _library_in(self, function: Function) -> frozenset[str]:
        if function.node not in self._libraries:
            self._libraries[function.node] = self._library_of(code_of(function.node))
        return self._libraries[function.node]

    def _library_of(self, code: Iterable[ast.AST]) -> frozenset[str]:
        """The last names of the functions and methods of libraries that some code calls."""
        effects = self._tree.effects(self._bindings)
        called = effects.library(code) if effects.known else ()
        return frozenset(name.rpartition(".")[2] for name in called)

    def _written_outside(self, point: Point, functions: Collection[Function]) -> list[str]:
        """The names of the block, or of its module, to which functions that a statement calls give values."""
        written = self._tree.effects(self._bindings).of(self._run_of(point.node)).writes
        inner, tree = {one.node for one in functions}, self._bindings.module.tree
        cells = (one for one in written if isinstance(one, Cell) and one.frame.scope not in inner)
        outside = {one.name for one in cells if one.frame.chain[-1].scope is tree}
        return sorted(outside - {one.id for one in names_of(point.node)})

    def _graph_calls(
        self, nodes: Iterable[ast.AST], called: Sequence[Function]
    ) -> Iterator[tuple[ast.Call, Role]]:
        """The calls that have to do with a graph, by functions `called` too: each with one role."""
        counted = {one.node for one in called}
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            role = self._tree.call_role(self._bindings, call)[0]
            roles = {role} if role is not None else set[Role]()
            for function in self._tree.defined(self._tree.given(self._bindings, call.func)):
                roles |= self._tree.summary(function).roles if function.node in counted else set[Role]()
            yield from ((call, one) for one in sorted(roles - _BESIDE, key=lambda one: one.name)[:1])

    def _own_calls(self, nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
        for node in nodes:
            if isinstance(node, ast.Call) and self._tree.is_own_method(self._bindings, node.func):
                yield node

    def _changed(self, node: ast.stmt, env: Environment, apart: Collection[ast.AST] = ()) -> frozenset[str]:
        """The names of the block whose values a statement changes in place.

        A dictionary that is fed holds what it did when the arrays in it are changed.
        """
        effects = self._tree.effects(self._bindings)
        fed = [name for name, points in env.items() if any(one.is_feed for one in points)]
        return effects.changed(executed(node), env.keys(), apart, fed) if effects.known else frozenset()

    def _add_obstacles(
        self, point: Point, nodes: Sequence[ast.AST], env: Environment, called: Sequence[Function]
    ) -> None:
        """Note what stands in the way of a step for the kind of statement that it is."""
        obstacles = [*point.obstacles, *self._own_obstacles(point, nodes)]
        if point.kind in GRAPH_VALUES:
            obstacles += self._comparisons(point, nodes, called)
        elif any(role is Role.READS_VARIABLES for _, role in point.graph_calls):
            inside = (node for root in nodes for node in nodes_of(root))
            runs = {one for node in inside if is_run(self._bindings, point, node) for one in nodes_of(node)}
            if any(looks_up(self._given, root, runs) for root in nodes):
                obstacles.append(self._obstacle(point, _LOOKS_UP, compares=True))
        is_update = point.kind in (Kind.APPLY, Kind.AVERAGE, Kind.OPERATION)
        if is_update and not gives_operation_alone(self._tree, self._bindings, point):
            found = "an update among other values, or in a container"
            obstacles.append(self._obstacle(point, found, effect=True))
        meant: set[ast.AST] = set()  # its own update is what it is for
        if point.kind is Kind.APPLY:
            meant |= {node for root in nodes for node in nodes_of(root) if is_apply(node)}
        average = averages(self._bindings, point) if point.kind is Kind.AVERAGE else None
        if average is not None and self._averages_variables(average):
            meant.add(average)
            point.roles -= {Role.TENSOR_AVERAGE}
        point.obstacles = tuple(obstacle for obstacle in obstacles if obstacle.node not in meant)

    def _obstacle(self, point: Point, what: str, *, effect: bool = False, compares: bool = False) -> Obstacle:
        return Obstacle(self._bindings.module.path, point.node, what, effect=effect, compares=compares)

    def _own_obstacles(self, point: Point, nodes: Sequence[ast.AST]) -> Iterator[Obstacle]:
        """What a statement does itself that no step can do, or only a pruned one."""
        builds = point.kind in GRAPH_VALUES or bool(point.roles - {Role.HOST})
        runs = point.kind in (Kind.FEED, Kind.RUN)
        inner = [one for root in nodes for one in nodes_of(root)]
        if isinstance(point.node, ast.ClassDef) and self._is_local(point.node) and builds:
            yield self._obstacle(
                point, f"the class {point.node.name}, which builds a graph, inside a function"
            )
        if Role.PLACEHOLDER in point.roles and point.kind not in (Kind.PLACEHOLDER, Kind.HOST):
            yield self._obstacle(point, "a placeholder that is not simply given a name", effect=True)
        names = [] if runs else list(compared(point))
        if names:
            only = all(is_no_dimension(self._bindings, point, name) for name in names)
            yield self._obstacle(point, _COMPARISON, compares=only)
        if not runs and orders_by_identity(point):
            yield self._obstacle(point, "a set of tensors, which has no order")
        if Role.READS_COLLECTION in point.roles and any(names_collection(one, "TRAIN_OP") for one in inner):
            yield self._obstacle(point, "the collection of updates, which steps make behind all else")
        if any(_is_graph_of_tensor(point, one) for one in inner):
            yield self._obstacle(point, "the graph that a tensor belongs to, which is each step's own")
        is_header = isinstance(point.node, (ast.With, ast.For, ast.If, ast.While))
        direct = {self._tree.call_role(self._bindings, one)[0] for one in inner} if is_header else set()
        if direct & {Role.COLLECTS, Role.SUMMARY, Role.EDITS_COLLECTION}:
            yield self._obstacle(point, "the header of a statement, which adds to the graph's collections")

    def _comparisons(
        self, point: Point, nodes: Sequence[ast.AST], called: Sequence[Function]
    ) -> Iterator[Obstacle]:
        """Tensors that a statement compares, or functions of the tree that it calls."""
        path = self._bindings.module.path
        functions = list(self._tree.called(*called))
        tensors = [name for root in nodes for name in names_of(root) if is_tensor(point, name)]
        for name, function in compared_by(self._tree, self._bindings, functions, tensors):
            found = f"{function.name}(), which compares {name.id}, a tensor"
            only = is_no_dimension(self._bindings, point, name)
            yield Obstacle(path, name, found, compares=only)
        for function in functions:
            if compares_tensors(self._tree, self._given, function):
                found = f"{function.name}(), which compares tensors"
                yield Obstacle(path, point.node, found, compares=True)
        in_functions = any(looks_up_variables(self._tree, self._given, one) for one in functions)
        for root in nodes:
            if compares_tensors_itself(self._given, root):
                yield Obstacle(path, root, _COMPARISON, compares=True)
            if collects(self._given, root):
                found = "a set of tensors or variables, which TensorFlow 2 does not make"
                yield Obstacle(self._bindings.module.path, root, found, compares=True)
            if in_functions or lists_graph(point.roles, root) and looks_up(self._given, root):
                yield Obstacle(self._bindings.module.path, root, _LOOKS_UP, compares=True)

    def _describe_value(self, point: Point) -> None:
        """Whether what the statement defines may hold a variable, or several values."""
        value = point.node.value if isinstance(point.node, ast.Assign) else _appended(point.node)
        point.holds_several = isinstance(value, _CONTAINERS)
        if isinstance(point.node, ast.Assign) and isinstance(point.node.targets[0], (ast.List, ast.Tuple)):
            parts = value.elts if isinstance(value, (ast.List, ast.Tuple)) else ()
            point.holds_several = any(isinstance(part, _CONTAINERS) for part in parts)
        point.gives_variables = (
            isinstance(point.node, ast.Assign)
            and all(isinstance(target, ast.Name) for target in point.node.targets)
            and self._given.are_variables(point.node.value)
        )
        lists_all = self._tree.lists_all_variables
        asks = value is not None and bool(
            asks_made(self._bindings, [value], point.reaching, lists_all=lists_all)
        )
        point.holds_several |= asks and isinstance(value, ast.Attribute)
        point.holds_variable = asks or point.kind is Kind.STATE or Role.READS_VARIABLES in point.roles
        inherited = any(source.holds_variable for source in point.sources)
        if isinstance(value, ast.Call):
            functions = list(self._functions(value.func, point))
            targets = point.node.targets if isinstance(point.node, ast.Assign) else []
            unpacked = bool(targets) and isinstance(targets[0], (ast.Tuple, ast.List))
            if functions:
                point.holds_variable |= self._given.may_be_variable(value)
                point.holds_several |= self._given.may_be_several(value, unpacked=unpacked)
            if not functions and self._bindings.tensorflow(value.func) is None:
                point.holds_variable |= inherited
                is_several = self._given.may_be_several(value, unpacked=unpacked)
                point.holds_several |= self._given.knows(value) and is_several
            point.holds_several |= self._given.gives_several(self._bindings, value, unpacked=unpacked)
        elif not isinstance(value, (ast.BinOp, ast.UnaryOp, ast.Compare)):
            point.holds_variable |= inherited
            point.holds_several |= value is not None and self._given.picks_several(value)
        aliased = isinstance(value, ast.Name) and any(source.holds_several for source in point.sources)
        point.holds_several |= aliased or any(
            not _is_object(name, point.reaching.get(name, frozenset()))
            for name in point.mutates - GRAPH_STATE
        )

    def _functions(self, called: ast.expr, point: Point) -> Iterator[Function]:
        """The functions of the tree that a call may be of: one by its name, or methods of known objects."""
        function = self._tree.function(self._bindings, called)
        if function is not None:
            yield function
        elif isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
            yield from self._method(called.value.id, called.attr, point.reaching)

    def _averages_variables(self, call: ast.Call) -> bool:
        """Whether a moving average is told to follow variables, and no other tensors."""
        values = passed_values(call)
        return lists_variables(self._bindings, call) or all(map(self._given.are_variables, values))

    def _initialisers(self, point: Point, methods: Sequence[tuple[str, Function]]) -> Iterator[str]:
        """The names that a statement, or the methods that it calls, give to initialisers."""
        roots = [point.node, *(method.node for name, method in methods if name == "self")]
        for root in roots:
            for node in nodes_of(root):
                if isinstance(node, ast.Assign) and any(
                    self._tree.call_role(self._bindings, inner)[0] is Role.INITIALIZER
                    for inner in nodes_of(node.value)
                ):
                    yield from (target.id for target in node.targets if isinstance(target, ast.Name))

    def _used_late(
        self, uses: Mapping[str, frozenset[Point]], env: Environment, point: Point
    ) -> dict[str, frozenset[Point]]:
        """What the functions and lambdas that a statement uses find when it runs, by the names in them."""
        found = dict(uses)
        pending = [source for name, points in uses.items() for source in points if name in source.defines]
        pending += [one for name, points in uses.items() for one in self._functions_kept(name, points)]
        pending += self._defining_called(point)
        seen: set[Point] = {point}
        while pending:
            source = pending.pop()
            if source in seen:
                continue
            seen.add(source)
            names = [name for name in self._late_names(source.node) if name in env]
            runs = any(one.kind is Kind.SESSION for name in names for one in env[name])
            if source.kind is Kind.FEED or runs:
                continue  # it runs the graph, or says what is fed: its parts are not used where it is called
            for name in names:
                found[name] = found.get(name, frozenset()) | env[name] - {point}
                pending.extend(one for one in env[name] if name in one.defines)
                pending.extend(self._functions_kept(name, env[name]))
        return found

    def _defining_called(self, point: Point) -> list[Point]:
        """The statements that make functions which a statement calls, wherever they are kept outside."""
        effects = self._tree.effects(self._bindings)
        is_outside = any(name.isidentifier() for name in point.outside)  # what is of the graph has no names
        if not (self._defining and is_outside and effects.known):
            return []
        called = closure(effects.called(executed(point.node)), lambda one: effects.called(code_of(one)))
        return [self._defining[one] for one in called if one in self._defining]

    def _functions_kept(self, name: str, points: Iterable[Point]) -> Iterator[Point]:
        """The statements that make functions which may be kept in what a name stands for."""
        for source in points if self._functions_in else ():
            found = self._functions_in.get(source, ())
            if found and (name in source.defines or name in source.mutates):  # no parameter of a function
                yield from found

    def _note_functions(self, point: Point) -> None:
        """The statements that make the functions which may be kept in what a statement makes or changes.

        A tensor keeps none. Each statement asks those before it, of which each has its answer.
        """
        keeps = point.kind is Kind.HOST or point.holds_several or point.made or point.mutates - GRAPH_STATE
        uses = point.uses if keeps else {}
        functions = {one for name, points in uses.items() for one in self._functions_kept(name, points)}
        if self._late_names(point.node) and not isinstance(point.node, ast.ClassDef):
            functions.add(point)
            made = [point.node] if isinstance(point.node, ast.FunctionDef) else nodes_of(point.node)
            self._defining.update((one, point) for one in made if isinstance(one, _FUNCTIONS))
        if functions:
            self._functions_in[point] = frozenset(functions)

    def _only_shows(self, node: ast.stmt, env: Environment) -> bool:
        """Whether a statement, with those in it, changes nothing and gives nothing a name: no step has it."""
        if isinstance(node, (ast.For, ast.If)):
            return all(self._only_shows(one, env) for one in (*node.body, *node.orelse))
        if not isinstance(node, (ast.Expr, ast.Pass)):
            return False
        roles, _ = self._roles(node, [node], env, self._run_by(node))
        return not self._changed(node, env) and roles <= {Role.HOST, Role.READS_VARIABLES}

    def _late_names(self, node: ast.stmt) -> tuple[str, ...]:
        if node not in self._late:
            self._late[node] = tuple(_late_names(node))
        return self._late[node]


def _sides(node: ast.AST) -> Sequence[ast.expr]:
    """What an operator is between."""
    if isinstance(node, ast.BinOp):
        return node.left, node.right
    if isinstance(node, ast.AugAssign):
        return node.target, node.value
    return [node.operand] if isinstance(node, ast.UnaryOp) else ()


def _is_graph_of_tensor(point: Point, node: ast.AST) -> bool:
    """Whether it is `loss.graph`."""
    root = node.value if isinstance(node, ast.Attribute) and node.attr == "graph" else None
    sources = point.uses.get(root.id, ()) if isinstance(root, ast.Name) else ()
    return any(one.kind in (Kind.SYMBOLIC, Kind.STATE, Kind.PLACEHOLDER) for one in sources)


_LOOKS_UP = "variables as keys, or compared, which TensorFlow 2 does by value"
_COMPARISON = "a comparison of tensors, which TensorFlow 2 compares by value"
_CONTAINERS = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)
_FUNCTIONS = (ast.FunctionDef, ast.Lambda)
# What a statement may do beside a run, as it neither adds to a graph nor asks for what is there.
_BESIDE = frozenset({Role.ACTS, Role.CONFIG, Role.HOST, Role.SAVER, Role.SESSION, Role.WRITER})


def _called(node: ast.stmt) -> ast.expr | None:
    """What a statement calls for the value that it gives a name."""
    call = node.value if isinstance(node, ast.Assign) else None
    return call.func if isinstance(call, ast.Call) else None


def _only_defines(node: ast.stmt) -> bool:
    """Whether it is a class that calls nothing where it is defined."""
    if not isinstance(node, ast.ClassDef) or node.decorator_list or node.keywords:
        return False
    at_once = (inner for one in node.body if not isinstance(one, ast.FunctionDef) for inner in nodes_of(one))
    decorators = (one for method in node.body for one in getattr(method, "decorator_list", ()))
    return not any(isinstance(inner, ast.Call) for inner in (*at_once, *decorators))


def _is_object(name: str, sources: frozenset[Point]) -> bool:
    """Whether a name stands for an object of a class of the program, which is no list of values."""
    defining = [source for source in sources if name in source.defines]
    return bool(defining) and all(source.made for source in defining)


def _added_to(node: ast.AST) -> set[str]:
    """The name of `loss += term`, which has to be there before."""
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return {node.target.id}
    return set()


def _may_keep(root: ast.AST) -> Iterator[str]:
    """The names that a statement binds and that may have something of what they had before.

    A statement that is taken as one with the blocks in it, such as `match`, binds them in some of these, or
    adds to them; `a and (b := c)` does not always.
    """
    if isinstance(root, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return  # what it binds inside is its own
    has_blocks = any(
        isinstance(part, (ast.stmt, ast.match_case, ast.ExceptHandler)) for part in ast.iter_child_nodes(root)
    )
    for node in nodes_of(root):
        if has_blocks and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.pattern):
            yield from bound_by(node)
        elif isinstance(node, ast.NamedExpr):
            yield node.target.id


def _captured(root: ast.AST) -> Iterator[str]:
    """The names that the patterns of a `match` bind."""
    for node in nodes_of(root) if isinstance(root, ast.Match) else ():
        yield from bound_by(node) if isinstance(node, ast.pattern) else ()


def _late_names(node: ast.stmt) -> Iterator[str]:
    """The names that a statement only reads when what it defines is called."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield from (name.id for name in names_of(node))
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
        for inner in nodes_of(node):
            if isinstance(inner, ast.Lambda):
                yield from (name.id for name in names_of(inner))


def _appended(node: ast.stmt) -> ast.expr | None:
    """The value that a statement such as `losses.append(loss)` adds."""
    call = node.value if isinstance(node, ast.Expr) else None
    is_append = (
        isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"
    )
    return call.args[0] if is_append and isinstance(call, ast.Call) and call.args else None
