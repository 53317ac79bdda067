"""API103: an import of a part of TensorFlow becomes one of where that part is today."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import TF1_IN_TF2, Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule
from migrate.rewrite.tables.contrib import is_listed
from migrate.syntax.modules import public_module

from .rename import is_private, today


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Move each import line of a module that imports a part of TensorFlow."""
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.Import):
            lines = [line for alias in node.names for line in _plain(bindings, alias)]
            if lines != [f"import {_as(alias.name, alias.asname)}" for alias in node.names]:
                yield Replacement(node, Code("\n".join(lines)))
        elif isinstance(node, ast.ImportFrom) and node.module == "tensorflow.compat":
            lines = list(_of_versions(bindings, node))
            if lines != [ast.unparse(node)]:
                yield Replacement(node, Code("\n".join(lines)))
        elif isinstance(node, ast.ImportFrom) and _is_part(node.module or "") and not node.level:
            yield from _from(bindings, node)


def _of_versions(bindings: Bindings, node: ast.ImportFrom) -> Iterator[str]:
    """`from tensorflow.compat import v1 as tf`."""
    names = [(alias, alias.asname or alias.name) for alias in node.names]
    first = [name for alias, name in names if alias.name == "v1" and bindings.stands_for_tensorflow(name)]
    kept = [_as(alias.name, alias.asname) for alias, name in names if name not in first]
    yield from (f"import tensorflow as {name}" for name in first)
    if kept:
        yield f"from tensorflow.compat import {', '.join(kept)}"


def _plain(bindings: Bindings, alias: ast.alias) -> Iterator[str]:
    """`import tensorflow.contrib.slim as slim`, where it is today; without `as` the name `tensorflow` too."""
    if alias.name == TF1_IN_TF2 and bindings.stands_for_tensorflow(alias.asname):
        yield f"import tensorflow as {alias.asname}"
        return
    home = today(_symbol(alias.name)) if "." in alias.name and _is_part(alias.name) else None
    if home is None or not home.startswith("compat."):
        yield f"import {_as(alias.name, alias.asname)}"
    else:
        yield from moved(alias, home)


def moved(alias: ast.alias, home: str) -> Iterator[str]:
    """The import of a module by where it is today; without `as`, that of the name `tensorflow` too."""
    yield f"import {_as(home, alias.asname)}"
    if alias.asname is None:
        yield "import tensorflow"


def _from(bindings: Bindings, node: ast.ImportFrom) -> Iterator[Replacement | Diagnostic]:
    homes: dict[str, list[str]] = {}
    for alias in _one_by_one(bindings, node):
        symbol = _imported(node.module or "", alias.name)
        instead = today(symbol)
        if instead is None:
            span = Span.of(bindings.module.path, node)
            found = f"{symbol}, which TensorFlow 2 does not have"
            yield Diagnostic("API201", Severity.ERROR, span, found, "another function")
            return
        home, _, name = _module(instead).rpartition(".")
        homes.setdefault(home, []).append(
            _as(name, alias.asname or (alias.name if alias.name != name else None))
        )
    is_star = _gives_all(node)
    if list(homes) != [node.module] or is_star:
        lines = ["import tensorflow as tf"] if is_star else []
        lines += [f"from {home} import {', '.join(names)}" for home, names in homes.items()]
        yield Replacement(node, Code("\n".join(lines)))


def _one_by_one(bindings: Bindings, node: ast.ImportFrom) -> list[ast.alias]:
    """The names that are imported; of `*` those that are used, where no other `*` may give them."""
    names = [ast.alias(name) for name in bindings.of_star(node.module or "")]
    if _gives_all(node) and (names or sum(map(_gives_all, nodes_of(bindings.module.tree))) == 1):
        return [one for one in names if today(_symbol(f"{node.module}.{one.name}")) is not None]
    return node.names


def _gives_all(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)


def _is_part(name: str) -> bool:
    return name.split(".")[0] == "tensorflow" and not is_private(name)


def _imported(module: str, name: str) -> str:
    """The symbol that an import means: of contrib's inner modules the public one, where `compat` has that."""
    public = f"{_symbol(module)}.{name}"
    whole = f"tf{module.removeprefix('tensorflow')}.{name}"
    is_inner = whole.startswith("tf.contrib.") and ".python" in whole
    return whole if is_inner and not is_listed(public) and today(public) == f"compat{public[2:]}" else public


def _symbol(module: str) -> str:
    return "tf" + public_module(module).removeprefix("tensorflow")


def _module(symbol: str) -> str:
    """Where a symbol is imported from.

    A folder of TensorFlow's package, of another purpose, is found in the place of `tensorflow.distribute`.
    """
    if symbol.startswith("tf.distribute."):
        return "tensorflow.compat.v2" + symbol.removeprefix("tf")
    return "tensorflow" + symbol.removeprefix("tf") if symbol.startswith("tf.") else symbol


def _as(name: str, asname: str | None) -> str:
    return f"{name} as {asname}" if asname else name


RULE = Rule(
    code="API103",
    title="An import of a part of TensorFlow",
    explanation=(
        "What TensorFlow 2 keeps in tf.compat.v1 is imported from there, what it lost (tf.contrib, "
        "tf.layers, the tutorials' readers) from compat. Where tf stands for tf.compat.v1, it becomes "
        "TensorFlow itself."
    ),
    before="from tensorflow.contrib import slim\nfrom tensorflow import get_variable\n\n"
    "import tensorflow as tf\n\n\n"
    "def model(x):\n    return slim.fully_connected(x, 3) + get_variable('w', [3])\n",
    after="from compat.contrib import slim\nfrom tensorflow.compat.v1 import get_variable\n\n"
    "import tensorflow as tf\n\n\n"
    "def model(x):\n    return slim.fully_connected(x, 3) + get_variable('w', [3])\n",
    edits=edits,
)
