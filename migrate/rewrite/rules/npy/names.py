"""NPY101: names that NumPy has lost since TF 1, whose NumPy had them all."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

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
# What `numpy.lib` and its modules had of NumPy's own.
_MODULES = frozenset(
    """
    lib lib.arraypad lib.arraysetops lib.function_base lib.index_tricks lib.nanfunctions lib.npyio
    lib.polynomial lib.shape_base lib.stride_tricks lib.twodim_base lib.type_check lib.ufunclike lib.utils
    """.split()  # noqa: SIM905
)
OF_LIB = frozenset(
    """
    angle append apply_along_axis apply_over_axes array_split asarray_chkfinite asfarray asscalar
    average bartlett bincount blackman broadcast_arrays broadcast_to c_ column_stack common_type copy
    corrcoef cov delete diag diag_indices diag_indices_from diagflat diff digitize disp dsplit dstack
    ediff1d emath expand_dims extract eye fill_diagonal fix flip fliplr flipud fromregex genfromtxt
    get_include gradient hamming hanning histogram histogram2d histogram_bin_edges histogramdd hsplit i0
    imag in1d index_exp info insert interp intersect1d iscomplex iscomplexobj isin isneginf isposinf
    isreal isrealobj issubclass_ issubdtype issubsctype iterable ix_ kaiser kron load loads loadtxt
    mask_indices math median meshgrid mgrid mintypecode msort nan_to_num nanargmax nanargmin nancumprod
    nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar
    ndenumerate ndindex ogrid packbits pad percentile piecewise place poly poly1d polyadd polyder
    polydiv polyfit polyint polymul polysub polyval put_along_axis quantile r_ ravel_multi_index real
    real_if_close recfromcsv recfromtxt roots rot90 row_stack s_ safe_eval save savetxt savez
    savez_compressed select setdiff1d setxor1d sinc sort_complex split take_along_axis tile trapz tri
    tril tril_indices tril_indices_from trim_zeros triu triu_indices triu_indices_from typename union1d
    unique unpackbits unravel_index unwrap vander vectorize vsplit
    """.split()  # noqa: SIM905
)


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Each such name of a module that imports NumPy, under whatever alias."""
    has_ours = "compat" not in bindings.bound or bindings.aliases.get("compat") == "compat"
    can_import = "numpy" not in bindings.bound or bindings.aliases.get("numpy") == "numpy"
    named = bindings.named
    for node, dotted in named.items():
        home, _, name = dotted.partition(".")
        if home != "numpy" or not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        name = _of_numpy(name)
        if name in _BUILTINS and _BUILTINS[name] not in bindings.bound:
            yield Replacement(node, Code(_BUILTINS[name]))
        elif name in HELD and has_ours:
            yield Replacement(node, Code(f"compat.numpy1.{name}", imports=("import compat",)))
        elif name == "NINF":
            yield Replacement(node, Code("(-{numpy}.inf)", {"numpy": node.value}))
        elif name in _RENAMED or name != dotted.removeprefix("numpy."):
            today = _RENAMED.get(name, name)
            if (numpy := _numpy(node, named)) is not None:
                yield Replacement(node, Code(f"{{numpy}}.{today}", {"numpy": numpy}))
            elif can_import:
                yield Replacement(node, Code(f"numpy.{today}", imports=("import numpy",)))
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            home, _, inner = node.module.partition(".")
            if home == "numpy" and (not inner or inner in _MODULES):
                lines = list(_imports(node, has_ours))
                if lines != [ast.unparse(node)]:
                    yield Replacement(node, Code("\n".join(lines) or "pass"))


def _of_numpy(name: str) -> str:
    """What stands behind `numpy.`, without the module of `numpy.lib` that had it too."""
    module, _, last = name.rpartition(".")
    return last if module in _MODULES and last in OF_LIB else name


def _numpy(node: ast.Attribute, named: Mapping[ast.AST, str]) -> ast.expr | None:
    """The part of a dotted name that is NumPy itself, unless a module inside of it has a name here."""
    part: ast.expr = node
    while isinstance(part, ast.Attribute):
        part = part.value
        if named.get(part) == "numpy":
            return part
    return None


def _imports(node: ast.ImportFrom, has_ours: bool) -> Iterator[str]:
    """An import of names from NumPy, as one line for each module that they are in today."""
    inner = (node.module or "").removeprefix("numpy").removeprefix(".")
    homes: dict[str, list[str]] = {}
    for alias in node.names:
        bound = alias.asname or alias.name
        name = _of_numpy(f"{inner}.{alias.name}" if inner else alias.name)
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
