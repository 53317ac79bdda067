"""Where the task of a `tf.estimator.RunConfig` is in its cluster, which is told by what it has inside."""

from __future__ import annotations

import abc
from dataclasses import dataclass
from typing import Any

import tensorflow as tf


@dataclass(frozen=True)
class Place:
    """The task that a configuration is for.

    Args:
      cluster: all tasks.
      job, index: this task; none where there is no cluster.
      master, evaluation_master: the target of sessions that train, and of those that evaluate.
      is_chief: whether it writes checkpoints and summaries.
      number: which of all tasks it is, counted from 0; the evaluator is none of them.
      parameter_servers, workers: how many there are.
      service: what `TF_CONFIG` says of that.
    """

    cluster: tf.train.ClusterSpec
    job: str | None
    index: int
    master: str
    evaluation_master: str
    is_chief: bool
    number: int | None
    parameter_servers: int
    workers: int
    service: Any = None


def put(config: Any, place: Place) -> None:
    """Have a configuration be that of a task."""
    config._service = place.service
    config._cluster_spec = place.cluster
    config._task_type = place.job
    config._task_id = place.index
    config._master = place.master
    config._evaluation_master = place.evaluation_master
    config._is_chief = place.is_chief
    config._global_id_in_cluster = place.number
    config._num_ps_replicas = place.parameter_servers
    config._num_worker_replicas = place.workers


class Placed(abc.ABC):
    """Among the bases of a class in front of `RunConfig`: it tells its place, and sessions see all tasks."""

    @abc.abstractmethod
    def place(self) -> Place:
        """The task that the configuration is for."""

    def _init_distributed_setting_from_environment_var(self, tf_config: dict[str, Any]) -> None:
        del tf_config  # it need not be what the library would take
        put(self, self.place())

    def _maybe_overwrite_session_config_for_distributed_training(self) -> None:
        return  # sessions of the library would see their own task and the parameter servers alone
