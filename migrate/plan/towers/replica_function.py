"""Turns a loop over towers into a function that `strategy.run` runs once per replica."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from migrate.model.driver import Driver, Point
from migrate.model.edit import Block, Code, Comments, Piece, Replacement
from migrate.model.kinds import Context, Kind, Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.model.refusal import Refused
from migrate.model.towers import Averaging, TowerLoop

from ..statements.new_names import Names
from ..statements.taken_statements import gone, taken
from ..steps.updates import around, ordering_items, updates
from .checks import check_gradients, check_towers
from .partition import Export, divide


class TowerStep:
    """The part of one step that runs in replicas.

    Args:
      driver: where the towers are built.
      towers: the loop.
      selected: the statements that the step needs.
      fetched: the names that the step returns, and where they come from.
    """

    def __init__(
        self,
        driver: Driver,
        towers: TowerLoop,
        selected: frozenset[Point],
        fetched: Mapping[str, frozenset[Point]],
        names: Names,
        strategy: str,
    ) -> None:
        self._driver = driver
        self._towers = towers
        self._names = names
        self._strategy = strategy
        self._parts = divide(driver, towers, selected, fetched)
        check_towers(driver, towers, self._parts)
        check_gradients(driver, self._parts.crossing)
        # What is appended as an expression is computed where it stood, before the update, and given a name.
        self._bound = {
            export.name: names.new(f"{export.name}_of_tower")
            for export in self._parts.exports
            if export.expression is not None and not isinstance(export.expression, ast.Name)
        }

    @property
    def in_replicas(self) -> frozenset[Point]:
        """The statements behind the loop that every replica runs."""
        return self._parts.in_replicas

    def pieces(self) -> tuple[Piece, ...]:
        """What stands in the step where the loop stood."""
        body: list[Piece] = [*self._index(), *self._flags()]
        body += [Code(f"{export.name} = None") for export in self._parts.exports if export.is_first]
        without = set(self._towers.items)
        body += taken(self._driver, self._towers.loop.body, self._parts.body, self._in_tower, without)
        devices = {item for point in self._driver.points for item in point.items(Context.DEVICE)}
        without = devices | set(ordering_items(self._driver))
        last = updates(self.in_replicas)
        for points in (self.in_replicas - last, last | around(last) if last else last):
            body += taken(self._driver, self._driver.body, points, self._averaged, without)
        if self._parts.exports:
            body.append(Code("return " + self._returned(), self._returned_parts()))
        tower = self._names.new("tower")
        function = Block(Code(f"def {tower}():"), tuple(body))
        return (Comments(self._towers.loop, own_lines=True), function, *self._results(tower))

    def replacements(self) -> Iterator[Replacement]:
        """The calls that average the towers' gradients, which now average this replica's with the others'."""
        for averaging in self._parts.averagings:
            if averaging.call is not None:
                code = Code(_average(averaging, "gradients"), {"gradients": self._gradients(averaging)})
                yield Replacement(averaging.call, code)

    def same_scope_items(self) -> Iterator[ast.withitem]:
        """`with` items around the loop that only end what `reuse_variables` began: strategies need none."""
        for parent in self._towers.point.parents:
            yield from parent.items(Context.SAME_SCOPE)

    def _index(self) -> Iterator[Piece]:
        loop = self._towers.loop
        targets = self._towers.point.defines
        used = {name for point in self._parts.body for name in point.uses if name in targets}
        used -= {name for name in used if self._only_places(name)}
        if not used and not self._towers.flags:
            return
        parts: dict[str, ast.AST] = {"target": loop.target, "iter": loop.iter}
        if _is_plain_range(loop.iter) and isinstance(loop.target, ast.Name):
            yield Code("{target} = compat.replica_index()", {"target": loop.target})
        else:
            yield Code("{target} = list({iter})[compat.replica_index()]", parts)

    def _only_places(self, name: str) -> bool:
        """Whether the loop's variable only says where a tower is placed."""
        placing = {node for item in self._towers.items for node in nodes_of(item)}
        for point in self._parts.body:
            named = {one for one in point.nodes if isinstance(one, ast.Name) and one.id == name}
            if not named <= placing:
                return False
        return True

    def _flags(self) -> Iterator[Piece]:
        for flag in self._towers.flags:
            if not any(flag.name in point.uses for point in self._parts.body):
                continue
            assert isinstance(flag.first.node, ast.Assign)
            assert isinstance(flag.later.node, ast.Assign)
            parts = {"first": flag.first.node.value, "later": flag.later.node.value}
            yield Code(flag.name + " = {first} if compat.replica_index() == 0 else {later}", parts)

    def _in_tower(self, node: ast.stmt) -> tuple[Piece, ...] | None:
        point = self._driver.at[node]
        for export in self._parts.exports:
            if (
                export.is_list
                and node is self._towers.appended[export.name][0].node
                and export.name in self._bound
            ):
                value = {"value": self._towers.appended[export.name][1]}
                return (Code(f"{self._bound[export.name]} = {{value}}", value, comments_of=node),)
        if any(node is statement.node for statement, _ in self._towers.appended.values()):
            return gone(node)
        if any(point is flag.later for flag in self._towers.flags):
            return gone(node)
        if (
            "reuse_variables" in ast.dump(node)
            and isinstance(node, ast.Expr)
            and not self._is_shared_later(point)
        ):
            return gone(node)
        return None

    def _is_shared_later(self, point: Point) -> bool:
        return any(
            other.index > point.index and other.roles & {Role.SHARED_VARIABLE, Role.LAYER}
            for other in self._parts.body
        )

    def _averaged(self, node: ast.stmt) -> tuple[Piece, ...] | None:
        point = self._driver.at[node]
        for averaging in self._parts.averagings:
            if averaging.point is point and averaging.target is not None:
                code = f"{averaging.target} = {_average(averaging, 'gradients')}"
                return (Code(code, {"gradients": self._gradients(averaging)}, comments_of=node),)
        if point.kind is Kind.OPERATION:
            return gone(node)
        if point.kind is Kind.AVERAGE and isinstance(node, ast.Assign):
            return (Code("{update}", {"update": node.value}, comments_of=node),)
        if point.kind is Kind.APPLY and point in self.in_replicas:
            return (self._apply(node),)
        return None

    def _gradients(self, averaging: Averaging) -> ast.expr:
        return self._towers.appended[averaging.gradients][1]

    def _apply(self, node: ast.stmt) -> Code:
        calls = [
            inner
            for inner in calls_in(node)
            if isinstance(inner.func, ast.Attribute) and inner.func.attr == "apply_gradients"
        ]
        value = getattr(node, "value", None)
        if len(calls) != 1 or calls[0] is not value or not isinstance(node, (ast.Assign, ast.Expr)):
            found = "gradients applied in another way than optimizer.apply_gradients"
            raise Refused("TWR203", self._driver.path, node, found, "use that")
        call = calls[0]
        assert isinstance(call.func, ast.Attribute)
        parts: dict[str, ast.AST] = {"optimizer": call.func.value}
        arguments = ["{optimizer}"]
        for index, argument in enumerate(call.args):
            parts[f"a{index}"] = argument
            arguments.append(f"{{a{index}}}")
        for index, keyword in enumerate(call.keywords):
            parts[f"k{index}"] = keyword.value
            arguments.append(f"{keyword.arg}={{k{index}}}")
        return Code(f"compat.apply_gradients({', '.join(arguments)})", parts, comments_of=node)

    def _returned(self) -> str:
        return ", ".join(
            self._bound.get(export.name, export.name if export.expression is None else f"{{e{index}}}")
            for index, export in enumerate(self._parts.exports)
        )

    def _returned_parts(self) -> dict[str, ast.AST]:
        return {
            f"e{index}": export.expression
            for index, export in enumerate(self._parts.exports)
            if export.expression is not None and export.name not in self._bound
        }

    def _results(self, tower: str) -> Iterator[Piece]:
        run = f"{self._strategy}.run({tower})"
        if not self._parts.exports:
            yield Code(run)
        elif len(self._parts.exports) == 1:
            yield self._result(self._parts.exports[0], run)
        else:
            per_tower = self._names.new("per_tower")
            yield Code(f"{per_tower} = {run}")
            for index, export in enumerate(self._parts.exports):
                yield self._result(export, f"{per_tower}[{index}]")

    def _result(self, export: Export, values: str) -> Code:
        results = f"{self._strategy}.experimental_local_results({values})"
        if export.is_list:
            return Code(f"{export.name} = list({results})")
        if export.is_first:
            return Code(f"{export.name} = {results}[0]", comment=("The first tower's, as in the graph.",))
        if export.is_summary:
            return Code(
                f"{export.name} = {results}[0]", comment=("Alike in all towers: the first writes it.",)
            )
        return Code(f"{export.name} = {results}[-1]", comment=("The last tower's, as the graph fetched it.",))

    @property
    def returns_last_tower(self) -> tuple[str, ...]:
        """The names that the program fetches from the last tower only."""
        return tuple(
            export.name
            for export in self._parts.exports
            if not (export.is_list or export.is_first or export.is_summary)
        )


def _average(averaging: Averaging, part: str) -> str:
    """The call that averages the gradients, as a template with one part."""
    return f"compat.average_gradients({{{part}}}{', sum_then_divide=True' if averaging.divides else ''})"


def device_list(driver: Driver, towers: TowerLoop) -> Code:
    """The devices of all towers, as `MirroredStrategy` takes them."""
    device = towers.device
    called = device.func if isinstance(device, ast.Call) else None
    is_spec = called is not None and driver.bindings.tensorflow(called) == "tf.DeviceSpec"
    is_format = isinstance(called, ast.Attribute) and called.attr == "format"
    element = "{device}.to_string()" if is_spec else "{device}"
    if called is not None and not is_spec and not is_format:
        element = "compat.device_name({device})"
    turns = towers.turns
    parts = {"device": device, "target": turns.target, "values": turns.values}
    values = "range({values})" if turns.counts else "{values}"
    return Code(f"[{element} for {{target}} in {values}]", parts)


def _is_plain_range(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("range", "xrange")
        and len(node.args) == 1
    )
