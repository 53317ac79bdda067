"""Reading MNIST as TF 1's `tensorflow.examples.tutorials.mnist.input_data` did, from local files."""

from __future__ import annotations

import gzip
from typing import Any, NamedTuple

import numpy as np
import tensorflow as tf

from ...._errors import CompatError
from ...._listing import listed

__dir__ = listed(__name__)

_FILES = (
    "train-images-idx3-ubyte.gz",
    "train-labels-idx1-ubyte.gz",
    "t10k-images-idx3-ubyte.gz",
    "t10k-labels-idx1-ubyte.gz",
)
_IMAGES, _LABELS = 2051, 2049  # the magic numbers at the head of the files
DEFAULT_SOURCE_URL = "https://storage.googleapis.com/cvdf-datasets/mnist/"


class Datasets(NamedTuple):
    """The three parts of MNIST."""

    train: Any
    validation: Any
    test: Any


class DataSet:
    """Images and labels, handed out in shuffled batches.

    Reproduces `DataSet` of TF 1.15: NumPy's global generator is seeded here and shuffles the examples, so
    the same seed gives the same batches.

    Args:
      images: uint8, [examples, rows, columns, 1].
      labels: [examples], or [examples, classes].
      fake_data: 10000 examples that are all the same; `next_batch(fake_data=True)` hands them out.
      one_hot: whether fake labels are one-hot.
      dtype: float32 scales the images to [0, 1]; uint8 leaves them.
      reshape: flattens images to [examples, rows × columns].
      seed: for NumPy's generator; by default the graph's seed, if it has one.
    """

    def __init__(
        self,
        images: Any,
        labels: Any,
        fake_data: bool = False,
        one_hot: bool = False,
        dtype: Any = tf.float32,
        reshape: bool = True,
        seed: int | None = None,
    ) -> None:
        graph_seed, own_seed = tf.compat.v1.get_seed(seed)
        np.random.seed(graph_seed if seed is None else own_seed)
        dtype = tf.as_dtype(dtype).base_dtype
        if dtype not in (tf.uint8, tf.float32):
            raise TypeError(f"Invalid image dtype {dtype!r}, expected uint8 or float32")
        if fake_data:
            self._num_examples = 10000
            self.one_hot = one_hot
        else:
            if len(images) != len(labels):
                raise ValueError(f"images.shape: {images.shape} labels.shape: {labels.shape}")
            self._num_examples = len(images)
            if reshape:
                if images.shape[3] != 1:
                    raise ValueError(f"Images of depth 1 are expected, found {images.shape[3]}")
                images = images.reshape(len(images), images.shape[1] * images.shape[2])
            if dtype == tf.float32:
                images = np.multiply(images.astype(np.float32), 1.0 / 255.0)
        self._images = images
        self._labels = labels
        self._epochs_completed = 0
        self._index_in_epoch = 0

    @property
    def images(self) -> Any:
        """All images, in the order of the current epoch."""
        return self._images

    @property
    def labels(self) -> Any:
        """All labels, in the order of the current epoch."""
        return self._labels

    @property
    def num_examples(self) -> int:
        """How many examples there are."""
        return self._num_examples

    @property
    def epochs_completed(self) -> int:
        """How often all examples have been handed out."""
        return self._epochs_completed

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> tuple[Any, Any]:
        """The next images and labels; where an epoch ends within the batch, the next one begins there."""
        if fake_data:
            label: Any = [1] + [0] * 9 if self.one_hot else 0
            return [[1] * 784 for _ in range(batch_size)], [label for _ in range(batch_size)]
        start = self._index_in_epoch
        if self._epochs_completed == 0 and start == 0 and shuffle:
            self._shuffle()
        end = start + batch_size
        if end <= self._num_examples:
            self._index_in_epoch = end
            return self._images[start:end], self._labels[start:end]
        self._epochs_completed += 1
        images, labels = self._images[start:], self._labels[start:]
        if shuffle:
            self._shuffle()
        self._index_in_epoch = end = end - self._num_examples
        return (
            np.concatenate((images, self._images[:end]), axis=0),
            np.concatenate((labels, self._labels[:end]), axis=0),
        )

    def _shuffle(self) -> None:
        order = np.arange(self._num_examples)
        np.random.shuffle(order)
        self._images = self._images[order]
        self._labels = self._labels[order]


def extract_images(f: Any) -> Any:
    """The images in an open `.gz` file of MNIST: uint8, [examples, rows, columns, 1]."""
    print("Extracting", f.name)
    with gzip.GzipFile(fileobj=f) as stream:
        _check_magic(stream, _IMAGES, "image", f.name)
        count, rows, columns = (_read32(stream) for _ in range(3))
        data = np.frombuffer(stream.read(rows * columns * count), dtype=np.uint8)
        return data.reshape(count, rows, columns, 1)


def extract_labels(f: Any, one_hot: bool = False, num_classes: int = 10) -> Any:
    """The labels in an open `.gz` file of MNIST: uint8, [examples], or float64 and one-hot."""
    print("Extracting", f.name)
    with gzip.GzipFile(fileobj=f) as stream:
        _check_magic(stream, _LABELS, "label", f.name)
        labels = np.frombuffer(stream.read(_read32(stream)), dtype=np.uint8)
        return dense_to_one_hot(labels, num_classes) if one_hot else labels


def dense_to_one_hot(labels_dense: Any, num_classes: int) -> Any:
    """Class numbers as rows of zeros with a single one, float64."""
    one_hot = np.zeros((len(labels_dense), num_classes))
    one_hot[np.arange(len(labels_dense)), labels_dense.ravel()] = 1
    return one_hot


def read_data_sets(
    train_dir: str,
    fake_data: bool = False,
    one_hot: bool = False,
    dtype: Any = tf.float32,
    reshape: bool = True,
    validation_size: int = 5000,
    seed: int | None = None,
    source_url: str = DEFAULT_SOURCE_URL,
) -> Datasets:
    """MNIST from the four `.gz` files in `train_dir`, as TF 1.15's `read_data_sets`; nothing is downloaded.

    Raises:
      CompatError: a file is not there.
    """
    if fake_data:
        return Datasets(
            *(DataSet([], [], fake_data=True, one_hot=one_hot, dtype=dtype, seed=seed) for _ in range(3))
        )
    paths = [_local(train_dir, name, source_url) for name in _FILES]
    with tf.io.gfile.GFile(paths[0], "rb") as f:
        train_images = extract_images(f)
    with tf.io.gfile.GFile(paths[1], "rb") as f:
        train_labels = extract_labels(f, one_hot=one_hot)
    with tf.io.gfile.GFile(paths[2], "rb") as f:
        test_images = extract_images(f)
    with tf.io.gfile.GFile(paths[3], "rb") as f:
        test_labels = extract_labels(f, one_hot=one_hot)
    if not 0 <= validation_size <= len(train_images):
        raise ValueError(
            f"Validation size should be between 0 and {len(train_images)}. Received: {validation_size}."
        )
    options: dict[str, Any] = {"dtype": dtype, "reshape": reshape, "seed": seed}
    train = DataSet(train_images[validation_size:], train_labels[validation_size:], **options)
    validation = DataSet(train_images[:validation_size], train_labels[:validation_size], **options)
    return Datasets(train, validation, DataSet(test_images, test_labels, **options))


def _local(folder: str, name: str, source_url: str) -> str:
    path: str = tf.io.gfile.join(folder, name)
    if not tf.io.gfile.exists(path):
        raise CompatError(
            f"MNIST is read from local files, and {path} is not there. TF 1 downloaded it: put the files "
            f"{', '.join(_FILES)} into {folder}, for example from {source_url or DEFAULT_SOURCE_URL}"
        )
    return path


def _read32(stream: Any) -> int:
    return int.from_bytes(stream.read(4), "big")


def _check_magic(stream: Any, expected: int, kind: str, name: str) -> None:
    magic = _read32(stream)
    if magic != expected:
        raise ValueError(f"Invalid magic number {magic} in MNIST {kind} file: {name}")
