"""Writes the step functions of a driver, and what must stand before them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator, Mapping

from migrate.model.choices import Strategy
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Block, Code, Comments, Piece, Replacement
from migrate.model.kinds import Context, Kind
from migrate.model.nodes import children_of, nodes_of
from migrate.model.refusal import Refused
from migrate.model.runs import Fetch, RunSite
from migrate.model.towers import TowerLoop
from migrate.syntax.assignments import assigned_value
from migrate.syntax.own_devices import own_devices
from migrate.syntax.placeholders import specs_of
from migrate.syntax.rebuilding import template
from migrate.syntax.texts import is_text

from ..cluster.collective import devices
from ..cluster.collective import strategy as collective_strategy
from ..cluster.coordinator import strategy as coordinated_strategy
from ..legality.shared_state import may_make
from ..state.variable_names import argument_names
from ..statements.new_names import Names
from ..statements.taken_statements import Special, taken
from ..steps.step import Step
from ..steps.updates import in_parts, ordering_items
from ..towers.checks import check_gradients
from ..towers.replica_function import TowerStep, device_list

_REDUCTION = (
    "Adds the towers' gradients in their order, equal to the bit with the TF 1 graph. Without this argument",
    "TensorFlow chooses: faster on many GPUs (NCCL), and different in the last digit from three towers on.",
)
_CLASSES = {
    Strategy.MIRRORED: "MirroredStrategy",
    Strategy.CENTRAL_STORAGE: "experimental.CentralStorageStrategy",
}
_BY_IDENTITY = "tf.compat.v1.disable_tensor_equality()  # steps compare tensors by identity, as TF 1 did"


def strategy_class(strategy: Strategy) -> str:
    """What the strategy is called in the report."""
    return _CLASSES[strategy].rpartition(".")[2]


class StepWriter:
    """Writes for one driver.

    Args:
      driver: where the steps come from.
      tower: its tower loop, for a program that becomes a strategy's.
      names: hands out new names.
      strategy: which one that is.
      has_state: whether any step has variables.
      compares: whether any step compares tensors.
      cluster: the cluster that shares the variables, if one does, as a store is told of it.
      workers: what the workers of the cluster become, if they do not share its variables by themselves.
      client: the server whose client the program is, if it is one.
    """

    def __init__(
        self,
        driver: Driver,
        tower: TowerLoop | None,
        names: Names,
        strategy: Strategy,
        *,
        has_state: bool,
        compares: bool,
        cluster: Code | None = None,
        client: ast.expr | None = None,
        workers: Strategy | None = None,
    ) -> None:
        self._driver = driver
        self._tower = tower
        self._kind = strategy
        self._names = names
        self._has_state = has_state
        self._compares = compares
        self._cluster = cluster
        self._client = client
        self._collective = workers is Strategy.MULTI_WORKER_MIRRORED
        self._strategy = names.new("strategy")
        self._coordinator = names.new("coordinator") if workers is Strategy.PARAMETER_SERVER else ""
        self._variables = driver.shared(names.new("variables"))
        self.diagnostics: list[Diagnostic] = []
        self._by_node: dict[ast.AST, Replacement] = {}
        self._places: dict[Point, str] = {}  # those that the step being written has not come by
        self._parameters: frozenset[Point] = frozenset()  # of the step being written

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        """Edits of statements in the steps, each once, however many steps share it."""
        return tuple(self._by_node.values())

    def strategy(self) -> Iterator[Piece]:
        """The strategy, if there is one."""
        if self._collective and self._cluster is not None:
            yield collective_strategy(self._strategy, self._cluster)
        if self._coordinator and self._cluster is not None:
            yield coordinated_strategy(self._strategy, self._coordinator, self._cluster)
        if self._tower is not None:
            devices = device_list(self._driver, self._tower)
            made = f"{self._strategy} = tf.distribute.{_CLASSES[self._kind]}("
            if self._kind is Strategy.MIRRORED:
                comment = "".join(f"    # {line}\n" for line in _REDUCTION)
                reduction = "    cross_device_ops=compat.OrderedReduction(),\n"
                made += f"\n    {devices.template},\n{comment}{reduction})"
            else:
                made += f"{devices.template})"
            yield Code(made, devices.parts, apart=True)

    def store(self) -> Iterator[Piece]:
        """The store of the variables."""
        if self._compares:
            yield Code(_BY_IDENTITY)
        if self._has_state and not self._driver.takes_store:
            shared = Code(self._coordinator) if self._coordinator else self._cluster or Code("")
            strategy = self._strategy if self._tower is not None or self._collective else ""
            if self._client is not None:
                shared = Code("compat.InGraphCluster({server})", {"server": self._client})
            told = strategy or (f"cluster={shared.template}" if shared.template else "")
            made = f"{self._variables} = compat.VariableStore({told})"
            yield Code(made, shared.parts, apart=not (strategy or self._coordinator))

    @property
    def variables(self) -> str:
        """The name of the store of the variables."""
        return self._variables

    def state(self, points: frozenset[Point]) -> Piece:
        """The creation of variables and optimizers; strategies and clusters place them.

        Of devices there are those by which a worker keeps variables for itself.
        """
        without = {
            item
            for point in self._driver.points
            if self._tower is not None or self._cluster is not None
            for item in point.items(Context.DEVICE)
        }
        if self._cluster is not None and not self._collective:
            without -= own_devices(self._driver)
        headers = frozenset(parent for point in points for parent in point.parents)
        for item in (item for header in headers for item in header.items(Context.DEVICE)):
            if item not in without:
                self._let_take_functions(item.context_expr)
        body = taken(self._driver, self._driver.body, points | headers, without=without)
        return Block(Code(f"with {self._variables}.scope():"), body)

    def _let_take_functions(self, device: ast.expr) -> None:
        """Let `tf.device(…)` take a function of operations where these run at once, as variables are made."""
        if isinstance(device, ast.Call) and not (device.args and is_text(device.args[0])):
            self._by_node[device.func] = Replacement(device.func, Code("compat.device"))

    def function(self, step: Step, places: Mapping[Point, str]) -> Block:
        """The step function, which marks the places behind which it makes variables.

        Raises:
          Refused: its towers cannot become replicas.
        """
        self._places = dict(sorted(places.items(), key=lambda place: place[0].index))
        self._parameters = frozenset(step.parameters)
        selected = step.selected - step.state - step.late
        if self._tower is not None and self._tower.point not in selected:
            check_gradients(self._driver, selected)
        if step.pruned is not None:
            return self._pruned(step, selected)
        if self._tower is not None and self._tower.point in selected:
            body = self._body_with_towers(self._tower, step, selected)
        else:
            without = {*ordering_items(self._driver), *self._devices}
            computed, updating = in_parts(selected, at_once=not step.late)
            body = self._marked(computed, self._plain, without)
            body += tuple(_once(step.late))
            body += self._marked(updating, self._plain, without)
        return self._function(step, (*self._attributes(step), *body, *self._returned(step)))

    def _marked(
        self, selected: frozenset[Point], special: Special, without: Collection[ast.withitem]
    ) -> tuple[Piece, ...]:
        """The pieces that stand for statements of a step, with a mark where it comes by a place."""
        pieces: tuple[Piece, ...] = ()
        rest = selected
        for place, name in [*self._places.items()]:
            behind = frozenset(point for point in rest if point.index > place.index)
            if any(may_make(self._driver, point) for point in behind):
                pieces += taken(self._driver, self._driver.body, rest - behind, special, without)
                pieces += (Code(f"{self._variables}.mark({name!r})"),)
                rest = behind
                del self._places[place]
        return pieces + taken(self._driver, self._driver.body, rest, special, without)

    @property
    def _devices(self) -> frozenset[ast.withitem]:
        """The `with` items for devices that a strategy of workers takes the place of."""
        return frozenset(devices(self._driver) if self._collective or self._coordinator else ())

    def _function(self, step: Step, pieces: tuple[Piece, ...]) -> Block:
        """The function of these pieces; where all workers do an update at once, each in its replica."""
        if self._collective and step.updates:
            pieces = tuple(self._in_replica(step, pieces))
        return Block(self._header(step), pieces)

    def _in_replica(self, step: Step, pieces: tuple[Piece, ...]) -> Iterator[Piece]:
        name = self._names.new("replica")
        arguments = "" if step.returns_inputs else ", ".join(step.arguments.values())
        given = f", args=({arguments},)" if len(step.arguments) == 1 else f", args=({arguments})"
        yield Block(Code(f"def {name}({arguments}):"), pieces)
        run = f"{self._strategy}.run({name}{given if arguments else ''})"
        yield Code(f"return {run}" if step.gives_values or step.pruned is not None else run)

    def _attributes(self, step: Step) -> Iterator[Piece]:
        """Placeholders that were attributes of the object are so in the step, for the methods it calls."""
        for name, argument in step.arguments.items():
            if name != argument:
                yield Code(f"{name} = {argument}")

    def _pruned(self, step: Step, selected: frozenset[Point]) -> Block:
        """A step that runs what it returns alone: the statements as they stood, and all that was fetched."""
        parameters = {} if step.returns_inputs else {point.node for point in step.parameters}

        def special(node: ast.stmt) -> tuple[Piece, ...] | None:
            return (Comments(node),) if node in parameters else None

        body = self._marked(selected, special, self._devices)
        body += tuple(_once(step.late))
        site = step.sites[0]
        self._note_variables(step)
        parts: dict[str, ast.AST] = {}
        returned = "return " + self._expression(site.fetched, "fetched", parts)
        if step.returns_inputs:
            # As text: where a dictionary is fed, its keys become strings.
            inputs = [_as_text(feed.key) for feed in site.feeds]
            listed = f"[{', '.join(inputs)}]"
            if step.is_open:
                named = (f"{ast.unparse(feed.key).removeprefix('self.')!r}" for feed in site.feeds)
                pairs = (f"{_escaped(name)}: {key}" for name, key in zip(named, inputs, strict=True))
                listed = f"{{{{{', '.join(pairs)}}}}}"
            returned = f"return {listed}, " + self._expression(site.fetched, "fetched", parts)
        attributes = () if step.returns_inputs else tuple(self._attributes(step))
        given = tuple(self._given(site))
        return self._function(step, (*attributes, *body, *given, Code(returned, parts)))

    def _note_variables(self, step: Step) -> None:
        """Tell of variables that are fetched beside their update."""
        if self._cluster is not None and not (self._collective or self._coordinator):
            return  # a server's comes as it was before, as TensorFlow 1's servers mostly sent it
        before = (
            "as TF 1.15 gave it" if self._cluster is None else "where a server mostly gave the one before"
        )
        for fetch in step.sites[0].fetches if step.updates else ():
            if fetch.is_variable or _contains_variable(fetch):
                found = f"a variable fetched beside its update: its value after it, {before}"
                self._note("HAZ102", fetch.node, found, "fetch it in a run of its own")

    def _given(self, site: RunSite) -> Iterator[Code]:
        """The placeholder for what a run gives a variable."""
        if site.given is not None:
            name, variable = site.given
            parts: dict[str, ast.AST] = {}
            like = self._expression(variable, "variable", parts)
            made = f"tf.compat.v1.placeholder({like}.dtype.base_dtype, {like}.shape)"
            yield Code(f"{name} = {made}", parts)

    def _body_with_towers(
        self, tower: TowerLoop, step: Step, selected: frozenset[Point]
    ) -> tuple[Piece, ...]:
        fetched = {
            name: sources
            for fetch in step.sites[0].fetches
            if not fetch.is_operation
            for name, sources in fetch.sources.items()
        }
        part = TowerStep(self._driver, tower, selected, fetched, self._names, self._strategy)
        self._by_node.update({replacement.node: replacement for replacement in part.replacements()})
        for name in part.returns_last_tower:
            found = f"{name}, fetched from the last tower only: kept so"
            self._note(
                "HAZ101", tower.loop, found, "return the mean of all towers, if that is what you want to see"
            )

        started = {*tower.started, *(flag.first for flag in tower.flags)}  # replicas tell from their index

        def special(node: ast.stmt) -> tuple[Piece, ...] | None:
            if node is tower.loop:
                return part.pieces()
            if self._driver.at[node] in started:
                return (Comments(node),)
            return self._plain(node)

        without = {*part.same_scope_items(), *ordering_items(self._driver)}
        return self._marked(selected - part.in_replicas, special, without)

    def _plain(self, node: ast.stmt) -> tuple[Piece, ...] | None:
        """Statements of a step: what it is fed are its arguments, and an update's operation needs no name."""
        point = self._driver.at[node]
        if point.kind is Kind.OPERATION or point in self._parameters:
            return (Comments(node),)
        if point.kind in (Kind.APPLY, Kind.AVERAGE) and isinstance(node, ast.Assign):
            return (Code("{update}", {"update": node.value}, comments_of=node),)
        return None

    def _returned(self, step: Step) -> Iterator[Piece]:
        values: list[str] = []
        parts: dict[str, ast.AST] = {}
        for index, fetch in enumerate(step.sites[0].fetches):
            if fetch.is_operation:
                continue
            value = self._expression(fetch.node, f"f{index}", parts)
            values.append(f"tf.identity({value})" if fetch.is_variable else value)
        self._note_variables(step)
        if values:
            yield Code("return " + ", ".join(values), parts)

    def _expression(self, node: ast.expr, name: str, parts: dict[str, ast.AST]) -> str:
        """An expression of a run site, as part of a template.

        Raises:
          Refused: it stands in another method, and names of TensorFlow in it would have to change.
        """
        is_kept = self._is_written if not self._driver.has_methods else self._is_dotted
        text, holes = template(node, is_kept, name)
        parts |= holes
        if not self._driver.has_methods and self._is_long(node) and not isinstance(node, _IN_BRACKETS):
            text = f"({text})"  # as it was inside those of the call
        kept = {inner for hole in holes.values() for inner in nodes_of(hole)}
        if any(inner in self._driver.bindings.dotted for inner in set(nodes_of(node)) - kept):
            found, instead = "an expression of TensorFlow fetched in a method", "compute it with the graph"
            raise Refused("SES203", self._driver.path, node, found, instead)
        return text

    @functools.cached_property
    def _nodes(self) -> frozenset[ast.AST]:
        return frozenset(nodes_of(self._driver.bindings.module.tree))

    def _is_written(self, node: ast.AST) -> bool:
        """Whether a node stands so in the text, and is written by the time that the block is.

        Others were put together for what a function is handed, or stand in a function behind the block.
        """
        last = getattr(self._driver.owner, "end_lineno", None)
        return node in self._nodes and (last is None or getattr(node, "lineno", 0) <= last)

    def _is_dotted(self, node: ast.AST) -> bool:
        """Whether a node stands in the text, in whatever method, and names a part of a library."""
        return node in self._nodes and node in self._driver.bindings.dotted

    def _is_long(self, node: ast.expr) -> bool:
        """Whether an expression stands on several lines of the text."""
        return self._is_written(node) and node.lineno != node.end_lineno

    def _header(self, step: Step) -> Code:
        if step.returns_inputs:
            return Code(f"@{self._variables}.pruned(returns_inputs=True)\ndef {step.name}():")
        names = argument_names(self._driver, step.selected - step.state)
        specs, parts = specs_of(self._driver, step.parameters, names)
        method = "pruned" if step.pruned is not None else "function"
        decorator = _decorator(f"{self._variables}.{method}" if self._has_state else "", specs)
        parameters = ", ".join(step.arguments.values())
        return Code(f"{decorator}\ndef {step.name}({parameters}):", parts)

    def _note(self, code: str, node: ast.AST, found: str, instead: str) -> None:
        span = Span.of(self._driver.path, node)
        self.diagnostics.append(Diagnostic(code, Severity.INFO, span, found, instead))


def _contains_variable(fetch: Fetch) -> bool:
    """Whether it is the name of a list or dictionary that a variable is written into."""
    name = fetch.node.id if isinstance(fetch.node, ast.Name) else ""
    for source in fetch.sources.get(name, ()):
        written = assigned_value(source.node, name)
        parts = children_of(written) if isinstance(written, (ast.Dict, ast.List, ast.Set, ast.Tuple)) else ()
        named = (one.id for one in parts if isinstance(one, ast.Name))
        if any(made.kind is Kind.STATE for one in named for made in source.uses.get(one, ())):
            return True
    return False


def _once(late: frozenset[Point]) -> Iterator[Piece]:
    """What was built where the session ran, in its order."""
    for point in sorted(late, key=lambda point: point.index):
        assert isinstance(point.node, (ast.Assign, ast.Expr))
        targets = point.node.targets if isinstance(point.node, ast.Assign) else []
        given = "".join(ast.unparse(target).strip("()") + " = " for target in targets)
        yield Code(f"{given}{{value}}", {"value": point.node.value})


_IN_BRACKETS = (ast.List, ast.Tuple, ast.Dict, ast.Call, ast.Subscript)


def _as_text(node: ast.expr) -> str:
    return _escaped(ast.unparse(node))


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _decorator(store: str, specs: list[str]) -> str:
    """`@tf.function` or the store's, on several lines where there are several arguments."""
    opening = f"@{store}(" if store else "@tf.function("
    if len(specs) > 1:
        signature = "".join(["input_signature=[\n", *(f"        {spec},\n" for spec in specs), "    ]"])
    else:
        signature = f"input_signature=[{', '.join(specs)}]"
    arguments = [signature] if store else ["autograph=False", signature]
    if len(specs) > 1:
        return opening + "\n" + "".join(f"    {argument},\n" for argument in arguments) + ")"
    return opening + ", ".join(arguments) + ")"
