"""Where a model is built that gets a strategy later on, and what goes into the strategy's scope."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.model.bindings import Bindings
from migrate.model.nodes import calls_in, nodes_of
from migrate.model.refusal import Refused
from migrate.syntax.flow import read, sources, written
from migrate.syntax.replicated import Replicated, is_compile

OWN = "build it under the strategy: with tf.distribute.MirroredStrategy(compat.gpu_names(gpus)).scope():"

# Packages whose calls build no model, beside Python's own; and parts of Keras that do not.
_OTHERS = frozenset({"PIL", "cv2", "h5py", "matplotlib", "numpy", "pandas", "scipy", "sklearn", "tqdm"})
_VALUES = frozenset(
    {"backend", "callbacks", "datasets", "initializers", "preprocessing", "regularizers", "utils"}
)


@dataclass(frozen=True, eq=False)
class Place:
    """A statement of a block in which a model is replicated, and the block builds the model further up.

    `tests` are the conditions in the statement under which it is, each with whether it is to hold, the
    innermost first; `tried` tells that the statement goes on where there are too few GPUs.
    """

    found: Replicated
    owner: ast.AST
    block: Sequence[ast.stmt]
    index: int
    tests: tuple[tuple[ast.expr, bool], ...]
    tried: bool

    @property
    def statement(self) -> ast.stmt:
        """The statement of the block."""
        return self.block[self.index]

    @property
    def source(self) -> ast.Assign | None:
        """The statement inside of this one that gives what the strategy needs its name."""
        name = ast.unparse(self.found.needs)
        inside = [*nodes_of(self.statement)]
        found = [
            node
            for node in inside
            if isinstance(node, ast.Assign) and [*map(ast.unparse, node.targets)] == [name]
        ]
        given = [
            node
            for node in inside
            if isinstance(getattr(node, "ctx", None), ast.Store) and ast.unparse(node) == name
        ]
        return found[0] if len(found) == len(given) == 1 else None

    @property
    def needs(self) -> ast.expr:
        """What the strategy is made of, in front of the statement."""
        return self.found.needs if self.source is None else self.source.value

    @property
    def model(self) -> str:
        """The model, as the program writes it."""
        return ast.unparse(self.found.model)

    @property
    def given(self) -> list[str]:
        """The names that the replicated model gets."""
        return [
            ast.unparse(target)
            for node in nodes_of(self.statement)
            if isinstance(node, ast.Assign) and node.value is self.found.call
            for target in node.targets
        ]


@dataclass(frozen=True)
class Extent:
    """The statements of a block that go into the scope: from one to another, without those that are moved.

    What is moved goes in front, where the strategy is made. Where nothing `compiles` the model in the block,
    that is done elsewhere.
    """

    first: int
    last: int
    moved: tuple[int, ...]
    compiles: bool


class Places:
    """The places of one module."""

    def __init__(self, bindings: Bindings) -> None:
        self._bindings = bindings
        tree = bindings.module.tree
        self._parents = {child: parent for parent in nodes_of(tree) for child in ast.iter_child_nodes(parent)}

    def refused(self, node: ast.AST, found: str, instead: str) -> Refused:
        """The refusal of what is not followed."""
        return Refused("TWR221", self._bindings.module.path, node, found, instead)

    def place(self, found: Replicated) -> Place:
        """The innermost block that builds a model and compiles it, or the outermost that builds it at all.

        Raises:
          Refused: the function does not build it.
        """
        is_made_there = isinstance(found.model, ast.Call)
        building = [place for place in self._around(found) if is_made_there or self._builders(place)]
        if not building:
            raise self.refused(found.call, "a model that is built elsewhere, and replicated here", OWN)
        return next((place for place in building if self._compiling(place)), building[-1])

    def groups(self, places: Sequence[Place]) -> list[tuple[list[Place], Extent]]:
        """The places of one block that share a scope, with what goes into it, in their order.

        Raises:
          Refused: what a strategy needs cannot be made earlier, or two strategies overlap.
        """
        groups: list[tuple[list[Place], Extent]] = []
        for place in places:
            group, extent = [place], self._extent([place])
            while groups and groups[-1][1].last >= extent.first:
                group = [*groups.pop()[0], *group]
                extent = self._extent(group)
            if len({_made_of(one) for one in group}) > 1:
                found = "a model that is replicated amid what another strategy is for"
                raise self.refused(place.found.call, found, OWN)
            groups.append((group, extent))
        return groups

    def _extent(self, places: Sequence[Place]) -> Extent:
        """What goes into the scope of the strategy of some places."""
        block = places[0].block
        first = min(index for place in places for index in (*self._builders(place), place.index))
        for place in places:
            if read(place.needs) & (written(place.statement) - {*place.given}):
                found = "a strategy that needs what is made beside it, under a condition"
                raise self.refused(place.found.call, found, "make the strategy before the model")
            for index in _for_strategy(place):
                if place.model in written(block[index]) or self._makes_layers(block[index]):
                    found = "a strategy that depends on its model"
                    raise self.refused(place.found.call, found, "make the strategy before the model")
        compiling = {place: self._compiling(place) for place in places}
        last = max(index for place in places for index in (*compiling[place], place.index))
        moved = tuple(sorted({one for place in places for one in _for_strategy(place) if one >= first}))
        for one in moved:
            between = [block[other] for other in range(first, one) if other not in moved]
            if not _can_move(block[one], between):
                found = "a strategy that needs what is made behind its model"
                raise self.refused(block[one], found, "make it before the model")
        return Extent(first, last, moved, all(compiling.values()))

    def _around(self, found: Replicated) -> Iterator[Place]:
        """The statement of the call, and those around it, within one function."""
        node: ast.AST = found.call
        tests: tuple[tuple[ast.expr, bool], ...] = ()
        tried = False
        while node in self._parents and not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            owner = self._parents[node]
            block = getattr(owner, "body", None)
            is_in_block = isinstance(block, list) and node in block
            if is_in_block and not isinstance(owner, ast.ClassDef):
                assert isinstance(block, list)
                yield Place(found, owner, block, block.index(node), tests, tried)
            if isinstance(owner, ast.If):
                tests = (*tests, (owner.test, is_in_block))
            tried = tried or isinstance(owner, ast.Try)
            node = owner

    def _builders(self, place: Place) -> list[int]:
        """The statements in front that build the model."""
        names = read(place.found.model)
        not_these = set(_for_strategy(place))
        built = [one for one in sources(place.block, place.index, names) if one not in not_these]
        return [one for one in built if self._may_build(place.block[one], place.model)]

    def _may_build(self, statement: ast.stmt, model: str) -> bool:
        """Whether a statement may make variables of a model."""
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
            return False
        if model in written(statement):
            return True
        return any(self._may_make(node) for node in nodes_of(statement) if isinstance(node, ast.Call))

    def _may_make(self, call: ast.Call) -> bool:
        dotted = self._bindings.dotted.get(call.func)
        if dotted is None:
            name = ast.unparse(call.func).partition(".")[0]
            return name in self._bindings.functions or name in self._bindings.classes or name == "self"
        root = dotted.partition(".")[0]
        if root in ("keras", "tensorflow"):
            return _is_of_layers(dotted)
        return root not in _OTHERS and root not in sys.stdlib_module_names

    def _makes_layers(self, statement: ast.stmt) -> bool:
        """Whether a statement makes parts of Keras models for all to see."""
        calls = calls_in(statement)
        return any(_is_of_layers(self._bindings.dotted.get(call.func, "")) for call in calls)

    def _compiling(self, place: Place) -> list[int]:
        """The statements from the place on that compile the model, by one of its names."""
        names = {place.model, *place.given}
        return [
            index
            for index in range(place.index, len(place.block))
            if any(_compiled(node) in names for node in nodes_of(place.block[index]))
        ]


def _made_of(place: Place) -> str:
    """What decides which strategy a place is for."""
    return " ".join(ast.unparse(node) for node in (place.needs, *(test for test, _ in place.tests)))


def _is_of_layers(dotted: str) -> bool:
    """Whether a name is one of Keras that has to do with variables."""
    root, *parts = dotted.split(".")
    return "keras" in (root, *parts[:1]) and _VALUES.isdisjoint(parts)


def _compiled(node: ast.AST) -> str | None:
    """The model that a call of `compile` compiles."""
    if is_compile(node) and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return ast.unparse(node.func.value)
    return None


def _for_strategy(place: Place) -> list[int]:
    """The statements in front that the strategy has its devices from, and the conditions theirs."""
    nodes = [place.needs, *(test for test, _ in place.tests)]
    return sources(place.block, place.index, read(*nodes))


def _can_move(statement: ast.stmt, between: Sequence[ast.stmt]) -> bool:
    """Whether a statement does the same in front of some others."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom)):
        return False
    names = written(statement)
    return not any((read(other) | written(other)) & names for other in between)
