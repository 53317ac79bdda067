"""Layers of Keras that compute a value: they have no variables, draw nothing and see nothing of training."""

from __future__ import annotations

_BY_DIMENSION = (
    *("AveragePooling", "AvgPool", "Cropping", "GlobalAveragePooling", "GlobalAvgPool", "GlobalMaxPool"),
    *("GlobalMaxPooling", "MaxPool", "MaxPooling", "UpSampling", "ZeroPadding"),
)
_OTHERS = (
    *("Activation", "Add", "Average", "Concatenate", "Dot", "ELU", "Flatten", "LeakyReLU", "Maximum"),
    *("Minimum", "Multiply", "Permute", "ReLU", "RepeatVector", "Reshape", "Softmax", "Subtract"),
)
_MODULE = "tf.keras.layers."
_LAYERS = {f"{name}{size}D" for name in _BY_DIMENSION for size in (1, 2, 3)} | set(_OTHERS)


def is_computing_layer(symbol: str) -> bool:
    """Whether a symbol is such a layer, which TF 2 has under the same name."""
    return symbol.startswith(_MODULE) and symbol.removeprefix(_MODULE) in _LAYERS
