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


def monitored_training_session_by(
    chief: Callable[..., Any], worker: Callable[..., Any]
) -> Callable[..., Any]:
    """`tf.compat.v1.train.MonitoredTrainingSession` whose sessions the chief and workers have of these."""
    return _seeing(
        monitored_session.MonitoredTrainingSession, ChiefSessionCreator=chief, WorkerSessionCreator=worker
    )


def evaluate_once_by(creator: Callable[..., Any]) -> Callable[..., Any]:
    """The evaluation of one checkpoint, as Estimators have it, in a session of this `creator`."""
    sessions = SimpleNamespace(**{**vars(monitored_session), "ChiefSessionCreator": creator})
    return _seeing(evaluation._evaluate_once, monitored_session=sessions)


def coordinator_by(
    server: Callable[..., Any], chief: Callable[..., Any], worker: Callable[..., Any]
) -> Callable[..., Any]:
    """`run_distribute_coordinator` with servers, and sessions of the tasks, that these make."""
    sessions = SimpleNamespace(ChiefSessionCreator=chief, WorkerSessionCreator=worker)
    original = distribute_coordinator._WorkerContext

    class Context(original):  # type: ignore[misc, valid-type]
        """What a task knows of itself."""

        session_creator = _seeing(original.session_creator, monitored_session=sessions)

    seen: dict[str, Any] = {
        **vars(distribute_coordinator),
        "_WorkerContext": Context,
        "server_lib": SimpleNamespace(Server=server),
    }
    functions = {name: value for name, value in seen.items() if isinstance(value, FunctionType)}
    own = {name: one for name, one in functions.items() if one.__module__ == distribute_coordinator.__name__}
    seen.update({name: _in(seen, function) for name, function in own.items()})
    return seen["run_distribute_coordinator"]  # type: ignore[no-any-return]


def _seeing(function: Any, **own: Any) -> Callable[..., Any]:
    """A function of TensorFlow's that has names of its module replaced."""
    return _in({**function.__globals__, **own}, function)


def _in(names: dict[str, Any], function: Any) -> Callable[..., Any]:
    """A function whose global names are these."""
    moved = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    moved.__kwdefaults__ = function.__kwdefaults__
    return moved
