"""Workers that train in step on copies of the variables, under `MultiWorkerMirroredStrategy`."""

from __future__ import annotations

import atexit
import logging
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import tensorflow as tf

from .. import _tf
from ..errors import ClusterError
from ..home import Home
from ..names import op_name
from .meeting import Meeting

_log = logging.getLogger(__name__)
_SUM = tf.distribute.ReduceOp.SUM
_IS_OVER = "compat: a worker has left, so that all do"


_Result = TypeVar("_Result")


class CollectiveHome(Home):
    """A copy of each variable on each worker, which all update at once, by the same means.

    Steps that update end for all workers when one has left: all have done the same number of them. Other
    steps and reads are of this worker alone, and wait for nobody.

    Args:
      strategy: whose replicas the workers are, one each.
    """

    def __init__(self, strategy: tf.distribute.Strategy) -> None:
        self._strategy = strategy
        self._meeting = Meeting(strategy.num_replicas_in_sync, strategy.extended.worker_devices[0])
        self._meets = False  # whether a step does
        self._shared: list[tf.Variable] = []
        self._is_training = False

    def make(self, create: Callable[..., tf.Variable], spec: dict[str, Any], *, is_local: bool) -> Any:
        """A copy of a variable, with the chief's initial value; a local one is not kept equal to others."""
        variable = super().make(create, spec, is_local=is_local)
        if not is_local:
            self._shared.append(variable)
        return variable

    def calling(
        self, step: Callable[..., Any], function: Any = None, trace: Callable[..., None] | None = None
    ) -> Callable[..., Any]:
        """The step, called so that it tells who has left, and who was lost.

        Raises:
          ClusterError: from a call: another worker was lost.
          tf.errors.OutOfRangeError: from a call: another worker has left, so that the training has ended.
        """
        del function, trace
        return _Step(self, step)

    def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """What `function` returns, in which workers may wait for each other."""
        try:
            return function(*args, **kwargs)
        except tf.errors.OpError as error:
            if _IS_OVER in str(error):
                self._is_training = False
                message = "another worker has left: the training has ended"
                raise tf.errors.OutOfRangeError(None, None, message) from error
            if not isinstance(error, (tf.errors.UnavailableError, tf.errors.AbortedError)):
                raise
            self._is_training = False
            raise ClusterError(
                "a worker was lost, without which the others cannot go on: start all workers again, and they "
                f"go on from the chief's last checkpoint; {_cause(error)}"
            ) from error

    def prepare(self, is_chief: bool, restore: Callable[[], Any] | None, max_wait_secs: float) -> None:
        """See `VariableStore.prepare`: all workers get the values that the chief has."""
        del max_wait_secs  # TensorFlow has waited for the workers when the strategy was made
        if restore is not None:
            restore()
        self.call(self._agree, is_chief)
        self._is_training = True
        atexit.register(self._leave_at_exit)

    def _agree(self, is_chief: bool) -> None:
        values = [variable.read_value() for variable in self._shared]
        summed = [
            tf.cast(value, _summed_as(op_name(variable), value.dtype))
            for variable, value in zip(self._shared, values, strict=True)
        ]
        told = [tf.ones([]), *summed] if is_chief else [tf.zeros_like(one) for one in [tf.zeros([]), *summed]]

        @tf.function(autograph=False)
        def total(*own: tf.Tensor) -> Any:
            return self._strategy.run(_all_reduced, args=(list(own),))

        chiefs, *agreed = total.get_concrete_function(*told)(*told)
        if int(chiefs) != 1:
            found = f"{int(chiefs)} workers say that they are the chief"
            raise ClusterError(f"{found}: let one, and one alone, have is_chief=True")
        for variable, value in zip(self._shared, agreed, strict=True):
            variable.assign(tf.cast(value, variable.dtype))

    def meeting(self, gradients: Sequence[tf.Tensor]) -> tf.Operation:
        """In a replica: an operation that waits until all workers have come, and fails if one has left.

        Before it comes the input of the gradients, and whatever else these take from outside of the step: a
        worker whose input has ended has not come. They are computed beside it.
        """
        self._meets = True
        needed = _tf.reached([one.op for one in gradients], _tf.operations_before)
        with tf.control_dependencies([op for op in needed if _tf.has_effect(op)]):
            leaving = self._meeting.leaving(0.0)
        return tf.debugging.Assert(tf.equal(leaving, 0.0), [_IS_OVER], name="all_are_here")

    def reading(self, function: Callable[[], _Result]) -> _Result:
        """What `function` returns, where a Supervisor's graph is finished: a strategy adds to that graph."""
        with tf.Graph().as_default(), _tf.eagerly():
            return function()

    def finish(self, is_chief: bool) -> None:
        """Leave, when all others have come to the end of their step: they leave, too."""
        del is_chief
        if not (self._is_training and self._meets):
            return
        self._is_training = False
        try:
            self._meeting.leave()
        except tf.errors.OpError as error:
            if _IS_OVER not in str(error):
                _log.warning("A worker was lost at the end of the training: %s", error.message)

    def _leave_at_exit(self) -> None:
        if getattr(sys, "last_value", None) is None:  # others are not to take an error for the end
            self.finish(is_chief=False)


class _Step:
    """A step of a collective home, with what steps have beside their call."""

    def __init__(self, home: CollectiveHome, step: Callable[..., Any]) -> None:
        self._home = home
        self._step = step

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._home.call(self._step, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._step, name)
        if name != "beside":  # see `session_step`: a step that gives more than this one
            return value
        return lambda asked: _Step(self._home, value(asked))


def _cause(error: tf.errors.OpError) -> str:
    """The line of TensorFlow's message that tells more than where it was noticed."""
    lines = error.message.splitlines()
    return str(next((line for line in lines if "Collective ops is aborted" in line), lines[0]))


def _all_reduced(own: Sequence[tf.Tensor]) -> list[tf.Tensor]:
    context = tf.distribute.get_replica_context()
    # One collective takes values of one type, which are on the replica's device.
    types = dict.fromkeys(value.dtype for value in own)
    sums = {
        one: iter(context.all_reduce(_SUM, [tf.identity(v) for v in own if v.dtype == one])) for one in types
    }
    return [next(sums[value.dtype]) for value in own]


def _summed_as(name: str, dtype: tf.DType) -> tf.DType:
    """A type in which workers can add values of another one, without a difference."""
    if dtype in (tf.float16, tf.bfloat16):
        return tf.float32
    if dtype.is_floating:
        return dtype
    if dtype.is_integer or dtype.is_bool:
        return tf.int64
    raise ClusterError(f"variable {name!r} is of {dtype.name}, which workers cannot tell each other")
