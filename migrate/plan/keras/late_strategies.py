"""Keras models that get a strategy once they are built: they are built and compiled in its scope instead."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import (
    Arguments,
    Around,
    Block,
    Code,
    Comments,
    FileEdits,
    Kept,
    Layout,
    Piece,
    Replacement,
)
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.outcome import ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.syntax.device_lists import device_list
from migrate.syntax.replicated import imports, other_uses, replicated
from migrate.syntax.strategies import strategy_names

from ..statements.new_names import Names
from .late_scopes import Extent, Place, Places

# The order in which multi_gpu_model added; TensorFlow's own choice also fails where a process has strategies
# for models of several sizes, whose collectives it takes for each other.
_REDUCTION = "cross_device_ops=compat.OrderedReduction()"


def has_late_strategies(modules: Sequence[ModuleFacts]) -> bool:
    """Whether a module gives a model a strategy once it is built."""
    return any(replicated(module.bindings) for module in modules)


def with_strategies(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which such models are built in the scope of a strategy.

    Raises:
      Refused: where a model is built cannot be told, or its strategy cannot be made before that.
    """
    edits, outcomes = {}, []
    told: list[Diagnostic] = []
    for module in modules:
        if replicated(module.bindings):
            path = module.bindings.module.path
            edits[path] = _Module(module.bindings).edits()
            is_mirrored = any(one.gpus is not None for one in replicated(module.bindings))
            names = strategy_names(module.bindings) | ({"MirroredStrategy"} if is_mirrored else set())
            outcomes.append(ProgramOutcome(path, Tier.NATIVE, ", ".join(sorted(names))))
            told += _fed_by_generators(module.bindings)
    return UnitPlan(modules, Tier.NATIVE, tuple(outcomes), edits, tuple(told), rule="TWR121")


def _fed_by_generators(bindings: Bindings) -> Iterator[Diagnostic]:
    """What Keras does with generators under a strategy."""
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.Attribute) and node.attr == "fit_generator":
            span = Span(bindings.module.path, node.lineno, node.col_offset + 1)
            found = "fit_generator under a strategy: of a plain generator, Keras 3 leaves some batches out"
            instead = "a keras.utils.PyDataset or a tf.data.Dataset"
            yield Diagnostic("HAZ122", Severity.INFO, span, found, instead)


class _Module:
    """One module, and the edits by which its models are built under strategies."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._places = Places(bindings)
        self._names = Names(bindings.module.tree)
        aliases = bindings.names_of_tensorflow
        self._tensorflow = aliases[0] if aliases else "tf"
        self._imports = () if aliases else ("import tensorflow as tf",)

    def edits(self) -> FileEdits:
        """The layouts of the blocks, and what stands for the calls.

        Raises:
          Refused: a model is replicated in a way that is not followed.
        """
        for node in other_uses(self._bindings):
            found = "multi_gpu_model, which is not called where it is named"
            raise self._places.refused(node, found, "call it there")
        replacements = list(self._without_imports())
        arguments: list[Arguments] = []
        by_block: defaultdict[ast.AST, list[Place]] = defaultdict(list)
        for one in replicated(self._bindings):
            place = self._places.place(one)
            by_block[place.owner].append(place)
            if one.strategy is not None and place.source is not None:
                replacements.append(_without(place.source, place))
            if one.gives_model:
                replacements += _in_its_place(place)
            else:
                given = (word for word in one.call.keywords if word.arg == "distribute")
                arguments.append(Arguments(one.call, frozenset(given)))
        layouts = [Layout(owner, tuple(self._laid_out(places))) for owner, places in by_block.items()]
        codes = (piece for layout in layouts for piece in layout.pieces if isinstance(piece, Code))
        ours = ("import compat",) if any("compat." in code.template for code in codes) else ()
        return FileEdits(
            replacements=tuple(replacements),
            layouts=tuple(layouts),
            imports=(*self._imports, *ours),
            arguments=tuple(arguments),
        )

    def _without_imports(self) -> Iterator[Replacement]:
        for node, beside in imports(self._bindings):
            names = ", ".join(f"{one.name} as {one.asname}" if one.asname else one.name for one in beside)
            nothing = "pass" if is_alone(node, self._bindings.module.tree) else ""
            yield Replacement(node, Code(f"from {node.module} import {names}" if beside else nothing))

    def _laid_out(self, places: Sequence[Place]) -> Iterator[Piece]:
        """The block, with each strategy in front of what builds its models, and that in its scope."""
        block, done = places[0].block, 0
        for group, extent in self._places.groups(places):
            yield from map(Kept, block[done : extent.first])
            yield from (Kept(block[one]) for one in extent.moved)
            yield from self._in_scope(group, extent)
            done = extent.last + 1
        yield from map(Kept, block[done:])

    def _in_scope(self, group: Sequence[Place], extent: Extent) -> Iterator[Piece]:
        """The strategy, and the statements in its scope."""
        place = group[0]
        strategy = place.found.strategy
        name = strategy.id if isinstance(strategy, ast.Name) else self._names.new("strategy")
        if place.tests and isinstance(strategy, ast.Name) and place.source is None:
            name = self._names.new("strategy")  # the program's own may be used without the condition
        if ast.unparse(place.needs) != name:
            yield self._made(place, name)
        inside = [one for one in range(extent.first, extent.last + 1) if one not in extent.moved]
        body = tuple(piece for one in inside for piece in self._inside(group, place.block[one]))
        if extent.compiles:
            yield Block(Code(f"with {name}.scope():"), body)
        else:
            yield Code(f"{self._tensorflow}.distribute.experimental_set_strategy({name})")
            yield from body

    def _made(self, place: Place, name: str) -> Piece:
        """The statement that makes the strategy, if the conditions hold."""
        gpus = place.found.gpus
        made, parts = "{needs}", {"needs": place.needs}
        if gpus is not None:
            devices = "compat.gpu_names({needs})" if place.tried else device_list(gpus, "needs")
            made = f"{self._tensorflow}.distribute.MirroredStrategy({devices}, {_REDUCTION})"
            parts = parts if "{needs}" in devices else {}
        none = f"{self._tensorflow}.distribute.get_strategy()"
        conditions: list[str] = []
        for index, (test, holds) in enumerate(place.tests):
            parts[f"test_{index}"] = test
            conditions.insert(0, f"{{test_{index}}}" if holds else f"not ({{test_{index}}})")
        if conditions:
            condition = " and ".join(f"({one})" for one in conditions) if conditions[1:] else conditions[0]
            made = f"{made} if {condition} else {none}"
        code = f"{name} = {made}"
        if place.tried:
            code = f"try:\n    {code}\nexcept ValueError:\n    {name} = {none}"
        return Code(code, parts)

    def _inside(self, group: Sequence[Place], statement: ast.stmt) -> Iterator[Piece]:
        """A statement in the scope; devices of the CPU around it go, and conditions that choose nothing."""
        for place in (one for one in group if one.statement is statement and len(one.given) == 1):
            (given,) = place.given
            if given == place.model and _chooses_nothing(place, given):
                yield Comments(statement)
                return
            if not isinstance(statement, ast.Assign) and _chooses_nothing(place, given):
                yield Code(f"{given} = {{model}}", {"model": place.found.model}, comments_of=statement)
                return
        if isinstance(statement, ast.With) and all(map(self._is_on_cpu, statement.items)):
            everything = frozenset(range(len(statement.items)))
            yield Around(statement, tuple(map(Kept, statement.body)), everything)
        else:
            yield Kept(statement)

    def _is_on_cpu(self, item: ast.withitem) -> bool:
        call = item.context_expr
        if not isinstance(call, ast.Call) or self._bindings.tensorflow(call.func) != "tf.device":
            return False
        device = call.args[0] if call.args else None
        return isinstance(device, ast.Constant) and "cpu" in str(device.value).lower()


def _in_its_place(place: Place) -> Iterator[Replacement]:
    """What stands for the call: the model, or nothing where that would get its own name."""
    yield Replacement(place.found.call, Code("{model}", {"model": place.found.model}))
    for node in nodes_of(place.statement):
        if isinstance(node, ast.Assign) and node.value is place.found.call and place.given == [place.model]:
            yield _without(node, place)


def _without(statement: ast.stmt, place: Place) -> Replacement:
    """Leaves a statement out of that of a place."""
    return Replacement(statement, Code("pass" if is_alone(statement, place.statement) else ""))


def is_alone(statement: ast.stmt, root: ast.AST) -> bool:
    """Whether a statement is all of a block somewhere in `root`."""
    blocks = (
        getattr(node, name, None) for node in nodes_of(root) for name in ("body", "orelse", "finalbody")
    )
    return any([statement] == block for block in blocks)


def _chooses_nothing(place: Place, given: str) -> bool:
    """Whether a statement only gives the replicated model its name, or else the model itself."""
    statement = place.statement

    def is_same(block: Sequence[ast.stmt]) -> bool:
        return all(
            isinstance(one, ast.Pass)
            or ast.unparse(one) == f"{given} = {place.model}"
            or isinstance(one, ast.Assign)
            and (one.value is place.found.call or one is place.source)
            for one in block
        )

    if isinstance(statement, ast.If):
        always = bool(statement.orelse) or given == place.model
        return always and is_same(statement.body) and is_same(statement.orelse)
    if isinstance(statement, ast.Try):
        handlers = [handler.body for handler in statement.handlers]
        return all(map(is_same, [statement.body, *handlers, statement.orelse, statement.finalbody]))
    return is_same([statement])
