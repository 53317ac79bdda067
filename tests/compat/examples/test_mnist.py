"""MNIST is read and shuffled as TF 1.15.5 did."""

import gzip
import struct
import zlib

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat.examples.tutorials.mnist import input_data, mnist

v1 = tf.compat.v1


def write_mnist(folder, train=30, test=10):
    random = np.random.RandomState(0)
    for prefix, count in (("train", train), ("t10k", test)):
        images = random.randint(0, 256, [count, 28, 28]).astype(np.uint8)
        labels = random.randint(0, 10, [count]).astype(np.uint8)
        with gzip.open(f"{folder}/{prefix}-images-idx3-ubyte.gz", "wb") as file:
            file.write(struct.pack(">IIII", 2051, count, 28, 28) + images.tobytes())
        with gzip.open(f"{folder}/{prefix}-labels-idx1-ubyte.gz", "wb") as file:
            file.write(struct.pack(">II", 2049, count) + labels.tobytes())


def digests(folder, read):
    seen = []
    for options in ({"seed": 7}, {"seed": 7, "one_hot": True, "reshape": False, "dtype": tf.uint8}):
        data = read(str(folder), validation_size=10, **options)
        for part, size in ((data.train, 8), (data.validation, 3), (data.test, 7)):
            for _ in range(4):
                images, labels = part.next_batch(size)
                seen.append(zlib.crc32(np.ascontiguousarray(images).tobytes() + labels.tobytes()))
        seen.append(data.train.epochs_completed)
    return seen


# As TF 1.15.5 gives them for the same files.
DIGESTS = [
    653479350,
    1486510888,
    507009188,
    3487601286,
    2992676810,
    1251571784,
    1918856292,
    1122158479,
    1687628798,
    2668258161,
    532951686,
    2768930827,
    1,
    792941814,
    495546494,
    3030136718,
    3493982104,
    3536830987,
    990428200,
    1995165887,
    2213982953,
    3348163178,
    1581035473,
    2953165047,
    902509893,
    1,
]


def test_batches_are_those_of_tf_1(tmp_path):
    write_mnist(tmp_path)
    assert digests(tmp_path, input_data.read_data_sets) == DIGESTS


def test_shapes_and_scale(tmp_path):
    write_mnist(tmp_path)
    data = input_data.read_data_sets(tmp_path, one_hot=True, validation_size=10)
    images, labels = data.train.next_batch(5, shuffle=False)
    assert images.shape == (5, 784)
    assert images.dtype == np.float32
    assert 0.9 < images.max() <= 1.0
    assert labels.shape == (5, 10)
    assert (data.train.num_examples, data.validation.num_examples, data.test.num_examples) == (20, 10, 10)


@pytest.mark.parametrize("one_hot", [True, False])
def test_fake_data(one_hot):
    data = input_data.read_data_sets("nowhere", fake_data=True, one_hot=one_hot)
    images, labels = data.train.next_batch(2, fake_data=True)
    assert images == [[1] * 784] * 2
    assert labels == ([[1] + [0] * 9] * 2 if one_hot else [0, 0])
    assert data.test.num_examples == 10000


def test_a_missing_file_is_named(tmp_path):
    write_mnist(tmp_path)
    (tmp_path / "t10k-labels-idx1-ubyte.gz").unlink()
    with pytest.raises(compat.CompatError, match="t10k-labels-idx1-ubyte.gz is not there"):
        input_data.read_data_sets(str(tmp_path))


def test_a_file_of_another_kind_is_refused(tmp_path):
    write_mnist(tmp_path)
    labels = tmp_path / "train-labels-idx1-ubyte.gz"
    labels.write_bytes((tmp_path / "train-images-idx3-ubyte.gz").read_bytes())
    with pytest.raises(ValueError, match="Invalid magic number 2051 in MNIST label file"):
        input_data.read_data_sets(str(tmp_path))


def test_too_large_a_validation_set_is_refused(tmp_path):
    write_mnist(tmp_path)
    with pytest.raises(ValueError, match="between 0 and 30"):
        input_data.read_data_sets(str(tmp_path))


def test_the_tutorials_model_trains():
    store = compat.VariableStore()

    @store.function
    def step(images, labels):
        loss = mnist.loss(mnist.inference(images, 8, 4), labels)
        with tf.control_dependencies([mnist.training(loss, 0.01)]):
            return tf.identity(loss)

    images, labels = tf.fill([4, mnist.IMAGE_PIXELS], 0.1), tf.constant([0, 1, 1, 1])
    losses = [float(step(images, labels)) for _ in range(10)]
    assert losses[-1] < losses[0]
    assert list(store.variables)[:2] == ["hidden1/weights", "hidden1/biases"]
    assert int(mnist.evaluation(tf.one_hot([0, 0], 10), tf.constant([0, 1]))) == 1
