"""`tf.contrib.opt`: optimizers over those of `tf.compat.v1.train`, with the same slots and checkpoints."""

from __future__ import annotations

from ..._listing import listed
from ..._tf.optimizers import adams, decay, momentum, signs
from .._names import lookup
from . import _around, _averaging, _external

__dir__ = listed(__name__)

__getattr__ = lookup(
    "opt",
    [adams, _around, _averaging, decay, _external, momentum, signs],
    {
        "AGNCustomGetter": "ElasticAverageCustomGetter",
        "AGNOptimizer": "ElasticAverageOptimizer",
        "AdamGSOptimizer": "tf.train.AdamOptimizer",
        "GGTOptimizer": "an optimizer of your own",
        "LazyAdamGSOptimizer": "LazyAdamOptimizer",
        "ShampooOptimizer": "an optimizer of your own",
    },
)
