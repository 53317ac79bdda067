"""Python that points-to analysis does not follow: hooks that the interpreter calls by itself, and reflection.

What a statement reads and changes is known for calls, operators, `with`, loops and attributes. A method such
as `__new__` or `__get__` runs where the text names something else, and `exec` or the frames of functions lead
to names that it does not spell. Where the program uses such, nothing can be shown of its steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from migrate.model.driver import Driver
from migrate.model.effects import Effects
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.objects import classes_of

from ..statements.objections import refuse
from .fates import statements_of

_HOOKS = frozenset(
    {
        *("__new__", "__del__", "__get__", "__set__", "__delete__", "__set_name__", "__init_subclass__"),
        *("__class_getitem__", "__getattribute__", "__instancecheck__", "__subclasscheck__", "__prepare__"),
        *("__index__", "__format__", "__hash__", "__reversed__", "__length_hint__", "__delattr__", "__dir__"),
        *("__copy__", "__deepcopy__", "__reduce__", "__missing__", "__array_ufunc__", "__fspath__"),
    }
)
_OF_CLASSES = frozenset({"__init_subclass__", "__class_getitem__", "__prepare__"})
_REFLECTION = frozenset(
    {
        *("__closure__", "__defaults__", "__kwdefaults__", "__code__", "__globals__", "__subclasses__"),
        *("__bases__", "__mro__", "__self__", "__func__", "cell_contents", "f_locals", "f_globals"),
        *("get_referrers", "get_objects", "getmembers", "currentframe", "_getframe"),
    }
)


def check_followed(driver: Driver, effects: Effects, modules: Sequence[ModuleFacts]) -> None:
    """Nothing in the program runs, or changes names, where the text does not say so.

    Raises:
      Refused: something does.
    """
    statements = statements_of(driver)
    made = effects.of(statements).makes | effects.beside(statements).makes
    classes = _with_bases(classes_of(made), modules)
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            is_class = isinstance(node, ast.ClassDef)
            found = _hook(node, is_made=node in classes) if is_class else _reflection(node, effects)
            if found is not None:
                instead = "a method, or a name, that the text calls"
                refuse(driver, "SES258", node, found, instead)


def _with_bases(classes: Iterable[ast.AST], modules: Sequence[ModuleFacts]) -> set[ast.AST]:
    """Some classes, and those of the program that have a name which stands above one of them."""
    named: dict[str, list[ast.ClassDef]] = {}
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            if isinstance(node, ast.ClassDef):
                named.setdefault(node.name, []).append(node)
    found, pending = set[ast.AST](), list(classes)
    while pending:
        one = pending.pop()
        if one not in found:
            found.add(one)
            bases = one.bases if isinstance(one, ast.ClassDef) else []
            names = (getattr(base, "attr", getattr(base, "id", "")) for base in bases)
            pending += [above for name in names for above in named.get(name, ())]
    return found


def _hook(node: ast.AST, *, is_made: bool) -> str | None:
    """What a class has Python do where the text does not say so, once there are objects of it or before."""
    assert isinstance(node, ast.ClassDef)
    if any(keyword.arg == "metaclass" for keyword in node.keywords):
        return f"the metaclass of {node.name}"
    methods = (one for one in node.body if isinstance(one, ast.FunctionDef))
    hooks = _HOOKS if is_made else _OF_CLASSES
    hook = next((one.name for one in methods if one.name in hooks and not _is_plain(one)), None)
    return f"{node.name}.{hook}, which Python calls by itself" if hook is not None else None


def _is_plain(method: ast.FunctionDef) -> bool:
    """Whether a method only gives a value of what it is given, or closes something."""
    return all(map(_does_nothing, method.body))


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Pass):
        return True
    if isinstance(statement, ast.Return):
        calls = [node for node in nodes_of(statement) if isinstance(node, ast.Call)]
        return all(isinstance(call.func, ast.Name) and call.func.id in _PLAIN for call in calls)
    if isinstance(statement, ast.Try):
        handled = [one for handler in statement.handlers for one in handler.body]
        return all(map(_does_nothing, (*statement.body, *handled, *statement.orelse, *statement.finalbody)))
    call = statement.value if isinstance(statement, ast.Expr) else None
    is_text = isinstance(call, ast.Constant)
    return is_text or isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "close"


_PLAIN = frozenset({"hash", "str", "repr", "tuple", "int", "float", "len", "id", "format"})


def _reflection(node: ast.AST, effects: Effects) -> str | None:
    """How an expression that is evaluated leads to names that the text does not spell."""
    if isinstance(node, ast.Attribute) and node.attr in _REFLECTION and _is_evaluated(node, effects):
        return f"{node.attr}, by which code finds what it does not name"
    called = node.func if isinstance(node, ast.Call) else None
    name = called.id if isinstance(called, ast.Name) else None
    if name in ("exec", "property") and _is_evaluated(node, effects):
        return f"{name}(), which runs code where the text does not say so"
    if isinstance(node, ast.Subscript) and ast.unparse(node) == _ITSELF and _is_evaluated(node, effects):
        return f"{_ITSELF}, by which code changes names"
    return None


_ITSELF = "sys.modules[__name__]"


def _is_evaluated(node: ast.AST, effects: Effects) -> bool:
    return isinstance(node, ast.expr) and (not effects.known or effects.evaluates(node))
