"""API121: strategies by the names and arguments that they have today."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, Replacement
from migrate.model.nodes import calls_in, nodes_of
from migrate.rewrite.calls import given_arguments
from migrate.rewrite.names import name_of_tensorflow
from migrate.rewrite.rule import Rule
from migrate.syntax.device_lists import device_list
from migrate.syntax.estimators import names_estimators

_Given = Mapping[str, ast.expr]


@dataclass(frozen=True)
class _Form:
    """A call of TF 1: what it takes, and how the arguments that are given are written today.

    `{tf}` of the template stands for TensorFlow.
    """

    takes: str
    written: Callable[[_Given], str | None]


def _mirrored(given: _Given) -> str | None:
    counts = [name for name in ("num_gpus", "num_gpus_per_worker") if name in given]
    reductions = [name for name in ("cross_device_ops", "cross_tower_ops") if name in given]
    if len(counts) + ("devices" in given) > 1 or len(reductions) > 1:
        return None  # an error in TF 1
    devices = [device_list(given[name], name) for name in counts] or ["{devices}"] * ("devices" in given)
    reduced = [f"cross_device_ops={{{name}}}" for name in reductions]
    return f"{{tf}}.distribute.MirroredStrategy({', '.join([*devices, *reduced])})"


def _one_device(given: _Given) -> str | None:
    return "{tf}.distribute.OneDeviceStrategy({device})" if "device" in given else None


def _all_reduce(given: _Given) -> str | None:
    algorithm = given.get("all_reduce_alg", ast.Constant("nccl"))
    names = {"nccl": "NcclAllReduce", "hierarchical_copy": "HierarchicalCopyAllReduce"}
    if not isinstance(algorithm, ast.Constant) or algorithm.value not in names:
        return None
    packs = "{num_packs}" if "num_packs" in given else ""
    return f"{{tf}}.distribute.{names[algorithm.value]}({packs})"


def _multi_worker(given: _Given) -> str:
    arguments = ["cluster_resolver={cluster_resolver}"] if "cluster_resolver" in given else []
    if "communication" in given:
        options = "{tf}.distribute.experimental.CommunicationOptions(implementation={communication})"
        arguments.append(f"communication_options={options}")
    return f"{{tf}}.distribute.MultiWorkerMirroredStrategy({', '.join(arguments)})"


def _tpu(given: _Given) -> str:
    arguments = ["{tpu_cluster_resolver}"] if "tpu_cluster_resolver" in given else []
    if "device_assignment" in given:
        arguments.append("experimental_device_assignment={device_assignment}")
    return f"{{tf}}.distribute.TPUStrategy({', '.join(arguments)})"


def _slurm(given: _Given) -> str:
    """The resolver of a SLURM job, with one GPU to each task unless it says otherwise."""
    words = {name: f"{{{name}}}" for name in given if name != "jobs"}
    words = {"gpus_per_node": "1", "gpus_per_task": "1", **words}
    arguments = ["{jobs}"] * ("jobs" in given) + [f"{name}={value}" for name, value in words.items()]
    return f"{{tf}}.distribute.cluster_resolver.SlurmClusterResolver({', '.join(arguments)})"


_SLURM = _Form(
    "jobs port_base gpus_per_node gpus_per_task tasks_per_node auto_set_gpu rpc_layer",
    _slurm,
)
_REDUCTION = _Form(
    "all_reduce_alg num_packs agg_small_grads_max_bytes agg_small_grads_max_group", _all_reduce
)
# Those that sessions take as well.
_EVERYWHERE = {
    "tf.contrib.distribute.AllReduceCrossDeviceOps": _REDUCTION,
    "tf.contrib.distribute.AllReduceCrossTowerOps": _REDUCTION,
    "tf.contrib.distribute.MirroredStrategy": _Form(
        "devices num_gpus num_gpus_per_worker cross_device_ops auto_shard_dataset cross_tower_ops", _mirrored
    ),
    "tf.contrib.distribute.OneDeviceStrategy": _Form("device", _one_device),
    "tf.contrib.cluster_resolver.SlurmClusterResolver": _SLURM,
    "tf.distribute.cluster_resolver.SlurmClusterResolver": _SLURM,
}
# Those that are other classes for sessions, which have their names of TF 1.
_WITHOUT_SESSIONS = {
    "tf.contrib.distribute.CollectiveAllReduceStrategy": _Form(
        "num_gpus_per_worker communication", _multi_worker
    ),
    "tf.contrib.distribute.TPUStrategy": _Form("tpu_cluster_resolver steps_per_run num_cores", _tpu),
    "tf.contrib.tpu.TPUDistributionStrategy": _Form(
        "tpu_cluster_resolver",
        lambda given: f"compat.tpu_strategy({'{tpu_cluster_resolver}' if given else ''})",
    ),
    "tf.distribute.experimental.MultiWorkerMirroredStrategy": _Form(
        "communication cluster_resolver", _multi_worker
    ),
    "tf.distribute.experimental.TPUStrategy": _Form(
        "tpu_cluster_resolver steps_per_run device_assignment", _tpu
    ),
}
# Of which today's class is for a process that leads the others; TensorFlow 1's is for Estimators alone.
_PARAMETER_SERVERS = frozenset(
    f"tf.{home}.ParameterServerStrategy" for home in ("contrib.distribute", "distribute.experimental")
)
_TAKES_ALL = "which takes all that it sees today"
_LOST = {
    "num_gpus_per_worker": (_TAKES_ALL, "tf.config.set_visible_devices, where a worker has more"),
    "num_cores": (_TAKES_ALL, "device_assignment"),
    "steps_per_run": ("which runs each step by itself today", "a tf.function that loops over strategy.run"),
}


def _calls(bindings: Bindings, forms: Mapping[str, _Form]) -> Iterator[tuple[ast.Call, _Given, str]]:
    """Calls that can be written as today, with their arguments and how they are written."""
    if _takes_own_batches(bindings):
        return
    for call in nodes_of(bindings.module.tree):
        form = forms.get(bindings.tensorflow(call.func) or "") if isinstance(call, ast.Call) else None
        if isinstance(call, ast.Call) and form is not None and name_of_tensorflow(bindings, call.func):
            given = given_arguments(call, form.takes.split())
            written = form.written(given) if given is not None else None
            if given is not None and written is not None:
                yield call, given, written


def _takes_own_batches(bindings: Bindings) -> bool:
    """Whether replicas get batches of their own by an iterator of contrib's strategies, which compat has."""
    return any(
        isinstance(node, ast.Attribute) and node.attr == "make_dataset_iterator"
        for node in nodes_of(bindings.module.tree)
    )


def _replacement(bindings: Bindings, call: ast.Call, given: _Given, written: str) -> Replacement:
    template = written.replace("{tf}", name_of_tensorflow(bindings, call.func) or "tf")
    parts = {name: value for name, value in given.items() if f"{{{name}}}" in template}
    imports = ("import compat",) if "compat." in template else ()
    return Replacement(call, Code(template, parts, imports=imports))


def _in_every_tier(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    for call, given, written in _calls(bindings, _EVERYWHERE):
        yield _replacement(bindings, call, given, written)
        if (bindings.tensorflow(call.func) or "").endswith(".MirroredStrategy") and _fits_keras(bindings):
            found = "a strategy of contrib, under which the batch size of Keras's fit was each replica's"
            instead = "it times strategy.num_replicas_in_sync, to train as before"
            yield _told("HAZ121", Severity.INFO, bindings, call, found, instead)


def _of_steps(bindings: Bindings) -> Iterator[Replacement | Diagnostic]:
    for call, given, written in _calls(bindings, _WITHOUT_SESSIONS):
        yield _replacement(bindings, call, given, written)
        for name in _LOST.keys() & given.keys():
            what, instead = _LOST[name]
            found = f"{name} of a strategy, {what}"
            yield _told("API123", Severity.INFO, bindings, call, found, instead)
    if names_estimators(bindings):
        return
    for node in calls_in(bindings.module.tree):
        if bindings.tensorflow(node.func) in _PARAMETER_SERVERS:
            found = "ParameterServerStrategy, under which only Estimators train: Keras 3 does not fit"
            instead = "MultiWorkerMirroredStrategy, or a loop of steps that a ClusterCoordinator schedules"
            yield _told("CLU221", Severity.WARNING, bindings, node, found, instead)


def _fits_keras(bindings: Bindings) -> bool:
    methods = {node.attr for node in nodes_of(bindings.module.tree) if isinstance(node, ast.Attribute)}
    return "compile" in methods and not methods.isdisjoint({"fit", "fit_generator"})


def _told(
    code: str, severity: Severity, bindings: Bindings, node: ast.expr, found: str, instead: str
) -> Diagnostic:
    span = Span(bindings.module.path, node.lineno, node.col_offset + 1)
    return Diagnostic(code, severity, span, found, instead)


RULES = (
    Rule(
        code="API121",
        title="A strategy by its name of today",
        explanation=(
            "Strategies left tf.contrib.distribute with other arguments: a number of GPUs became the list of "
            "devices that it stood for, cross_tower_ops became cross_device_ops. compat.gpu_names gives the "
            "devices of a number that is known when the program runs. Where replicas take batches of their "
            "own, by make_dataset_iterator, the class stays contrib's, which compat has. A resolver of SLURM "
            "counted one GPU to each task by default, and asks SLURM and TensorFlow today."
        ),
        before="import tensorflow as tf\n\n\ndef strategies(flags):\n"
        "    two = tf.contrib.distribute.MirroredStrategy(num_gpus=2)\n"
        "    ops = tf.contrib.distribute.AllReduceCrossDeviceOps('hierarchical_copy')\n"
        "    return two, tf.contrib.distribute.MirroredStrategy(num_gpus=flags.gpus, cross_tower_ops=ops)\n",
        after="import compat\nimport tensorflow as tf\n\n\ndef strategies(flags):\n"
        "    two = tf.distribute.MirroredStrategy(['/gpu:0', '/gpu:1'])\n"
        "    ops = tf.distribute.HierarchicalCopyAllReduce()\n"
        "    return two, tf.distribute.MirroredStrategy("
        "compat.gpu_names(flags.gpus), cross_device_ops=ops)\n",
        edits=_in_every_tier,
        in_every_tier=True,
    ),
    Rule(
        code="API122",
        title="A strategy for clusters and TPUs by its name of today",
        explanation=(
            "The strategies of several workers and of TPUs are no longer experimental, and take a resolver "
            "and options. Where a graph is built for sessions they stay TF 1's."
        ),
        before="import tensorflow as tf\n\n\ndef strategies(flags):\n"
        "    ring = tf.distribute.experimental.CollectiveCommunication.RING\n"
        "    return tf.distribute.experimental.MultiWorkerMirroredStrategy(ring), tf.log(1.0)\n",
        after="import tensorflow as tf\n\n\ndef strategies(flags):\n"
        "    ring = tf.distribute.experimental.CollectiveCommunication.RING\n"
        "    return tf.distribute.MultiWorkerMirroredStrategy(communication_options="
        "tf.distribute.experimental.CommunicationOptions(implementation=ring)), tf.math.log(1.0)\n",
        edits=_of_steps,
        of_eager_mode=True,
        of_tf2=True,
    ),
    Rule(
        code="API123",
        title="An argument that a strategy has lost",
        explanation=(
            "Today's strategies of several workers take all GPUs that a worker sees, and those of TPUs all "
            "cores, unless a device assignment says otherwise. Those of TPUs run each step by itself, and "
            "give the same numbers as many steps in one run."
        ),
    ),
)
