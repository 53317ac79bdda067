"""The loop of a driver that builds one tower per GPU, and what becomes of the towers' gradients."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NoReturn

from migrate.model.driver import Driver, Point
from migrate.model.kinds import GRAPH_VALUES, Role
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.model.towers import Averaging, Flag, TowerLoop, Turns
from migrate.syntax.assignments import appended, assigned_value
from migrate.syntax.served import SETTER

from ..program.tree import Tree
from .collections_read import check_collections
from .gradient_averages import Value, average_of, averaged_name
from .tower_counts import number_of_parts, turns_of


def tower_loops(tree: Tree, driver: Driver) -> Iterator[TowerLoop]:
    """The loops of the driver whose towers' gradients are averaged.

    Raises:
      Refused: a loop that is one of towers, but not of a form that is followed.
    """
    for point in driver.points:
        if isinstance(point.node, ast.For) and point.is_straight:
            placed = list(_placements(driver, point))
            if placed:
                found = _Reader(tree, driver, point, placed).read()
                if found is not None:
                    yield found


def _placements(driver: Driver, loop: Point) -> Iterator[tuple[Point, ast.withitem]]:
    """The `with tf.device(…)` items in a loop whose device differs from turn to turn."""
    changing = set(loop.defines)
    inside = list(driver.under(loop.node))
    for point in inside:
        if point is not loop and {name for name in point.uses if name in changing}:
            changing |= point.defines
    for point in inside:
        for item in getattr(point.node, "items", ()) if isinstance(point.node, ast.With) else ():
            call = item.context_expr
            is_device = isinstance(call, ast.Call) and driver.bindings.tensorflow(call.func) == "tf.device"
            if is_device and any(
                isinstance(node, ast.Name) and node.id in changing for node in nodes_of(call)
            ):
                yield point, item


class _Reader:
    def __init__(
        self, tree: Tree, driver: Driver, loop: Point, placed: list[tuple[Point, ast.withitem]]
    ) -> None:
        assert isinstance(loop.node, ast.For)
        self._tree = tree
        self._driver = driver
        self._loop = loop
        self._node = loop.node
        self._placed = placed
        self._inside = [point for point in driver.under(loop.node) if point is not loop]
        self._started: list[Point] = []

    def read(self) -> TowerLoop | None:
        appended = self._appended()
        own = list(self._started)
        averagings = tuple(self._averagings(set(appended)))
        filled = [point for point in self._started if point not in own]
        if not averagings:
            return None
        for name, (append, _) in appended.items():
            self._check_list(name, append)
        self._check_body()
        device = self._device()
        turns = self._turns(device)
        return TowerLoop(
            self._node,
            self._loop,
            device,
            turns,
            frozenset(item for _, item in self._placed),
            appended,
            tuple(point for point in self._started if point.defines <= set(appended) or point in filled),
            averagings,
            tuple(self._flags(set(appended))),
        )

    def _turns(self, device: ast.expr) -> Turns:
        """What tells the device of each tower, without the graph."""
        if all(source.kind not in GRAPH_VALUES for source in self._loop.sources):
            return Turns(self._node.target, self._node.iter)
        names = {name.id for name in nodes_of(device) if isinstance(name, ast.Name)}
        turns = turns_of(self._driver.bindings, self._loop, frozenset(names & self._loop.defines))
        if turns is None:
            self._refuse(self._node.iter, "a tower loop over tensors", "loop over the number of towers")
        return turns

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise Refused("TWR201", self._driver.bindings.module.path, node, found, instead)

    def _appended(self) -> dict[str, tuple[Point, ast.expr]]:
        lists: dict[str, tuple[Point, ast.expr]] = {}
        for point in self._inside:
            name, value = appended(point.node) or ("", None)
            if value is not None:
                started = [source for source in point.uses.get(name, ()) if source not in self._inside]
                if all(_is_empty_list(source.node, name) for source in started) and len(started) == 1:
                    lists[name] = (point, value)
                    self._started.append(started[0])
        return lists

    def _check_list(self, name: str, append: Point) -> None:
        """Refuse a list unless every tower adds one value to it, and none reads it."""
        if not append.is_straight_within(self._loop):
            self._refuse(append.node, f"{name}, which only some towers add to", "append in every tower")
        for point in self._inside:
            if point is not append and name in point.uses:
                self._refuse(
                    point.node, f"{name}, which a tower reads while it grows", "read it behind the loop"
                )

    def _averagings(self, lists: set[str]) -> Iterator[Averaging]:
        for point in self._driver.points:
            if point in self._inside or point.index < self._loop.index:
                continue
            for node in (
                nodes_of(point.node) if not isinstance(point.node, (ast.For, ast.With, ast.If)) else ()
            ):
                if isinstance(node, ast.Call) and len(node.args) + len(node.keywords) == 1:
                    argument = node.args[0] if node.args else node.keywords[0].value
                    function = self._tree.function(self._driver.bindings, node.func)
                    is_list = isinstance(argument, ast.Name) and argument.id in lists
                    average = average_of(function, self._count()) if function and is_list else None
                    if average is not None:
                        assert isinstance(argument, ast.Name)
                        divides = average is Value.QUOTIENTS
                        yield Averaging(point, argument.id, None, node, divides)
            if isinstance(point.node, ast.For) and point.is_straight:
                for name in lists & set(point.uses):
                    filled = set(self._filled_by(point))
                    bindings = self._driver.bindings
                    found = averaged_name(bindings, [point.node], name, filled, self._count())
                    if found is not None:
                        target, average = found
                        yield Averaging(point, name, target, None, average is Value.QUOTIENTS)

    def _filled_by(self, loop: Point) -> Iterator[str]:
        """The names that a loop assigns, and the lists that it fills from empty."""
        inside = set(self._driver.under(loop.node))
        for point in inside:
            yield from point.defines
            for name in point.mutates:
                started = [source for source in point.uses.get(name, ()) if source not in inside]
                if all(_is_empty_list(source.node, name) for source in started):
                    self._started.extend(source for source in started if source.defines == {name})
                    yield name

    def _count(self) -> ast.expr | None:
        """The expression that gives the number of towers: the `n` of `range(n)`."""
        loop = self._node.iter
        if (
            isinstance(loop, ast.Call)
            and isinstance(loop.func, ast.Name)
            and loop.func.id in ("range", "xrange")
        ):
            first = loop.args[0] if len(loop.args) == 2 else None
            from_zero = isinstance(first, ast.Constant) and first.value == 0
            return loop.args[-1] if len(loop.args) == 1 or from_zero else None
        return number_of_parts(self._driver.bindings, self._loop)

    def _device(self) -> ast.expr:
        point, item = self._placed[0]
        call = item.context_expr
        assert isinstance(call, ast.Call)
        argument = call.args[0] if call.args else call.keywords[0].value
        device = self._follow(argument, point)
        if self._is_chosen(device):
            assert isinstance(device, ast.Call)
            device = self._named_in(device, point)
        for node in nodes_of(device):
            is_arithmetic = isinstance(node, ast.BinOp) and not isinstance(
                node.left, (ast.Constant, ast.JoinedStr)
            )
            if is_arithmetic and isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.FloorDiv)):
                self._refuse(device, "towers that share a device", "build one tower per device")
        allowed = set(self._loop.defines)
        for name in nodes_of(device):
            if isinstance(name, ast.Name) and name.id not in allowed:
                reaching = point.uses.get(name.id, frozenset()) | self._loop.reaching.get(
                    name.id, frozenset()
                )
                if any(source in self._inside for source in reaching):
                    self._refuse(device, "a device made in several steps", "name it '/gpu:%d' % i")
        return device

    def _is_chosen(self, device: ast.expr) -> bool:
        """Whether it is a call that gives a function which chooses devices, or the name of one."""
        if not isinstance(device, ast.Call):
            return False
        is_spec = self._driver.bindings.tensorflow(device.func) == "tf.DeviceSpec"
        return not is_spec and not _is_text(device)

    def _named_in(self, call: ast.Call, point: Point) -> ast.expr:
        """The only argument of a call that changes with the loop, if it is a name for sure; else the call."""
        arguments = {one: self._follow(one, point) for one in call.args}
        named = {one.arg: self._follow(one.value, point) for one in call.keywords}
        changing = [value for value in (*arguments.values(), *named.values()) if self._changes(value)]
        if not changing:
            self._refuse(call, "a device that cannot be told from the loop", "name it '/gpu:%d' % i")
        is_worker = not any(
            self._changes(value) and (name or "ps").startswith("ps") for name, value in named.items()
        )
        if len(changing) == 1 and _is_text(changing[0]) and is_worker:
            return changing[0]
        followed = [one for one, value in arguments.items() if value is not one]
        followed += [one.value for one in call.keywords if self._follow(one.value, point) is not one.value]
        function = self._tree.function(self._driver.bindings, call.func)
        is_own = function is not None and function.node in function.bindings.module.tree.body
        is_setter = self._driver.bindings.tensorflow(call.func) == SETTER
        if followed or not (is_own or is_setter) or function is not None and _shares(function.node):
            self._refuse(call, "a device that cannot be told from the loop", "name it '/gpu:%d' % i")
        return call

    def _follow(self, node: ast.expr, point: Point) -> ast.expr:
        """The value of a name that the loop's body assigns once, such as `device = '/gpu:%d' % i`."""
        if isinstance(node, ast.Name):
            sources = point.uses.get(node.id, frozenset())
            if len(sources) == 1:
                (source,) = sources
                if source in self._inside and isinstance(source.node, ast.Assign):
                    return source.node.value
        return node

    def _changes(self, node: ast.expr) -> bool:
        return any(isinstance(name, ast.Name) and name.id in self._loop.defines for name in nodes_of(node))

    def _check_body(self) -> None:
        if self._node.orelse:
            self._refuse(self._node, "a tower loop with an else", "move it behind the loop")
        for node in nodes_of(self._node):
            if isinstance(node, (ast.Break, ast.Continue, ast.Return)):
                self._refuse(node, "a tower loop that is left early", "build every tower in full")
        for point in self._inside:
            if self._is_own_variable(point):
                self._refuse(
                    point.node,
                    "tf.Variable in a tower, which gives each tower its own",
                    "use tf.get_variable",
                )
            if not isinstance(point.node, (ast.With, ast.For, ast.If)):
                scoped = self._names_tower_scope(point)
                check_collections(self._tree, self._driver, self._node, point.node, is_scoped=scoped)

    def _is_own_variable(self, point: Point) -> bool:
        return Role.OWN_VARIABLE in point.roles

    def _names_tower_scope(self, statement: Point) -> bool:
        """Whether the statement of the tower uses the name that `with tf.name_scope(…) as scope` gave."""
        return any(
            isinstance(source.node, ast.With) and source in self._inside for source in statement.sources
        )

    def _flags(self, lists: set[str]) -> Iterator[Flag]:
        """Names that carry a value from one tower to the next: only constants can be told per replica."""
        carried: dict[str, set[Point]] = {}
        for point in self._inside:
            for name, sources in point.uses.items():
                if name.startswith("<") or name in lists:
                    continue
                later = {
                    source for source in sources if source in self._inside and source.index >= point.index
                }
                if later:
                    carried.setdefault(name, set()).update(sources)
        for name, reaching in carried.items():
            before = [source for source in reaching if source not in self._inside]
            within = [source for source in reaching if source in self._inside]
            if not (
                len(before) == len(within) == 1 and all(_is_constant(source.node) for source in reaching)
            ):
                self._refuse(
                    self._node, f"{name}, which one tower hands to the next", "compute it from the index"
                )
            used = [point for point in self._inside if name in point.uses]
            late = any(point.index > within[0].index for point in used)
            if late or not within[0].is_straight_within(self._loop):
                self._refuse(within[0].node, f"{name}, which changes within a tower", "set it from the index")
            yield Flag(name, before[0], within[0])


def _is_text(node: ast.expr) -> bool:
    """Whether it is surely a string: `'/gpu:%d' % i`, `'/gpu:{}'.format(i)`, `'/gpu:' + str(i)`."""
    if isinstance(node, ast.BinOp):
        return _is_text(node.left)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "format" and _is_text(node.func.value)
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def _shares(function: ast.AST) -> bool:
    """Whether a function may give several towers one device, by the rest of a division."""
    divided = (node for node in nodes_of(function) if isinstance(node, ast.BinOp))
    return any(isinstance(node.op, (ast.Mod, ast.FloorDiv)) and not _is_text(node.left) for node in divided)


def _is_empty_list(node: ast.stmt, name: str) -> bool:
    value = assigned_value(node, name)
    if isinstance(value, ast.List):
        return not value.elts
    is_call = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "list"
    return is_call and isinstance(value, ast.Call) and not value.args


def _is_constant(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Constant)
