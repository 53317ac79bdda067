"""Which exceptions Python and its libraries raise for values: a missing key, a text that is no number.

What is wrong with the types of values, the shapes of tensors, or names, is wrong in each run of a program: so
no program that works raises for these. Beside them nothing is taken to be right but what is named here:
arithmetic other than the division of numbers; places that the text writes out, such as the first of a list,
and keys that it writes out and the dictionary is given; formatted literals; functions of TensorFlow and NumPy
that read no file; and these builtins.
"""

from __future__ import annotations

import ast

from migrate.model.objects import External, Imported, Made, Object, Sort

from . import externals

_BUILTINS = frozenset(
    {
        *("abs", "all", "any", "basestring", "bool", "bytearray", "bytes", "callable"),
        *("classmethod", "dict", "dir", "divmod", "enumerate", "filter", "format", "frozenset"),
        *("getattr", "globals", "hasattr", "hash", "id", "isinstance", "issubclass", "iter", "len"),
        *("list", "locals", "long", "map", "object", "pow", "print", "property", "range", "repr"),
        *("reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum"),
        *("super", "tuple", "type", "unicode", "vars", "xrange", "zip"),
    }
)
_LIBRARIES = frozenset(
    {
        *("tensorflow", "numpy", "six", "functools", "itertools", "collections", "contextlib", "copy", "abc"),
        *("operator", "typing", "enum", "types", "time", "threading", "logging", "absl", "tf_slim", "random"),
        *("tf_keras", "keras", "tensorflow_probability", "compat", "tfmigrate_compat"),
    }
)
_OF_TEXTS = ("os.path.", "string.", "os.environ.get", "os.getenv", "os.getcwd", "math.pi", "math.ceil")
_READING = (
    *("tensorflow.gfile.", "tensorflow.io.gfile.", "tensorflow.io.read_file.", "tensorflow.train.load_"),
    *("tensorflow.train.NewCheckpointReader", "tensorflow.train.list_variables", "numpy.load"),
    *("numpy.genfromtxt", "numpy.from", "numpy.memmap", "random.choice", "random.sample"),
    *("tensorflow.contrib.framework.load_", "tensorflow.contrib.framework.list_", "time.strptime"),
)
_COUNTING = frozenset({"len", "round", "abs", "sum", "int", "float", "max", "min"})
_METHODS = {
    **dict.fromkeys(("index", "remove"), "ValueError"),
    **dict.fromkeys(("pop", "popleft", "popitem"), "LookupError"),
}


def of_function(name: str, call: ast.AST) -> str:
    """The exception that a function from outside of the run may raise for a value, or nothing."""
    name = name.replace("tensorflow.compat.v1.", "tensorflow.")
    if name in ("int", "float", "complex"):
        return "" if isinstance(call, ast.Call) and all(map(_is_number, call.args)) else "ValueError"
    if name in ("min", "max"):
        return "" if isinstance(call, ast.Call) and len(call.args) > 1 else "ValueError"
    if name in _BUILTINS or externals.gives_itself(name) or name in externals.GIVES_DECORATOR:
        return ""
    if name.endswith(("Error", "Exception", "Warning")) or name.startswith(_OF_TEXTS):
        return ""
    if name.partition(".")[0] in _LIBRARIES and not name.startswith(_READING):
        return ""
    return "Exception"


def of_method(name: str, call: ast.AST) -> str:
    """The exception that a method of a container may raise for a value, or nothing."""
    has_default = name == "pop" and isinstance(call, ast.Call) and len(call.args) > 1
    return "" if has_default else _METHODS.get(name, "")


def of_division(node: ast.BinOp) -> str:
    """The exception that an operator may raise for numbers, or nothing."""
    divides = isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mod))
    formats = isinstance(node.op, ast.Mod) and _is_text(node.left)
    is_fixed = isinstance(node.right, ast.Constant) and bool(node.right.value)
    return "ZeroDivisionError" if divides and not formats and not is_fixed else ""


def of_place(one: Object, *, is_written: bool, is_there: bool) -> str:
    """The exception of looking up a key or place in an object, or nothing.

    Args:
      is_written: whether the text writes the place out.
      is_there: whether it is known that the object has it.
    """
    if isinstance(one, Imported):
        return "KeyError"
    if isinstance(one, External):
        return "" if one.name.partition(".")[0] in _LIBRARIES else "LookupError"
    if not isinstance(one, Made) or is_there:
        return ""
    if one.sort is Sort.DICTIONARY:
        return "KeyError"
    return "IndexError" if not is_written and (one.is_container or one.is_array) else ""


def _is_number(node: ast.expr) -> bool:
    """Whether an expression gives a number, whatever its parts are."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float))
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _COUNTING
    if isinstance(node, ast.BinOp):
        return not isinstance(node.op, (ast.Add, ast.Mod, ast.Mult)) or _is_number(node.left)
    return isinstance(node, ast.UnaryOp)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)
