"""API102: the `.value` of a shape's dimension, which TF 2 gives as a plain int."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """`x.get_shape()[1].value` and `x.shape[1].value`, also by way of names in the same function."""
    tree = bindings.module.tree
    shapes, dimensions = _names(tree)
    named = [name for name, target in bindings.aliases.items() if target == "tensorflow"]
    tensorflow = next(iter([*named, *sorted(bindings.tensorflow_by_its_first_version)]), None)
    for node in nodes_of(tree):
        if not (isinstance(node, ast.Attribute) and node.attr == "value"):
            continue
        if _is_dimension(node.value, shapes, dimensions):
            if tensorflow is None:
                span = Span.of(bindings.module.path, node)
                found = "the .value of a dimension, in a file that does not import TensorFlow"
                yield Diagnostic("API205", Severity.ERROR, span, found, "leave the .value out")
            else:
                code = f"{tensorflow}.compat.dimension_value({{dimension}})"
                yield Replacement(node, Code(code, {"dimension": node.value}))


def _names(tree: ast.AST) -> tuple[set[str], set[str]]:
    """The names of shapes and of their elements, in whatever functions these are passed to."""
    shapes = {
        node.arg for node in nodes_of(tree) if isinstance(node, ast.arg) and _OF_SHAPES.search(node.arg)
    }
    dimensions: set[str] = set()
    functions = {node.name: node for node in nodes_of(tree) if isinstance(node, ast.FunctionDef)}
    known = -1
    while known != len(shapes) + len(dimensions):
        known = len(shapes) + len(dimensions)
        for node in nodes_of(tree):
            for name, value, is_element in _given(node, functions):
                if _is_shape(value, shapes):
                    (dimensions if is_element else shapes).add(name)
                elif not is_element and _is_dimension(value, shapes, dimensions):
                    dimensions.add(name)
    return shapes, dimensions


# What parameters are called that get shapes from other files.
_OF_SHAPES = re.compile(r"(^|_)shape$")
_Given: TypeAlias = "tuple[str, ast.expr, bool]"


def _given(node: ast.AST, functions: Mapping[str, ast.FunctionDef]) -> Iterator[_Given]:
    """The names that a node gives a value, or an element of one, with that."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value, False
            elif isinstance(target, (ast.Tuple, ast.List)):
                yield from ((one.id, node.value, True) for one in target.elts if isinstance(one, ast.Name))
    elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name):
        yield node.target.id, node.iter, True
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
        parameters = functions[node.func.id].args
        places = [*parameters.posonlyargs, *parameters.args]
        yield from ((one.arg, value, False) for one, value in zip(places, node.args, strict=False))
        yield from ((word.arg, word.value, False) for word in node.keywords if word.arg)


# Methods of a shape that give one.
_NARROWING = frozenset({"concatenate", "merge_with", "with_rank", "with_rank_at_least", "with_rank_at_most"})


def _is_shape(node: ast.expr, shapes: set[str]) -> bool:
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        narrows = node.func.attr in _NARROWING and _is_shape(node.func.value, shapes)
        return node.func.attr == "get_shape" or narrows
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "shape"
        or isinstance(node, ast.Name)
        and node.id in shapes
    )


def _is_dimension(node: ast.expr, shapes: set[str], dimensions: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in dimensions
    return isinstance(node, ast.Subscript) and _is_shape(node.value, shapes)


RULE = Rule(
    code="API102",
    title="A dimension is a plain int",
    explanation="In TF 1 an element of a shape was a Dimension with a .value; in TF 2 it is an int or None.",
    before="import tensorflow as tf\n\nw = tf.get_variable('w')\nwidth = w.get_shape()[1].value\n",
    after="import tensorflow as tf\n\nw = tf.compat.v1.get_variable('w')\n"
    "width = tf.compat.dimension_value(w.get_shape()[1])\n",
    edits=edits,
)
