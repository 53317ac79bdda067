"""`tf.contrib.learn.datasets`: MNIST and small tables, from local files."""

from __future__ import annotations

from typing import Any

from ...._listing import listed
from ..._names import lookup
from . import base as base
from . import mnist as mnist
from .base import load_boston as load_boston
from .base import load_iris as load_iris

__dir__ = listed(__name__)

Datasets = mnist.Datasets

_SKLEARN = "sklearn.datasets"
__getattr__ = lookup("learn.datasets", [], dict.fromkeys(("DATASETS", "SYNTHETIC", "make_dataset"), _SKLEARN))


def load_dataset(name: str, size: str = "small", test_with_fake_data: bool = False) -> Any:
    """The data set of that name; there is `mnist`, read from the folder `MNIST-data`."""
    del size, test_with_fake_data
    if name != "mnist":
        raise ValueError(f"Name of dataset is not found: {name}")
    return mnist.read_data_sets("MNIST-data")
