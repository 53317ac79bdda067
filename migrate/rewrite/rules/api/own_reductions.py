"""API131: a program's own cross-device operations."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.rule import Rule

_BASES = (
    "tf.contrib.distribute.CrossDeviceOps",
    "tf.contrib.distribute.CrossTowerOps",
    "tf.distribute.CrossDeviceOps",
)
_STOCK = (
    "tf.contrib.distribute.AllReduceCrossDeviceOps",
    "tf.contrib.distribute.AllReduceCrossTowerOps",
    "tf.distribute.HierarchicalCopyAllReduce",
    "tf.distribute.NcclAllReduce",
    "tf.distribute.ReductionToOneDevice",
)
_METHODS = ("_batch_reduce", "_reduce", "batch_reduce_implementation", "reduce_implementation")


def edits(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    """The base of each class whose methods TensorFlow 2 would call with more than they take."""
    for owner in (node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.ClassDef)):
        methods = [one for one in owner.body if isinstance(one, ast.FunctionDef) and one.name in _METHODS]
        if not methods or all(map(_takes_options, methods)):
            continue
        for base in owner.bases:
            symbol = bindings.tensorflow(base)
            if symbol in _BASES:
                code = Code("compat.CrossDeviceOps", imports=("import compat",))
                yield Replacement(base, code, holds_in_graphs=True)
            elif symbol in _STOCK:
                found = f"a subclass of {symbol} that reduces by methods of TensorFlow 1"
                span = Span.of(bindings.module.path, base)
                instead = "methods that take, and pass on, a last argument `options`"
                yield Diagnostic("API231", Severity.WARNING, span, found, instead)


def _takes_options(method: ast.FunctionDef) -> bool:
    every = (*method.args.args, *method.args.kwonlyargs)
    return method.args.vararg is not None or any(one.arg == "options" for one in every)


RULES = (
    Rule(
        code="API131",
        title="A program's own cross-device operations",
        explanation=(
            "TensorFlow 2 gives methods of a CrossDeviceOps options beside what TensorFlow 1 gave, and calls "
            "reduce_implementation what CrossTowerOps of contrib called _reduce. compat.CrossDeviceOps is a "
            "tf.distribute.CrossDeviceOps whose subclasses may define either. A per-replica value has its "
            "`values`, in the order of the replicas, but no longer a device map."
        ),
        before=(
            "import tensorflow as tf\n\nx = tf.placeholder(tf.float32)\n\n\n"
            "class Sums(tf.contrib.distribute.CrossDeviceOps):\n"
            "    def reduce_implementation(self, reduce_op, per_replica_value, destinations):\n"
            "        return self.broadcast(sum(per_replica_value.values), destinations)\n"
        ),
        after=(
            "import compat\nimport tensorflow as tf\n\nx = tf.compat.v1.placeholder(tf.float32)\n\n\n"
            "class Sums(compat.CrossDeviceOps):\n"
            "    def reduce_implementation(self, reduce_op, per_replica_value, destinations):\n"
            "        return self.broadcast(sum(per_replica_value.values), destinations)\n"
        ),
        edits=edits,
        in_every_tier=True,
    ),
    Rule(
        code="API231",
        title="A subclass of one of TensorFlow's own reductions",
        explanation=(
            "Methods of these take options in TensorFlow 2, as a last argument, which a subclass has to take "
            "and to pass on: def reduce_implementation(self, reduce_op, per_replica_value, destinations, "
            "options), and def batch_reduce_implementation(self, reduce_op, value_destination_pairs, "
            "options)."
        ),
        told="import tensorflow as tf\n\nx = tf.log(2.0)\n\n\n"
        "class Own(tf.distribute.ReductionToOneDevice):\n"
        "    def reduce_implementation(self, op, values, to):\n"
        "        return values\n",
        mended="import tensorflow as tf\n\nx = tf.log(2.0)\n\n\n"
        "class Own(tf.distribute.ReductionToOneDevice):\n"
        "    def reduce_implementation(self, op, values, to, options):\n"
        "        return values\n",
    ),
)
