"""TF 1's `tf.layers`: same arguments, initialisers, variable names and collections as TF 1.15.

The layers are plain functions of the graph being built, not Keras layers: they work in a `tf.Graph`, in a
step of `compat.VariableStore` and in its replicas, and leave the program's Keras alone.

docs/examples.md has an example of each public name, and a test runs them.
"""

from typing import Any

from .._errors import SymbolError
from .._refusals import message
from ._convolution import (
    Conv1D,
    Conv2D,
    Conv2DTranspose,
    Conv3D,
    Conv3DTranspose,
    SeparableConv1D,
    SeparableConv2D,
    conv1d,
    conv2d,
    conv2d_transpose,
    conv3d,
    conv3d_transpose,
    separable_conv1d,
    separable_conv2d,
)
from ._core import Dense, Dropout, Flatten, dense, dropout, flatten
from ._layer import Layer
from ._normalization import BatchNormalization, batch_normalization
from ._pooling import (
    AveragePooling1D,
    AveragePooling2D,
    AveragePooling3D,
    MaxPooling1D,
    MaxPooling2D,
    MaxPooling3D,
    average_pooling1d,
    average_pooling2d,
    average_pooling3d,
    max_pooling1d,
    max_pooling2d,
    max_pooling3d,
)
from ._spec import InputSpec

__all__ = [
    "AveragePooling1D",
    "AveragePooling2D",
    "AveragePooling3D",
    "BatchNormalization",
    "Conv1D",
    "Conv2D",
    "Conv2DTranspose",
    "Conv3D",
    "Conv3DTranspose",
    "Dense",
    "Dropout",
    "Flatten",
    "InputSpec",
    "Layer",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "SeparableConv1D",
    "SeparableConv2D",
    "average_pooling1d",
    "average_pooling2d",
    "average_pooling3d",
    "batch_normalization",
    "conv1d",
    "conv2d",
    "conv2d_transpose",
    "conv3d",
    "conv3d_transpose",
    "dense",
    "dropout",
    "flatten",
    "max_pooling1d",
    "max_pooling2d",
    "max_pooling3d",
    "separable_conv1d",
    "separable_conv2d",
]


def __getattr__(name: str) -> Any:
    raise (
        AttributeError(name)
        if name.startswith("__")
        else SymbolError(message(f"tf.layers.{name}"), name=name)
    )


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
