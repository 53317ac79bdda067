"""What the analysis found in modules, as plain values."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from migrate.model.diagnostic import Span
from migrate.model.facts import DriverFacts, ModuleFacts
from migrate.model.runs import RunSite
from migrate.model.source import Module
from migrate.model.towers import TowerLoop
from migrate.syntax.guards import main_guards

from .result import Block, Facts, Fed, Place, Run, Symbol, Towers, Value
from .texts import Texts

_OF_CLUSTERS = (
    "tf.train.ClusterSpec",
    "tf.train.Server",
    "tf.train.replica_device_setter",
    "tf.train.SyncReplicasOptimizer",
)


def facts_of(modules: Sequence[ModuleFacts], texts: Texts) -> tuple[Facts, ...]:
    """What was found in the modules that belong to programs, sorted by path."""
    places = _Places({one.bindings.module.path: one.bindings.module for one in modules}, texts)
    found = (_facts(one, places) for one in sorted(modules, key=lambda one: one.bindings.module.path))
    return tuple(one for one in found if one.sessions or one.blocks or one.cluster)


class _Places:
    """Where nodes stand in the files that the user knows."""

    def __init__(self, modules: Mapping[Path, Module], texts: Texts) -> None:
        self._modules = modules
        self._texts = texts

    def of(self, path: Path, node: ast.AST) -> Place:
        span, module = Span.of(path, node), self._modules.get(path)
        if module is not None and module.conversion is not None and span.line:
            cell, line, column = module.conversion.place(span.line, span.column)
            span = Span(path, line, column, cell)
        return self._texts.place(span)


def _facts(module: ModuleFacts, places: _Places) -> Facts:
    path = module.bindings.module.path
    return Facts(
        path.as_posix(),
        _entry(module, places),
        tuple(sorted({one.as_posix() for one in module.imports})),
        tuple(_symbols(module, _sessions(module), places)),
        tuple(_block(one, places) for one in module.drivers),
        tuple(_symbols(module, _of_clusters(module), places)),
    )


def _entry(module: ModuleFacts, places: _Places) -> Place | None:
    """Where a module begins that is run by itself: its guard, or the session of its top level."""
    path = module.bindings.module.path
    guards = main_guards(module.bindings.module.tree)
    if guards:
        return places.of(path, guards[0])
    for facts in module.drivers:
        if isinstance(facts.driver.owner, ast.Module) and facts.sites:
            return places.of(path, facts.sites[0].call)
    return None


def _symbol(module: ModuleFacts, node: ast.AST) -> str:
    named = node.func if isinstance(node, ast.Call) else node
    return module.bindings.tensorflow(named) or ""


def _sessions(module: ModuleFacts) -> list[tuple[ast.AST, str]]:
    """Where it opens sessions; a server is of the cluster."""
    named = ((node, _symbol(module, node)) for node in module.sessions)
    return [(node, name) for node, name in named if name not in _OF_CLUSTERS]


def _of_clusters(module: ModuleFacts) -> list[tuple[ast.AST, str]]:
    return [
        (node, name) for node in module.bindings.dotted if (name := _symbol(module, node)) in _OF_CLUSTERS
    ]


def _symbols(module: ModuleFacts, found: Sequence[tuple[ast.AST, str]], places: _Places) -> Iterator[Symbol]:
    """Each name once in a line, in the order in which they stand."""
    path, seen = module.bindings.module.path, set[tuple[int, str]]()
    for node, name in sorted(found, key=lambda one: getattr(one[0], "lineno", 0)):
        if (getattr(node, "lineno", 0), name) not in seen:
            seen.add((getattr(node, "lineno", 0), name))
            yield Symbol(name, places.of(path, node))


def _block(facts: DriverFacts, places: _Places) -> Block:
    driver = facts.driver
    why = facts.refusal or facts.unclear
    return Block(
        getattr(driver.owner, "name", ""),
        places.of(driver.path, driver.owner),
        tuple(_run(facts, site, places) for site in facts.sites),
        tuple(_towers(facts, towers, places) for towers in facts.towers),
        why.found if why is not None else "",
    )


def _run(facts: DriverFacts, site: RunSite, places: _Places) -> Run:
    fetches = tuple(
        Value(ast.unparse(one.node), ", ".join(sorted(kind.value for kind in one.kinds)))
        for one in site.fetches
    )
    feeds = tuple(Fed(ast.unparse(one.key), ast.unparse(one.value)) for one in site.feeds)
    place = places.of(facts.driver.path_of(site.call), site.call)
    return Run(place, _purpose(site), ast.unparse(site.written), fetches, feeds, site.open)


def _purpose(site: RunSite) -> str:
    if site.assigns is not None:
        return "assign"
    if site.initialises and site.fetches:
        return "initialise"
    return "step" if site.is_step else "python"


def _towers(facts: DriverFacts, towers: TowerLoop, places: _Places) -> Towers:
    averaging = [
        ast.unparse(one.call.func) if one.call is not None else f"a loop over {one.gradients}"
        for one in towers.averagings
    ]
    over = ast.unparse(towers.turns.values)
    return Towers(
        places.of(facts.driver.path_of(towers.loop), towers.loop),
        ast.unparse(towers.device),
        f"range({over})" if towers.turns.counts else over,
        ", ".join(dict.fromkeys(averaging)),
        tuple(towers.appended),
    )
