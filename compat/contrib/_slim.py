"""tf_slim, whose layers are made by `compat.layers`.

tf_slim itself takes them from the Keras inside TensorFlow, which has no batch normalisation any more, and
which outside of a plain graph neither collects updates nor shares regularisers as TF 1 did. It also asks
modules of TensorFlow for names that have moved since; here its modules see them where they were. Its loops
for training and evaluation run Programs where the graph is built for them, else sessions.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from types import ModuleType, SimpleNamespace
from typing import Any

import tensorflow as tf
import tf_slim
from tf_slim import evaluation as slim_evaluation
from tf_slim import layers, learning, nets
from tf_slim.data import parallel_reader, tfexample_decoder
from tf_slim.layers import (
    initializers,
    normalization,
    optimizers,
    regularizers,
    rev_block_lib,
    summaries,
    utils,
)
from tf_slim.layers import layers as layer_functions
from tf_slim.losses import metric_learning
from tf_slim.metrics import histogram_ops, metric_ops
from tf_slim.ops import arg_scope, framework_ops, variables
from tf_slim.training import evaluation, training

from .. import _tf, train
from .. import _traces as traces
from .. import input as inputs
from .. import layers as _layers
from .._program.building import is_building
from . import _of_steps

layer_functions.core_layers = _layers
layer_functions.pooling_layers = _layers
layer_functions.normalization_layers = _layers
layer_functions.convolutional_layers = SimpleNamespace(
    Convolution1D=_layers.Conv1D,
    Convolution2D=_layers.Conv2D,
    Convolution3D=_layers.Conv3D,
    Convolution2DTranspose=_layers.Conv2DTranspose,
    Convolution3DTranspose=_layers.Conv3DTranspose,
    SeparableConvolution2D=_layers.SeparableConv2D,
)

_V1 = tf.compat.v1
_MOVED: Mapping[str, Mapping[str, Any]] = {
    "ops": {"Tensor": tf.Tensor, "IndexedSlices": tf.IndexedSlices},
    "array_ops": {"stack": tf.stack, "unstack": tf.unstack},
    "control_flow_ops": {
        "Assert": tf.Assert,
        "case": _V1.case,
        "cond": _V1.cond,
        "while_loop": _V1.while_loop,
    },
    "variable_scope": {"variable": _V1.Variable},
}


class _Mended(ModuleType):
    """A module of TensorFlow with names that it had once."""

    def __init__(self, module: ModuleType, moved: Mapping[str, Any]) -> None:
        super().__init__(module.__name__)
        self._module = module
        self._moved = moved

    def __getattr__(self, name: str) -> Any:
        if name in self._moved and not hasattr(self._module, name):
            return self._moved[name]
        return getattr(self._module, name)


for _module in (
    histogram_ops,
    layer_functions,
    learning,
    metric_learning,
    metric_ops,
    optimizers,
    tfexample_decoder,
    training,
    utils,
    variables,
):
    for _name, _moved in _MOVED.items():
        _seen = getattr(_module, _name, None)
        if isinstance(_seen, ModuleType):
            setattr(_module, _name, _Mended(_seen, _moved))


def _comparing_objects(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function`, in which tensors are equal to themselves alone, and may be in sets, as in TF 1."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        with _tf.tensors_as_objects():
            return function(*args, **kwargs)

    return called


_of_steps.replace([learning, training], "add_gradients_summaries", _of_steps.of_named)
_of_steps.replace([learning, training], "multiply_gradients", _of_steps.multiplying)
_of_steps.replace([tf_slim, variables], "assign_from_checkpoint_fn", _of_steps.restoring)

training.create_train_op = _comparing_objects(training.create_train_op)
# `layers` is that package's own module `layers`; the package itself is found by importing it.
_of_steps.replace(
    [importlib.import_module("tf_slim.layers"), optimizers, tf_slim], "optimize_loss", _comparing_objects
)
layers.optimize_loss = optimizers.optimize_loss


class _WithPrograms(ModuleType):
    """A module of TensorFlow whose sessions are Programs wherever a thread builds graphs for them."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self._module = module

    def __getattr__(self, name: str) -> Any:
        ours = is_building() and name in train.__all__
        return getattr(train if ours else self._module, name)


class _WithPipelines(ModuleType):
    """A module of TensorFlow whose queues and readers are pipelines while a step is traced."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self._module = module

    def __getattr__(self, name: str) -> Any:
        ours = traces.running() is not None and name in inputs.__all__
        return getattr(inputs if ours else self._module, name)


for _name in ("data_flow_ops", "queue_runner", "tf_input"):
    setattr(parallel_reader, _name, _WithPipelines(getattr(parallel_reader, _name)))

learning.supervisor = _WithPrograms(learning.supervisor)
for _module in (slim_evaluation, evaluation, training):
    _module.monitored_session = _WithPrograms(_module.monitored_session)

__all__ = [
    "arg_scope",
    "evaluation",
    "framework_ops",
    "initializers",
    "layer_functions",
    "layers",
    "nets",
    "normalization",
    "optimizers",
    "regularizers",
    "rev_block_lib",
    "summaries",
    "tf_slim",
    "training",
    "utils",
    "variables",
]
