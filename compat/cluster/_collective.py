"""Workers that train in step on copies of the variables, under `MultiWorkerMirroredStrategy`."""

from __future__ import annotations

import atexit
import logging
import sys
import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import tensorflow as tf

from .. import _tf
from .._errors import ClusterError
from .._home import Home
from .._names import op_name
from .._waits import Wait
from ._sums import Sums

_log = logging.getLogger(__name__)
_POLL_SECONDS = 0.2
_ABORTED = "Collective ops is aborted"
_IS_OVER = "compat: a worker has left, so that all do; it was told by sum "
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
        self._sums: dict[int, Sums] = {}  # those of all steps, by their keys
        self._heard: WeakKeyDictionary[tf.Graph, list[str]] = WeakKeyDictionary()
        self._aside = tf.Graph()
        self._shared: list[tf.Variable] = []
        self._is_training = False

    def make(self, create: Callable[..., tf.Variable], spec: dict[str, Any], *, is_local: bool) -> Any:
        """A copy of a variable, with the chief's initial value; a local one is not kept equal to others."""
        variable = super().make(create, spec, is_local=is_local)
        if not is_local:
            self._shared.append(variable)
        return variable

    def calling(
        self, step: Callable[..., Any], function: Any = None, trace: Callable[..., Hashable] | None = None
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
                self._leave(told_by=int(str(error).partition(_IS_OVER)[2].split(maxsplit=1)[0]))
                message = "another worker has left: the training has ended"
                raise tf.errors.OutOfRangeError(None, None, message) from error
            is_lost = isinstance(error, (tf.errors.UnavailableError, tf.errors.AbortedError))
            if not is_lost and _ABORTED not in str(error):  # of one that is stopped, a deadline is exceeded
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
        own = summed if is_chief else [tf.zeros_like(one) for one in summed]
        agreeing = Sums(self._strategy, [tf.TensorSpec(one.shape, one.dtype) for one in own])
        chiefs, agreed = agreeing.of(int(is_chief), own)
        if int(chiefs) != 1:
            found = f"{int(chiefs)} workers say that they are the chief"
            raise ClusterError(f"{found}: let one, and one alone, have is_chief=True")
        for variable, value in zip(self._shared, agreed, strict=True):
            variable.assign(tf.cast(value, variable.dtype))

    def summed(self, own: Sequence[tf.Tensor]) -> tuple[list[tf.Tensor], tf.Operation]:
        """In a replica: each value, of a known shape, summed over all workers; and what fails if one left.

        A worker whose input ends in this step has not come, for its values take that.
        """
        graph = tf.compat.v1.get_default_graph()
        # One after the other: of those in a step, it is the first that tells of the end.
        heard = self._heard.setdefault(graph, [])
        made = Sums(self._strategy, [tf.TensorSpec(one.shape, one.dtype) for one in own], len(heard))
        known = self._sums.setdefault(made.key, made)
        with tf.control_dependencies([graph.get_operation_by_name(name) for name in heard[-1:]]):
            leaving, sums = known.of(0, own)
        nobody = tf.equal(leaving, tf.zeros([], leaving.dtype))
        all_are_here = tf.debugging.Assert(nobody, [f"{_IS_OVER}{known.key} "], name="all_are_here")
        heard.append(all_are_here.name)
        with tf.control_dependencies([all_are_here]):
            return [tf.identity(one) for one in sums], all_are_here

    def reading(self, function: Callable[[], _Result]) -> _Result:
        """What `function` returns, where a Supervisor's graph is finished: a strategy adds to that graph."""
        with self._aside.as_default(), _tf.eagerly():
            return function()

    def finish(self, is_chief: bool) -> None:
        """Leave, when all others have come to the end of their step: they leave, too."""
        del is_chief
        try:
            self._leave()
        except tf.errors.OpError as error:
            if _IS_OVER not in str(error):
                _log.warning("A worker was lost at the end of the training: %s", error.message)

    def _leave(self, told_by: int | None = None) -> None:
        """Come to each sum to which another may come next: to all, but for the one by which this was told."""
        if not self._is_training:
            return
        self._is_training = False
        left = [one for key, one in self._sums.items() if key != told_by]
        if self._strategy.num_replicas_in_sync > 1:
            _at_once([one.leave for one in left])

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


def _at_once(calls: Sequence[Callable[[], None]]) -> None:
    """Make calls that may wait for others in any order; raises what one of them did."""
    errors: list[tf.errors.OpError] = []

    def make(call: Callable[[], None]) -> None:
        try:
            call()
        except tf.errors.OpError as error:
            errors.append(error)

    threads = [threading.Thread(target=make, args=(call,)) for call in calls]  # a pool is shut at the exit
    for thread in threads:
        thread.start()
    wait = Wait()
    for thread in threads:
        while thread.is_alive():
            thread.join(_POLL_SECONDS)
            if wait.is_to_be_told():
                _log.warning(
                    "this worker has left, and has waited for %d s until others come to their next update",
                    wait.seconds,
                )
    if errors:
        raise errors[0]


def _cause(error: tf.errors.OpError) -> str:
    """The line of TensorFlow's message that tells more than where it was noticed."""
    lines = error.message.splitlines()
    return str(next((line for line in lines if _ABORTED in line), lines[0]))


def _summed_as(name: str, dtype: tf.DType) -> tf.DType:
    """A type in which workers can add values of another one, without a difference."""
    if dtype in (tf.float16, tf.bfloat16):
        return tf.float32
    if dtype.is_floating:
        return dtype
    if dtype.is_integer or dtype.is_bool:
        return tf.int64
    raise ClusterError(f"variable {name!r} is of {dtype.name}, which workers cannot tell each other")
