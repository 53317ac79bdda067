"""Sums over the workers of a strategy, each of which tells with its own part whether it leaves."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable, Sequence

import tensorflow as tf

from .. import _tf

# What tells these collectives from the strategy's own: it counts the keys of its groups up from 1, and gives
# each call other keys of instances, so that a step that failed on one worker would have used some up.
_GROUP = 2**30


class Sums:
    """An exchange of values between all workers, which waits until all have come to it.

    It is a function of its own: a worker comes to it in a step and, when it leaves, without one.

    Args:
      strategy: whose replicas the workers are, one each.
      values: what is added up; with it goes one number of the first one's type.
      place: the number of this one in its step. Sums of equal values and places are the same on all workers.
    """

    def __init__(
        self, strategy: tf.distribute.Strategy, values: Sequence[tf.TensorSpec], place: int = 0
    ) -> None:
        self._strategy = strategy
        self._specs = [tf.TensorSpec([], values[0].dtype if values else tf.float32), *values]
        self.key = zlib.crc32(repr((place, self._specs)).encode()) >> 2  # some more follow, for other types

    @functools.cached_property
    def _summed(self) -> Callable[..., list[tf.Tensor]]:
        """The exchange, traced when it is first asked for: one that is known already is not traced again."""
        with tf.init_scope():
            reduced = tf.function(self._all_reduced, autograph=False)
            return reduced.get_concrete_function(*self._specs)  # type: ignore[no-any-return]

    def of(self, told: int, own: Sequence[tf.Tensor]) -> tuple[tf.Tensor, list[tf.Tensor]]:
        """The sum of what each worker has told, and of each value."""
        total, *sums = self._summed(tf.constant(told, self._specs[0].dtype), *own)
        return total, sums

    def leave(self) -> None:
        """Tell the others that this worker leaves, when they have come."""
        self.of(1, [tf.zeros(spec.shape, spec.dtype) for spec in self._specs[1:]])

    def _all_reduced(self, *own: tf.Tensor) -> list[tf.Tensor]:
        if self._strategy.num_replicas_in_sync == 1:
            return list(own)
        sums: dict[int, tf.Tensor] = {}
        before: list[tf.Tensor] = []
        with tf.device(self._strategy.extended.worker_devices[0]):
            for number, dtype in enumerate(dict.fromkeys(one.dtype for one in own)):
                places = [place for place, one in enumerate(own) if one.dtype == dtype]
                with tf.control_dependencies(before):  # each worker in the same order, as NCCL needs it
                    packed = tf.concat([tf.reshape(own[place], [-1]) for place in places], 0)
                    before = [self._reduced(packed, number)]
                parts = tf.split(before[0], [own[place].shape.num_elements() for place in places])
                sums |= {
                    place: tf.reshape(part, own[place].shape)
                    for place, part in zip(places, parts, strict=True)
                }
        return [sums[place] for place in range(len(own))]

    def _reduced(self, packed: tf.Tensor, number: int) -> tf.Tensor:
        return tf.raw_ops.CollectiveReduceV2(
            input=packed,
            group_size=self._strategy.num_replicas_in_sync,
            group_key=_GROUP,
            instance_key=self.key + number,
            ordering_token=[],
            merge_op="Add",
            final_op="Id",
            communication_hint=_tf.communication(self._strategy),
        )
