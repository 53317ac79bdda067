"""Turns a loop over towers into a function that `strategy.run` runs once per replica."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from migrate.model.edit import Block, Code, Comments, Piece, Replacement
from migrate.model.facts import Averaging, Context, Driver, Kind, Point, Role, TowerLoop
from migrate.model.refusal import Refused

from .names import Names
from .statements import gone, taken


@dataclass(frozen=True)
class Export:
    """A value that every tower returns: what a list collects, or a name as the last tower left it."""

    name: str
    expression: ast.expr | None
    is_list: bool


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
        self._inside = frozenset(point for point in driver.under(towers.loop) if point is not towers.point)
        self._body = self._inside & selected
        self._averagings = [averaging for averaging in towers.averagings if averaging.point in selected]
        self.in_replicas = self._after_averaging(selected)
        self._crossing = frozenset(
            point for point in selected - self._inside - self.in_replicas if point is not towers.point
        )
        self._fetched = fetched
        self._exports = tuple(self._find_exports())
        # What is appended as an expression is computed where it stood, before the update, and given a name.
        self._bound = {
            export.name: names.new(f"{export.name}_of_tower")
            for export in self._exports
            if export.expression is not None and not isinstance(export.expression, ast.Name)
        }
        self._check()

    def pieces(self) -> tuple[Piece, ...]:
        """What stands in the step where the loop stood."""
        body: list[Piece] = [*self._index(), *self._flags()]
        without = set(self._towers.items)
        body += taken(self._driver, self._towers.loop.body, self._body, self._in_tower, without)
        around = {item for point in self._driver.points for item in point.items(Context.DEVICE)}
        body += taken(self._driver, self._driver.body, self.in_replicas, self._averaged, around)
        if self._exports:
            body.append(Code("return " + self._returned(), self._parts()))
        tower = self._names.new("tower")
        function = Block(Code(f"def {tower}():"), tuple(body))
        return (Comments(self._towers.loop, own_lines=True), function, *self._results(tower))

    def replacements(self) -> Iterator[Replacement]:
        """The calls that average the towers' gradients, which now average this replica's with the others'."""
        for averaging in self._averagings:
            if averaging.call is not None:
                code = Code(_average(averaging, "gradients"), {"gradients": self._gradients(averaging)})
                yield Replacement(averaging.call, code)

    def same_scope_items(self) -> Iterator[ast.withitem]:
        """`with` items around the loop that only end what `reuse_variables` began: strategies need none."""
        for parent in self._towers.point.parents:
            yield from parent.items(Context.SAME_SCOPE)

    def _after_averaging(self, selected: frozenset[Point]) -> frozenset[Point]:
        found = {averaging.point for averaging in self._averagings}
        for averaging in self._averagings:
            found |= set(self._driver.under(averaging.point.node))
        for point in sorted(selected - self._inside, key=lambda point: point.index):
            is_later = point.index > self._towers.point.index and point.kind is not Kind.HEADER
            if is_later and point.sources & found:
                found.add(point)
        return frozenset(found & selected) | {averaging.point for averaging in self._averagings}

    def _find_exports(self) -> Iterator[Export]:
        users = [(point, point.uses) for point in self._crossing if point.index > self._towers.point.index]
        wanted: dict[str, None] = {}
        for _, uses in users:
            for name, sources in uses.items():
                if sources & self._inside and not name.startswith("<"):
                    wanted[name] = None
        for name, sources in self._fetched.items():
            if sources & self._inside:
                wanted[name] = None
        for name in wanted:
            if name in self._towers.appended:
                yield Export(name, self._towers.appended[name][1], True)
            elif any(name in point.defines for point in self._inside):
                yield Export(name, None, False)

    def _check(self) -> None:
        for point in self.in_replicas:
            if not point.is_straight and not self._averages(point):
                self._refuse(
                    point.node,
                    "averaged gradients used in a loop or condition",
                    "use them in straight code",
                )
            for name, sources in point.uses.items():
                leaked = sources & self._inside
                lists = {averaging.gradients for averaging in self._averagings}
                if (
                    leaked
                    and name not in lists
                    and not all(source.kind is Kind.OPTIMIZER for source in leaked)
                ):
                    self._refuse(
                        point.node, f"{name} of the last tower beside averaged gradients", "keep them apart"
                    )
        self._check_local_names()
        gradients = {averaging.gradients for averaging in self._towers.averagings}
        averaging_points = {averaging.point for averaging in self._averagings}
        for point in self.in_replicas | self._crossing:
            if (
                point.index > self._towers.point.index
                and point not in averaging_points
                and not self._averages(point)
            ):
                used = {name for name in gradients & set(point.uses) if point.uses[name] & self._inside}
                if used:
                    self._refuse(
                        point.node, f"{min(used)}, used for more than an average", "average it by one call"
                    )
        for point in self._crossing:
            late = point.index > self._towers.point.index
            reads = Role.SHARED_VARIABLE in point.roles or any(
                source.holds_variable for source in point.sources
            )
            if late and reads:
                self._refuse(point.node, "variables read after the towers", "read them in the towers")
        for export in self._exports:
            for point in self._inside:
                if not export.is_list and export.name in point.defines and not self._is_in_every_tower(point):
                    self._refuse(
                        point.node,
                        f"{export.name}, which only some towers define",
                        "define it in every tower",
                    )
        self._check_appended()
        for name, sources in self._fetched.items():
            if sources & self.in_replicas:
                found = f"a fetch of {name}, which is made of averaged gradients"
                self._refuse(self._towers.loop, found, "fetch the loss")

    def _check_appended(self) -> None:
        """What a tower appends is moved to its end: its names must mean the same there."""
        wanted = {export.name for export in self._exports}
        wanted |= {averaging.gradients for averaging in self._averagings}
        for name in wanted & set(self._towers.appended):
            append, expression = self._towers.appended[name]
            used = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
            later = [point for point in self._body if point.index > append.index]
            changed = used & {made for point in later for made in point.defines}
            if changed:
                found = f"{min(changed)}, which a tower changes after it appended it"
                self._refuse(append.node, found, "append it at the end of the tower")
        for export in self._exports:
            if any(export.name in point.defines for point in self.in_replicas):
                found = f"{export.name}, for a tower's value and for an averaged one"
                self._refuse(self._towers.loop, found, "use two names")

    def _averages(self, point: Point) -> bool:
        """Whether it belongs to the loop that averages the gradients."""
        return any(averaging.point in (point, *point.parents) for averaging in self._averagings)

    def _check_local_names(self) -> None:
        """In a function, a name that is assigned anywhere is local everywhere."""
        within = self._body | self.in_replicas
        made = {name for point in within for name in point.defines}
        lists = set(self._towers.appended) | {flag.name for flag in self._towers.flags}
        for point in within:
            for name, sources in point.uses.items():
                outside = sources - within - self._inside - {self._towers.point}
                if name in made - lists and outside and not name.startswith("<"):
                    self._refuse(
                        point.node, f"{name}, made before the towers and again in them", "use two names"
                    )

    def _is_in_every_tower(self, point: Point) -> bool:
        between = [parent for parent in point.parents if parent in self._inside]
        return all(isinstance(parent.node, ast.With) for parent in between)

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise Refused("TWR203", self._driver.bindings.module.path, node, found, instead)

    def _index(self) -> Iterator[Piece]:
        loop = self._towers.loop
        targets = self._towers.point.defines
        used = {name for point in self._body for name in point.uses if name in targets}
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
        placing = {node for item in self._towers.items for node in ast.walk(item)}
        for point in self._body:
            nodes = (inner for root in point.own_nodes for inner in ast.walk(root))
            if any(isinstance(node, ast.Name) and node.id == name and node not in placing for node in nodes):
                return False
        return True

    def _flags(self) -> Iterator[Piece]:
        for flag in self._towers.flags:
            if not any(flag.name in point.uses for point in self._body):
                continue
            assert isinstance(flag.first.node, ast.Assign)
            assert isinstance(flag.later.node, ast.Assign)
            parts = {"first": flag.first.node.value, "later": flag.later.node.value}
            yield Code(flag.name + " = {first} if compat.replica_index() == 0 else {later}", parts)

    def _in_tower(self, node: ast.stmt) -> tuple[Piece, ...] | None:
        point = self._driver.at[node]
        for export in self._exports:
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
        return any(other.index > point.index and other.roles & {Role.SHARED_VARIABLE} for other in self._body)

    def _averaged(self, node: ast.stmt) -> tuple[Piece, ...] | None:
        point = self._driver.at[node]
        for averaging in self._averagings:
            if averaging.point is point and averaging.target is not None:
                code = f"{averaging.target} = {_average(averaging, 'gradients')}"
                return (Code(code, {"gradients": self._gradients(averaging)}, comments_of=node),)
        if point.kind is Kind.OPERATION:
            return gone(node)
        if point.kind is Kind.APPLY and point in self.in_replicas:
            return (self._apply(node),)
        return None

    def _gradients(self, averaging: Averaging) -> ast.expr:
        return self._towers.appended[averaging.gradients][1]

    def _apply(self, node: ast.stmt) -> Code:
        calls = [
            inner
            for inner in ast.walk(node)
            if isinstance(inner, ast.Call)
            and isinstance(inner.func, ast.Attribute)
            and inner.func.attr == "apply_gradients"
        ]
        value = getattr(node, "value", None)
        if len(calls) != 1 or calls[0] is not value or not isinstance(node, (ast.Assign, ast.Expr)):
            self._refuse(node, "gradients applied in another way than optimizer.apply_gradients", "use that")
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
            for index, export in enumerate(self._exports)
        )

    def _parts(self) -> dict[str, ast.AST]:
        return {
            f"e{index}": export.expression
            for index, export in enumerate(self._exports)
            if export.expression is not None and export.name not in self._bound
        }

    def _results(self, tower: str) -> Iterator[Piece]:
        run = f"{self._strategy}.run({tower})"
        if not self._exports:
            yield Code(run)
        elif len(self._exports) == 1:
            yield self._result(self._exports[0], run)
        else:
            per_tower = self._names.new("per_tower")
            yield Code(f"{per_tower} = {run}")
            for index, export in enumerate(self._exports):
                yield self._result(export, f"{per_tower}[{index}]")

    def _result(self, export: Export, values: str) -> Code:
        results = f"{self._strategy}.experimental_local_results({values})"
        if export.is_list:
            return Code(f"{export.name} = list({results})")
        return Code(f"{export.name} = {results}[-1]", comment=("The last tower's, as the graph fetched it.",))

    @property
    def returns_last_tower(self) -> tuple[str, ...]:
        """The names that the program fetches from the last tower only."""
        return tuple(export.name for export in self._exports if not export.is_list)


def _average(averaging: Averaging, part: str) -> str:
    """The call that averages the gradients, as a template with one part."""
    return f"compat.average_gradients({{{part}}}{', sum_then_divide=True' if averaging.divides else ''})"


def device_list(driver: Driver, towers: TowerLoop) -> Code:
    """The devices of all towers, as `MirroredStrategy` takes them."""
    device = towers.device
    is_spec = isinstance(device, ast.Call) and driver.bindings.tensorflow(device.func) == "tf.DeviceSpec"
    element = "{device}.to_string()" if is_spec else "{device}"
    parts = {"device": device, "target": towers.loop.target, "iter": towers.loop.iter}
    return Code(f"[{element} for {{target}} in {{iter}}]", parts)


def _is_plain_range(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("range", "xrange")
        and len(node.args) == 1
    )
