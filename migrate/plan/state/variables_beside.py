"""Lists of the variables that a statement asks for beside what it runs: the store gives them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from migrate.model.bindings import Bindings
from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import MAKING_VARIABLES, Role
from migrate.model.nodes import last_name, nodes_of
from migrate.model.runs import RunSite
from migrate.syntax.listing_loops import WHOLE

from ..statements.objections import first_line, refuse

# What makes the variables of each list.
_MAKING = {
    "global_variables": MAKING_VARIABLES,
    "trainable_variables": frozenset({Role.SHARED_VARIABLE, Role.OWN_VARIABLE, Role.LAYER}),
}


def list_of(driver: Driver, call: ast.Call) -> str | None:
    """The list of a store that a call asks for, if it asks for all of its variables, or all that train."""
    is_plain = not (call.args or call.keywords)
    return WHOLE.get(driver.tensorflow(call.func) or "") if is_plain else None


def partitioner(modules: Iterable[Bindings]) -> tuple[Path, ast.AST] | None:
    """What names a partitioner, by which variables have parts: a store has these under one name."""
    for module in modules:
        for node in nodes_of(module.module.tree):
            name = node.arg if isinstance(node, ast.keyword) else last_name(node)
            if name == "partitioner" or str(name).endswith("_partitioner"):
                return module.module.path, node
    return None


def lists_beside(
    driver: Driver,
    sites: Sequence[RunSite],
    left_out: Collection[Point],
    variables: str,
    modules: Collection[Bindings] = (),
) -> dict[Point, tuple[Replacement, ...]]:
    """What stands for such calls, by their statements.

    Args:
      driver: where they are.
      sites: its run sites, whose fetches are not meant.
      left_out: what no step needs of the graph.
      variables: the name of the store, empty where there is none.
      modules: those that may make variables.

    Raises:
      Refused: no store has the list, or what the statement does with it is not known to be the same.
    """
    fetched = {node for site in sites for node in nodes_of(site.written)}
    runs = {site.call for site in sites}
    unmade = frozenset[Role]().union(*(one.roles for one in left_out))
    found: dict[Point, tuple[Replacement, ...]] = {}
    for point in driver.points:
        for call, _ in point.graph_calls:
            name = list_of(driver, call) if call not in fetched else None
            hindrances = [one for one in point.obstacles if not one.effect and one.node not in runs]
            is_known = variables and name and not (unmade & _MAKING[name] or partitioner(modules))
            if name is not None and (hindrances or not is_known):
                words = f"`{first_line(call)}`, beside the run, whose variables might be others there"
                refuse(driver, "SES210", call, words, "list them in front of the run")
            elif name is not None:
                found[point] = (
                    *found.get(point, ()),
                    Replacement(call, Code(f"list({variables}.{name}.values())")),
                )
    return found
