"""NPY103: functions and keywords that NumPy has lost since TF 1, by calls that do the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic
from migrate.model.edit import Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.calls import written
from migrate.rewrite.rule import Rule


class _Form(NamedTuple):
    """A call written anew around its arguments, which come `by_position` and under `keywords` alone."""

    template: str
    by_position: tuple[int, int]
    keywords: frozenset[str] = frozenset()


_FORMS: Mapping[str, _Form] = {
    "asfarray": _Form("{owner}.asarray({given}, dtype=float)", (1, 1)),
    "asscalar": _Form("{owner}.asarray({given}).item()", (1, 1)),
    "fromstring": _Form("{owner}.frombuffer({given}).copy()", (1, 3), frozenset({"dtype", "count"})),
    "in1d": _Form("{owner}.isin({given}).ravel()", (2, 4), frozenset({"assume_unique", "invert"})),
    "msort": _Form("{owner}.sort({given}, axis=0)", (1, 1)),
}
_KEYWORDS: Mapping[str, Mapping[str, str]] = {
    "histogram": {"normed": "density"},
    "histogram2d": {"normed": "density"},
    "histogramdd": {"normed": "density"},
    "nanpercentile": {"interpolation": "method"},
    "percentile": {"interpolation": "method"},
    "quantile": {"interpolation": "method"},
}
_STACKING = frozenset({"column_stack", "dstack", "hstack", "stack", "vstack"})
_ITERATORS = frozenset({"filter", "map", "reversed", "zip"})


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """Each such call of a function of NumPy's."""
    for call in nodes_of(bindings.module.tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        home, _, name = bindings.dotted.get(call.func, "").partition(".")
        if home != "numpy" or not _is_written_out(call):
            continue
        form = _FORMS.get(name)
        if form is not None and _fits(call, form) and "float" not in bindings.bound:
            yield Replacement(call, written(call, form.template))
        elif any(keyword.arg in _KEYWORDS.get(name, ()) for keyword in call.keywords):
            yield Replacement(call, written(call, renamed=_KEYWORDS[name]))
        elif name in _STACKING and call.args and _is_iterator(call.args[0], bindings):
            yield Replacement(call, written(call, around={call.args[0]: "list({})"}))


def _is_written_out(call: ast.Call) -> bool:
    is_starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    return not is_starred and all(keyword.arg is not None for keyword in call.keywords)


def _fits(call: ast.Call, form: _Form) -> bool:
    least, most = form.by_position
    return least <= len(call.args) <= most and {keyword.arg for keyword in call.keywords} <= form.keywords


def _is_iterator(rows: ast.expr, bindings: Bindings) -> bool:
    """Whether the rows come one by one; `list` and the functions that give them must be Python's own."""
    if "list" in bindings.bound:
        return False
    if isinstance(rows, ast.Call):
        is_builtin = isinstance(rows.func, ast.Name) and rows.func.id in _ITERATORS - bindings.bound
        return is_builtin or isinstance(rows.func, ast.Attribute) and rows.func.attr == "values"
    return isinstance(rows, ast.GeneratorExp)


RULE = Rule(
    code="NPY103",
    title="A call that NumPy no longer takes",
    explanation=(
        "The NumPy of TensorFlow 2 has lost functions (np.asfarray, np.asscalar, np.in1d), the binary form "
        "of np.fromstring and keywords (normed=, interpolation=), and it stacks no iterators. What is left "
        "does the same. The copy behind np.frombuffer is there because its array cannot be written to."
    ),
    before=(
        "import numpy as np\nimport tensorflow as tf\n\n\ndef vectors(lines):\n"
        "    rows = np.vstack(np.fromstring(line, dtype='float32') for line in lines)\n"
        "    return tf.to_float(rows), np.asscalar(rows.max())\n"
    ),
    after=(
        "import numpy as np\nimport tensorflow as tf\n\n\ndef vectors(lines):\n"
        "    rows = np.vstack(list(np.frombuffer(line, dtype='float32').copy() for line in lines))\n"
        "    return tf.compat.v1.to_float(rows), np.asarray(rows.max()).item()\n"
    ),
    edits=edits,
    in_every_tier=True,
)
