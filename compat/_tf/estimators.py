"""What Estimators want of strategies, of clusters that the distribute coordinator leads, and of TPUs."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, SimpleNamespace
from typing import Any

from tensorflow.python.autograph.core import config as autograph
from tensorflow.python.distribute import (
    distribute_coordinator,
    distribute_coordinator_context,
    distribute_lib,
    multi_worker_util,
)
from tensorflow.python.tpu import device_assignment as tpu_device_assignment
from tensorflow.python.tpu import tpu_feed, training_loop
from tensorflow.python.tpu.ops import tpu_ops
from tensorflow.python.training import evaluation, monitored_session

CoordinatorMode = distribute_coordinator.CoordinatorMode
run_coordinator = distribute_coordinator.run_distribute_coordinator
run_server = distribute_coordinator.run_standard_tensorflow_server
worker_context = distribute_coordinator_context.get_current_worker_context
UpdateContext = distribute_lib.UpdateContext
get_cross_replica_context = distribute_lib.get_cross_replica_context
require_replica_context = distribute_lib.require_replica_context
normalize_cluster_spec = multi_worker_util.normalize_cluster_spec

# For TPUs.

InfeedQueue = tpu_feed.InfeedQueue
device_assignment = tpu_device_assignment.device_assignment
feeds_of_tpus = tpu_ops
tpu_repeat = training_loop.repeat
tpu_while_loop = training_loop.while_loop


def leave_as_written(package: str) -> None:
    """Have AutoGraph call a package's functions as they are, as it does TensorFlow's own.

    It converts what is called by a Keras model of a library's, at some seconds for a canned Estimator.
    """
    autograph.CONVERSION_RULES = (autograph.DoNotConvert(package), *autograph.CONVERSION_RULES)


def monitored_training_session_by(creator: Callable[..., Any]) -> Callable[..., Any]:
    """`tf.compat.v1.train.MonitoredTrainingSession` whose session a chief has of this `creator`."""
    return _seeing(monitored_session.MonitoredTrainingSession, ChiefSessionCreator=creator)


def evaluate_once_by(creator: Callable[..., Any]) -> Callable[..., Any]:
    """The evaluation of one checkpoint, as Estimators have it, in a session of this `creator`."""
    sessions = SimpleNamespace(**{**vars(monitored_session), "ChiefSessionCreator": creator})
    return _seeing(evaluation._evaluate_once, monitored_session=sessions)


def _seeing(function: Any, **own: Any) -> Callable[..., Any]:
    """A function of TensorFlow's that has names of its module replaced."""
    seeing = FunctionType(
        function.__code__, {**function.__globals__, **own}, function.__name__, function.__defaults__
    )
    seeing.__kwdefaults__ = function.__kwdefaults__
    return seeing
