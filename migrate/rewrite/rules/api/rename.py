"""API101: a TF 1 name becomes the name that it has on TensorFlow 2."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migrate.model.bindings import TF1_IN_TF2, Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Arguments, Code, Replacement
from migrate.model.nodes import nodes_of
from migrate.rewrite.names import root_of, written
from migrate.rewrite.rule import Rule
from migrate.rewrite.tables.symbols import modules, parents, symbols
from migrate.syntax.symbols import is_in

from .respelled import respelled
from .version import deciding

# What TensorFlow 2 lost as a whole, and where `compat` has it.
_MOVED = {
    "tf.contrib": "compat.contrib",
    "tf.estimator": "compat.estimator",
    "tf.examples": "compat.examples",
    "tf.layers": "compat.layers",
    "tf.nn.rnn_cell": "compat.rnn_cell",
}
# Other names of what TensorFlow still has by its own; Keras has these as something else today.
_AT_HOME = {
    **{
        f"tf.contrib.framework.{name}": f"tf.compat.v1.train.{name}"
        for name in ("create_global_step", "get_global_step", "get_or_create_global_step")
    },
    **{
        f"tf.keras.initializers.{alias}": f"tf.compat.v1.initializers.{name}"
        for name, aliases in {
            "constant": ("Constant", "constant"),
            "glorot_normal": ("glorot_normal",),
            "glorot_uniform": ("glorot_uniform",),
            "he_normal": ("he_normal",),
            "he_uniform": ("he_uniform",),
            "identity": ("Identity", "identity"),
            "lecun_normal": ("lecun_normal",),
            "lecun_uniform": ("lecun_uniform",),
            "ones": ("Ones", "ones"),
            "orthogonal": ("Orthogonal", "orthogonal"),
            "variance_scaling": ("VarianceScaling",),
            "zeros": ("Zeros", "zeros"),
        }.items()
        for alias in aliases
    },
    **{
        f"tf.contrib.distribute.{name}": f"tf.distribute.{instead}"
        for name, instead in {
            "DistributionStrategy": "Strategy",
            "ReplicaContext": "ReplicaContext",
            "get_distribution_strategy": "get_strategy",
            "get_replica_context": "get_replica_context",
            "get_strategy": "get_strategy",
            "has_distribution_strategy": "has_strategy",
            "has_strategy": "has_strategy",
            "in_cross_replica_context": "in_cross_replica_context",
        }.items()
    },
    **{
        f"tf.contrib.cluster_resolver.{name}": f"tf.distribute.cluster_resolver.{instead}"
        for name, instead in {
            "ClusterResolver": "ClusterResolver",
            "GCEClusterResolver": "GCEClusterResolver",
            "KubernetesClusterResolver": "KubernetesClusterResolver",
            "SimpleClusterResolver": "SimpleClusterResolver",
            "TFConfigClusterResolver": "TFConfigClusterResolver",
            "TPUClusterResolver": "TPUClusterResolver",
            "UnionClusterResolver": "UnionResolver",
        }.items()
    },
    "tf.contrib.distribute.CrossDeviceOps": "compat.CrossDeviceOps",
    "tf.contrib.distribute.CrossTowerOps": "compat.CrossDeviceOps",
    "tf.contrib.distribute.initialize_tpu_system": "tf.tpu.experimental.initialize_tpu_system",
}


def today(symbol: str) -> str | None:
    """The name of a TF 1 symbol today, of its attribute or of a module; `None` if there is none."""
    if symbol == "tf" or symbol.startswith("tf.__"):  # a module has `__version__` and the like of itself
        return symbol
    if symbol in _AT_HOME:
        return _AT_HOME[symbol]
    for lost, home in _MOVED.items():
        if symbol == lost or symbol.startswith(lost + "."):
            return home + symbol.removeprefix(lost)
    for known in (symbol, *parents(symbol)):
        row = symbols().get(known)
        if row is not None:
            return row.instead + symbol.removeprefix(known) if row.instead else None
        if known in modules() and known != "tf":
            if known != symbol:
                return None
            # Nothing can be imported from TensorFlow 1's Keras; there is one in Keras's own package.
            return symbol if is_in(symbol, ("tf.keras",)) else symbol.replace("tf.", "tf.compat.v1.", 1)
    return None


def edits(bindings: Bindings) -> Iterator[Replacement | Arguments | Diagnostic]:
    """Rename each TensorFlow symbol of a module, or say that it has no counterpart."""
    calls = {node.func: node for node in nodes_of(bindings.module.tree) if isinstance(node, ast.Call)}
    versions = frozenset(deciding(bindings))  # another rule's
    for node, dotted in bindings.named.items():
        symbol = bindings.tensorflow(node) or bindings.annotated(node)
        if symbol is None or node in bindings.prefixes or not isinstance(node, ast.Attribute):
            continue
        if versions and not versions.isdisjoint(nodes_of(node)):
            continue
        target = bindings.aliases.get(root_of(node), "")
        if target == TF1_IN_TF2:
            yield from _by_first_version(bindings, node, symbol, calls.get(node))
        elif not (dotted.startswith(TF1_IN_TF2) or is_private(dotted)):
            instead = today(symbol)
            if instead is None:
                yield _missing(bindings, node, symbol)
            elif target == "tensorflow":
                yield from _renamed(bindings, node, symbol, instead, calls.get(node))
            elif _is_lost(instead) and not _is_lost(today("tf" + target.removeprefix("tensorflow")) or ""):
                yield _spelled(node, instead)
            # else what is imported by a name of its own keeps that name: its import moves
    yield from _asked_by_text(bindings, calls.values())


def _asked_by_text(bindings: Bindings, calls: Iterable[ast.Call]) -> Iterator[Replacement]:
    """What has TF 1's names, where TensorFlow itself is asked for some by `getattr` or `hasattr`."""
    for call in calls:
        asked = call.args[0] if call.args else None
        is_asking = getattr(call.func, "id", "") in ("getattr", "hasattr")
        if not is_asking or not isinstance(asked, ast.Name) or bindings.tensorflow(asked) != "tf":
            continue
        if bindings.stands_for_tensorflow(asked.id):
            yield Replacement(asked, Code(f"{asked.id}.compat.v1"))


def _by_first_version(
    bindings: Bindings, node: ast.Attribute, symbol: str, call: ast.Call | None
) -> Iterator[Replacement | Arguments | Diagnostic]:
    """Where the root stands for TF 1's names: what those lost; all, where it is to stand for TensorFlow."""
    instead = today(symbol)
    if root_of(node) in bindings.tensorflow_by_its_first_version:
        if instead is None and not symbol.startswith("tf.compat"):
            instead = symbol.replace("tf.", "tf.compat.v1.", 1)  # newer than TF 1 was
        if instead is not None:
            yield from _renamed(bindings, node, symbol, instead, call)
    elif instead is not None and _is_lost(instead):
        yield _spelled(node, instead)


def _renamed(
    bindings: Bindings, node: ast.Attribute, symbol: str, instead: str, call: ast.Call | None
) -> Iterator[Replacement | Arguments | Diagnostic]:
    if call is not None and not (symbol == "tf.name_scope" and _may_leave_every_scope(bindings, call)):
        found = respelled(symbol, written(node), instead, call)
        if found is None:
            told = (
                f"arguments of {symbol} that TensorFlow 2's {instead} does not take: fails where it is called"
            )
            yield Diagnostic(
                "API207", Severity.WARNING, Span.of(bindings.module.path, call), told, "leave them out"
            )
        elif found[1]:  # another edit of the whole call goes on with `instead`
            yield Arguments(call, named=found[1], function=found[0].replace("tf", root_of(node), 1))
        else:
            instead = found[0]
    if instead != written(node):
        yield _spelled(node, instead)


def _may_leave_every_scope(bindings: Bindings, call: ast.Call) -> bool:
    """Whether `tf.name_scope` may be given None, which today's does not take: it led out of all scopes."""
    given = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "name")]
    return any(_is_none(one) or isinstance(one, ast.Name) and one.id in _without(bindings) for one in given)


def _without(bindings: Bindings) -> frozenset[str]:
    """The names that are None by default, or are given that."""
    found: set[str] = set()
    for node in nodes_of(bindings.module.tree):
        if isinstance(node, ast.arguments):
            named = [*node.posonlyargs, *node.args][::-1]
            pairs = [
                *zip(named, node.defaults[::-1], strict=False),
                *zip(node.kwonlyargs, node.kw_defaults, strict=True),
            ]
            found |= {one.arg for one, default in pairs if _is_none(default)}
        elif isinstance(node, ast.Assign) and _is_none(node.value):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(found)


def _is_none(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _spelled(node: ast.Attribute, instead: str) -> Replacement:
    if _is_lost(instead):
        return Replacement(node, Code(instead, imports=("import compat",)))
    return Replacement(node, Code(instead.replace("tf", root_of(node), 1)))


def _is_lost(instead: str) -> bool:
    return instead.startswith("compat.")


def is_private(dotted: str) -> bool:
    """Whether a name lies in TensorFlow's inner modules, which are not looked into."""
    inner = (
        "tensorflow.python",
        "tensorflow.models.rnn",
        "tensorflow.core",
        "tensorflow.compat.v1",
        "tensorflow.tools",
    )
    return any(dotted == module or dotted.startswith(module + ".") for module in inner)


def _missing(bindings: Bindings, node: ast.AST, symbol: str) -> Diagnostic:
    if symbol not in symbols() and symbol not in modules():
        found = f"{symbol}, which TensorFlow 1.15 does not have either: left as it is, fails where it is used"
        return Diagnostic(
            "API202", Severity.WARNING, Span.of(bindings.module.path, node), found, "another function"
        )
    found = f"{symbol}, which TensorFlow 2 does not have"
    return Diagnostic(
        "API201", Severity.ERROR, Span.of(bindings.module.path, node), found, "another function"
    )


RULE = Rule(
    code="API101",
    title="A TF 1 name becomes its TF 2 name",
    explanation=(
        "A symbol keeps its name where TensorFlow 2 computes the same for the same arguments, or gets the "
        "one that TensorFlow 2 has for the same function; arguments that are called otherwise there, or have "
        "another place, get their keyword. All others move to tf.compat.v1, which computes what TF 1 did; a "
        "symbol that neither has is an error, API201. Names from before 1.0, such as tf.mul, are taken for "
        "what 1.15 calls them. getattr(tf, …) and hasattr(tf, …) ask tf.compat.v1, so that a program "
        "that asks whether there is a name takes the branch that it took."
    ),
    before="import tensorflow as tf\n\n\ndef inference(x):\n"
    "    w = tf.get_variable('w', [4, 2])\n"
    "    return tf.reduce_sum(tf.log(tf.matmul(x, w)), 1, keep_dims=True)\n",
    after="import tensorflow as tf\n\n\ndef inference(x):\n"
    "    w = tf.compat.v1.get_variable('w', [4, 2])\n"
    "    return tf.reduce_sum(tf.math.log(tf.matmul(x, w)), 1, keepdims=True)\n",
    edits=edits,
)
