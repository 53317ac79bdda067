"""What a program asks of its runs beside their values: options, and metadata that a traced run fills."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to

# Options that say what a run is to collect, and change nothing that it computes.
_COLLECTING = frozenset({"output_partition_graphs", "trace_level"})
_LEVELS = frozenset({"FULL_TRACE", "HARDWARE_TRACE", "NO_TRACE", "SOFTWARE_TRACE"})


def check_run_options(modules: Sequence[ModuleFacts]) -> None:
    """Runs are given no options but those of a trace, and a trace goes nowhere but to an event file.

    There, the metadata of a Program's runs are empty; any other reader would miss what a session collects.

    Raises:
      Refused: a run may be told to end early, or the program reads what was traced.
    """
    traces = {name for module in modules for name in _names_of_traces(module)}
    for module in modules:
        path, tree = module.bindings.module.path, module.bindings.module.tree
        harmless = set(_harmless(module))
        for node in nodes_of(tree):
            symbol = module.bindings.tensorflow(node)
            is_part = symbol is not None and symbol.startswith(("tf.RunOptions", "tf.RunMetadata"))
            is_trace = isinstance(getattr(node, "ctx", None), ast.Load) and _last_name(node) in traces
            is_more = (is_part or is_trace) and node not in harmless | module.bindings.prefixes
            if is_more or isinstance(node, ast.Attribute) and node.attr == "timeout_in_ms":
                found = f"{ast.unparse(node)}, which may be more than a trace for an event file"
                object_to(Refused("SES216", path, node, found, "tf.profiler.experimental"))


def _names_of_traces(module: ModuleFacts) -> Iterator[str]:
    """The last names of what is made as a `tf.RunMetadata`."""
    for node in nodes_of(module.bindings.module.tree):
        if isinstance(node, ast.Assign) and any(_makings(module, node.value)):
            yield from (name for target in node.targets if (name := _last_name(target)) is not None)


def _harmless(module: ModuleFacts) -> Iterator[ast.AST]:
    """The names of options and metadata where they stand for no more than a trace for an event file."""
    for node in nodes_of(module.bindings.module.tree):
        if isinstance(node, ast.Assign) and all(_last_name(target) is not None for target in node.targets):
            yield from _makings(module, node.value)
        elif isinstance(node, ast.keyword) and node.arg == "run_metadata":
            yield from (node.value, *_makings(module, node.value))
        elif isinstance(node, ast.Attribute) and node.attr in _LEVELS:
            yield node
        elif isinstance(node, ast.Call) and module.bindings.tensorflow(node.func) == "tf.RunOptions":
            if not node.args and {keyword.arg for keyword in node.keywords} <= _COLLECTING:
                yield node.func
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "add_run_metadata":
                yield from node.args[:1]
            elif node.func.attr == "run":
                yield from node.args[3:]


def _makings(module: ModuleFacts, value: ast.expr) -> Iterator[ast.expr]:
    """What makes metadata in an expression that is nothing but these, or other values in their place."""
    if isinstance(value, ast.IfExp):
        yield from _makings(module, value.body)
        yield from _makings(module, value.orelse)
    elif isinstance(value, ast.Call) and module.bindings.tensorflow(value.func) == "tf.RunMetadata":
        yield value.func


def _last_name(node: ast.AST) -> str | None:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None
