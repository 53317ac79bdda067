"""API105: a name of one of TensorFlow's inner modules becomes its public name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.names import root_of
from migrate.rewrite.rule import Rule
from migrate.syntax.inner_names import is_lost, public_name

from .rename import today

_INNER = ("tensorflow.python.", "tensorflow.models.rnn.", "tensorflow_estimator.python.")


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Each use of an inner module of TensorFlow, and each import from one."""
    root = _name_of_tensorflow(bindings)
    modules = {
        name for name, target in bindings.aliases.items() if _is_inner(target) and not _is_public(target)
    }
    for node, dotted in bindings.dotted.items():
        if not isinstance(node, ast.Attribute) or node in bindings.prefixes:
            continue
        if root_of(node) in modules and not _is_inner(dotted):
            yield from _in_public(bindings, node, root)
        elif _is_inner(dotted) and is_lost(dotted):
            yield _lost(bindings, node, dotted, Severity.WARNING)
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.ImportFrom) and not node.level and _is_inner(f"{node.module}."):
            yield from _import(bindings, node, root)


def _is_inner(dotted: str) -> bool:
    return dotted.startswith(_INNER)


def _is_public(dotted: str) -> bool:
    return public_name(dotted) != dotted


def _name_of_tensorflow(bindings: Bindings) -> str:
    """The name that a module has, or is to have, for TensorFlow."""
    names = [name for name, target in bindings.aliases.items() if target == "tensorflow"]
    names += sorted(bindings.tensorflow_by_its_first_version)
    return names[0] if names else "tf" if "tf" not in bindings.bound else "tensorflow"


def _import_of(root: str) -> str:
    return "import tensorflow" if root == "tensorflow" else f"import tensorflow as {root}"


def _in_public(bindings: Bindings, node: ast.Attribute, root: str) -> Iterator[Replacement]:
    instead = today(bindings.tensorflow(node) or "")
    if instead is not None and instead.startswith("compat."):
        yield Replacement(node, Code(instead, imports=("import compat",)))
    elif instead is not None:
        is_there = bindings.aliases.get(root) is not None
        imports = () if is_there else (_import_of(root),)
        yield Replacement(node, Code(instead.replace("tf", root, 1), imports=imports))


def _import(bindings: Bindings, node: ast.ImportFrom, root: str) -> Iterator[Replacement | Diagnostic]:
    """The import of each name from where it is today; that of a module that is gone goes when it can."""
    homes: dict[str, list[str]] = {}
    used = {name.id for name in _uses_left(bindings)}
    for alias in node.names:
        dotted = f"{node.module}.{alias.name}"
        known = alias.asname or alias.name
        home, name = node.module or "", alias.name
        if _is_public(dotted):
            instead = today("tf" + public_name(dotted).removeprefix("tensorflow")) or ""
            home, _, name = instead.rpartition(".")
            home = "tensorflow" + home.removeprefix("tf") if instead.startswith("tf.") else home
        elif is_lost(dotted):
            if known not in used:
                continue
            yield _lost(bindings, node, dotted, Severity.WARNING)
        homes.setdefault(home, []).append(name if name == known else f"{name} as {known}")
    if list(homes) != [node.module]:
        lines = [f"from {home} import {', '.join(names)}" for home, names in homes.items()]
        yield Replacement(node, Code("\n".join(lines or [_import_of(root)])))


def _uses_left(bindings: Bindings) -> Iterator[ast.Name]:
    """The uses of names for inner modules that are not rewritten."""
    rewritten = {
        attribute.value
        for attribute, dotted in bindings.dotted.items()
        if isinstance(attribute, ast.Attribute) and not _is_inner(dotted)
    }
    for node, dotted in bindings.dotted.items():
        if isinstance(node, ast.Name) and _is_inner(dotted) and node not in rewritten:
            yield node


def _lost(bindings: Bindings, node: ast.AST, dotted: str, severity: Severity) -> Diagnostic:
    span = Span.of(bindings.module.path, node)
    return Diagnostic(
        "API206", severity, span, f"{dotted}, which TensorFlow 2 does not have", "a public name"
    )


RULE = Rule(
    code="API105",
    title="A name of TensorFlow's inner modules",
    explanation=(
        "Programs that import from tensorflow.python reach what is there under a public name too, if TF 1.15 "
        "had one: inner modules are not what they were. A name that has none stays; where TensorFlow 2 does "
        "not have it there either, API206 says so."
    ),
    before=(
        "import tensorflow as tf\nfrom tensorflow.python.ops import control_flow_ops\n\n\n"
        "def count(x):\n    limit = tf.to_int32(x)\n"
        "    return control_flow_ops.while_loop(lambda i: i < limit, lambda i: i + 1, [0])\n"
    ),
    after=(
        "import tensorflow as tf\nfrom tensorflow.python.ops import control_flow_ops\n\n\n"
        "def count(x):\n    limit = tf.compat.v1.to_int32(x)\n"
        "    return tf.compat.v1.while_loop(lambda i: i < limit, lambda i: i + 1, [0])\n"
    ),
    edits=edits,
    in_every_tier=True,
)
