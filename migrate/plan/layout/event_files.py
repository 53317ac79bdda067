"""Writers of event files: what TF 1's were given, and TF 2's are."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from migrate.model.edit import Code
from migrate.syntax.arguments import as_keywords

_PARAMETERS = ("logdir", "graph", "max_queue", "flush_secs", "graph_def", "filename_suffix", "session")


def writer_arguments(call: ast.Call) -> dict[str, ast.expr]:
    """What `tf.summary.FileWriter(…)` is given, by parameter; empty where that is not told one by one."""
    words = as_keywords(call, _PARAMETERS) or []
    given = {word.arg: word.value for word in words if word.arg in _PARAMETERS}
    return given if len(given) == len(words) else {}


def file_writer(folder: ast.expr, options: Mapping[str, ast.expr]) -> Code:
    """The writer that has the same queue, flushes it as often, and names its files alike."""
    code = "compat.create_file_writer({folder}"
    parts: dict[str, ast.AST] = {"folder": folder}
    for name, value in options.items():
        is_default = isinstance(value, ast.Constant) and value.value is None
        if name not in _OPTIONS or is_default:
            continue
        parts[name] = value
        milliseconds = _in_milliseconds(value) if name == "flush_secs" else None
        code += f", {_OPTIONS[name].format(milliseconds or f'{{{name}}}')}"
    return Code(f"{code})", parts, imports=("import compat",))


_OPTIONS = {
    "max_queue": "max_queue={}",
    "flush_secs": "flush_millis={}",
    "filename_suffix": "filename_suffix={}",
}


def _in_milliseconds(seconds: ast.expr) -> str:
    if isinstance(seconds, ast.Constant) and isinstance(seconds.value, int):
        return str(1000 * seconds.value)
    return "int(1000 * ({flush_secs}))"
