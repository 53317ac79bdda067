"""How Estimators run under a strategy on a cluster.

Stands for `tensorflow.python.distribute.estimator_training`, which went when `tf.estimator` did; the
coordinator that it led is still in TensorFlow. The names and arguments are those that `tensorflow_estimator`
calls, and the attributes that are set are of its `RunConfig` and `Estimator`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from .estimator_library import steps
from .estimators import CoordinatorMode as _Mode
from .estimators import normalize_cluster_spec, run_coordinator, worker_context
from .run_configs import Place, put

_coordinator = steps("run_coordinator")


def init_run_config(config: Any, tf_config: dict[str, Any]) -> None:
    """Set the strategies, the cluster and the task of `config`; `tf_config` is what `TF_CONFIG` says.

    Raises:
      ValueError: a strategy, or the cluster, is given twice.
    """
    wanted = config._experimental_distribute
    if wanted:
        for name in ("train_distribute", "eval_distribute"):
            _take_strategy(config, wanted, name)
    cluster = tf.train.ClusterSpec(tf_config.get("cluster", {}))
    config._init_distributed_setting_from_environment_var({})
    if config._train_distribute and wanted and wanted.remote_cluster:
        if cluster:
            raise ValueError(
                'Cannot set both "cluster_spec" of TF_CONFIG and `experimental_distribute.remote_cluster`'
            )
        config._distribute_coordinator_mode = _Mode.STANDALONE_CLIENT
        config._cluster_spec = wanted.remote_cluster
    elif cluster and config._train_distribute and "master" not in cluster.jobs:
        config._distribute_coordinator_mode = _Mode.INDEPENDENT_WORKER
        config._cluster_spec = cluster  # which task this is, the coordinator tells
    else:
        config._distribute_coordinator_mode = None
        config._init_distributed_setting_from_environment_var(tf_config)
        config._maybe_overwrite_session_config_for_distributed_training()
    mode = config._distribute_coordinator_mode
    tf.compat.v1.logging.info(
        f"Initializing RunConfig with distribution strategies, coordinated by {mode}."
        if mode
        else "Not using Distribute Coordinator."
    )


def _take_strategy(config: Any, wanted: Any, name: str) -> None:
    strategy = getattr(wanted, name)
    if strategy:
        if getattr(config, f"_{name}"):
            raise ValueError(f"Either `{name}` or `experimental_distribute.{name}` can be set.")
        setattr(config, f"_{name}", strategy)


def should_run_distribute_coordinator(config: Any) -> bool:
    """Whether `train_and_evaluate` is to be led by the coordinator."""
    mode = getattr(config, "_distribute_coordinator_mode", None)
    return mode in (_Mode.STANDALONE_CLIENT, _Mode.INDEPENDENT_WORKER) and bool(config.cluster_spec)


def train_and_evaluate(estimator: Any, train_spec: Any, eval_spec: Any, executor_cls: Any) -> None:
    """Train, or evaluate, as the task that this process is of the cluster.

    Raises:
      ValueError: the config of `estimator` asks for no coordinator.
    """
    config = estimator.config
    mode = config._distribute_coordinator_mode
    if not mode:
        raise ValueError("Distribute coordinator mode is not specified in `RunConfig`.")

    def train(strategy: Any) -> None:
        context = worker_context()
        local = _for_task(estimator, "train", strategy, context)
        # A client that leads all tasks runs them in threads: hooks for one of them are enough.
        hooked = mode == _Mode.INDEPENDENT_WORKER or context.is_chief
        hooks = list(train_spec.hooks) if hooked else []
        local.train(input_fn=train_spec.input_fn, max_steps=train_spec.max_steps, hooks=hooks)

    def evaluate(strategy: Any) -> None:
        local = _for_task(estimator, "eval", strategy, worker_context())
        executor_cls(local, train_spec, eval_spec)._start_continuous_evaluation()

    coordinate = _coordinator() if mode == _Mode.INDEPENDENT_WORKER else run_coordinator
    coordinate(
        train,
        config.train_distribute,
        evaluate,
        config.eval_distribute,
        mode=mode,
        # Of an independent worker, TF_CONFIG tells the cluster.
        cluster_spec=config.cluster_spec if mode == _Mode.STANDALONE_CLIENT else None,
        session_config=config.session_config,
    )


def estimator_train(estimator: Any, train_distributed_fn: Callable[..., Any], hooks: Sequence[Any]) -> Any:
    """`Estimator.train` of a client that leads the tasks of a cluster."""
    return _lead(estimator, "train", train_distributed_fn, hooks)


def estimator_evaluate(
    estimator: Any, evaluate_distributed_fn: Callable[..., Any], hooks: Sequence[Any]
) -> Any:
    """`Estimator.evaluate` of a client that leads the tasks of a cluster."""
    return _lead(estimator, "eval", evaluate_distributed_fn, hooks)


_METHODS = {"train": "Estimator.train", "eval": "Estimator.evaluate"}


def _lead(estimator: Any, role: str, function: Callable[..., Any], hooks: Sequence[Any]) -> Any:
    config = estimator._config
    strategy = getattr(config, f"_{role}_distribute")
    cluster = normalize_cluster_spec(config.cluster_spec)
    if "evaluator" in cluster.jobs:
        raise ValueError("'evaluator' job is not supported if you don't use `train_and_evaluate`")
    if config._distribute_coordinator_mode != _Mode.STANDALONE_CLIENT:
        raise ValueError(
            f"`{_METHODS[role]}` runs on a cluster only as the client of `experimental_distribute."
            "remote_cluster`; with TF_CONFIG use `tf.estimator.train_and_evaluate`"
        )
    if strategy.extended.experimental_between_graph:
        raise ValueError(
            f"`{_METHODS[role]}` is not supported for {type(strategy).__name__} on a remote cluster."
        )

    def work(strategy: Any) -> Any:
        context = worker_context()
        local = _for_task(estimator, role, strategy, context)
        result = function(local, strategy, hooks if context.is_chief else [])
        return local if role == "train" else result

    return run_coordinator(
        work,
        strategy,
        mode=config._distribute_coordinator_mode,
        cluster_spec=cluster,
        session_config=config.session_config,
    )


def _for_task(estimator: Any, role: str, strategy: Any, context: Any) -> Any:
    """A copy of `estimator` that trains or evaluates as the task of `context` under `strategy`."""
    local = copy.deepcopy(estimator)
    config = local._config
    setattr(config, f"_{role}_distribute", strategy)
    setattr(local, f"_{role}_distribution", strategy)
    config._distribute_coordinator_mode = None  # what it calls runs here, not once more by the coordinator
    _place(config, context)
    tf.compat.v1.logging.info("Updated config: %s", str(vars(config)))
    return local


def _place(config: Any, context: Any) -> None:
    """Tell `config` which task of the cluster it is for."""
    cluster = context.cluster_spec
    number: int | None = 0
    parameter_servers, workers = 0, 1
    if cluster and context.task_type == "evaluator":
        # It is by itself: the others do not wait for it, nor it for them.
        cluster, number, workers = tf.train.ClusterSpec({}), None, 0
    elif cluster:
        sizes = {job: len(tasks) for job, tasks in cluster.as_dict().items()}
        parameter_servers = sizes.get("ps", 0)
        workers = sizes.get("worker", 0) + sizes.get("chief", 0)
        number = _number(sizes, context.task_type, context.task_id)
    place = Place(
        cluster,
        context.task_type,
        context.task_id,
        master=context.master_target,
        evaluation_master=context.master_target,
        is_chief=context.is_chief,
        number=number,
        parameter_servers=parameter_servers,
        workers=workers,
    )
    put(config, place)


def _number(sizes: dict[str, int], job: str | None, index: int) -> int:
    """Which task of the cluster this is, counted by jobs: the chief first, the parameter servers last."""
    if not job:
        return 0
    ordered = sorted(sizes, key=lambda name: (name == "ps", name != "chief", name))
    return sum(sizes[before] for before in ordered[: ordered.index(job)]) + index
