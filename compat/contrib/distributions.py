"""`tf.contrib.distributions`: those that TF 1 had in `tf.distributions` too, by `tf.compat.v1`."""

from __future__ import annotations

import tensorflow as tf

from .._listing import listed
from ._names import lookup

__dir__ = listed(__name__)

_PROBABILITY = "tensorflow_probability.distributions"

__getattr__ = lookup(
    "distributions",
    [tf.compat.v1.distributions],
    {
        name: f"{_PROBABILITY}.{name}"
        for name in ("Binomial", "Mixture", "MultivariateNormalDiag", "OneHotCategorical", "Poisson")
    },
)
