"""What the expressions of a module refer to."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from .nodes import nodes_of
from .source import Module

# Where TensorFlow 2 keeps TensorFlow 1's names; half-migrated programs call it `tf`.
TF1_IN_TF2 = "tensorflow.compat.v1"


@dataclass(frozen=True, eq=False)
class Bindings:
    """What the expressions of one module refer to.

    `dotted` holds, for every `Name` and `Attribute` node that leads to an import, its full dotted name
    (`tf.train.Saver` is `tensorflow.train.Saver`); relative imports keep their leading dots.
    `functions` and `classes` are the module's own by name; `bound` all names of the module's scope;
    `shadowed` the names that a function binds itself; `prefixes` the nodes that only lead to an attribute,
    such as the `tf.train` of `tf.train.Saver`; `objects` the names of classes that an object of theirs takes
    over, each with the only node that still means the class. `annotations` is what `dotted` is, for the
    annotations of parameters and results: they are names, which nothing computes with. `stars` are the
    modules all of whose names it gets, the last first: its names hide those of the others.
    """

    module: Module
    dotted: Mapping[ast.AST, str]
    functions: Mapping[str, ast.FunctionDef]
    classes: Mapping[str, ast.ClassDef]
    bound: frozenset[str]
    shadowed: frozenset[ast.AST]
    prefixes: frozenset[ast.AST]
    aliases: Mapping[str, str]
    objects: Mapping[str, ast.expr]
    annotations: Mapping[ast.AST, str]
    stars: tuple[str, ...]

    @property
    def named(self) -> Mapping[ast.AST, str]:
        """The full dotted names of all nodes that have one, annotations and code."""
        return {**self.dotted, **self.annotations}

    def tensorflow(self, node: ast.AST) -> str | None:
        """The TF 1 name of what `node` refers to, such as `tf.train.Saver`, if it is TensorFlow's."""
        return self._symbols.get(node)

    @cached_property
    def _symbols(self) -> Mapping[ast.AST, str]:
        """The TF 1 names of all nodes that have one, found once: every question asks for them."""
        return {node: found for node, name in self.dotted.items() if (found := symbol(name)) is not None}

    @cached_property
    def catches_taken_names(self) -> bool:
        """Whether a `try` with handlers gets a variable, which raises an error where its name is taken."""
        tries = [one for one in nodes_of(self.module.tree) if isinstance(one, ast.Try) and one.handlers]
        inside = (node for one in tries for statement in one.body for node in nodes_of(statement))
        return any(self.tensorflow(node) == "tf.get_variable" for node in inside)

    def annotated(self, node: ast.AST) -> str | None:
        """The same of a node of an annotation."""
        return symbol(self.annotations.get(node))

    @property
    def names_of_tensorflow(self) -> list[str]:
        """The names under which the module imports TensorFlow."""
        return sorted(name for name, target in self.aliases.items() if target == "tensorflow")

    @property
    def tensorflow_by_its_first_version(self) -> frozenset[str]:
        """The names under which the module has `tensorflow.compat.v1`, and TensorFlow under none other."""
        if "tensorflow" in self.aliases.values():
            return frozenset()
        return frozenset(name for name, target in self.aliases.items() if target == TF1_IN_TF2)

    def stands_for_tensorflow(self, name: str | None) -> bool:
        """Whether a name that an import gives `tensorflow.compat.v1` is to stand for TensorFlow itself.

        It is where another import gives it TensorFlow, as of programs that take what they find.
        """
        return name in self.tensorflow_by_its_first_version or self.aliases.get(name or "") == "tensorflow"

    def of_star(self, module: str) -> list[str]:
        """The names that the module uses of all those that `from … import *` gives it."""
        return sorted(name for name, target in self.aliases.items() if target == f"{module}.{name}")


def symbol(name: str | None) -> str | None:
    """The TF 1 name of what a dotted name stands for, such as `tf.train.Saver`, if it is TensorFlow's."""
    if name is None or not (name == "tensorflow" or name.startswith("tensorflow.")):
        return None
    while name.startswith(TF1_IN_TF2):  # which has itself, too
        name = "tensorflow" + name.removeprefix(TF1_IN_TF2)
    return "tf" + name.removeprefix("tensorflow")
