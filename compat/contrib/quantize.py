"""`tf.contrib.quantize`: says what took its place; to import it does no harm."""

from __future__ import annotations

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

_TOOLKIT = (
    "tf.quantization.fake_quant_with_min_max_vars in the model, or the package tensorflow-model-optimization"
)

__getattr__ = lookup(
    "quantize",
    [],
    dict.fromkeys(
        (
            "create_eval_graph",
            "create_training_graph",
            "experimental_create_eval_graph",
            "experimental_create_training_graph",
        ),
        _TOOLKIT,
    ),
)
