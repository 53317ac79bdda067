"""Keras models that get a strategy once they are built: they are built and compiled in its scope instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings
from migrate.model.edit import Arguments, Around, Block, Code, FileEdits, Kept, Layout, Piece, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.outcome import ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.syntax.device_lists import device_list
from migrate.syntax.replicated import Replicated, imports, other_uses, replicated

from .late_places import OWN, Place, Places
from .names import Names

# Strategies that have other names today.
_TODAY = {
    "CollectiveAllReduceStrategy": "MultiWorkerMirroredStrategy",
    "TPUDistributionStrategy": "TPUStrategy",
}


def has_late_strategies(modules: Sequence[ModuleFacts]) -> bool:
    """Whether a module gives a model a strategy once it is built."""
    return any(replicated(module.bindings) for module in modules)


def with_strategies(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which such models are built in the scope of a strategy.

    Raises:
      Refused: where a model is built cannot be told, or its strategy cannot be made before that.
    """
    edits, outcomes = {}, []
    for module in modules:
        if replicated(module.bindings):
            path = module.bindings.module.path
            edits[path] = _Module(module.bindings).edits()
            outcomes.append(ProgramOutcome(path, Tier.NATIVE, _strategies(module.bindings)))
    return UnitPlan(modules, Tier.NATIVE, tuple(outcomes), edits, ())


def _strategies(bindings: Bindings) -> str:
    """The classes of the strategies of a module, such as are written for numbers of GPUs."""
    on_gpus = {"MirroredStrategy" for one in replicated(bindings) if one.gpus is not None}
    named = {dotted.rpartition(".")[2] for dotted in bindings.dotted.values() if dotted.endswith("Strategy")}
    return ", ".join(sorted({_TODAY.get(name, name) for name in on_gpus | named}))


class _Module:
    """One module, and the edits by which its models are built under strategies."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        self._places = Places(bindings)
        self._names = Names(bindings.module.tree)
        aliases = sorted(name for name, target in bindings.aliases.items() if target == "tensorflow")
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
        layouts: dict[ast.AST, Layout] = {}
        replacements: list[Replacement] = list(self._without_imports())
        arguments: list[Arguments] = []
        for one in replicated(self._bindings):
            place = self._places.place(one)
            if place.owner in layouts:
                found = "a second model that is replicated in one block"
                raise self._places.refused(one.call, found, OWN)
            layouts[place.owner] = Layout(place.owner, tuple(self._laid_out(place)))
            if one.gives_model:
                replacements += _in_its_place(place)
            else:
                given = (word for word in one.call.keywords if word.arg == "distribute")
                arguments.append(Arguments(one.call, frozenset(given)))
        templates = (
            piece.template for one in layouts.values() for piece in one.pieces if isinstance(piece, Code)
        )
        ours = ("import compat",) if any("compat." in template for template in templates) else ()
        return FileEdits(
            replacements=tuple(replacements),
            layouts=tuple(layouts.values()),
            imports=(*self._imports, *ours),
            arguments=tuple(arguments),
        )

    def _without_imports(self) -> Iterator[Replacement]:
        for node, beside in imports(self._bindings):
            names = ", ".join(f"{one.name} as {one.asname}" if one.asname else one.name for one in beside)
            yield Replacement(node, Code(f"from {node.module} import {names}" if beside else ""))

    def _laid_out(self, place: Place) -> Iterator[Piece]:
        """The block, with the strategy in front of what builds the model, and that in its scope."""
        extent = self._places.extent(place)
        yield from map(Kept, place.block[: extent.first])
        yield from (Kept(place.block[one]) for one in extent.moved)
        strategy = place.found.strategy
        if isinstance(strategy, ast.Name) and not place.tests:
            name = strategy.id
        else:
            name = self._names.new("strategy")
            yield self._made(place, name)
        inside = [one for one in range(extent.first, extent.last + 1) if one not in extent.moved]
        body = tuple(piece for one in inside for piece in self._inside(place, place.block[one]))
        if extent.compiles:
            yield Block(Code(f"with {name}.scope():"), body)
        else:
            yield Code(f"{self._tensorflow}.distribute.experimental_set_strategy({name})")
            yield from body
        yield from map(Kept, place.block[extent.last + 1 :])

    def _made(self, place: Place, name: str) -> Piece:
        """The statement that makes the strategy, if the conditions hold."""
        gpus = place.found.gpus
        made, parts = "{needs}", {"needs": place.found.needs}
        if gpus is not None:
            devices = "compat.gpu_names({needs})" if place.tried else device_list(gpus, "needs")
            made = f"{self._tensorflow}.distribute.MirroredStrategy({devices})"
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

    def _inside(self, place: Place, statement: ast.stmt) -> Iterator[Piece]:
        """A statement in the scope; devices of the CPU around it go, and conditions that choose nothing."""
        if statement is place.statement and place.found.gives_model and len(place.given) == 1:
            (given,) = place.given
            if _chooses_nothing(statement, place.found, given):
                if given != place.model:
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
    for statement in ast.walk(place.statement):
        is_its = isinstance(statement, ast.Assign) and statement.value is place.found.call
        if isinstance(statement, ast.Assign) and is_its and place.given == [place.model]:
            is_alone = any([statement] == block for block in _blocks(place.statement))
            yield Replacement(statement, Code("pass" if is_alone else ""))


def _blocks(statement: ast.stmt) -> Iterator[object]:
    """The blocks in a compound statement."""
    for node in ast.walk(statement):
        yield from (getattr(node, name, None) for name in ("body", "orelse", "finalbody"))


def _chooses_nothing(statement: ast.stmt, found: Replicated, given: str) -> bool:
    """Whether a statement only gives the replicated model its name, or else the model itself."""
    model = ast.unparse(found.model)

    def is_same(block: Sequence[ast.stmt]) -> bool:
        return all(
            isinstance(one, ast.Pass)
            or ast.unparse(one) == f"{given} = {model}"
            or isinstance(one, ast.Assign)
            and one.value is found.call
            for one in block
        )

    if isinstance(statement, ast.If):
        always = bool(statement.orelse) or given == model
        return always and is_same(statement.body) and is_same(statement.orelse)
    if isinstance(statement, ast.Try):
        handlers = [handler.body for handler in statement.handlers]
        return all(map(is_same, [statement.body, *handlers, statement.orelse, statement.finalbody]))
    return is_same([statement])
