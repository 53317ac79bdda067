"""NPY101: names that NumPy has lost since TF 1, whose NumPy had them all."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule

# They were Python's own types, by other names. Some came back in NumPy 2 and mean a NumPy type there.
_BUILTINS = {
    "bool": "bool",
    "complex": "complex",
    "float": "float",
    "int": "int",
    "long": "int",
    "object": "object",
    "str": "str",
    "unicode": "str",
}
_RENAMED = {
    "AxisError": "exceptions.AxisError",
    "ComplexWarning": "exceptions.ComplexWarning",
    "Inf": "inf",
    "Infinity": "inf",
    "ModuleDeprecationWarning": "exceptions.ModuleDeprecationWarning",
    "NAN": "nan",
    "NaN": "nan",
    "PINF": "inf",
    "TooHardError": "exceptions.TooHardError",
    "VisibleDeprecationWarning": "exceptions.VisibleDeprecationWarning",
    "alltrue": "all",
    "bool8": "bool_",
    "bytes0": "bytes_",
    "cfloat": "complex128",
    "clongfloat": "clongdouble",
    "chararray": "char.chararray",
    "compare_chararrays": "char.compare_chararrays",
    "complex_": "complex128",
    "cumproduct": "cumprod",
    "float_": "float64",
    "format_parser": "rec.format_parser",
    "infty": "inf",
    "int0": "intp",
    "issubsctype": "issubdtype",
    "lib.pad": "pad",
    "longcomplex": "clongdouble",
    "longfloat": "longdouble",
    "mat": "asmatrix",
    "object0": "object_",
    "product": "prod",
    "rank": "ndim",
    "round_": "round",
    "row_stack": "vstack",
    "singlecomplex": "complex64",
    "sometrue": "any",
    "str0": "str_",
    "string0": "bytes_",
    "string_": "bytes_",
    "uint0": "uintp",
    "unicode_": "str_",
    "void0": "void",
}
# What has no other name; `compat.numpy1` has it.
HELD = frozenset(
    """
    NZERO PZERO alen asfarray asscalar cast disp fastCopyAndTranspose find_common_type issctype issubclass_
    loads math maximum_sctype msort nbytes obj2sctype recfromcsv recfromtxt safe_eval sctype2char sctypes
    typeDict
    """.split()  # noqa: SIM905
)


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Each such name of a module that imports NumPy, under whatever alias."""
    has_ours = "compat" not in bindings.bound or bindings.aliases.get("compat") == "compat"
    for node, dotted in bindings.named.items():
        home, _, name = dotted.partition(".")
        if home != "numpy" or not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        if name in _BUILTINS and _BUILTINS[name] not in bindings.bound:
            yield Replacement(node, Code(_BUILTINS[name]))
        elif name in HELD and has_ours:
            yield Replacement(node, Code(f"compat.numpy1.{name}", imports=("import compat",)))
        elif name == "NINF":
            yield Replacement(node, Code("(-{numpy}.inf)", {"numpy": node.value}))
        elif name in _RENAMED:
            module = node.value.value if "." in name and isinstance(node.value, ast.Attribute) else node.value
            yield Replacement(node, Code(f"{{numpy}}.{_RENAMED[name]}", {"numpy": module}))
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "numpy" and not node.level:
            lines = list(_imports(node, has_ours))
            if lines != [ast.unparse(node)]:
                yield Replacement(node, Code("\n".join(lines) or "pass"))


def _imports(node: ast.ImportFrom, has_ours: bool) -> Iterator[str]:
    """An import of names from NumPy, as one line for each module that they are in today."""
    homes: dict[str, list[str]] = {}
    for alias in node.names:
        name, bound = alias.name, alias.asname or alias.name
        if name in _BUILTINS:
            if bound != _BUILTINS[name]:
                yield f"{bound} = {_BUILTINS[name]}"
            continue
        if name == "NINF":
            yield f"{bound} = -float('inf')"
            continue
        home = "compat.numpy1" if name in HELD and has_ours else "numpy"
        *modules, today = _RENAMED.get(name, name).split(".")
        homes.setdefault(".".join([home, *modules]), []).append(
            f"{today} as {bound}" if alias.asname or today != bound else today
        )
    yield from (f"from {home} import {', '.join(names)}" for home, names in homes.items())


RULE = Rule(
    code="NPY101",
    title="A name that NumPy has lost",
    explanation=(
        "TensorFlow 2 needs a NumPy that has lost its names for Python's types (np.int) and some of those "
        "that it had twice (np.float_, np.product). Those that are left mean the same. What has no other "
        "name, such as np.cast or np.find_common_type, compat.numpy1 has."
    ),
    before=(
        "import numpy as np\nimport tensorflow as tf\n\n\ndef batch(labels):\n"
        "    return tf.to_float(np.array(labels, np.int)), np.product(labels.shape)\n"
    ),
    after=(
        "import numpy as np\nimport tensorflow as tf\n\n\ndef batch(labels):\n"
        "    return tf.compat.v1.to_float(np.array(labels, int)), np.prod(labels.shape)\n"
    ),
    edits=edits,
    in_every_tier=True,
)
