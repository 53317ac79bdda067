"""Writes `default_names.csv`: what TF 1.15 calls what a function adds to a graph, unless it is told.

Each row has a public symbol, or a method with a dot before its name; the names that a call may take in the
scope around it, without numbers; and the place of `name` among the arguments, if it has one.
What a function names inside of a scope that it opens is not among them, nor what only makes a graph anew.

They are read off TensorFlow's own text: the operations and scopes that a function names, and those of the
functions that it calls outside of any scope of its own. What it calls in other ways is not followed.

Run as `python -m migrate.values.tables.generate TENSORFLOW_CORE`, with the folder of an installed TF 1.15.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from migrate.model.graph_names import without_numbers

TABLE = Path(__file__).with_name("default_names.csv")
COLUMNS = ("symbol", "names", "place")
_SCOPES = frozenset({"name_scope", "variable_scope", "op_scope", "variable_op_scope", "_name_scope"})
_OPERATIONS = frozenset({"_apply_op_helper", "apply_op"})
_EXPORTS = frozenset({"tf_export"})
_TELLS = frozenset({"name", "scope"})  # arguments that tell a name
_LEFT_OUT = re.compile(r"test|/debug/|/tpu/|/keras/(?!optimizer_v2)|/estimator/|/tools/|/saved_model/|/lite/")
# Classes whose methods programs call on what they have made.
_OBJECTS = re.compile(
    r"Dataset|Iterator|(Optimizer|Variable|VariableV1|Tensor|Saver|Queue\w*|TensorArray|Exponential\w+)$"
)
_ANEW = frozenset({"wrap_function", "from_proto"})
_Function = tuple[str, str]  # a module, and a function or `Class.method` in it


@dataclass
class _Module:
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    aliases: dict[str, ast.expr] = field(default_factory=dict)


class Names:
    """The names that the functions of TensorFlow take in the scope around a call of them."""

    def __init__(self, root: Path) -> None:
        self._modules: dict[str, _Module] = {}
        self._exports: dict[str, list[_Function]] = {}
        self._found: dict[_Function, frozenset[str]] = {}
        for path in sorted((root / "python").rglob("*.py")):
            place = path.relative_to(root).with_suffix("").as_posix()
            if not _LEFT_OUT.search(f"/{place}"):
                self._read("tensorflow." + place.replace("/", "."), ast.parse(path.read_text("utf-8")))

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """The rows of the table."""
        for symbol, homes in sorted(self._exports.items()):
            found = frozenset[str]().union(*(self._of_called(home) for home in homes))
            places = {self._place(home) for home in homes}
            place = max(places)
            yield f"tf.{symbol}", " ".join(sorted(found)), str(place) if place >= 0 else ""
        methods: dict[str, set[str]] = {}
        for name, module in self._modules.items():
            for owner, node in module.classes.items():
                for one in node.body if _OBJECTS.search(owner) else ():
                    if (
                        isinstance(one, ast.FunctionDef)
                        and not one.name.startswith("_")
                        and one.name not in _ANEW
                    ):
                        methods.setdefault(one.name, set()).update(self._of((name, f"{owner}.{one.name}")))
        for method, names in sorted(methods.items()):
            yield f".{method}", " ".join(sorted(names)), ""

    def _read(self, name: str, tree: ast.Module) -> None:
        module = self._modules[name] = _Module()
        for node in (one for statement in tree.body for one in _outermost(statement)):
            if isinstance(node, ast.FunctionDef):
                module.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                module.classes[node.name] = node
                for one in node.body:
                    if isinstance(one, ast.FunctionDef):
                        module.functions[f"{node.name}.{one.name}"] = one
            elif isinstance(node, ast.ImportFrom) and node.module:
                module.imports |= {one.asname or one.name: (node.module, one.name) for one in node.names}
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                module.aliases[node.targets[0].id] = node.value
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                for symbol in _exported(node):
                    self._exports.setdefault(symbol, []).append((name, node.name))

    def _place(self, home: _Function) -> int:
        """The place of the argument `name`, or -1."""
        module, name = home
        known = self._modules[module].functions
        node = known.get(name) or known.get(f"{name}.__init__")
        names = [one.arg for one in node.args.args] if node is not None else []
        names = names[1:] if name not in known else names
        return names.index("name") if "name" in names else -1

    def _of_called(self, home: _Function, outer: tuple[_Function, ...] = ()) -> frozenset[str]:
        """What a call of a function takes, or of a class."""
        module, name = home
        if name in self._modules[module].functions:
            return self._of(home, outer)
        found = frozenset[str]()
        for base in self._bases(home):
            found |= self._of((base[0], f"{base[1]}.__init__"), outer)
        return found

    def _bases(self, home: _Function, outer: tuple[_Function, ...] = ()) -> Iterator[_Function]:
        node = self._modules[home[0]].classes.get(home[1])
        if node is not None and home not in outer:
            yield home
            for one in node.bases:
                base = self._resolved(home[0], one)
                if base is not None:
                    yield from self._bases(base, (*outer, home))

    def _of(self, home: _Function, outer: tuple[_Function, ...] = ()) -> frozenset[str]:
        node = self._modules[home[0]].functions.get(home[1])
        if node is None or home in outer:
            return frozenset()
        if home not in self._found:
            taken, called = _taken_in(node)
            for function in called:
                inner = self._resolved(home[0], function, home[1].partition(".")[0])
                taken |= self._of_called(inner, (*outer, home)) if inner is not None else frozenset()
            found = frozenset(without_numbers(one.partition("/")[0]) for one in taken) - {""}
            if outer:
                return found
            self._found[home] = found
        return self._found[home]

    def _method(self, module: str, owner: str, name: str) -> _Function | None:
        """A method of a class, or of one above it."""
        found = (
            (home, f"{base}.{name}")
            for home, base in self._bases((module, owner))
            if f"{base}.{name}" in self._modules[home].functions
        )
        return next(found, None)

    def _resolved(self, module: str, node: ast.expr, owner: str = "", depth: int = 0) -> _Function | None:
        """The function or class that a name means, an attribute of a module, or a method of `owner`."""
        known = self._modules.get(module)
        if known is None or depth > 6:
            return None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "self":
                return self._method(module, owner, node.attr)
            home = known.imports.get(node.value.id)
            inner = ast.Name(node.attr, ast.Load())
            return self._resolved(".".join(home), inner, depth=depth + 1) if home is not None else None
        if not isinstance(node, ast.Name):
            return None
        if node.id in known.functions or node.id in known.classes:
            return module, node.id
        if node.id in known.imports:
            imported, name = known.imports[node.id]
            return self._resolved(imported, ast.Name(name, ast.Load()), depth=depth + 1)
        return (
            self._resolved(module, known.aliases[node.id], depth=depth + 1)
            if node.id in known.aliases
            else None
        )


def _outermost(statement: ast.stmt) -> Iterator[ast.AST]:
    """A statement of a module, or those of a condition."""
    return ast.walk(statement) if isinstance(statement, (ast.If, ast.Try)) else iter((statement,))


def _exported(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    for call in (one for one in node.decorator_list if isinstance(one, ast.Call)):
        if _name(call) in _EXPORTS:
            of_v1 = [word.value for word in call.keywords if word.arg == "v1"]
            for one in of_v1 or call.args:
                yield from (text for text in _texts(one) if text not in _ANEW)


def _taken_in(function: ast.FunctionDef) -> tuple[frozenset[str], list[ast.expr]]:
    """What a function names outside of its scopes, these among it, and what it calls there."""
    taken, called = set[str](), list[ast.expr]()
    arguments = function.args
    for one, value in zip(arguments.args[::-1], arguments.defaults[::-1], strict=False):
        taken.update(_texts(value) if one.arg in _TELLS else ())

    def visit(node: ast.AST) -> None:
        if isinstance(node, (ast.FunctionDef, ast.Lambda, ast.Raise)):
            return
        if isinstance(node, ast.With):
            calls = [one.context_expr for one in node.items if isinstance(one.context_expr, ast.Call)]
            scopes = [one for one in calls if _name(one) in _SCOPES]
            for one in scopes:
                told = (word.value for word in one.keywords if word.arg != "values")
                taken.update(text for part in (*one.args, *told) for text in _texts(part))
            if scopes:
                return
        if isinstance(node, ast.Call):
            names = [text for word in node.keywords if word.arg == "name" for text in _texts(word.value)]
            taken.update(names)
            if _name(node) in _OPERATIONS:
                taken.update(_texts(node.args[0]) if node.args else ())
            elif _name(node) == "convert_to_tensor":
                taken.add("Const")
            elif not names:
                called.append(node.func)
        for child in ast.iter_child_nodes(node):
            visit(child)

    for statement in function.body:
        visit(statement)
    return frozenset(taken), called


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _texts(node: ast.AST) -> Iterable[str]:
    constants = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    return [one for one in constants if isinstance(one, str)]


def main(root: str) -> None:
    """Write the table."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row for row in Names(Path(root)).rows() if row[1] or row[2])


if __name__ == "__main__":
    main(sys.argv[1])
