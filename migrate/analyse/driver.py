"""The block of code that builds a graph and runs it: its statements, what each is, and what reaches it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.facts import (
    COLLECTIONS,
    GRAPH_STATE,
    GRAPH_VALUES,
    VARIABLE_SCOPE,
    VARIABLES,
    Bindings,
    Driver,
    Kind,
    Obstacle,
    Point,
    Role,
)

from .bindings import parameters, walk_scope
from .contexts import context_of
from .tree import Tree, changed_parameters
from .vocabulary import APPLYING_METHODS, MUTATING_METHODS, PURE_METHODS


def drivers(tree: Tree, bindings: Bindings) -> Iterator[Driver]:
    """The drivers of a module: every block that opens a session."""
    module = bindings.module.tree
    for owner, body in _blocks(module):
        if _opens_session(tree, bindings, body):
            walker = _Walker(tree, bindings)
            walker.block(body, {}, ())
            points = tuple(walker.points.values())
            closures = dict(_closures(module, owner))
            yield Driver(bindings, owner, body, points, dict(walker.points), closures)


def _blocks(module: ast.Module) -> Iterator[tuple[ast.AST, Sequence[ast.stmt]]]:
    body = module.body
    main = next((node for node in body if isinstance(node, ast.If) and _is_main(node.test)), None)
    yield module, [statement for statement in body if statement is not main]
    if main is not None:
        yield main, main.body
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            yield node, node.body


def _closures(module: ast.Module, owner: ast.AST) -> Iterator[tuple[ast.FunctionDef, frozenset[str]]]:
    root = owner if isinstance(owner, ast.FunctionDef) else module
    for node in ast.walk(root):
        if isinstance(node, ast.FunctionDef) and node is not owner:
            yield node, frozenset(name.id for name in _names(node))


def _is_main(test: ast.expr) -> bool:
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


def _opens_session(tree: Tree, bindings: Bindings, body: Sequence[ast.stmt]) -> bool:
    return any(
        tree.call_role(bindings, node)[0] is Role.SESSION
        for statement in body
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        for node in walk_scope(statement)
    )


Environment = dict[str, frozenset[Point]]


class _Walker:
    """Follows definitions through the statements in the order in which they run."""

    def __init__(self, tree: Tree, bindings: Bindings) -> None:
        self._tree = tree
        self._bindings = bindings
        self.points: dict[ast.stmt, Point] = {}

    def block(self, body: Sequence[ast.stmt], env: Environment, parents: tuple[Point, ...]) -> Environment:
        for statement in body:
            env = self._statement(statement, env, parents)
        return env

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
            inner = (*parents, point)
            return _merge(self.block(node.body, env, inner), self.block(node.orelse, env, inner))
        if isinstance(node, ast.Try):
            return self._try(point, node, env)
        self._describe(point, [node], env)
        return _after(env, point)

    def _loop(self, point: Point, node: ast.For | ast.While, env: Environment) -> Environment:
        inner = (*point.parents, point)
        once = self.block(node.body, _after(env, point), inner)
        again = self.block(node.body, _after(_merge(env, once), point), inner)
        return self.block(node.orelse, _merge(env, again), inner)

    def _try(self, point: Point, node: ast.Try, env: Environment) -> Environment:
        self._header(point, [], [], env)
        inner = (*point.parents, point)
        done = self.block(node.body, env, inner)
        for handler in node.handlers:
            done = _merge(done, self.block(handler.body, _merge(env, done), inner))
        done = self.block(node.orelse, done, inner)
        return self.block(node.finalbody, done, inner)

    def _header(
        self, point: Point, read: Sequence[ast.AST], targets: Sequence[ast.AST | None], env: Environment
    ) -> None:
        self._describe(point, [*read, *(target for target in targets if target is not None)], env)
        kind = point.kind
        point.kind = kind if kind in (Kind.SESSION, Kind.RUN) else Kind.HEADER

    def _describe(self, point: Point, nodes: Sequence[ast.AST], env: Environment) -> None:
        names = [inner for node in nodes for inner in _names(node)]
        loads = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        mutated = {name for node in nodes for name in _mutated(self._bindings, node)}
        mutated |= {name for node in nodes for name in self._changed_by_calls(node)}
        augmented = {
            node.target.id
            for node in nodes
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        }
        defined = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        defined |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        point.reaching = env
        roles, obstacles = self._roles(nodes)
        if Role.READS_COLLECTION in roles:
            loads.add(COLLECTIONS)
        if roles & {Role.COLLECTS, Role.SHARED_VARIABLE, Role.OWN_VARIABLE}:
            mutated.add(COLLECTIONS)
        if roles & {Role.SHARED_VARIABLE, Role.OWN_VARIABLE}:
            mutated.add(VARIABLES)
        if Role.READS_VARIABLES in roles:
            loads.add(VARIABLES)
        if Role.SHARED_VARIABLE in roles:
            loads.add(VARIABLE_SCOPE)
        if any(_is_reuse(node) for root in nodes for node in ast.walk(root)):
            mutated.add(VARIABLE_SCOPE)
        point.roles, point.obstacles = frozenset(roles), tuple(obstacles)
        point.defines, point.mutates = frozenset(defined), frozenset(mutated)
        wanted = loads | mutated | augmented
        uses = {name: env[name] - {point} if name in mutated else env[name] for name in wanted if name in env}
        point.uses = {name: points | point.uses.get(name, frozenset()) for name, points in uses.items()}
        for source in point.sources:
            if isinstance(source.node, ast.FunctionDef):  # one that the driver defines, and calls here
                point.roles |= source.roles
                point.obstacles += source.obstacles
        point.called = _called_role(self._tree, self._bindings, point.node)
        point.kind = _kind(point, nodes)
        if (
            point.kind is not Kind.PLACEHOLDER
            and Role.PLACEHOLDER in point.roles
            and point.kind is not Kind.HOST
        ):
            found = "a placeholder that is not simply given a name"
            point.obstacles += (Obstacle(self._bindings.module.path, point.node, found),)
        self._describe_value(point)
        if point.kind not in (Kind.FEED, Kind.RUN) and tests_identity(point):
            found = "a comparison of tensors, which TensorFlow 2 compares by value"
            point.obstacles += (Obstacle(self._bindings.module.path, point.node, found),)
        if point.kind in GRAPH_VALUES:
            point.obstacles += tuple(self._host_effects(point, nodes))
        if point.kind is Kind.APPLY:  # its own update is what it is for
            own = {node for root in nodes for node in ast.walk(root) if _is_apply(node)}
            point.obstacles = tuple(obstacle for obstacle in point.obstacles if obstacle.node not in own)

    def _host_effects(self, point: Point, nodes: Sequence[ast.AST]) -> Iterator[Obstacle]:
        """Methods of Python objects that may give something else when the step is traced."""
        for root in nodes:
            for node in ast.walk(root):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                    continue
                name = root_name(node.func)
                sources = point.uses.get(name, frozenset()) if name is not None else frozenset()
                is_host = (
                    name is not None and node.func not in self._bindings.dotted and name not in point.mutates
                )
                in_graph = any(
                    source.kind in GRAPH_VALUES or source.kind is Kind.HEADER for source in sources
                )
                if is_host and not in_graph and node.func.attr not in PURE_METHODS:
                    found = (
                        f"a call of {name}.{node.func.attr}(), which may give something else at every call"
                    )
                    yield Obstacle(self._bindings.module.path, node, found)

    def _describe_value(self, point: Point) -> None:
        """Whether what the statement defines may hold a variable, or several values."""
        value = point.node.value if isinstance(point.node, ast.Assign) else None
        point.holds_several = isinstance(
            value, (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)
        )
        if value is not None and isinstance(point.node, ast.Assign):
            point.holds_several &= not isinstance(point.node.targets[0], ast.Tuple)
        point.holds_variable = point.kind is Kind.STATE or Role.READS_VARIABLES in point.roles
        inherited = any(source.holds_variable for source in point.sources)
        if isinstance(value, ast.Call):
            function = self._tree.function(self._bindings, value.func)
            if function is not None:
                variable, several = self._tree.may_return(function)
                point.holds_variable |= variable
                point.holds_several |= several
            elif self._bindings.tensorflow(value.func) is None:
                point.holds_variable |= inherited
        elif not isinstance(value, (ast.BinOp, ast.UnaryOp, ast.Compare)):
            point.holds_variable |= inherited
        aliased = isinstance(value, ast.Name) and any(source.holds_several for source in point.sources)
        point.holds_several |= aliased or bool(point.mutates - GRAPH_STATE)

    def _changed_by_calls(self, root: ast.AST) -> Iterator[str]:
        """Names passed to functions of the tree that change what they are passed."""
        for node in ast.walk(root):
            function = self._tree.function(self._bindings, node.func) if isinstance(node, ast.Call) else None
            if function is None or not isinstance(function.node, ast.FunctionDef):
                continue
            assert isinstance(node, ast.Call)
            changed = changed_parameters(function.bindings, function.node)
            passed = dict(zip(parameters(function.node), node.args, strict=False))
            passed |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg is not None}
            for name, value in passed.items():
                root_of = root_name(value)
                if name in changed and root_of is not None:
                    yield root_of

    def _roles(self, nodes: Sequence[ast.AST]) -> tuple[set[Role], list[Obstacle]]:
        roles: set[Role] = set()
        obstacles: list[Obstacle] = []
        for root in nodes:
            for node in ast.walk(root):
                role, inner = self._tree.call_role(self._bindings, node)
                if role is not None:
                    roles.add(role)
                obstacles.extend(inner)
                function = self._tree.function(self._bindings, node)
                if function is not None:
                    summary = self._tree.summary(function)
                    roles |= summary.roles
                    obstacles.extend(summary.obstacles)
        return roles, obstacles


def _names(node: ast.AST) -> Iterator[ast.Name]:
    """The names of a statement that belong to the driver's scope, free names of inner functions included."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        own = set(parameters(node))
        if isinstance(node, ast.FunctionDef):
            own |= {
                name.id
                for statement in node.body
                for name in walk_scope(statement)
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
            }
        for child in ast.iter_child_nodes(node):
            yield from (name for name in _names(child) if name.id not in own)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        own = {
            name.id
            for generator in node.generators
            for name in ast.walk(generator.target)
            if isinstance(name, ast.Name)
        }
        for child in ast.iter_child_nodes(node):
            yield from (name for name in _names(child) if name.id not in own)
    else:
        if isinstance(node, ast.Name):
            yield node
        for child in ast.iter_child_nodes(node):
            yield from _names(child)


def root_name(node: ast.AST) -> str | None:
    """`x` of `x.a[0].b`."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _mutated(bindings: Bindings, node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        target: ast.AST | None = None
        if (
            isinstance(inner, ast.Call)
            and isinstance(inner.func, ast.Attribute)
            and inner.func.attr == "shuffle"
        ):
            target = inner.args[0] if inner.args else None
        elif isinstance(inner, (ast.Attribute, ast.Subscript)) and isinstance(inner.ctx, ast.Store):
            target = inner
        elif (
            isinstance(inner, ast.Call)
            and isinstance(inner.func, ast.Attribute)
            and inner.func.attr in MUTATING_METHODS
            and inner.func not in bindings.dotted  # tf.add changes nothing
        ):
            target = inner.func.value
        name = root_name(target) if target is not None else None
        if name is not None:
            yield name


def _is_reuse(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "reuse_variables"


def _after(env: Environment, point: Point) -> Environment:
    env = dict(env)
    for name in point.defines:
        env[name] = frozenset({point})
    for name in point.mutates - point.defines:
        env[name] = env.get(name, frozenset()) | {point}
    return env


def _merge(one: Environment, other: Environment) -> Environment:
    return {name: one.get(name, frozenset()) | other.get(name, frozenset()) for name in {*one, *other}}


def _kind(point: Point, nodes: Sequence[ast.AST]) -> Kind:
    """What a statement is for, from what it calls and from what reaches it."""
    if isinstance(point.node, (ast.FunctionDef, ast.ClassDef)):
        if point.uses_kind(Kind.SESSION):
            return Kind.SESSION
        return Kind.SYMBOLIC if any(source.kind in GRAPH_VALUES for source in point.sources) else Kind.HOST
    if any(is_run(point, node) for root in nodes for node in ast.walk(root)):
        return Kind.RUN
    roles = point.roles
    if Role.SESSION in roles or point.uses_kind(Kind.SESSION):
        return Kind.SESSION
    if Role.CONFIG in roles or any(
        reaching.kind is Kind.CONFIG for name in point.mutates for reaching in point.uses.get(name, ())
    ):
        return Kind.CONFIG
    if roles & {Role.GRAPH, Role.MODE}:
        return Kind.GRAPH
    values = [reaching for points in point.uses.values() for reaching in points]
    in_graph = [reaching for reaching in values if reaching.kind in GRAPH_VALUES]
    if Role.INITIALIZER in roles or (
        any(value.kind is Kind.INITIALIZER for value in values) and not in_graph
    ):
        return Kind.INITIALIZER
    if point.called is Role.PLACEHOLDER and _names_one(point.node):
        return Kind.PLACEHOLDER
    if any(_is_apply(node) for root in nodes for node in ast.walk(root)):
        return Kind.APPLY
    direct = {
        Role.OPTIMIZER: Kind.OPTIMIZER,
        Role.TENSOR_OPTIMIZER: Kind.OPTIMIZER,
        Role.SCHEDULE: Kind.SCHEDULE,
        Role.OPERATION: Kind.OPERATION,
        Role.SHARED_VARIABLE: Kind.STATE,
        Role.OWN_VARIABLE: Kind.STATE,
    }
    if point.called in direct:
        return direct[point.called]
    if Role.OWN_VARIABLE in roles and isinstance(point.node, ast.Assign) and _is_literal(point.node.value):
        return Kind.STATE
    if _is_feed(point, in_graph):
        return Kind.FEED
    if in_graph or roles - {Role.HOST}:
        return Kind.SYMBOLIC
    return Kind.HOST


def _names_one(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)


def _called_role(tree: Tree, bindings: Bindings, node: ast.stmt) -> Role | None:
    if isinstance(node, (ast.Assign, ast.Expr)):
        return tree.call_role(bindings, node.value)[0]
    return None


def _is_literal(value: ast.expr) -> bool:
    return isinstance(value, (ast.Dict, ast.List, ast.Tuple))


def _is_apply(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in APPLYING_METHODS
    )


def is_run(point: Point, node: ast.AST) -> bool:
    """Whether `node` is a call of a session's `run`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "run"
        and isinstance(node.func.value, ast.Name)
        and any(reaching.kind is Kind.SESSION for reaching in point.uses.get(node.func.value.id, ()))
    )


def tests_identity(point: Point) -> bool:
    """Whether a statement compares tensors or looks them up: in TF 1 by identity, in TF 2 by value."""

    def in_graph(node: ast.AST | None) -> bool:
        return isinstance(node, ast.Name) and any(
            source.kind in GRAPH_VALUES and not source.holds_several for source in point.uses.get(node.id, ())
        )

    for root in point.own_nodes:
        for node in ast.walk(root):
            if isinstance(node, ast.Compare) and not all(
                isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops
            ):
                tests = isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn))
                if tests and any(in_graph(side) for side in (node.left, *node.comparators)):
                    return True
            if isinstance(node, ast.Dict) and any(in_graph(key) for key in node.keys):
                return True
            if isinstance(node, ast.Set) and any(in_graph(element) for element in node.elts):
                return True
    return False


def _is_feed(point: Point, in_graph: Sequence[Point]) -> bool:
    """Whether it is `feed = {x: …, y: …}`, with placeholders in the keys and nowhere else."""
    node = point.node
    if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict) and node.value.keys):
        return False
    keys = {key.id if isinstance(key, ast.Name) else None for key in node.value.keys}
    in_values = {name.id for value in node.value.values for name in _names(value)}
    return (
        None not in keys
        and not keys & in_values
        and all(value.kind is Kind.PLACEHOLDER for value in in_graph)
        and all(any(value.kind is Kind.PLACEHOLDER for value in point.uses.get(str(key), ())) for key in keys)
    )
