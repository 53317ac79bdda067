"""The names of TensorFlow 1.15 through `compat.tf1`, in processes of their own: it turns TensorFlow 2 off."""

import csv
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
SYMBOLS = ROOT / "migrate" / "rewrite" / "tables" / "symbols.csv"


def ran(program, *arguments, timeout=120):
    """What `program` prints, run in a fresh process in the root of the repository."""
    run = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return run.stdout


EVERY_SYMBOL = """
import sys
from compat import CompatError
from compat import tf1 as tf

for symbol in sys.stdin.read().split():
    found = tf
    try:
        for name in symbol.split(".")[1:]:
            found = getattr(found, name)
    except CompatError:
        print(symbol)
"""


def test_every_symbol_is_found_or_refused_by_name():
    symbols = [row["symbol"] for row in csv.DictReader(SYMBOLS.open())]
    others = (
        "tf.contrib",
        "tf.keras",
        "tf.layers",
        "tf.nn.rnn_cell",
    )  # modules with names, and tests, of their own
    symbols = [symbol for symbol in symbols if not symbol.startswith(others)]
    assert len(symbols) > 1500
    run = subprocess.run(
        [sys.executable, "-c", EVERY_SYMBOL],
        input="\n".join(symbols),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    refused = [s for s in run.stdout.split() if not s.startswith(("tf.estimator", "tf.tpu.experimental"))]
    assert sorted(refused) == [
        "tf.data.experimental.CheckpointInputPipelineHook",
        "tf.data.experimental.MapVectorizationOptions",
        "tf.data.experimental.StatsAggregator",
        "tf.data.experimental.StatsOptions",
        "tf.data.experimental.bytes_produced_stats",
        "tf.data.experimental.latency_stats",
    ]


def test_a_name_that_is_gone_says_what_to_use_instead():
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
    assert [line.split(" ")[0] for line in lines] == [
        "tf.estimator.BoostedTreesClassifier",
        "tf.data.experimental.StatsOptions",
        "tf.nn.nothing",
        "tf.nothing",
    ]
    assert "another library" in lines[0]
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


def test_modules_are_imported_under_their_old_names():
    assert ran(IMPORTS).strip() == "compat.tf1.nothing"


def test_names_from_before_1_0():
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


def test_arguments_that_1_15_took():
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


def test_flags_are_parsed_when_they_are_read_and_unknown_ones_are_left():
    assert ran(FLAGS, "--steps=3", "early").splitlines() == ["3", "3 x False ['early']"]
    out = ran(FLAGS, "--steps=3", "--fast", "rest", "--unknown=1")
    assert out.splitlines() == ["3 x True ['rest', '--unknown=1']"]


def test_compat_itself_stays_light():
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
start = time.perf_counter()
import tensorflow
middle = time.perf_counter()
import compat.tf1
print((time.perf_counter() - middle) / (middle - start))
"""
    assert float(ran(program)) < 0.1


OLD_NAMES = """
import operator
from compat import tf1
from compat.tf1._old_names import OLD_NAMES
for symbol, today in OLD_NAMES.items():
    assert operator.attrgetter(symbol)(tf1) is operator.attrgetter(today)(tf1)
    print(f"tf.{symbol},tf.{today}")
"""


def test_the_rewriter_knows_the_same_old_names():
    table = csv.DictReader((ROOT / "migrate" / "syntax" / "old_names.csv").open())
    assert ran(OLD_NAMES).split() == [f"{row['symbol']},{row['in_1_15']}" for row in table]
