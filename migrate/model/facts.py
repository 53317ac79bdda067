"""What the analysis finds of each module."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .bindings import Bindings
from .choices import Choice
from .driver import Driver, Point
from .effects import Effects
from .nodes import nodes_of
from .refusal import Refused
from .runs import OnServer, RunSite, Supervised
from .towers import TowerLoop


@dataclass(frozen=True)
class DriverFacts:
    """All that is known of one driver.

    `refusal` tells why its form is not followed, `unclear` why that of its towers is not; `supervised` the
    session that a Supervisor opens, if one does, and `on_server` one that the block itself opens on the
    server of its task; `messages` what functions print or log, by the parts of the
    graph that call them, with the files where it stands; `effects` tells what statements do to objects.
    """

    driver: Driver
    sites: tuple[RunSite, ...] = ()
    towers: tuple[TowerLoop, ...] = ()
    refusal: Refused | None = None
    unclear: Refused | None = None
    supervised: Supervised | None = None
    on_server: OnServer | None = None
    messages: Mapping[Point, tuple[tuple[Path, ast.Call], ...]] = field(default_factory=dict)
    effects: Effects | None = None

    @property
    def has_towers(self) -> bool:
        """Whether a loop of it builds towers, be it of a form that is followed or not."""
        return bool(self.towers) or self.unclear is not None


@dataclass(frozen=True)
class ChosenModule:
    """A name of a module that stands for one of several others, which it imports by a computed name.

    `statement` imports it; `candidates` are the files that it may be, by the names that mean them.
    """

    name: str
    statement: ast.stmt
    candidates: Mapping[str, Path]


@dataclass(frozen=True)
class ModuleFacts:
    """All that is known of one module.

    `imports` are the modules of the run that it imports, `missing` the names that it imports from files that
    are there but were not given, or could not be parsed; `sessions` the places where it opens a session;
    `outside` what makes placeholders or state outside of any driver, in words; `unclear` the names that it
    imports from one of several files; `computes_at_once` says whether importing it makes tensors; `failure`
    what went wrong in the analysis itself; `looks` are calls that ask for what a graph has, in code that is
    run and that is part of no driver, each with the modules that run it; `built` those that build a graph in
    code that is run, and that is not only handed to Estimators, each with the modules that run it; `choice`
    what the user has chosen for it; `trial` the block in which a graph begins where the module is run by
    itself, for which what becomes of the module where others import it is not; `chosen` are names of it that
    stand for one of several modules; `augmented` the statements that add something to a variable, under a
    name that then stands for what is computed; `effects` tells what its statements do, and those of the
    modules that it is connected with by imports; `dead` are statements of its top level that do not run in
    the process that it is seen in.
    """

    bindings: Bindings
    imports: tuple[Path, ...]
    missing: tuple[tuple[str, Path], ...]
    sessions: tuple[ast.AST, ...]
    outside: tuple[tuple[ast.AST, str], ...]
    drivers: tuple[DriverFacts, ...]
    unclear: tuple[tuple[str, tuple[Path, ...]], ...] = ()
    computes_at_once: bool = False
    failure: str = ""
    looks: tuple[tuple[ast.Call, frozenset[Path]], ...] = ()
    built: tuple[tuple[ast.Call, frozenset[Path]], ...] = ()
    choice: Choice = Choice()
    trial: ast.If | None = None
    chosen: tuple[ChosenModule, ...] = ()
    augmented: tuple[ast.AugAssign, ...] = ()
    effects: Effects | None = None
    dead: frozenset[ast.stmt] = frozenset()

    @property
    def dead_nodes(self) -> frozenset[ast.AST]:
        """The nodes of its dead statements."""
        return frozenset(node for statement in self.dead for node in nodes_of(statement))

    @property
    def live_nodes(self) -> Sequence[ast.AST]:
        """The nodes of its tree that are in no dead statement."""
        every, dead = nodes_of(self.bindings.module.tree), self.dead_nodes
        return [node for node in every if node not in dead] if dead else every

    @property
    def may_import(self) -> tuple[Path, ...]:
        """The modules of the run that it may import by computed names."""
        return tuple(path for one in self.chosen for path in one.candidates.values())
