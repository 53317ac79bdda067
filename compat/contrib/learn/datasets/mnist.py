"""`tf.contrib.learn.datasets.mnist`: the reader of the MNIST tutorial."""

from ...._listing import listed
from ....examples.tutorials.mnist.input_data import (
    DEFAULT_SOURCE_URL,
    DataSet,
    Datasets,
    dense_to_one_hot,
    extract_images,
    extract_labels,
    read_data_sets,
)

__dir__ = listed(__name__)

__all__ = [
    "DEFAULT_SOURCE_URL",
    "DataSet",
    "Datasets",
    "dense_to_one_hot",
    "extract_images",
    "extract_labels",
    "read_data_sets",
]
