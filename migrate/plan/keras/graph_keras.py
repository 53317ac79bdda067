"""Keras in graphs of TensorFlow 1, which Keras 3 does not build: `compat.tf_keras` in its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.bindings import Bindings, symbol
from migrate.model.edit import Code, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.syntax.inner_names import public_name
from migrate.syntax.symbols import is_in

_HOME = "compat.tf_keras"
# Parts of Keras that build nothing, and mean the same in Keras 3.
_VALUES = (
    *(f"tf.keras.{name}" for name in ("datasets", "initializers", "preprocessing", "utils")),
    *(
        f"tf.keras.backend.{name}"
        for name in ("epsilon", "floatx", "image_data_format", "is_sparse", "set_epsilon", "set_floatx")
    ),
)

# Where TensorFlow 1 had Keras, but for `tf.keras`.
_INNER = "tf.python.keras"
_HOMES = (
    *("tf.contrib.keras.api.keras", "tf.contrib.keras.python.keras", "tf.contrib.keras"),
    _INNER,
)
# What the inner folder of Keras has by its public names.
_PARTS = frozenset(
    {
        *("activations", "applications", "backend", "callbacks", "constraints", "datasets", "estimator"),
        *("initializers", "layers", "losses", "metrics", "models", "optimizers", "preprocessing"),
        *("regularizers", "utils", "wrappers"),
    }
)


def builds_with_keras(modules: Sequence[ModuleFacts]) -> bool:
    """Whether something of Keras that builds graphs is used."""
    return any(
        node not in module.bindings.prefixes
        and _is_of_keras(found := _symbol(module.bindings.named.get(node)))
        and not is_in(found, _VALUES)
        for module in modules
        for node in module.bindings.named
    )


def keras_edits(bindings: Bindings) -> Iterator[Replacement]:
    """The edits by which a module has all of Keras from there."""
    moved = dict[str, str]()  # the names that imports give, which keep them
    for node in nodes_of(bindings.module.tree):
        lines = _imported(bindings, node, moved) if isinstance(node, (ast.Import, ast.ImportFrom)) else None
        if lines is not None:
            assert isinstance(node, ast.stmt)
            yield Replacement(node, Code("\n".join(lines)))
    for node, dotted in bindings.named.items():
        found = _symbol(dotted)
        if isinstance(node, ast.expr) and node not in bindings.prefixes and _is_of_keras(found):
            root = _root(node)
            if moved.get(root) or _of_assigned(bindings, root):
                yield Replacement(node, Code(ast.unparse(node)))  # no rule has anything to say of it
            else:
                yield Replacement(node, Code(_home(found), imports=("import compat",)))


def _of_assigned(bindings: Bindings, name: str) -> str:
    """What a name stands for that is no import's, such as `layers = tf.keras.layers`."""
    target = _symbol(bindings.aliases.get(name))
    is_imported = name in _imports(bindings)
    return target if _is_of_keras(target) and not is_imported else ""


def _imports(bindings: Bindings) -> frozenset[str]:
    """The names that imports of a module give."""
    return frozenset(
        alias.asname or alias.name.partition(".")[0]
        for node in nodes_of(bindings.module.tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    )


def _imported(
    bindings: Bindings, node: ast.Import | ast.ImportFrom, moved: dict[str, str]
) -> list[str] | None:
    """The lines that stand for an import of parts of Keras alone; `moved` gets the names that they give."""
    if isinstance(node, ast.Import):
        homes = [_symbol(alias.name) if alias.asname else "" for alias in node.names]
        if not all(map(_is_of_keras, homes)):
            return None
        moved |= {alias.asname or "": home for alias, home in zip(node.names, homes, strict=True)}
        return [
            f"import {_home(home)} as {alias.asname}" for alias, home in zip(node.names, homes, strict=True)
        ]
    if node.level or node.module is None:
        return None
    star = [ast.alias(name) for name in bindings.of_star(node.module)]
    names = star if any(alias.name == "*" for alias in node.names) else node.names
    symbols = [_symbol(f"{node.module}.{alias.name}") for alias in names]
    if not names or not all(map(_is_of_keras, symbols)):
        return None
    lines: dict[str, list[str]] = {}
    for alias, found in zip(names, symbols, strict=True):
        home, _, name = _home(found).rpartition(".")
        known = alias.asname or alias.name
        moved[known] = found
        lines.setdefault(home, []).append(name if name == known else f"{name} as {known}")
    return [f"from {home} import {', '.join(given)}" for home, given in lines.items()]


def _symbol(dotted: str | None) -> str:
    """The public symbol of a dotted name of TensorFlow's; contrib's Keras was TensorFlow's."""
    found = symbol(public_name(dotted)) if dotted is not None else None
    for home in _HOMES:
        if found is not None and is_in(found, (home,)):
            inside = found.removeprefix(home)
            is_public = home != _INNER or inside.partition(".")[2].partition(".")[0] in _PARTS
            return f"tf.keras{inside}" if is_public else found
    return found or ""


def _is_of_keras(found: str) -> bool:
    return is_in(found, ("tf.keras",))


def _home(found: str) -> str:
    return _HOME + found.removeprefix("tf.keras")


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
