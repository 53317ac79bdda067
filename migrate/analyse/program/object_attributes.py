"""Classes that build a graph in one method and run it in another: their attributes are names of one block.

Such a class is read as if `self.loss` were a name, `__init__` the block that builds the graph, and each
other method a function of that block. In its tree every attribute of the object becomes one name.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.model.nodes import has_changed, nodes_of
from migrate.syntax.properties import properties_of

from ..vocabulary import role_of


def read_attributes_as_names(
    bindings: Bindings, given: Collection[ast.ClassDef], written: dict[ast.expr, ast.expr]
) -> list[ast.ClassDef]:
    """Do so in every class of a module that has such a form; gives these classes.

    They open a session, or are among those that are `given` one. What is `written` in the place of an
    attribute is told with that.
    """
    drivers = [
        owner
        for owner in bindings.classes.values()
        if owner in given or opens_session(bindings, owner) and has_plain_form(bindings, owner)
    ]
    for owner in drivers:
        names = {node.name for node in owner.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        names |= {
            target.id
            for node in owner.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        properties = properties_of(owner)
        for method in (one for one in methods_of(owner) if one.name not in properties):
            _Renamer(names, properties, written).visit(method)
    if drivers:
        has_changed(bindings.module.tree)
    return drivers


def has_plain_form(bindings: Bindings, owner: ast.ClassDef) -> bool:
    """Whether a class is of a form in which all that its objects do can be seen."""
    if any(not (isinstance(base, ast.Name) and base.id == "object") for base in owner.bases):
        return False
    methods = list(methods_of(owner))
    plain = all(
        _is_of_self(method)
        and (not method.decorator_list or _is_property(bindings, method))
        or is_static(method)
        and _is_function(bindings, method)
        for method in methods
    )
    initial = any(method.name == "__init__" for method in methods)
    inherited = any(
        isinstance(base, ast.Name) and base.id == owner.name
        for other in bindings.classes.values()
        for base in other.bases
    )
    return plain and initial and not inherited and not owner.decorator_list and not owner.keywords


def methods_of(owner: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """The methods of a class."""
    return (node for node in owner.body if isinstance(node, ast.FunctionDef))


def _is_of_self(method: ast.FunctionDef) -> bool:
    arguments = method.args.args
    stores = (
        node.id for node in nodes_of(method) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    return bool(arguments) and arguments[0].arg == "self" and "self" not in stores


def _is_property(bindings: Bindings, method: ast.FunctionDef) -> bool:
    """Whether reading the name of a method calls it, and no code calls what that gives."""
    (decorator, *others) = method.decorator_list
    is_builtin = isinstance(decorator, ast.Name) and decorator.id == "property"
    is_called = any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method.name
        for node in nodes_of(bindings.module.tree)
    )
    return (
        is_builtin
        and not others
        and "property" not in bindings.bound
        and not (is_called or opens_session(bindings, method))
    )


def is_static(method: ast.FunctionDef) -> bool:
    """Whether a method is told to be a function that has no object."""
    return [ast.unparse(decorator) for decorator in method.decorator_list] == ["staticmethod"]


def _is_function(bindings: Bindings, method: ast.FunctionDef) -> bool:
    """Whether a static method has nothing of any object, and no session that it opens itself."""
    names = {getattr(node, "id", getattr(node, "arg", "")) for node in nodes_of(method)}
    return (
        not names & {"self", "cls"}
        and "staticmethod" not in bindings.bound
        and not opens_session(bindings, method)
    )


def opens_session(bindings: Bindings, root: ast.AST) -> bool:
    """Whether a call in some code opens a session."""
    symbols = (bindings.tensorflow(node.func) for node in nodes_of(root) if isinstance(node, ast.Call))
    return any(symbol is not None and role_of(symbol) is Role.SESSION for symbol in symbols)


class _Renamer(ast.NodeTransformer):
    """Puts the name `self.x` in the place of each attribute of `self` that no class defines.

    And in that of a property that gives this attribute.
    """

    def __init__(
        self, kept: set[str], properties: Mapping[str, ast.Attribute], written: dict[ast.expr, ast.expr]
    ) -> None:
        self._kept = kept
        self._properties = properties
        self._written = written

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        attribute = self._properties.get(node.attr, node).attr
        if isinstance(node.value, ast.Name) and node.value.id == "self" and attribute not in self._kept:
            name = ast.copy_location(ast.Name(f"self.{attribute}", node.ctx), node)
            self._written[node] = name
            return name
        self.generic_visit(node)
        return node
