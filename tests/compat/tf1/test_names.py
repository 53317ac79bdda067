"""The names of TensorFlow 1.15 through `compat.tf1`, in processes of their own: it turns TensorFlow 2 off."""

import csv
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_name_that_is_gone_says_what_to_use_instead(ran):
    program = """
import compat
from compat import tf1 as tf

for path in ("estimator.BoostedTreesClassifier", "data.experimental.StatsOptions", "nn.nothing", "nothing"):
    found = tf
    try:
        for name in path.split("."):
            found = getattr(found, name)
    except AttributeError as error:
        assert isinstance(error, compat.CompatError)
        print(error)
assert not hasattr(tf, "nothing") and not hasattr(tf.train, "nothing")
"""
    lines = ran(program).splitlines()
    assert [line.split(" ")[:2] for line in lines] == [
        ["SYM101", "tf.estimator.BoostedTreesClassifier"],
        ["SYM101", "tf.data.experimental.StatsOptions"],
        ["SYM100", "tf.nn.nothing"],
        ["SYM100", "tf.nothing"],
    ]
    assert "decision trees" in lines[0]
    assert "profiler" in lines[1]


IMPORTS = """
import compat.tf1 as tf
import compat.tf1.layers as layers
import compat.tf1.nn.rnn_cell as cells
import compat.tf1.keras as keras
import compat.tf1.train
from compat.tf1 import logging
from compat.tf1.examples.tutorials.mnist import input_data
from compat.tf1.keras.layers import Dense
from compat.tf1.nn import conv2d, rnn_cell
from compat.tf1.python.framework import ops
from compat.tf1.python_io import TFRecordWriter
import compat
import tensorflow
import tf_keras

assert ops.get_default_graph is tf.get_default_graph
assert layers is tf.layers
assert layers.__spec__.name == "compat.layers"
assert cells is rnn_cell is tf.nn.rnn_cell
assert keras is tf.keras and Dense is tf_keras.layers.Dense
assert input_data is tf.examples.tutorials.mnist.input_data
assert compat.tf1.train is tf.train and tf.train.AdamOptimizer is tensorflow.compat.v1.train.AdamOptimizer
assert tf.nn.conv2d is conv2d is tensorflow.compat.v1.nn.conv2d
assert "rnn_cell" in dir(tf.nn) and "mul" in dir(tf) and "Session" in dir(tf)
try:
    import compat.tf1.nothing
except ModuleNotFoundError as error:
    print(error.name)
"""


LEFT_AS_THEY_ARE = """
from compat import tf1 as tf
import tensorflow.contrib.slim as slim
from tensorflow.contrib import layers
from tensorflow.contrib.learn.python.learn.datasets import mnist
from tensorflow.examples.tutorials.mnist import input_data

assert slim is tf.contrib.slim and layers is tf.contrib.layers and mnist is tf.contrib.learn.datasets.mnist
assert input_data is tf.examples.tutorials.mnist.input_data
import tensorflow
assert tensorflow.__version__[0] == "2" and tensorflow.nn is not tf.nn
"""


def test_imports_of_what_tensorflow_lost_may_stay(ran):
    ran(LEFT_AS_THEY_ARE)


def test_modules_are_imported_under_their_old_names(ran):
    assert ran(IMPORTS).strip() == "compat.tf1.nothing"


def test_names_from_before_1_0(ran):
    program = """
from compat import tf1 as tf

with tf.Session() as sess:
    a, b = tf.constant([4.0, 2.0]), tf.constant([1.0, 2.0])
    parts = [tf.mul(a, b), tf.sub(a, b), tf.neg(a), tf.pack([a, b]), tf.inv(b)]
    parts.append(tf.batch_matmul([a], [[1.0], [1.0]]))
    print(sess.run([*parts, *tf.unpack(a)]))
    v = tf.Variable(1.0)
    sess.run(tf.initialize_all_variables())
    tf.scalar_summary("s", v)
    assert len(sess.run(tf.merge_all_summaries())) > 3
    assert tf.all_variables() == [v]
assert tf.train.SummaryWriter is tf.summary.FileWriter
"""
    assert "array([[4., 2.],\n       [1., 2.]]" in ran(program)


def test_arguments_that_1_15_took(ran):
    program = """
from compat import tf1 as tf

labels, logits = tf.constant([1]), tf.constant([[1.0, 2.0]])
loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="loss")
assert loss.name.startswith("loss")
assert tf.nn.sparse_softmax_cross_entropy_with_logits(None, labels, logits).shape == [1]
try:
    tf.nn.sparse_softmax_cross_entropy_with_logits(logits, labels)
except ValueError as error:
    print(error)
cpu = tf.config.experimental.list_physical_devices("CPU")[0]
two = [tf.config.experimental.VirtualDeviceConfiguration()] * 2
tf.config.experimental.set_virtual_device_configuration(cpu, virtual_devices=two)
print(tf.config.experimental_list_devices())
"""
    lines = ran(program).splitlines()
    assert "named arguments" in lines[0]
    assert lines[1].count("CPU") == 2


FLAGS = """
import sys
from compat import tf1 as tf

flags = tf.app.flags
flags.DEFINE_integer("steps", 10, "How many.")
flags.DEFINE_string(flag_name="name", default_value="x", docstring="A name.")
flags.DEFINE_boolean("fast", False, "Or slow.")
FLAGS = tf.app.flags.FLAGS
assert flags is tf.flags
if "early" in sys.argv:
    print(FLAGS.steps)  # read before tf.app.run: parsed now

def main(argv):
    print(FLAGS.steps, FLAGS.name, FLAGS.fast, argv[1:])

tf.app.run()
"""


def test_flags_are_parsed_when_they_are_read_and_unknown_ones_are_left(ran):
    assert ran(FLAGS, "--steps=3", "early").splitlines() == ["3", "3 x False ['early']"]
    out = ran(FLAGS, "--steps=3", "--fast", "rest", "--unknown=1")
    assert out.splitlines() == ["3 x True ['rest', '--unknown=1']"]


OWN_FLAGS = """
import sys
from compat import tf1 as tf

flags = tf.app.flags
flags.DEFINE_string("log_dir", "/tmp/logs", "Of the program, and of absl's logging.")
flags.DEFINE_integer("v", 2, "Another one.")
flags.DEFINE_float("stderrthreshold", 0.5, "And another.")
FLAGS = flags.FLAGS
try:
    flags.DEFINE_string("log_dir", "", "Twice.")
except flags.DuplicateFlagError as error:
    print("twice" in str(error))
if "older" in sys.argv:
    values = FLAGS._parse_flags()
    print(values["log_dir"], FLAGS.__flags["v"].value, FLAGS.__dict__["__flags"]["stderrthreshold"])

def main(argv):
    tf.logging.info("a line")
    print(FLAGS.log_dir, FLAGS.v, FLAGS.stderrthreshold, FLAGS.flag_values_dict()["v"], argv)

tf.app.run(main=main, argv=["program"] + sys.argv[1:])
"""


def test_a_program_may_have_flags_that_libraries_have_too(ran):
    out = ran(OWN_FLAGS, "--log_dir=/data", "--v=7")
    assert out.splitlines() == ["True", "/data 7 0.5 7 ['program']"]
    lines = ran(OWN_FLAGS, "--log_dir=/data", "older", "--other").splitlines()
    assert lines == ["True", "/data 2 0.5", "/data 2 0.5 2 ['program', 'older', '--other']"]


CALLS = """
from compat import tf1 as tf

# The axis first, as before 1.0.
a, b = [[1.0, 2.0]], [[3.0, 4.0]]
joined = [tf.concat(1, [a, b]), tf.concat([a, b], 1), tf.concat(concat_dim=1, values=[a, b])]
joined.append(tf.concat(tf.constant(1), [a, b]))
parts = [tf.split(1, 2, a), tf.split(a, 2, 1), tf.split(split_dim=1, num_split=2, value=a)]
parts += [tf.split(a, [1, 1], 1), tf.split(value=a, num_or_size_splits=2, axis=1)]
with tf.Session() as sess:
    assert all((value == [[1, 2, 3, 4]]).all() for value in sess.run(joined))
    assert all((x, y) == ([[1.0]], [[2.0]]) for x, y in sess.run(parts))

# Collections of variables, by name and by place.
kept = [tf.GraphKeys.GLOBAL_VARIABLES, "kept"]
first = tf.Variable([1.0], False, kept, name="first")
second = tf.Variable([1.0], collections=kept, use_resource=True)
third = tf.get_variable("third", [1], collections=["kept"])
assert tf.get_collection("kept") == [first, second, third]
assert tf.global_variables() == [first, second] and tf.trainable_variables() == [second, third]
assert all(isinstance(v, tf.Variable) for v in (first, second, third))
assert not isinstance(second + 1, tf.Variable)
assert issubclass(type(second), tf.Variable) and not issubclass(tf.Tensor, tf.Variable)

# Arguments in 1.15's places.
layers = tf.keras.layers
conv = layers.Conv2D(2, 2, (1, 1), "same", None, (1, 1), "relu", True, "ones", input_shape=(4, 4, 3))
assert conv.activation is tf.keras.activations.relu and isinstance(conv, layers.Conv2D)

class Narrow(layers.Conv2D):
    def __init__(self, filters):
        super().__init__(filters, 1, (1, 1), "same", None, (1, 1), "tanh")

narrow = Narrow(3)
assert isinstance(narrow, layers.Conv2D) and issubclass(Narrow, layers.Conv2D)
assert not isinstance(conv, Narrow)
model = tf.keras.Sequential([conv, narrow])
made = {"Narrow": lambda **config: Narrow(config["filters"])}
again = tf.keras.models.model_from_json(model.to_json(), made)
assert isinstance(again.layers[0], layers.Conv2D)
try:
    tf.matmul(*[1] * 10)
except TypeError as error:
    print(error)
"""


def test_arguments_stand_where_they_stood(ran):
    assert ran(CALLS).strip() == "matmul() takes 9 arguments, but 10 were given"


def test_compat_itself_stays_light(ran):
    program = """
import sys
import compat

print([name for name in ("tf_keras", "tf_slim", "compat.tf1", "compat.contrib") if name in sys.modules])
import tensorflow as tf
print(tf.executing_eagerly())
import compat.tf1
print(tf.executing_eagerly(), [name for name in ("tf_keras", "tf_slim") if name in sys.modules])
"""
    assert ran(program).splitlines() == ["[]", "True", "False []"]


def test_it_costs_little_more_to_import_than_tensorflow():
    program = """
import time
start = time.process_time()
import tensorflow
middle = time.process_time()
import compat.tf1
print((time.process_time() - middle) / (middle - start))
"""
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert float(run.stdout) < 0.1


LOST = """
import base64, collections, fractions, inspect, threading, time
import numpy as np
before = np.float64, np.all
from compat import tf1

assert (np.float64, np.all) == before
assert np.int is int and np.float is float and np.object is object and np.float_ is np.float64
assert np.asscalar(np.array([3])) == 3 and np.product([2, 3]) == 6 and np.random.random_integers(1, 1) == 1
assert issubclass(dict, collections.Mapping) and isinstance([], collections.Iterable)
assert time.clock() <= time.clock() and fractions.gcd(4, 6) == 2
assert inspect.getargspec(lambda a, *b: a) == (["a"], "b", None, None)
assert base64.decodestring(base64.encodestring(b"x")) == b"x"
assert threading.current_thread().isAlive()
"""


def test_python_and_numpy_get_back_what_they_lost(ran):
    ran(LOST)


OLD_NAMES = """
import operator
from compat import tf1
from compat.tf1._old_names import OLD_NAMES
for symbol, today in OLD_NAMES.items():
    assert operator.attrgetter(symbol)(tf1) is operator.attrgetter(today)(tf1)
    print(f"tf.{symbol},tf.{today}")
"""


def test_the_rewriter_knows_the_same_old_names(ran):
    table = csv.DictReader((ROOT / "migrate" / "syntax" / "old_names.csv").open())
    assert ran(OLD_NAMES).split() == [f"{row['symbol']},{row['in_1_15']}" for row in table]
