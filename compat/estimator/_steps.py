"""How the library trains, evaluates, predicts and exports: by steps, unless the process is TensorFlow 1's.

For each call of these it calls `input_fn` and `model_fn` once, in a `Trace`. Each step is a function pruned
out of that, which the eager runtime calls with the variables of the trace, its queues, tables and iterators,
which a Program holds; it needs no session, and gives what one gave, to the bit. Outside of a trace the
process is eager. Where `compat.tf1` has turned that off, there are sessions.

In a cluster, which `TF_CONFIG` asks of the library, the servers are those of `compat.train`, on whose targets
Programs are; workers that reduce their gradients together have a Program each, in a process that is a task of
a `MultiWorkerMirroredStrategy`.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import tensorflow as tf

from .. import _tf, train
from .._program import Program
from .._program.building import BuildingState, build_graph, is_building
from ..cluster._member import Member
from ..cluster._ports import wait_for_port

_v1 = tf.compat.v1


@contextlib.contextmanager
def traced_into(graph: tf.Graph) -> Iterator[tf.Graph]:
    """Inside, what is built goes into a graph, as in TensorFlow 1; the thread is as before behind that."""
    with contextlib.ExitStack() as entered:
        if _is_of_steps():
            entered.enter_context(_tf.eagerly())
            entered.enter_context(build_graph())
        yield entered.enter_context(tf.Graph.as_default(graph))


class Trace(tf.Graph):
    """What `input_fn` and `model_fn` are called in, for one mode."""

    def as_default(self) -> Any:
        """Context manager in which they are called."""
        return traced_into(self)


def suspending(generate: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """A generator that builds nothing where it has given a value: what asks for the next one is eager."""

    @functools.wraps(generate)
    def given(*args: Any, **kwargs: Any) -> Iterator[Any]:
        values = generate(*args, **kwargs)
        if not _is_of_steps():
            yield from values
            return
        inside = BuildingState.of_new_thread()
        try:
            while True:
                with inside.entered():
                    value = next(values, _END)
                if value is _END:
                    return
                yield value
        finally:
            with inside.entered():
                values.close()  # type: ignore[attr-defined]

    return given


_END = object()


def _is_of_steps() -> bool:
    """Whether what the library builds here runs as steps, and not in sessions."""
    return is_building() or _tf.begins_eagerly()


def session(target: str = "", graph: Any = None, config: Any = None) -> Any:
    """What stands for `tf.compat.v1.Session`."""
    return (Program if _runs_programs(target) else _v1.Session)(target, graph, config)


def chief_session_creator(scaffold: Any = None, master: str = "", *args: Any, **kwargs: Any) -> Any:
    """What stands for `tf.compat.v1.train.ChiefSessionCreator`."""
    return _creators(master).ChiefSessionCreator(scaffold, _reachable(master), *args, **kwargs)


def worker_session_creator(scaffold: Any = None, master: str = "", *args: Any, **kwargs: Any) -> Any:
    """What stands for `tf.compat.v1.train.WorkerSessionCreator`."""
    return _creators(master).WorkerSessionCreator(scaffold, _reachable(master), *args, **kwargs)


def _creators(master: str) -> Any:
    """What has the creators of sessions on a target, or of Programs there."""
    return train if _runs_programs(master) else _v1.train


def _runs_programs(target: str) -> bool:
    """Whether there are steps on a target; a client that leads a remote cluster has sessions there."""
    leads_others = _tf.worker_context() is not None and target not in ("", *train.Server.of_this_process)
    return _is_of_steps() and (not leads_others or _reachable(target) == "")


def make_server(
    server_or_cluster_def: Any,
    job_name: str | None = None,
    task_index: int | None = None,
    protocol: str | None = None,
    config: Any = None,
    start: bool = True,
) -> Any:
    """What stands for `tf.compat.v1.train.Server`."""
    kind: Any = _v1.train.Server
    if _is_of_steps():
        kind = _server_of(tf.train.ClusterSpec(server_or_cluster_def), config)
    return kind(server_or_cluster_def, job_name, task_index, protocol, config, start)


def _server_of(cluster: tf.train.ClusterSpec, config: Any) -> type[Member]:
    if config is not None and config.experimental.collective_group_leader:
        return _Collective
    # Without parameter servers, what no device names is on the first of the tasks that train.
    return _Server if "ps" in cluster.jobs else train.SharedServer


class _Server(train.Server):
    """Where there are parameter servers, a task that trains is no server itself.

    It comes to them before the library has it sleep for a while, so that they wait for it.
    """

    def start(self) -> None:
        """Serve, or connect to those that do."""
        if self._task.job == "ps":
            super().start()
        else:
            self.connect()


class _Collective(Member):
    """A task of a strategy whose replicas reduce their gradients together."""

    of_this_process: Any = None

    def __init__(
        self, cluster: Any, job: str | None, index: int | None, protocol: str | None, config: Any, start: bool
    ) -> None:
        super().__init__(cluster, job, index, protocol, config)
        self._strategy: Any = None
        if start:
            self.start()

    def start(self) -> None:
        """Meet the other tasks: a strategy that is made in eager mode does so."""
        if self._strategy is not None:
            return
        wait_for_port(self._task)
        resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(
            self._cluster, task_type=self._task.job, task_id=self._task.index, rpc_layer=self._protocol
        )
        with _tf.eagerly():
            self._strategy = tf.distribute.MultiWorkerMirroredStrategy(resolver)
        _Collective.of_this_process = self

    def join(self) -> None:
        """Return at once: nothing is asked of a task that does not train."""


def _reachable(target: str) -> str:
    """The target of a session; none, where the process computes all that the session would."""
    collective = _Collective.of_this_process
    is_own = collective is not None and collective.target == target
    return "" if is_own or _is_of_strategy(target) else target


def _is_of_strategy(target: str) -> bool:
    """Whether nobody serves at the target of this process but a strategy that was made in eager mode."""
    if _tf.worker_context() is None or not _is_of_steps() or target in train.Server.of_this_process:
        return False
    task = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    jobs = task.cluster_spec().as_dict()
    if task.task_type not in jobs or task.task_type == "ps" or "ps" in jobs:
        return False
    return target.endswith(f"://{task.cluster_spec().task_address(task.task_type, task.task_id or 0)}")


monitored_training_session = _tf.monitored_training_session_by(chief_session_creator, worker_session_creator)
evaluate_once = _tf.evaluate_once_by(chief_session_creator)
run_coordinator = _tf.coordinator_by(make_server, chief_session_creator, worker_session_creator)
