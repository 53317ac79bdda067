"""Patches of what a program calls to use a TPU: found at once, its cores are logical CPUs."""

from typing import Any

import numpy as np
from tensorflow.python.distribute import distribute_lib, mirrored_strategy, tpu_strategy
from tensorflow.python.distribute.cluster_resolver.tpu import tpu_cluster_resolver
from tensorflow.python.eager import context, remote
from tensorflow.python.tpu import topology, tpu_strategy_util

from .._errors import EmulateError
from .active import names
from .patching import replace

_LOCAL = "local"
_STRATEGIES = ("TPUStrategyV2", "TPUStrategy", "TPUStrategyV1")


def patch() -> None:
    """Lets a TPU's resolver, its initialisation and its strategies run on logical CPUs."""
    replace(tpu_cluster_resolver.TPUClusterResolver, "__init__", _local_resolver)
    replace(tpu_cluster_resolver.TPUClusterResolver, "master", _master)
    replace(tpu_strategy_util, "initialize_tpu_system_impl", _initialize)
    replace(tpu_strategy_util, "shutdown_tpu_system_impl", _shut_down)
    replace(remote, "connect_to_cluster", _connect)
    for name in _STRATEGIES:
        cls = getattr(tpu_strategy, name)
        base = distribute_lib.StrategyV1 if name.endswith("V1") else distribute_lib.Strategy
        replace(cls, "__init__", _strategy(base))
        replace(cls, "run", _run(base))


def _local_resolver(original: Any) -> Any:
    def __init__(self: Any, tpu: Any = None, *args: Any, **kwargs: Any) -> None:
        if not names.layout.tpus:
            original(self, tpu, *args, **kwargs)
            return
        job = kwargs.get("job_name", "worker")
        original(self, _LOCAL, job_name=job, credentials=None)

    return __init__


def _master(original: Any) -> Any:
    def master(self: Any, *args: Any, **kwargs: Any) -> Any:
        # what connecting to a cluster takes for this host; experimental_connect_to_host needs a name
        return _LOCAL if names.layout.tpus else original(self, *args, **kwargs)

    return master


def _initialize(original: Any) -> Any:
    def initialize_tpu_system_impl(cluster_resolver: Any, resolver_class: Any) -> Any:
        cores = names.layout.tpus
        if not cores:
            return original(cluster_resolver, resolver_class)
        context.context().ensure_initialized()
        # Two cores a chip, the chips in a row: what a TPU v3 of this size would say.
        per_chip = 2 if cores % 2 == 0 else 1
        places = [[i // per_chip, 0, 0, i % per_chip] for i in range(cores)]
        made = topology.Topology(
            mesh_shape=[cores // per_chip, 1, 1, per_chip],
            device_coordinates=np.array([places], dtype=np.int32),
        )
        if cluster_resolver is not None:
            cluster_resolver.set_tpu_topology(made.serialized())
        tpu_strategy_util._INITIALIZED_TPU_SYSTEMS[_LOCAL] = made
        return made

    return initialize_tpu_system_impl


def _shut_down(original: Any) -> Any:
    def shutdown_tpu_system_impl(cluster_resolver: Any, resolver_class: Any) -> None:
        if not names.layout.tpus:
            original(cluster_resolver, resolver_class)
        tpu_strategy_util._INITIALIZED_TPU_SYSTEMS.pop(_LOCAL, None)

    return shutdown_tpu_system_impl


def _connect(original: Any) -> Any:
    def connect_to_cluster(cluster: Any, *args: Any, **kwargs: Any) -> Any:
        if names.layout.tpus and hasattr(cluster, "as_dict") and cluster.as_dict() == {"worker": [_LOCAL]}:
            return None
        return original(cluster, *args, **kwargs)

    return connect_to_cluster


class _Cores(mirrored_strategy.MirroredExtended):
    """Replicas on the cores, which TPUs run several steps of at a time."""

    steps_per_run = 1

    def _experimental_run_steps_on_iterator(
        self, fn: Any, iterator: Any, iterations: Any, initial_loop_values: Any = None
    ) -> Any:
        def step(context: Any, inputs: Any) -> Any:
            return self._container_strategy().group(fn(context, inputs))

        return super()._experimental_run_steps_on_iterator(step, iterator, iterations, initial_loop_values)


def _strategy(base: Any) -> Any:
    def make(original: Any) -> Any:
        def __init__(self: Any, resolver: Any = None, *args: Any, **kwargs: Any) -> None:
            cores = names.layout.tpus
            if not cores:
                original(self, resolver, *args, **kwargs)
                return
            assignment = kwargs.get("device_assignment") or kwargs.get("experimental_device_assignment")
            devices = [f"/device:TPU:{i}" for i in range(cores)]
            if assignment is not None:
                if assignment.num_cores_per_replica != 1:
                    raise EmulateError(
                        "emulated TPUs run one core a replica: XLA alone splits a replica over cores"
                    )
                devices = [f"/device:TPU:{i}" for i in range(assignment.num_replicas)]
            if resolver is None:
                resolver = kwargs.get("tpu_cluster_resolver")
            self._collective_key_base = 0  # which MirroredStrategy has, and its extension reads
            base.__init__(self, _Cores(self, devices=devices))
            self.extended._tpu_cluster_resolver = resolver

        return __init__

    return make


def _run(base: Any) -> Any:
    def make(original: Any) -> Any:
        def run(self: Any, fn: Any, args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
            if not names.layout.tpus:
                return original(self, fn, args, kwargs, options)
            return base.run(self, fn, args, kwargs, options)

        return run

    return make
