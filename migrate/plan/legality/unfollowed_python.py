"""Python that points-to analysis does not follow: hooks that the interpreter calls by itself, and reflection.

What a statement reads and changes is known for calls, operators, `with`, loops and attributes. A method such
as `__new__` or `__get__` runs where the text names something else, and `exec` or the frames of functions lead
to names that it does not spell. Where the program uses such, nothing can be shown of its steps.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from migrate.model.effects import Effects
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import calls_in, last_name, nodes_of
from migrate.model.objects import classes_of
from migrate.model.refusal import Refused, object_to
from migrate.syntax.closure import closure
from migrate.values import externals

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


_RUNNING = {"exec", "property"} | externals.RUNS_SCRIPTS | externals.last_names(externals.RUNS_SCRIPTS)


def check_followed(modules: Sequence[ModuleFacts]) -> None:
    """Nothing in a program with steps runs, or changes names, where the text does not say so.

    The text of each module is gone through once, and once more for the names of its classes.

    Raises:
      Refused: something does.
    """
    if not any(module.drivers for module in modules):
        return
    classes = _made(modules)
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            is_class = isinstance(node, ast.ClassDef)
            found = _hook(node, is_made=node in classes) if is_class else _reflection(node, module.effects)
            if found is not None:
                instead = "a method, or a name, that the text calls"
                object_to(Refused("SES258", module.bindings.module.path, node, found, instead))


def _made(modules: Sequence[ModuleFacts]) -> set[ast.AST]:
    """The classes of which there are objects, and those of the program by the names that stand above them."""
    known = {module.effects for module in modules if module.effects is not None and module.effects.known}
    classes = classes_of(one for effects in known for one in effects.beside(()).makes)
    named: dict[str, list[ast.AST]] = {}
    for module in modules:
        for node in nodes_of(module.bindings.module.tree):
            if isinstance(node, ast.ClassDef):
                named.setdefault(node.name, []).append(node)

    def above(one: ast.AST) -> Iterator[ast.AST]:
        for base in one.bases if isinstance(one, ast.ClassDef) else ():
            yield from named.get(last_name(base), ())

    return set(closure(classes, above))


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
        calls = calls_in(statement)
        return all(isinstance(call.func, ast.Name) and call.func.id in _PLAIN for call in calls)
    if isinstance(statement, ast.Try):
        handled = [one for handler in statement.handlers for one in handler.body]
        return all(map(_does_nothing, (*statement.body, *handled, *statement.orelse, *statement.finalbody)))
    call = statement.value if isinstance(statement, ast.Expr) else None
    is_text = isinstance(call, ast.Constant)
    return is_text or isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "close"


_PLAIN = frozenset({"hash", "str", "repr", "tuple", "int", "float", "len", "id", "format"})


def _reflection(node: ast.AST, effects: Effects | None) -> str | None:
    """How an expression that is evaluated leads to names that the text does not spell."""
    found = None
    called = node.func if isinstance(node, ast.Call) else None
    if isinstance(node, ast.Attribute) and node.attr in _REFLECTION:
        found = f"{node.attr}, by which code finds what it does not name"
    elif called is not None and ast.unparse(called) in _RUNNING:
        found = f"{ast.unparse(called)}(), which runs code where the text does not say so"
    elif isinstance(node, ast.Subscript) and ast.unparse(node.value) == "sys.modules":
        found = f"{ast.unparse(node)}, by which code changes names"
    if found is None or effects is None or not isinstance(node, ast.expr):
        return None
    return found if not effects.known or effects.evaluates(node) else None
