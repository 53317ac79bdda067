"""What programs declare of their command line, for argparse."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from migrate.model.nodes import bound_by, calls_in

from .arguments import argument_of

_TYPES = frozenset({"bool", "float", "int", "str"})
_ACTIONS = frozenset({"count", "store", "store_const", "store_false", "store_true"})
_PLAIN = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
PARSING = frozenset({"parse_args", "parse_known_args"})


def plain_options(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """The options that are numbers or texts, which nobody can change.

    `nodes` are all of a program. None are known if some are declared in a form that the text does not
    tell, or by what may set any of them.
    """
    plain, others, called, bound = set[str](), set[str](), set[ast.AST](), set[str]()
    for node in nodes:
        bound.update(bound_by(node))
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name)):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            told = {word.arg for word in node.keywords}
            if name == "add_argument":
                called.add(node.func)
                (plain if _is_plain(node) else others).add(destination(node))
            elif name == "ArgumentParser" and told & {"argument_default", None}:
                others.add("")
        elif isinstance(node, ast.Attribute) and node.attr in ("add_argument", "set_defaults"):
            others.update([""] if node not in called else [])
    return frozenset(plain - others) if "" not in plain | others and not bound & _TYPES else frozenset()


def is_parsed(node: ast.AST) -> bool:
    """Whether an expression gives a new object with the options."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    return node.func.attr in PARSING and len(node.args) < 2 and not node.keywords


def destination(call: ast.Call) -> str:
    """The attribute that an option becomes; none if the text does not tell."""
    named = {word.arg: word.value for word in call.keywords}
    if not isinstance(named.get("action", ast.Constant("store")), ast.Constant):
        return ""  # which may set any
    written = [named["dest"]] if "dest" in named else call.args
    texts = [one.value for one in written if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if not texts or len(texts) < len(written):
        return ""
    name = next((one for one in texts if one.startswith("--")), texts[0])
    return name.lstrip("-").replace("-", "_")


def flag_defaults(trees: Iterable[ast.Module]) -> Mapping[str, object]:
    """What flags for texts are, unless the command line says otherwise."""
    defaults: dict[str, object] = {}
    for tree in trees:
        for node in calls_in(tree):
            if not isinstance(node.func, (ast.Attribute, ast.Name)):
                continue
            name = argument_of(node, 0, "name")
            function = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
                continue
            if function == "DEFINE_string":
                default = argument_of(node, 1, "default")
                defaults[name.value] = default.value if isinstance(default, ast.Constant) else default
            elif function == "add_argument" and name.value.startswith("-"):
                named = (word.value for word in node.keywords if word.arg == "default")
                default = next(named, ast.Constant(None))
                defaults[destination(node)] = default.value if isinstance(default, ast.Constant) else default
    return defaults


def is_here(machine: ast.expr, defaults: Mapping[str, object]) -> bool:
    """Whether a session runs in this process, unless a flag says otherwise on the command line."""
    if isinstance(machine, ast.Attribute):
        return defaults.get(machine.attr, machine) in ("", None)
    return isinstance(machine, ast.Constant) and machine.value in ("", None)


def _is_plain(call: ast.Call) -> bool:
    """Whether a call declares an option that is a number or a text."""
    for word in call.keywords:
        value = word.value.value if isinstance(word.value, ast.Constant) else None
        if word.arg in ("default", "const"):
            plain = all(isinstance(one, _PLAIN) for one in ast.walk(word.value))
        elif word.arg == "type":
            plain = isinstance(word.value, ast.Name) and word.value.id in _TYPES
        elif word.arg == "action":
            plain = value in _ACTIONS
        else:
            plain = word.arg in ("choices", "dest", "help", "metavar", "required") or (
                word.arg == "nargs" and value == "?"
            )
        if not plain:
            return False
    return True
