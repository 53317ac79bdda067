"""Writers of event files: what TF 1's were given, and TF 2's are."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from migrate.model.edit import Code

_PARAMETERS = ("logdir", "graph", "max_queue", "flush_secs", "graph_def", "filename_suffix", "session")


def writer_arguments(call: ast.Call) -> dict[str, ast.expr]:
    """What `tf.summary.FileWriter(…)` is given, by parameter; empty where that is not told one by one."""
    words = [(word.arg, word.value) for word in call.keywords]
    if len(call.args) > len(_PARAMETERS) or any(isinstance(one, ast.Starred) for one in call.args):
        return {}
    given = dict(zip(_PARAMETERS, call.args, strict=False))
    given |= {name: value for name, value in words if name is not None}
    return given if len(given) == len(call.args) + len(words) and given.keys() <= {*_PARAMETERS} else {}


def file_writer(folder: ast.expr, options: Mapping[str, ast.expr]) -> Code:
    """The writer of TF 2 that has the same queue, flushes it as often, and names its files alike."""
    code = "tf.summary.create_file_writer({folder}"
    parts: dict[str, ast.AST] = {"folder": folder}
    for name, value in options.items():
        is_default = isinstance(value, ast.Constant) and value.value is None
        if name not in _OPTIONS or is_default:
            continue
        parts[name] = value
        milliseconds = _in_milliseconds(value) if name == "flush_secs" else None
        code += f", {_OPTIONS[name].format(milliseconds or f'{{{name}}}')}"
    return Code(f"{code})", parts)


_OPTIONS = {
    "max_queue": "max_queue={}",
    "flush_secs": "flush_millis={}",
    "filename_suffix": "filename_suffix={}",
}


def _in_milliseconds(seconds: ast.expr) -> str:
    if isinstance(seconds, ast.Constant) and isinstance(seconds.value, int):
        return str(1000 * seconds.value)
    return "int(1000 * ({flush_secs}))"
