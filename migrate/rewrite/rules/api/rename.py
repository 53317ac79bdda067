"""API101: a TF 1 name becomes the name that it has on TensorFlow 2."""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from migrate.model.bindings import TF1_IN_TF2, Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Replacement
from migrate.rewrite.rule import Rule

_TABLE = Path(__file__).parents[2] / "tables" / "symbols.csv"


# Arguments that were renamed, and take the same values.
_RENAMED = {"device_name_or_function": "device_name", "filter": "filters"}


@cache
def _rows() -> dict[str, dict[str, str]]:
    with _TABLE.open(newline="") as lines:
        return {row["symbol"]: row for row in csv.DictReader(lines)}


@cache
def _names() -> dict[str, str]:
    return {symbol: row["instead"] for symbol, row in _rows().items()}


@cache
def _modules() -> frozenset[str]:
    return frozenset(parent for symbol in _names() for parent in _parents(symbol))


def _parents(symbol: str) -> Iterator[str]:
    while "." in symbol:
        symbol = symbol.rpartition(".")[0]
        yield symbol


# What TensorFlow 2 lost as a whole, and where `compat` has it.
_MOVED = {
    "tf.contrib": "compat.contrib",
    "tf.examples": "compat.examples",
    "tf.layers": "compat.layers",
    "tf.nn.rnn_cell": "compat.rnn_cell",
}
# Other names of what TensorFlow still has by its own; Keras has these as something else today.
_AT_HOME = {
    **{
        f"tf.contrib.framework.{name}": f"tf.compat.v1.train.{name}"
        for name in ("create_global_step", "get_global_step", "get_or_create_global_step")
    },
    **{
        f"tf.keras.initializers.{alias}": f"tf.compat.v1.initializers.{name}"
        for name, aliases in {
            "constant": ("Constant", "constant"),
            "glorot_normal": ("glorot_normal",),
            "glorot_uniform": ("glorot_uniform",),
            "he_normal": ("he_normal",),
            "he_uniform": ("he_uniform",),
            "identity": ("Identity", "identity"),
            "lecun_normal": ("lecun_normal",),
            "lecun_uniform": ("lecun_uniform",),
            "ones": ("Ones", "ones"),
            "orthogonal": ("Orthogonal", "orthogonal"),
            "variance_scaling": ("VarianceScaling",),
            "zeros": ("Zeros", "zeros"),
        }.items()
        for alias in aliases
    },
}


def today(symbol: str) -> str | None:
    """The name of a TF 1 symbol today, of its attribute or of a module; `None` if there is none."""
    if symbol == "tf" or symbol.startswith("tf.__"):  # a module has `__version__` and the like of itself
        return symbol
    if symbol in _AT_HOME:
        return _AT_HOME[symbol]
    for lost, home in _MOVED.items():
        if symbol == lost or symbol.startswith(lost + "."):
            return home + symbol.removeprefix(lost)
    for known in (symbol, *_parents(symbol)):
        instead = _names().get(known)
        if instead is not None:
            return instead + symbol.removeprefix(known) if instead else None
        if known in _modules() and known != "tf":
            return symbol.replace("tf.", "tf.compat.v1.", 1) if known == symbol else None
    return None


def is_tf1(bindings: Bindings) -> bool:
    """Whether a module uses a symbol that only TF 1 has: others may be TensorFlow 2 code already."""
    symbols = (bindings.tensorflow(node) for node, name in bindings.dotted.items() if "compat.v1" not in name)
    return any(
        symbol.startswith("tf.contrib.") or _rows().get(symbol, {}).get("in_tf2") == "no"
        for symbol in symbols
        if symbol is not None
    )


def _is_called_alike(symbol: str, call: ast.Call) -> bool:
    """Whether a function that takes other arguments today takes those of this call all the same."""
    row = _rows().get(symbol)
    if row is None or not row["arguments_today"]:
        return False
    if symbol == "tf.device" and not _is_text(call.args[0] if call.args else None):
        return False  # today's tf.device takes no function
    before, today = row["arguments"].split(), row["arguments_today"].split()
    before = [_RENAMED.get(name, name) for name in before]
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return False
    count = len(call.args)
    return before[:count] == today[:count] and all(keyword.arg in today for keyword in call.keywords)


def _is_text(node: ast.expr | None) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left)
    if isinstance(node, ast.Call):
        return (
            isinstance(node.func, ast.Attribute) and node.func.attr == "format" and _is_text(node.func.value)
        )
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Rename each TensorFlow symbol of a module, or say that it has no counterpart."""
    alike = {
        node.func
        for node in ast.walk(bindings.module.tree)
        if isinstance(node, ast.Call) and _is_called_alike(bindings.tensorflow(node.func) or "", node)
    }
    renamed = bindings.tensorflow_by_its_first_version
    for node, dotted in bindings.dotted.items():
        symbol = bindings.tensorflow(node)
        if symbol is None or node in bindings.prefixes or not isinstance(node, ast.Attribute):
            continue
        root = _root(node)
        if bindings.aliases.get(root) == TF1_IN_TF2:
            instead = symbol if node in alike else today(symbol)
            if instead is None and root in renamed and not symbol.startswith("tf.compat"):
                instead = symbol.replace("tf.", "tf.compat.v1.", 1)  # newer than TF 1 was
            if instead is None or instead == symbol or not (root in renamed or _is_lost(instead)):
                continue
        elif dotted.startswith(TF1_IN_TF2) or is_private(dotted):
            continue
        else:
            instead = symbol if node in alike else today(symbol)
            if instead is None:
                yield _missing(bindings, node, symbol)
                continue
            if instead == symbol or bindings.aliases.get(root) != "tensorflow":
                continue  # what is imported by a name of its own keeps that name: its import moves
        if _is_lost(instead):
            yield Replacement(node, Code(instead, imports=("import compat",)))
        else:
            yield Replacement(node, Code(instead.replace("tf", root, 1)))


def _is_lost(instead: str) -> bool:
    return instead.startswith("compat.")


def is_private(dotted: str) -> bool:
    """Whether a name lies in TensorFlow's inner modules, which are not looked into."""
    inner = (
        "tensorflow.python",
        "tensorflow.models.rnn",
        "tensorflow.core",
        "tensorflow.compat.v1",
        "tensorflow.tools",
    )
    return any(dotted == module or dotted.startswith(module + ".") for module in inner)


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else "tf"


def _missing(bindings: Bindings, node: ast.AST, symbol: str) -> Diagnostic:
    if symbol not in _names() and symbol not in _modules():
        found = f"{symbol}, which TensorFlow 1.15 does not have either: left as it is, fails where it is used"
        return Diagnostic("API202", Severity.WARNING, _span(bindings, node), found, "another function")
    found = f"{symbol}, which TensorFlow 2 does not have"
    return Diagnostic("API201", Severity.ERROR, _span(bindings, node), found, "another function")


def _span(bindings: Bindings, node: ast.AST) -> Span:
    return Span(bindings.module.path, getattr(node, "lineno", 0), getattr(node, "col_offset", -1) + 1)


RULE = Rule(
    code="API101",
    title="A TF 1 name becomes its TF 2 name",
    explanation=(
        "A symbol keeps its name where TensorFlow 2 computes the same for the same arguments. All others "
        "move to tf.compat.v1, which computes what TF 1 did; a symbol that neither has is an error, API201."
    ),
    before="import tensorflow as tf\n\n\ndef inference(x):\n"
    "    w = tf.get_variable('w', [4, 2])\n    return tf.matmul(x, w)\n",
    after="import tensorflow as tf\n\n\ndef inference(x):\n"
    "    w = tf.compat.v1.get_variable('w', [4, 2])\n    return tf.matmul(x, w)\n",
    edits=edits,
)
