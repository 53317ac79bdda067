"""Plans the lowering of one driver: from a graph and a session to step functions and calls of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Around, Code, Comments, Block, Kept, Layout, Piece, Replacement
from migrate.model.facts import (
    COLLECTIONS,
    GRAPH_VALUES,
    STAYING,
    VARIABLE_SCOPE,
    Context,
    Driver,
    DriverFacts,
    Kind,
    Point,
    Role,
    RunSite,
    TowerLoop,
)
from migrate.model.refusal import Refused

from .calls import call_replacements
from .configuration import Configuration, configuration
from .names import Names
from .slices import is_filled, needed
from .state import hoisted
from .statements import taken
from .towers import TowerStep, device_list

_BIT_EXACT = (
    "Adds the towers' gradients in their order, equal to the bit with the TF 1 graph. Without this argument",
    "TensorFlow chooses: faster on many GPUs (NCCL), and different in the last digit from three towers on.",
)


@dataclass(frozen=True)
class Lowering:
    """What is to be done with one driver, and how the result is distributed."""

    layout: Layout
    replacements: tuple[Replacement, ...]
    imports: tuple[str, ...]
    strategy: str
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, eq=False)
class _Step:
    """One step function: the run sites that call it, and the statements in its body."""

    name: str
    sites: tuple[RunSite, ...]
    selected: frozenset[Point]
    parameters: tuple[Point, ...]

    @property
    def last(self) -> Point:
        return max(self.selected, key=lambda point: point.index)


def lower(facts: DriverFacts) -> Lowering:
    """Plan the lowering of one driver.

    Raises:
      Refused: something in it is not understood; nothing may be changed then.
    """
    if facts.refusal is not None:
        raise facts.refusal
    return _Lowerer(facts).plan()


class _Lowerer:
    def __init__(self, facts: DriverFacts) -> None:
        driver = facts.driver
        self._facts = facts
        self._driver = driver
        self._path = driver.bindings.module.path
        self._names = Names(driver.bindings.module.tree)
        self._diagnostics: list[Diagnostic] = []
        self._imports: set[str] = set()
        self._strategy = self._names.new("strategy")
        self._variables = self._names.new("variables")
        self._has_state = False

    def plan(self) -> Lowering:
        self._check_sessions()
        sites = self._facts.sites
        running = [site for site in sites if not site.initialises]
        if not running:
            self._refuse("SES202", self._driver.owner, "a session that runs no step", "leave it, or remove it")
        towers = self._facts.towers
        if len(towers) > 1:
            self._refuse("TWR201", towers[1].loop, "a second tower loop", "build all towers in one loop")
        tower = towers[0] if towers else None
        steps = self._steps(running)
        self._check_functions(steps)
        state = frozenset().union(*(hoisted(self._driver, step.selected) for step in steps))
        settings = configuration(self._driver, explicit_devices=tower is None)
        self._diagnostics.extend(settings.diagnostics)
        self._note_left_out(steps, state)
        self._has_state = any(self._creates_state(point) for step in steps for point in step.selected)
        if tower is not None:
            self._has_state = True
        functions = {step: self._function(step, tower, state) for step in steps}
        pieces = self._laid_out(steps, functions, tower, state, settings, sites)
        replacements = tuple(
            replacement
            for step in steps
            for site in step.sites
            for replacement in call_replacements(self._driver, site, step.name, step.parameters)
        )
        if tower is not None:
            strategy = "MirroredStrategy"
        else:
            strategy = "explicit devices" if self._places(steps) else "one device"
        return Lowering(
            Layout(self._driver.owner, self._with_foreign(pieces)),
            replacements,
            tuple(sorted(self._imports)),
            strategy,
            tuple(self._diagnostics),
        )

    # What is refused

    def _refuse(self, code: str, node: ast.AST, found: str, instead: str) -> None:
        raise Refused(code, self._path, node, found, instead)

    def _check_sessions(self) -> None:
        for point in self._driver.points:
            if point.kind is Kind.SESSION and not self._is_session_statement(point):
                self._refuse("SES201", point.node, "a session used for more than run()", "call run() here")

    def _check_functions(self, steps: Sequence[_Step]) -> None:
        """Functions see the names of the block around them whenever they are called."""
        moved = {point.node for step in steps for point in step.selected}
        graph = {
            name
            for point in self._driver.points
            if point.kind in GRAPH_VALUES | {Kind.SESSION, Kind.INITIALIZER} and not isinstance(point.node, ast.FunctionDef)
            for name in point.defines
        }
        for function, names in self._driver.closures.items():
            if function not in moved and names & graph:
                what = f"a function that uses {min(names & graph)}, a part of the graph"
                self._refuse("SES211", function, what, "pass it as an argument")
        for node in ast.walk(self._driver.owner):
            if isinstance(node, ast.Global) and set(node.names) & graph:
                self._refuse("SES211", node, "a global name for a part of the graph", "keep it in this block")

    def _is_session_statement(self, point: Point) -> bool:
        node = point.node
        if isinstance(node, ast.With):
            return Context.HOST not in point.contexts
        if isinstance(node, ast.Assign):
            return point.called is Role.SESSION
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            method = node.value.func
            return isinstance(method, ast.Attribute) and method.attr == "close"
        return False

    def _steps(self, sites: Sequence[RunSite]) -> list[_Step]:
        grouped: dict[object, list[RunSite]] = {}
        chosen: dict[object, frozenset[Point]] = {}
        for site in sites:
            selected = self._selected(site)
            fetches = tuple(ast.dump(fetch.node) for fetch in site.fetches)
            fed = tuple(sorted(point.index for point, _ in site.feeds))
            key = (selected, fetches, site.several, fed)
            grouped.setdefault(key, []).append(site)
            chosen[key] = selected
        steps = []
        for key, members in grouped.items():
            parameters = tuple(sorted((point for point, _ in members[0].feeds), key=lambda point: point.index))
            name = self._names.new(_step_name(members[0], chosen[key]))
            steps.append(_Step(name, tuple(members), chosen[key], parameters))
        self._check_shared_names(steps)
        return steps

    def _selected(self, site: RunSite) -> frozenset[Point]:
        sources = [point for fetch in site.fetches for points in fetch.sources.values() for point in points]
        if not sources:
            self._refuse("SES203", site.call, "a fetch that no statement here defines", "build it in this block")
        selected = needed(self._driver, sources)
        fed = {point for point, _ in site.feeds}
        for point in selected:
            if point.kind is Kind.PLACEHOLDER and point not in fed:
                needs = f"a run that needs the placeholder of line {point.node.lineno} and does not feed it"
                self._refuse("SES203", site.call, needs, "feed it")
        for point in sorted(selected, key=lambda point: point.index):
            self._check_selected(site, point)
        self._check_order(site, selected)
        self._check_names(site, selected, fed)
        return selected

    def _check_selected(self, site: RunSite, point: Point) -> None:
        for obstacle in point.obstacles:
            raise Refused("SES205", obstacle.path, obstacle.node, obstacle.what, "see the limits of rewrite")
        running = {parent for parent in point.parents if not isinstance(parent.node, ast.With)}
        if running & set(site.point.parents) or point.index > site.point.index:
            self._refuse("SES206", point.node, "operations built while the session runs", "build them before")

    def _check_order(self, site: RunSite, selected: frozenset[Point]) -> None:
        """A step runs in the order of its text; a graph has no order between an update and later reads."""
        applying = [point.index for point in selected if point.kind is Kind.APPLY]
        for point in selected:
            reads = point.roles & {Role.SHARED_VARIABLE, Role.OWN_VARIABLE} or any(
                source.kind is Kind.STATE for source in point.sources
            )
            late = applying and point.index > min(applying) and point.kind is not Kind.APPLY
            if late and reads and point.kind is Kind.SYMBOLIC:
                self._refuse("SES207", point.node, "variables read after the update, in the same run", "read them before")
        for point in selected:
            if point.kind is Kind.APPLY and not point.is_straight:
                self._refuse("SES207", point.node, "an update in a loop or condition", "apply once, in straight code")
        if len(applying) > 1:
            self._refuse("SES207", site.call, "several updates in one run, in no order", "run them one by one")

    def _check_names(self, site: RunSite, selected: frozenset[Point], fed: set[Point]) -> None:
        made = {name for point in selected | fed for name in point.defines}
        for point in selected:
            for name, sources in point.uses.items():
                outside = {source for source in sources if source not in selected and source not in fed}
                if outside and name in made and not name.startswith("<"):
                    self._refuse("SES208", point.node, f"{name}, both a Python value and a tensor", "use two names")
                if outside and site.point.reaching.get(name, sources) != sources and not name.startswith("<"):
                    self._refuse(
                        "SES208", point.node, f"{name}, which changes between building and running", "use two names"
                    )

    def _check_shared_names(self, steps: Sequence[_Step]) -> None:
        """Unnamed variables are told apart by their order in the graph, which several steps do not share."""
        if len(steps) < 2:
            return
        for step in steps:
            for point in step.selected - hoisted(self._driver, step.selected):
                if Role.OWN_VARIABLE in point.roles:
                    self._refuse("SES209", point.node, "tf.Variable made in a function, for several steps", "use tf.get_variable")

    def _note_left_out(self, steps: Sequence[_Step], state: frozenset[Point]) -> None:
        used = frozenset().union(*(step.selected for step in steps)) | state
        for point in self._driver.points:
            if point in used or point.kind not in GRAPH_VALUES | {Kind.SYMBOLIC} or point.kind is Kind.PLACEHOLDER:
                continue
            if point.obstacles:
                obstacle = point.obstacles[0]
                raise Refused("SES205", obstacle.path, obstacle.node, obstacle.what, "see the limits of rewrite")
            if self._leaves(point):
                self._refuse("SES210", point.node, "a part of the graph that leaves this block", "run it here")
            if point.kind is Kind.SYMBOLIC:
                what = f"{ast.unparse(point.node).splitlines()[0]}, which no run needs: left out"
                self._note("SES301", Severity.WARNING, point.node, what, "fetch it, if it matters")

    def _leaves(self, point: Point) -> bool:
        """Whether a part of the graph is returned, or stored where other code may find it."""
        own = {name for other in self._driver.points for name in other.defines} | {COLLECTIONS, VARIABLE_SCOPE}
        return isinstance(point.node, (ast.Return, ast.Delete, ast.Raise, ast.Assert)) or bool(point.mutates - own)

    def _note(self, code: str, severity: Severity, node: ast.AST, found: str, instead: str) -> None:
        line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", -1) + 1
        self._diagnostics.append(Diagnostic(code, severity, Span(self._path, line, column), found, instead))

    # What is written

    def _creates_state(self, point: Point) -> bool:
        return bool(point.roles & {Role.SHARED_VARIABLE, Role.OWN_VARIABLE, Role.OPTIMIZER}) or (
            point.kind in (Kind.STATE, Kind.APPLY, Kind.OPTIMIZER)
        )

    def _places(self, steps: Sequence[_Step]) -> bool:
        return any(Context.DEVICE in point.contexts for step in steps for point in step.selected)

    def _function(self, step: _Step, tower: TowerLoop | None, state: frozenset[Point]) -> Block:
        selected = step.selected - state
        site = step.sites[0]
        fetched = [fetch for fetch in site.fetches if not fetch.is_operation]
        body: tuple[Piece, ...]
        if tower is not None and tower.point in selected:
            names = frozenset(
                name for fetch in fetched for name, sources in fetch.sources.items() if sources & selected
            )
            part = TowerStep(self._driver, tower, selected, names, self._names, self._strategy)
            for name in part.returns_last_tower:
                self._note("HAZ101", Severity.INFO, tower.loop, f"{name}, fetched from the last tower only: kept so",
                           "return the mean of all towers, if that is what you want to see")

            def special(node: ast.stmt) -> tuple[Piece, ...] | None:
                if node is tower.loop:
                    return part.pieces()
                if self._driver.at[node] in tower.started:
                    return (Comments(node),)
                return self._plain(node)

            body = taken(
                self._driver, self._driver.body, selected - part.in_replicas, special, set(part.same_scope_items())
            )
        else:
            body = taken(self._driver, self._driver.body, selected, self._plain)
        returned = self._returned(step, fetched)
        return Block(self._header(step), (*body, *returned))

    def _plain(self, node: ast.stmt) -> tuple[Piece, ...] | None:
        """Statements of a step: placeholders are its arguments, and an update's operation needs no name."""
        point = self._driver.at[node]
        if point.kind in (Kind.OPERATION, Kind.PLACEHOLDER):
            return (Comments(node),)
        if point.kind is Kind.APPLY and isinstance(node, ast.Assign):
            return (Code("{update}", {"update": node.value}, comments_of=node),)
        return None

    def _returned(self, step: _Step, fetched: Sequence[object]) -> tuple[Piece, ...]:
        site = step.sites[0]
        values, parts = [], {}
        for index, fetch in enumerate(site.fetches):
            if fetch.is_operation:
                continue
            parts[f"f{index}"] = fetch.node
            values.append(f"tf.identity({{f{index}}})" if fetch.is_variable else f"{{f{index}}}")
            if fetch.is_variable and any(point.kind is Kind.APPLY for point in step.selected):
                self._note("HAZ102", Severity.INFO, fetch.node, "a variable fetched beside its update: its value "
                           "after the update, as TF 1.15 gave it", "fetch it in a run of its own")
        if not values:
            return ()
        return (Code("return " + ", ".join(values), parts),)

    def _header(self, step: _Step) -> Code:
        parts: dict[str, ast.AST] = {}
        specs, names = [], []
        for index, point in enumerate(step.parameters):
            assert isinstance(point.node, ast.Assign)
            dtype, shape = _placeholder_arguments(point.node.value)
            parts[f"dtype{index}"] = dtype
            if shape is not None:
                parts[f"shape{index}"] = shape
            specs.append(f"tf.TensorSpec({{shape{index}}}, {{dtype{index}}})" if shape is not None
                         else f"tf.TensorSpec(None, {{dtype{index}}})")
            names.append(_parameter_name(point))
        signature = f"input_signature=[{', '.join(specs)}]"
        if len(specs) > 1:
            signature = "".join(["input_signature=[\n", *(f"        {spec},\n" for spec in specs), "    ]"])
        if self._has_state:
            self._imports.add("import compat")
            opening, arguments = f"@{self._variables}.function(", [signature]
        else:
            opening, arguments = "@tf.function(", ["autograph=False", signature]
        if len(specs) > 1:
            decorator = opening + "\n" + "".join(f"    {argument},\n" for argument in arguments) + ")"
        else:
            decorator = opening + ", ".join(arguments) + ")"
        return Code(f"{decorator}\ndef {step.name}({', '.join(names)}):", parts)

    def _laid_out(
        self,
        steps: Sequence[_Step],
        functions: dict[_Step, Block],
        tower: TowerLoop | None,
        state: frozenset[Point],
        settings: Configuration,
        sites: Sequence[RunSite],
    ) -> tuple[Piece, ...]:
        moved = frozenset().union(*(step.selected for step in steps))
        initialising = frozenset(site.point for site in sites if site.initialises)
        builder = _Layout(self._driver, moved, initialising)
        created: frozenset[Point] = frozenset()
        for number, step in enumerate(steps):
            before: list[Piece] = []
            if number == 0:
                before += settings.pieces
                before += self._preamble(tower)
            mine = hoisted(self._driver, step.selected) - created
            if mine:
                created |= mine
                before.append(self._state(mine, tower))
            builder.put_after(step.last, [*before, functions[step]])
        return builder.pieces()

    def _preamble(self, tower: TowerLoop | None) -> Iterator[Piece]:
        if not self._has_state:
            return
        self._imports.add("import compat")
        if tower is not None:
            spec = isinstance(tower.device, ast.Call) and (
                self._driver.bindings.tensorflow(tower.device.func) == "tf.DeviceSpec"
            )
            devices = device_list(tower, spec)
            comment = "".join(f"    # {line}\n" for line in _BIT_EXACT)
            yield Code(
                f"{self._strategy} = tf.distribute.MirroredStrategy(\n    {devices.template},\n{comment}"
                "    cross_device_ops=compat.OrderedReduction(),\n)",
                devices.parts,
            )
            yield Code(f"{self._variables} = compat.VariableStore({self._strategy})")
        else:
            yield Code(f"{self._variables} = compat.VariableStore()")

    def _state(self, points: frozenset[Point], tower: TowerLoop | None) -> Piece:
        """The creation of variables and optimizers, under the store and without the steps' devices."""
        without = {
            item
            for point in self._driver.points
            if tower is not None and isinstance(point.node, ast.With)
            for context, item in zip(point.contexts, point.node.items, strict=True)
            if context is Context.DEVICE
        }
        headers = frozenset(parent for point in points for parent in point.parents)
        body = taken(self._driver, self._driver.body, points | headers, without=without)
        return Block(Code(f"with {self._variables}.scope():"), body)

    def _with_foreign(self, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """For a module, its `if __name__ == '__main__'`, which is no part of the driver, stays where it was."""
        owner = self._driver.owner
        if not isinstance(owner, ast.Module):
            return pieces
        own = set(self._driver.body)
        foreign = [node for node in owner.body if node not in own]
        return (*pieces, *(Kept(node) for node in foreign))


class _Layout:
    """The driver's block without what moves into steps, and with the steps where their last part stood."""

    def __init__(self, driver: Driver, moved: frozenset[Point], initialising: frozenset[Point]) -> None:
        self._driver = driver
        self._moved = moved
        self._initialising = initialising
        self._added: dict[ast.stmt, list[Piece]] = {}

    def put_after(self, point: Point, pieces: Sequence[Piece]) -> None:
        """Put new pieces after the outermost statement around `point` that moves as a whole."""
        node = point.node
        for parent in reversed(point.parents):
            if any(other not in self._moved and other.kind is not Kind.HEADER for other in self._driver.under(parent.node)):
                break
            node = parent.node
        self._added.setdefault(node, []).extend(pieces)

    def pieces(self) -> tuple[Piece, ...]:
        return tuple(self._block(self._driver.body))

    def _block(self, body: Sequence[ast.stmt]) -> Iterator[Piece]:
        for node in body:
            yield from self._statement(node)
            yield from self._added.get(node, ())

    def _statement(self, node: ast.stmt) -> Iterator[Piece]:
        point = self._driver.at[node]
        if isinstance(node, ast.With):
            if Context.HOST not in point.contexts:
                inner = tuple(self._block(node.body))
                yield Around(node, inner, frozenset(range(len(node.items))))
                return
        if isinstance(node, (ast.With, ast.For, ast.While, ast.If, ast.Try)):
            stays = any(
                other.kind in STAYING and not is_filled(self._driver, other)
                for other in self._driver.under(node)
                if other is not point and not isinstance(other.node, ast.With)
            )
            if point.kind is Kind.RUN or stays or not self._touches_graph(node):
                self._check_unmixed(node)
                yield Kept(node)
            return
        if point in self._initialising:
            yield Comments(node)
        elif point.kind in STAYING and not (is_filled(self._driver, point) and point in self._moved):
            yield Kept(node)
        elif point not in self._moved:
            yield Comments(node)

    def _touches_graph(self, node: ast.stmt) -> bool:
        return any(other.kind not in STAYING | {Kind.HEADER} for other in self._driver.under(node))

    def _check_unmixed(self, node: ast.stmt) -> None:
        for other in self._driver.under(node):
            if other.kind not in STAYING | {Kind.HEADER}:
                raise Refused(
                    "SES206",
                    self._driver.bindings.module.path,
                    other.node,
                    f"{other.kind.value}, inside a loop or condition of ordinary Python",
                    "build the graph before the loop",
                )


def _step_name(site: RunSite, selected: frozenset[Point]) -> str:
    if any(point.kind is Kind.APPLY for point in selected):
        return "train_step"
    named = [fetch.node.id for fetch in site.fetches if isinstance(fetch.node, ast.Name)]
    return f"compute_{named[0].strip('_')}" if named else "compute_step"


def _parameter_name(point: Point) -> str:
    (name,) = point.defines
    return name


def _placeholder_arguments(call: ast.expr) -> tuple[ast.expr, ast.expr | None]:
    assert isinstance(call, ast.Call)
    arguments = dict(zip(("dtype", "shape", "name"), call.args, strict=False))
    arguments |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    shape = arguments.get("shape")
    if isinstance(shape, ast.Constant) and shape.value is None:
        shape = None
    return arguments["dtype"], shape
