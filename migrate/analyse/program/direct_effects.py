"""What code does to a graph, as far as a module's own text tells: calls, attributes, changed names."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from migrate.model.bindings import Bindings
from migrate.model.kinds import Role
from migrate.syntax.arguments import argument_of, passed_values

from ..vocabulary import DRAWING_MODULES, role_of


def lists_variables(bindings: Bindings, call: ast.Call) -> bool:
    """Whether the one argument of a call, if any, is a call that lists variables of the graph."""
    arguments = passed_values(call)
    symbols = [bindings.tensorflow(one.func) if isinstance(one, ast.Call) else None for one in arguments]
    return all(symbol is not None and role_of(symbol) is Role.READS_VARIABLES for symbol in symbols)


def is_of_variable(node: ast.AST, attribute: str) -> bool:
    """Whether it is an attribute of this name, and not one that an object of the program gave itself."""
    if not (isinstance(node, ast.Attribute) and node.attr == attribute):
        return False
    return not (isinstance(node.value, ast.Name) and node.value.id == "self")


def is_of_operation(node: ast.AST) -> bool:
    """Whether it is an attribute of an operation, such as `x.op.name`; `node.op.startswith` is of a text."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "op"
        and not hasattr(str, node.attr)
    )


def in_named_scope(role: Role) -> Role:
    """The role of a symbol in a variable scope that has a name: a layer's variables are found by it there."""
    return Role.SHARED_VARIABLE if role is Role.LAYER else role


def is_named_scope(bindings: Bindings, item: ast.withitem) -> bool:
    """Whether a `with` item opens a variable scope by its name, or by what stands for one."""
    call = item.context_expr
    if not (
        isinstance(call, ast.Call) and bindings.tensorflow(call.func) == "tf.variable_scope" and call.args
    ):
        return False
    scope = call.args[0]
    is_current = isinstance(scope, ast.Call) and bindings.tensorflow(scope.func) == "tf.get_variable_scope"
    return not (is_current or is_named_by_order(call))


def is_named_by_order(call: ast.Call) -> bool:
    """Whether a variable scope has a default name, which becomes another each time it is used."""
    arguments = [
        *call.args[1:2],
        *(keyword.value for keyword in call.keywords if keyword.arg == "default_name"),
    ]
    return any(not (isinstance(one, ast.Constant) and one.value is None) for one in arguments)


def drawn(bindings: Bindings, call: ast.Call) -> str | None:
    """What is wrong with a call that may give something else each time it is made, in words."""
    if isinstance(call.func, (ast.Call, ast.Subscript, ast.Lambda, ast.IfExp)):
        return "a call of what another expression gives"
    dotted = bindings.dotted.get(call.func, "")
    if any(dotted == module or dotted.startswith(module + ".") for module in DRAWING_MODULES):
        return f"{dotted}(), which gives something else at every call"
    if isinstance(call.func, ast.Name):
        name, shadowed = call.func.id, call.func in bindings.shadowed
        is_drawing = name in ("next", "input", "open", "exec", "eval", "setattr")
        is_drawing &= not (_reads_file(call) or name == "next" and begins_anew(bindings, call.args[:1]))
        if is_drawing and not shadowed:
            return f"{name}(), which gives something else at every call"
        known = name in bindings.functions or name in bindings.classes or call.func in bindings.dotted
        if name in bindings.bound and not known and not shadowed:
            return f"{name}(), which is not one function of this module"
    return None


def begins_anew(bindings: Bindings, iterators: Sequence[ast.expr]) -> bool:
    """Whether iterators are made where something is taken of them: the first file is the same each time."""
    return bool(iterators) and all(
        isinstance(one, ast.Call) and bindings.dotted.get(one.func) in _LISTING for one in iterators
    )


_LISTING = frozenset({"glob.iglob", "os.fwalk", "os.scandir", "os.walk"})


def _reads_file(call: ast.Call) -> bool:
    """Whether it opens a file to read it: what builds a graph finds the same in it as often as it runs."""
    if not (isinstance(call.func, ast.Name) and call.func.id == "open"):
        return False
    mode = argument_of(call, 1, "mode")
    text = "r" if mode is None else mode.value if isinstance(mode, ast.Constant) else ""
    is_plain = bool(call.args) and all(word.arg is not None for word in call.keywords)
    return is_plain and isinstance(text, str) and text.startswith("r") and "+" not in text
