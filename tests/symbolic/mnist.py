"""The MNIST of TensorFlow 1's tutorials: as many digits as make a short epoch, and all of them noise."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .namespaces import known
from .unsure import unsure

SIZES = (600, 100, 200)  # for training, validation and test


class DataSet:
    """Images and labels, given in batches, shuffled for each epoch by NumPy's own random numbers."""

    def __init__(self, size: int, *, one_hot: bool, reshape: bool) -> None:
        random = np.random.RandomState(size)
        shape = (size, 784) if reshape else (size, 28, 28, 1)
        labels = random.randint(0, 10, size)
        self.images = random.uniform(size=shape).astype(np.float32)
        self.labels = np.eye(10)[labels] if one_hot else labels.astype(np.uint8)
        self.num_examples = size
        self.epochs_completed = 0
        self._start = 0

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> Any:
        """The next images and labels; where an epoch ends within the batch, the next one begins there."""
        if fake_data or batch_size > self.num_examples:
            unsure("a batch of MNIST that is not of its digits, or of more than there are here")
        if shuffle and self._start == self.epochs_completed == 0:
            self._shuffle()
        end = self._start + batch_size
        images, labels = self.images[self._start : end], self.labels[self._start : end]
        self._start = end
        if end > self.num_examples:
            self.epochs_completed += 1
            self._start = end - self.num_examples
            if shuffle:
                self._shuffle()
            images = np.concatenate((images, self.images[: self._start]))
            labels = np.concatenate((labels, self.labels[: self._start]))
        return images, labels

    def _shuffle(self) -> None:
        order = np.random.permutation(self.num_examples)
        self.images, self.labels = self.images[order], self.labels[order]


class Datasets(NamedTuple):
    """What TensorFlow calls the three by."""

    train: DataSet
    validation: DataSet
    test: DataSet


@known(
    "examples.tutorials.mnist.input_data.read_data_sets",
    "contrib.learn.datasets.mnist.read_data_sets",
    of="tf1 compat",
)
def read_data_sets(
    train_dir: str,
    fake_data: bool = False,
    one_hot: bool = False,
    dtype: Any = None,
    reshape: bool = True,
    **_: Any,
) -> Datasets:
    """The digits; the folder is not looked into."""
    if fake_data or dtype not in (None, np.float32):
        unsure("digits of MNIST that are fake, or of another type")
    return Datasets(*(DataSet(size, one_hot=one_hot, reshape=reshape) for size in SIZES))
