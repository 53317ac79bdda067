"""What a program asks of its runs beside their values: options, and metadata that a traced run fills."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to
from migrate.syntax.arguments import is_none
from migrate.syntax.symbols import is_in

# What only a session collects, a debugger asks it for, or a profiler counts the memory of its runs by.
_OF_SESSIONS = frozenset({"build_cost_model", "cost_graph", "debug_options", "function_graphs", "run_meta"})
_PROFILERS = ("tf.contrib.tfprof", "tf.profiler")


def check_run_options(modules: Sequence[ModuleFacts]) -> None:
    """Runs are asked for what Programs have, too: an end in time, a trace, partition graphs.

    Raises:
      Refused: a program asks for more.
    """
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            name = node.arg if isinstance(node, ast.keyword) else getattr(node, "attr", None)
            if isinstance(node, ast.Call) and is_in(module.bindings.tensorflow(node.func) or "", _PROFILERS):
                name = "run_meta" if any(not is_none(one) for one in node.args[1:2]) else None
            if name in _OF_SESSIONS:
                found = f"{name}, for which only the runs of a session tell all"
                object_to(Refused("SES216", module.bindings.module.path, node, found, "a trace of the run"))
