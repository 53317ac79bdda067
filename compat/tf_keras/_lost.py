"""What `tf.keras` of TensorFlow 1.15 had and `tf_keras` lost, or computes otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import h5py
import numpy as np
import tensorflow as tf
import tf_keras

from .._tf.keras import LinearCosineDecay as LinearCosineDecay
from .._tf.keras import LSTMCell
from .._tf.keras import NoisyLinearCosineDecay as NoisyLinearCosineDecay
from .._tf.keras import keras_of_graphs as keras

_precision = tf_keras.mixed_precision


def cosine_similarity(y_true: Any, y_pred: Any, axis: int = -1) -> Any:
    """The cosine of the angle; today's function of this name gives its negative."""
    y_true = tf.math.l2_normalize(y_true, axis=axis)
    y_pred = tf.math.l2_normalize(y_pred, axis=axis)
    return tf.reduce_sum(y_true * y_pred, axis=axis)


cosine = cosine_proximity = cosine_similarity


def ctc_decode(
    y_pred: Any, input_length: Any, greedy: bool = True, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[Any], Any]:
    """`K.ctc_decode`, whose paths were as long as the longest of them, not as the input."""
    inputs = tf.math.log(tf.transpose(y_pred, [1, 0, 2]) + tf_keras.backend.epsilon())
    lengths = tf.cast(input_length, tf.int32)
    if greedy:
        paths, log_probability = tf.nn.ctc_greedy_decoder(inputs, lengths)
    else:
        paths, log_probability = tf.compat.v1.nn.ctc_beam_search_decoder(
            inputs, lengths, beam_width=beam_width, top_paths=top_paths
        )
    return [tf.sparse.to_dense(path, default_value=-1) for path in paths], log_probability


class PeepholeLSTMCell(LSTMCell):
    """An LSTM cell whose gates see the carry too, each of its units by a weight of its own."""

    def build(self, input_shape: Any) -> None:
        super().build(input_shape)
        self._peepholes = {
            gate: self.add_weight(
                shape=(self.units,),
                name=f"{gate}_gate_peephole_weights",
                initializer=self.kernel_initializer,
            )
            for gate in ("input", "forget", "output")
        }

    def gated(self, i: Any, f: Any, c: Any, o: Any, before: Any) -> tuple[Any, Any]:
        """The carry and the output; `before` is the carry before this step."""
        gate, weights = self.recurrent_activation, self._peepholes
        carry = gate(f + weights["forget"] * before) * before
        carry += gate(i + weights["input"] * before) * self.activation(c)
        return carry, gate(o + weights["output"] * carry)


class Policy(tf_keras.mixed_precision.Policy):
    """A policy, with the scale that losses were to have under it."""

    def __init__(self, name: str, loss_scale: Any = "USE_DEFAULT") -> None:
        super().__init__(name)
        default = "dynamic" if name == "mixed_float16" else None
        self.loss_scale = default if loss_scale == "USE_DEFAULT" else loss_scale


global_policy = _precision.global_policy


def set_policy(policy: Any) -> None:
    """Let layers be made with `policy`, or with the one that there was before any if it is None."""
    if policy is None and global_policy().name == "_infer":
        return  # as it is
    keras.layers.enable_v2_dtype_behavior()
    _precision.set_global_policy(tf_keras.backend.floatx() if policy is None else policy)


def LossScaleOptimizer(opt: Any, loss_scale: Any) -> Any:
    """`opt` on losses that are scaled by a number, by "dynamic", or by a `tf.train.experimental.LossScale`.

    Raises:
      ValueError: the optimizer, or the scale, is none of those.
    """
    if loss_scale == "dynamic":
        return _precision.LossScaleOptimizer(opt)
    if isinstance(loss_scale, (int, float)):
        return _precision.LossScaleOptimizer(opt, dynamic=False, initial_scale=loss_scale)
    config = loss_scale.get_config()
    if "loss_scale_value" in config:
        return _precision.LossScaleOptimizer(opt, dynamic=False, initial_scale=config["loss_scale_value"])
    if config.get("multiplier", 2.0) != 2.0:
        raise ValueError("Keras multiplies dynamic loss scales by 2 today, not by another number.")
    steps = config["increment_period"]
    return _precision.LossScaleOptimizer(opt, True, config["initial_loss_scale"], steps)


class HDF5Matrix:
    """Rows of a data set in an HDF5 file, which are read when they are asked for."""

    def __init__(
        self,
        datapath: str,
        dataset: str,
        start: int = 0,
        end: int | None = None,
        normalizer: Callable[[Any], Any] | None = None,
    ) -> None:
        self.data = h5py.File(datapath, "r")[dataset]
        self.start = 0 if start is None else start
        self.end = self.data.shape[0] if end is None else end
        self.normalizer = normalizer

    def __len__(self) -> int:
        return self.end - self.start

    def __getitem__(self, key: Any) -> Any:
        """The rows that a number, a slice, or a list or array of numbers names, counted from `start`.

        Raises:
          IndexError: there is no such row.
        """
        if isinstance(key, slice):
            start, stop, step = key.indices(len(self))
            rows = self.data[self.start + start : self.start + stop : step]
        else:
            wanted = np.asarray(key)
            if np.any(wanted >= len(self)):
                raise IndexError(f"row {key} of {len(self)}")
            rows = self.data[int(wanted) + self.start if wanted.ndim == 0 else (wanted + self.start).tolist()]
        return rows if self.normalizer is None else self.normalizer(rows)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of rows, and the shape of one."""
        return (len(self), *self[0].shape) if self.normalizer else (len(self), *self.data.shape[1:])

    @property
    def dtype(self) -> Any:
        """The type of the values."""
        return self[0].dtype if self.normalizer else self.data.dtype

    @property
    def ndim(self) -> int:
        """How many dimensions the rows have together."""
        return int(self.data.ndim)

    @property
    def size(self) -> int:
        """How many values there are."""
        return int(np.prod(self.shape))


def multi_gpu_model(model: Any, gpus: Any, cpu_merge: bool = True, cpu_relocation: bool = False) -> Any:
    """A model that cuts each batch into slices, one for each GPU, and joins what `model` gives for them.

    `gpus` is a number, or the indices of the devices. The weights are those of `model`.

    Raises:
      ValueError: there are fewer than two, or some are not on this machine.
    """
    ids = list(range(gpus)) if isinstance(gpus, int) else list(gpus)
    if len(ids) < 2:
        raise ValueError(f"multi_gpu_model is for 2 GPUs or more, and was given {gpus}.")
    there = [device.name.rpartition(":")[2] for device in tf.config.list_logical_devices("GPU")]
    absent = [index for index in ids if str(index) not in there]
    if absent:
        raise ValueError(f"multi_gpu_model is to use GPUs {absent}, and this machine has {there or 'none'}.")
    if cpu_relocation:
        with tf.device("/cpu:0"):
            model = tf_keras.models.clone_model(model)
    outputs: list[list[Any]] = [[] for _ in model.outputs]
    for place, index in enumerate(ids):
        with tf.device(f"/gpu:{index}"), tf.name_scope(f"replica_{index}"):
            slices = [_slice(place, len(ids), value) for value in model.inputs]
            given = model(slices if len(slices) > 1 else slices[0])
            for collected, value in zip(outputs, given if isinstance(given, list) else [given], strict=True):
                collected.append(value)
    with tf.device("/cpu:0" if cpu_merge else f"/gpu:{ids[0]}"):
        joined = [
            tf_keras.layers.concatenate(parts, axis=0, name=name)
            for name, parts in zip(model.output_names, outputs, strict=True)
        ]
        return tf_keras.Model(model.inputs, joined)


def _slice(place: int, parts: int, value: Any) -> Any:
    """The rows of `value` for the GPU in that place; the last takes what is left over."""

    def rows(batch: Any) -> Any:
        step = tf.shape(batch)[0] // parts
        return batch[step * place :] if place == parts - 1 else batch[step * place : step * (place + 1)]

    with tf.device(value.device):
        return tf_keras.layers.Lambda(rows, output_shape=_shape_of_row(value))(value)


def _shape_of_row(value: Any) -> Sequence[int | None]:
    shape: list[int | None] = value.shape.as_list()[1:]
    return tuple(shape)
