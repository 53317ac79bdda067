"""What `tensorflow.compat.v1` lost of 1.15, or takes other arguments for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .._arguments import named_only
from .._checkpoints import restorable
from ..train import SyncReplicasOptimizer as SyncReplicasOptimizer

_nn = tf.compat.v1.nn


sigmoid_cross_entropy_with_logits = named_only(_nn.sigmoid_cross_entropy_with_logits)
softmax_cross_entropy_with_logits = named_only(_nn.softmax_cross_entropy_with_logits)
sparse_softmax_cross_entropy_with_logits = named_only(_nn.sparse_softmax_cross_entropy_with_logits)


class Saver(tf.compat.v1.train.Saver):
    """`tf.train.Saver`, which raises what 1.15's did where there is no checkpoint."""

    def restore(self, sess: Any, save_path: Any) -> None:
        super().restore(sess, restorable(save_path))


class Server(tf.compat.v1.train.Server):
    """`tf.train.Server`, whose local server is of the job `local`, as 1.15's was."""

    @staticmethod
    def create_local_server(config: Any = None, start: bool = True) -> Any:
        return Server({"local": ["localhost:0"]}, protocol="grpc", config=config, start=start)


def set_virtual_device_configuration(device: Any, virtual_devices: Sequence[Any]) -> None:
    """`tf.config.experimental.set_virtual_device_configuration`, whose second argument is renamed today."""
    tf.config.set_logical_device_configuration(device, virtual_devices)


def experimental_list_devices() -> list[str]:
    """`tf.config.experimental_list_devices`: the names of the devices that ops can be put on."""
    return [device.name for device in tf.config.list_logical_devices()]


def create_rng_state(seed: Any, algorithm: Any) -> Any:
    """`tf.random.experimental.create_rng_state`, which gave an array, not a tensor."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        return session.run(tf.random.create_rng_state(seed, algorithm))


def set_loop_options(
    parallel_iterations: Any = None,
    back_prop: Any = None,
    swap_memory: Any = None,
    maximum_iterations: Any = None,
) -> None:
    """`tf.autograph.experimental.set_loop_options`; `back_prop` is gone: gradients of loops can always be."""
    given = {
        "parallel_iterations": parallel_iterations,
        "swap_memory": swap_memory,
        "maximum_iterations": maximum_iterations,
    }
    tf.autograph.experimental.set_loop_options(**{k: v for k, v in given.items() if v is not None})


def get_jit() -> bool:
    """`tf.config.optimizer.get_jit`, which says by a name today how much is compiled."""
    return bool(tf.config.optimizer.get_jit())


def non_max_suppression_padded(boxes: Any, scores: Any, *args: Any, **kwargs: Any) -> Any:
    """`tf.image.non_max_suppression_padded`, which took lists for its boxes and scores."""
    boxes, scores = (
        tf.convert_to_tensor(value, name=name) for value, name in ((boxes, "boxes"), (scores, "scores"))
    )
    return tf.compat.v1.image.non_max_suppression_padded(boxes, scores, *args, **kwargs)
