"""What calls of TensorFlow 1.15's symbols are made on: values, files and small objects, by short names.

For Python 3.7 and TensorFlow 1.15 as for today's: `record.py` and `replay.py` evaluate the same calls in it.
"""

import collections
import enum
import itertools
import os
import struct
import sys
import zlib

import h5py
import numpy as np


class Color(enum.Enum):
    """For flags of an enumeration."""

    RED = 1
    BLUE = 2


NUMBERS = itertools.count()  # of new files


def world_function(x):
    """For autograph."""
    if x > 2:
        x = x + 1
    return x


class World:
    """The namespace of a call; everything is made when it is asked for, in the default graph."""

    def __init__(self, tf):
        self.tf = tf
        self.np = np
        self.h5py = h5py
        self.collections = collections
        self.os = os
        self.sys = sys
        self.Color = Color
        self.world_function = world_function

    def names(self):
        """The namespace, as `eval` takes it."""
        return {name: getattr(self, name) for name in dir(self) if not name.startswith("_")}

    # Tensors.

    def floats(self):
        return self.tf.constant([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])

    def large(self):
        return self.tf.constant([[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]])

    def square(self):
        return self.tf.constant([[4.0, 1.0], [1.0, 3.0]])

    def vector(self):
        return self.tf.constant([1.0, 2.0, 3.0])

    def scalar(self):
        return self.tf.constant(0.5)

    def ints(self):
        return self.tf.constant([[1, 2, 3], [3, 1, 2]])

    def bools(self):
        return self.tf.constant([[True, False, True], [False, True, True]])

    def strings(self):
        return self.tf.constant(["one", "two three"])

    def complexes(self):
        return self.tf.constant([[1 + 2j, 3 - 1j], [2 + 0j, 1 + 1j]], self.tf.complex64)

    def signal(self):
        return self.tf.constant(np.sin(np.arange(16, dtype=np.float32)))

    def image(self):
        return self.tf.constant(np.arange(48, dtype=np.float32).reshape(4, 4, 3) / 48)

    def images(self):
        return self.tf.constant(np.arange(96, dtype=np.float32).reshape(2, 4, 4, 3) / 96)

    def volumes(self):
        return self.tf.constant(np.arange(128, dtype=np.float32).reshape(1, 4, 4, 4, 2) / 128)

    def kernel(self, *shape):
        count = int(np.prod(shape))
        return self.tf.constant(np.arange(count).reshape(shape) / count, self.tf.float32)

    def sequences(self):
        return self.tf.constant(np.arange(24, dtype=np.float32).reshape(2, 4, 3) / 24)

    def sparse(self):
        return self.tf.SparseTensor([[0, 0], [1, 2]], [1.0, 2.0], [2, 3])

    def sparse_ids(self):
        return self.tf.SparseTensor(
            self.tf.constant([[0, 0], [1, 0]], self.tf.int64),
            self.tf.constant([0, 2], self.tf.int64),
            self.tf.constant([2, 2], self.tf.int64),
        )

    def ragged(self):
        return self.tf.ragged.constant([[1.0, 2.0], [3.0]])

    def variable(self, value=None):
        value = [1.0, 2.0, 3.0] if value is None else value
        return self.tf.Variable(value, name="v")

    def resource(self):
        return self.tf.get_variable("r", initializer=[1.0, 2.0, 3.0], use_resource=True)

    def global_step(self):
        return self.tf.train.get_or_create_global_step()

    # Files and bytes.

    def fresh(self, suffix=""):
        """A path at which nothing is."""
        return os.path.join(os.getcwd(), f"new{next(NUMBERS)}{suffix}")

    def file(self, text="one\ntwo\n", suffix=".txt"):
        """A new file of `text`."""
        path = self.fresh(suffix)
        with open(path, "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        return path

    def folder(self):
        """A new folder with a file in it."""
        path = self.fresh()
        os.mkdir(path)
        with open(os.path.join(path, "a.txt"), "w") as out:
            out.write("one\n")
        return path

    def records(self):
        """A file of two records."""
        path = self.fresh(".tfrecord")
        with self.tf.python_io.TFRecordWriter(path) as writer:
            writer.write(self.example())
            writer.write(self.example())
        return path

    def example(self):
        """A serialised Example."""
        value = self.tf.train.Feature(float_list=self.tf.train.FloatList(value=[1.5]))
        features = self.tf.train.Features(feature={"x": value})
        return self.tf.train.Example(features=features).SerializeToString()

    def sequence_example(self):
        """A serialised SequenceExample."""
        value = self.tf.train.Feature(float_list=self.tf.train.FloatList(value=[1.5]))
        lists = self.tf.train.FeatureLists(
            feature_list={"s": self.tf.train.FeatureList(feature=[value, value])}
        )
        context = self.tf.train.Features(feature={"x": value})
        return self.tf.train.SequenceExample(context=context, feature_lists=lists).SerializeToString()

    def png(self):
        """The bytes of a picture of 2 by 2 pixels."""

        def chunk(kind, data):
            packed = struct.pack(">I", len(data)) + kind + data
            return packed + struct.pack(">I", zlib.crc32(kind + data) & 0xFFFFFFFF)

        rows = b"\x00" + bytes(bytearray([255, 0, 0, 0, 255, 0])) + b"\x00" + bytes(bytearray([9] * 6))
        head = chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0))
        return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")

    def bmp(self):
        """The same as a bitmap."""
        pixels = bytes(bytearray([9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]))
        head = struct.pack("<IiiHHIIiiII", 40, 2, 2, 1, 24, 0, len(pixels), 0, 0, 0, 0)
        return b"BM" + struct.pack("<IHHI", 54 + len(pixels), 0, 0, 54) + head + pixels

    def gif(self):
        """The smallest of moving pictures."""
        return (
            b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00\x00\x00\x00\x00,"
            b"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
        )

    def jpeg(self):
        """An encoded JPEG, as a tensor."""
        return self.tf.image.encode_jpeg(self.tf.constant(np.full([8, 8, 3], 100, np.uint8)))

    def wav(self):
        """An encoded sound, as a tensor."""
        return self.tf.audio.encode_wav([[0.25], [0.5]], 8000)

    def checkpoint(self):
        """The prefix of a checkpoint of the variable `c`, and of a step."""
        prefix = os.path.join(self.folder(), "model")
        with self.tf.Graph().as_default(), self.tf.Session() as sess:
            self.tf.get_variable("c", initializer=[1.0, 2.0])
            sess.run(self.tf.global_variables_initializer())
            return self.tf.train.Saver().save(sess, prefix, global_step=3)

    def saved_model(self):
        """The folder of a saved model."""
        path = self.fresh()
        with self.tf.Graph().as_default(), self.tf.Session() as sess:
            x = self.tf.placeholder(self.tf.float32, [None], name="x")
            y = self.tf.multiply(x, self.tf.get_variable("c", initializer=2.0), name="y")
            sess.run(self.tf.global_variables_initializer())
            self.tf.saved_model.simple_save(sess, path, {"x": x}, {"y": y})
        return path

    # Objects.

    def session(self):
        return self.tf.get_default_session()

    def graph_def(self):
        with self.tf.Graph().as_default() as graph:
            self.tf.constant(1.0, name="a")
            return graph.as_graph_def()

    def operation(self):
        return self.floats().op

    def cell(self):
        return self.tf.nn.rnn_cell.BasicRNNCell(2)

    def dataset(self):
        return self.tf.data.Dataset.range(4)

    def float_dataset(self):
        return self.tf.data.Dataset.from_tensor_slices(np.arange(6, dtype=np.float32))

    def iterator(self):
        return self.tf.data.make_one_shot_iterator(self.dataset())

    def optimizer(self):
        return self.tf.train.GradientDescentOptimizer(0.1)

    def model(self):
        """A Keras model of one layer."""
        layer = self.tf.keras.layers.Dense(1, input_shape=(3,), kernel_initializer="ones")
        return self.tf.keras.Sequential([layer])

    def compiled(self):
        model = self.model()
        model.compile("sgd", "mse")
        return model

    def dense(self):
        return self.tf.keras.layers.Dense(2, kernel_initializer="ones")

    def keras_input(self, *shape):
        return self.tf.keras.Input(shape or (3,))

    def two_inputs(self):
        return [self.floats(), self.large()]

    def signature(self):
        info = self.tf.saved_model.build_tensor_info(self.floats())
        return self.tf.saved_model.build_signature_def({"x": info}, {"y": info}, "m")

    def placeholders(self):
        return {"x": self.tf.placeholder(self.tf.float32, [None, 3], name="x")}

    def numeric(self):
        return self.tf.feature_column.numeric_column("x", shape=[3])

    def categorical(self):
        return self.tf.feature_column.categorical_column_with_identity("ids", num_buckets=3)

    def features(self):
        return {"x": self.floats(), "ids": self.tf.constant([[0], [2]])}

    def normal(self):
        return self.tf.distributions.Normal(0.0, 1.0)

    def linear_operator(self):
        return self.tf.linalg.LinearOperatorFullMatrix(
            [[4.0, 1.0], [1.0, 3.0]], is_self_adjoint=True, is_positive_definite=True
        )

    def sequence(self):
        """A Keras sequence of one batch."""
        base = self.tf.keras.utils.Sequence

        class One(base):
            def __len__(self):
                return 1

            def __getitem__(self, index):
                return np.ones([2, 3], np.float32), np.ones([2, 1], np.float32)

        return One()

    def flag(self, name):
        """A flag that a call may change; defined once."""
        flags = self.tf.app.flags
        if name not in flags.FLAGS:
            flags.DEFINE_string(name, "a", "For a call.")
        return name

    def raised_is(self, function):
        """The name of what `function` raises."""
        try:
            return function()
        except Exception as error:
            return type(error).__name__

    def cpu(self):
        return self.tf.config.experimental.list_physical_devices("CPU")[0]

    def strategy(self):
        return self.tf.distribute.get_strategy()
