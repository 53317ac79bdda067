"""`tf.contrib.learn.RunConfig`: a `tf.estimator.RunConfig` that reads `TF_CONFIG` as TensorFlow 1.0 did."""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from typing import Any

import tensorflow as tf

from ... import estimator as _estimator
from ..._listing import listed
from ..._tf import run_configs as _run_configs

__dir__ = listed(__name__)

# What may differ between two configs of one `uid`.
_DEFAULT_UID_WHITE_LIST = [
    "tf_random_seed",
    "save_summary_steps",
    "save_checkpoints_steps",
    "save_checkpoints_secs",
    "session_config",
    "keep_checkpoint_max",
    "keep_checkpoint_every_n_hours",
    "log_step_count_steps",
]
_DEFAULT = object()


class Environment:
    """Where a task runs."""

    CLOUD = "cloud"
    GOOGLE = "google"
    LOCAL = "local"


class TaskType:
    """The jobs of a cluster."""

    MASTER = "master"
    PS = "ps"
    WORKER = "worker"


class RunConfig(_run_configs.Placed, _estimator.RunConfig):
    """How, and on which task of a cluster, an estimator runs.

    No task need be a chief: worker 0 is, or in the environment `cloud` the master.
    """

    def __init__(
        self,
        master: str | None = None,
        num_cores: int = 0,
        log_device_placement: bool = False,
        gpu_memory_fraction: float = 1,
        tf_random_seed: int | None = None,
        save_summary_steps: int = 100,
        save_checkpoints_secs: Any = _DEFAULT,
        save_checkpoints_steps: int | None = None,
        keep_checkpoint_max: int = 5,
        keep_checkpoint_every_n_hours: float = 10000,
        log_step_count_steps: int = 100,
        protocol: str | None = None,
        evaluation_master: str = "",
        model_dir: str | None = None,
        session_config: Any = None,
    ) -> None:
        self._asked_master = master
        self._asked_evaluation_master = evaluation_master
        if save_checkpoints_secs is _DEFAULT:
            save_checkpoints_secs = 600 if save_checkpoints_steps is None else None
        self._tf_config = tf.compat.v1.ConfigProto(
            log_device_placement=log_device_placement,
            inter_op_parallelism_threads=num_cores,
            intra_op_parallelism_threads=num_cores,
            gpu_options=tf.compat.v1.GPUOptions(per_process_gpu_memory_fraction=gpu_memory_fraction),
        )
        if session_config is None:
            session_config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
            session_config.MergeFrom(self._tf_config)
        super().__init__(
            model_dir=model_dir,
            tf_random_seed=tf_random_seed,
            save_summary_steps=save_summary_steps,
            save_checkpoints_steps=save_checkpoints_steps,
            save_checkpoints_secs=save_checkpoints_secs,
            session_config=session_config,
            keep_checkpoint_max=keep_checkpoint_max,
            keep_checkpoint_every_n_hours=keep_checkpoint_every_n_hours,
            log_step_count_steps=log_step_count_steps,
            protocol=protocol,
        )

    def place(self) -> _run_configs.Place:
        """The task that `TF_CONFIG` says, as TensorFlow 1.0 read it."""
        given = json.loads(os.environ.get("TF_CONFIG") or "{}")
        task = given.get("task", {})
        cluster = tf.train.ClusterSpec(given.get("cluster", {}))
        sizes = {job: len(tasks) for job, tasks in cluster.as_dict().items()}
        self._environment = given.get("environment", Environment.LOCAL)
        job = task.get("type") if cluster or task else None
        index = int(task.get("index", 0))
        return _run_configs.Place(
            cluster,
            job,
            index,
            master=_address(cluster, job, index) if self._asked_master is None else self._asked_master,
            evaluation_master=self._asked_evaluation_master,
            is_chief=self._leads(job, index),
            number=None if job is None else index,
            parameter_servers=sizes.get(TaskType.PS, 0),
            workers=sizes.get(TaskType.WORKER, 0),
            service=given.get("service"),
        )

    def _leads(self, job: str | None, index: int) -> bool:
        if job is None:
            return True
        if self._environment == Environment.CLOUD:
            return job == TaskType.MASTER
        return job in (TaskType.MASTER, TaskType.WORKER, "chief") and not index

    @property
    def environment(self) -> str:
        """Where `TF_CONFIG` says that the task runs."""
        return str(self._environment)

    @property
    def tf_config(self) -> Any:
        """The `ConfigProto` of the arguments about cores, placement and memory."""
        return self._tf_config

    def uid(self, whitelist: Collection[str] | None = None) -> str:
        """What is the same for configs that differ in what `whitelist` names alone."""
        ignored = {f"_{name}" for name in (_DEFAULT_UID_WHITE_LIST if whitelist is None else whitelist)}
        state = {
            key: value.as_dict() if key == "_cluster_spec" else str(value)
            for key, value in vars(self).items()
            if key not in ignored
        }
        return ", ".join(f"{key}={state[key]!r}" for key in sorted(state))


def _address(cluster: tf.train.ClusterSpec, job: str | None, index: int) -> str:
    jobs = cluster.as_dict()
    return f"grpc://{jobs[job][index]}" if job in jobs else ""


ClusterConfig = RunConfig
