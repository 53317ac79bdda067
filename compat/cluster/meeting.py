"""Where the workers of a strategy meet in each step, and hear whether one of them leaves."""

from __future__ import annotations

import tensorflow as tf

# What tells these collectives from a strategy's own: it counts the keys of its groups up from 1, and gives
# each call other keys of instances, so that a step that failed on one worker would have used some up.
_GROUP = 2**30
_INSTANCE = 1


class Meeting:
    """An exchange of one number between all workers.

    Args:
      workers: how many there are.
      device: one of this worker's, on whose host they are exchanged.
    """

    def __init__(self, workers: int, device: str) -> None:
        self._workers = workers
        host = tf.DeviceSpec.from_string(device).replace(device_type="CPU", device_index=0)
        self._device = host.to_string()

    def leaving(self, own: float) -> tf.Tensor:
        """How many workers leave, of what each says, 0 or 1; in a function. It waits until all have come."""
        with tf.device(self._device):
            said = tf.constant(own)
            if self._workers == 1:
                return said
            return tf.raw_ops.CollectiveReduceV2(
                input=said,
                group_size=self._workers,
                group_key=_GROUP,
                instance_key=_INSTANCE,
                ordering_token=[],
                merge_op="Add",
                final_op="Id",
                communication_hint="ring",
            )

    def leave(self) -> None:
        """Tell the others, when they have come, that this worker has left."""
        if self._workers > 1:
            tf.function(lambda: self.leaving(1.0), autograph=False).get_concrete_function()()
