"""Plans the tier `graph`: a program keeps graph and sessions, on TF 1's names as `compat` has them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import TF1_IN_TF2
from migrate.model.edit import Code, FileEdits, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.outcome import ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.syntax.strategies import strategy_names

# Modules of TensorFlow that are there as they were, and that say themselves which version they speak.
_KEPT = ("tensorflow.python", "tensorflow.core", "tensorflow.compat", "tensorflow_", "tensorflow.tools")


def as_graphs(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which nothing but the imports of TensorFlow changes."""
    strategies = ", ".join(sorted({name for one in modules for name in strategy_names(one.bindings)}))
    outcomes = tuple(
        ProgramOutcome(module.bindings.module.path, Tier.GRAPH, strategies or "sessions")
        for module in modules
        if module.sessions
    )
    edits = {module.bindings.module.path: FileEdits(tuple(_imports(module))) for module in modules}
    return UnitPlan(modules, Tier.GRAPH, outcomes, edits, (), rule="SES103")


def _imports(module: ModuleFacts) -> Iterator[Replacement]:
    for node in nodes_of(module.bindings.module.tree):
        if isinstance(node, ast.Import):
            lines = [_import(alias) for alias in node.names]
            if any(line is not None for line in lines):
                written = [
                    line or f"import {_as(alias)}" for alias, line in zip(node.names, lines, strict=True)
                ]
                yield Replacement(node, Code("\n".join(written)))
        elif isinstance(node, ast.ImportFrom) and node.module == "tensorflow.compat":
            first = [alias.asname or alias.name for alias in node.names if alias.name == "v1"]
            if len(first) == len(node.names):
                yield Replacement(node, Code(f"from compat import tf1 as {first[0]}"))
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and _is_tensorflow(node.module or ""):
            star = [ast.alias(name) for name in module.bindings.of_star(node.module or "")]
            is_star = bool(star) and any(alias.name == "*" for alias in node.names)
            names = ", ".join(_as(alias) for alias in (star if is_star else node.names))
            home = "compat.tf1" + (node.module or "").removeprefix("tensorflow")
            yield Replacement(node, Code(f"from {home} import {names}"))


def _import(alias: ast.alias) -> str | None:
    """The import that gives the same name; `None` where it stays."""
    if alias.name == TF1_IN_TF2 and alias.asname is not None:
        return f"from compat import tf1 as {alias.asname}"
    if not _is_tensorflow(alias.name):
        return None
    if alias.name == "tensorflow":
        return f"from compat import tf1 as {alias.asname or 'tensorflow'}"
    home = "compat.tf1" + alias.name.removeprefix("tensorflow")
    if alias.asname is not None:
        return f"import {home} as {alias.asname}"
    return f"import {home}\nfrom compat import tf1 as tensorflow"


def _is_tensorflow(name: str) -> bool:
    is_inside = name == "tensorflow" or name.startswith("tensorflow.")
    return is_inside and not any(name == kept or name.startswith(kept + ".") for kept in _KEPT)


def _as(alias: ast.alias) -> str:
    return f"{alias.name} as {alias.asname}" if alias.asname else alias.name
