"""API129: what TensorFlow 2.16 lost of tf.compat.v1, as `tf_upgrade_v2` writes it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import TF1_IN_TF2, Bindings
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.names import root_of
from migrate.rewrite.rule import Rule

from .imports import moved
from .rename import today


def edits(bindings: Bindings) -> Iterator[Replacement]:
    """Each such name, and each import of one, from `compat`."""
    for node, dotted in bindings.named.items():
        if isinstance(node, ast.Attribute) and node not in bindings.prefixes:
            instead = _in_compat(dotted)
            if instead is not None and bindings.aliases.get(root_of(node)) == "tensorflow":
                yield Replacement(node, Code(instead, imports=("import compat",)))
    for line in nodes_of(bindings.module.tree):
        if isinstance(line, ast.Import):
            yield from _unless_the_same(line, [one for alias in line.names for one in _plain(alias)])
        elif isinstance(line, ast.ImportFrom) and not line.level and _is_in_tf1(line.module or ""):
            yield from _unless_the_same(line, [*_from(line)])


def _unless_the_same(node: ast.Import | ast.ImportFrom, lines: list[str]) -> Iterator[Replacement]:
    before = [ast.unparse(ast.Import([one])) for one in node.names] if isinstance(node, ast.Import) else None
    if lines != (before or [ast.unparse(node)]):
        yield Replacement(node, Code("\n".join(lines)))


def _is_in_tf1(dotted: str) -> bool:
    return dotted == TF1_IN_TF2 or dotted.startswith(f"{TF1_IN_TF2}.")


def _in_compat(dotted: str) -> str | None:
    """`compat.layers.dense` of `tensorflow.compat.v1.layers.dense`; `None` of what TensorFlow still has."""
    if not _is_in_tf1(dotted):
        return None
    instead = today("tf" + dotted.removeprefix(TF1_IN_TF2))
    return instead if instead is not None and instead.startswith("compat.") else None


def _plain(alias: ast.alias) -> Iterator[str]:
    """`import tensorflow.compat.v1.layers as layers`, where that is today."""
    home = _in_compat(alias.name)
    return iter([ast.unparse(ast.Import([alias]))]) if home is None else moved(alias, home)


def _from(node: ast.ImportFrom) -> Iterator[str]:
    homes: dict[str, list[ast.alias]] = {}
    for alias in node.names:
        home, _, name = (_in_compat(f"{node.module}.{alias.name}") or "").rpartition(".")
        bound = alias.asname or alias.name
        found = ast.alias(name, bound if bound != name else None) if home else alias
        homes.setdefault(home or node.module or "", []).append(found)
    yield from (ast.unparse(ast.ImportFrom(home, names, 0)) for home, names in homes.items())


RULE = Rule(
    code="API129",
    title="What TensorFlow 2.16 lost of tf.compat.v1",
    explanation=(
        "Estimators and the layers of TF 1 went with Keras 2. `tf_upgrade_v2` has put them behind "
        "tf.compat.v1, where they are no longer; compat has them."
    ),
    before="import tensorflow as tf\nfrom tensorflow.compat.v1 import get_variable, layers\n\n\n"
    "def f(x):\n    w = get_variable('w', [3])\n"
    "    return layers.dense(x, 3) * w, tf.compat.v1.nn.rnn_cell.LSTMCell(3)\n",
    after="import compat\nimport tensorflow as tf\nfrom tensorflow.compat.v1 import get_variable\n"
    "from compat import layers\n\n\n"
    "def f(x):\n    w = get_variable('w', [3])\n"
    "    return layers.dense(x, 3) * w, compat.rnn_cell.LSTMCell(3)\n",
    edits=edits,
    of_tf2=True,
)
