"""`compat.tf1.activate()`: `import tensorflow` gives TensorFlow 1.15's names; in processes of their own."""

IMPORTS = """
import sys
import tensorflow as real
from compat import tf1

tf1.activate()
view = sys.modules["tensorflow"]
tf1.activate()
assert sys.modules["tensorflow"] is view is not real

import tensorflow as tf
import tensorflow.compat.v1 as v1
import tensorflow.contrib.layers as L
import tensorflow.python.ops.math_ops as math_ops
from tensorflow import __version__ as release
from tensorflow import nn, placeholder, python
from tensorflow.contrib import learn, slim
from tensorflow.contrib.crf import viterbi_decode
from tensorflow.contrib.learn.preprocessing import VocabularyProcessor
from tensorflow.examples.tutorials.mnist import input_data
from tensorflow.keras.layers import Dense
from tensorflow.nn import rnn_cell
from tensorflow.python.framework import ops
import compat
import tf_keras

assert tf is view and tf.__version__ == release == "1.15.5"
everything = {}
exec("from tensorflow import *", everything)
assert everything["get_variable"] is real.compat.v1.get_variable
assert python.layers.core.Dense is compat.layers.Dense
assert tf.contrib.slim is slim is compat.contrib.slim and tf.contrib.layers is L
assert learn.preprocessing.VocabularyProcessor is VocabularyProcessor
assert tf.contrib.crf.viterbi_decode is viterbi_decode
assert tf.nn is nn and nn.rnn_cell is rnn_cell is compat.rnn_cell
assert tf.layers is v1.layers is compat.layers
assert placeholder is real.compat.v1.placeholder
assert Dense is tf_keras.layers.Dense
assert input_data is compat.examples.tutorials.mnist.input_data
# Inner modules that have moved since, and a message.
import tensorflow.python.training.tracking.base as by_name
from tensorflow.core.protobuf import config_pb2
from tensorflow.python import pywrap_tensorflow
from tensorflow.python.tpu import tpu_estimator
from tensorflow.python.training.tracking import base, data_structures, tracking, util
assert by_name is base and issubclass(tracking.AutoTrackable, base.Trackable)
assert data_structures.NoDependency and util.Checkpoint
assert tpu_estimator.TPUEstimator is tf.contrib.tpu.TPUEstimator
for name in "EventsWriter NewCheckpointReader TF_NewBuffer IsGoogleCudaEnabled list_devices".split():
    assert getattr(pywrap_tensorflow, name)
from tensorflow.python.data.ops import dataset_ops, readers
from tensorflow.python.framework import device
assert dataset_ops.Dataset is tf.data.Dataset and readers.TextLineDataset is tf.data.TextLineDataset
assert dataset_ops.DatasetV2 and device.canonical_name("/gpu:0") == "/device:GPU:0"
place = device.DeviceSpec(job="ps")
place.task = 1
assert device.DeviceSpec is tf.DeviceSpec and place.to_string() == "/job:ps/task:1"
options = tf.ConfigProto(rpc_options=config_pb2.RPCOptions(compression_level=1)).rpc_options
assert options.compression_level == 1
assert ops.get_default_graph is tf.get_default_graph and math_ops.add is not None
try:
    import tensorflow.nothing
except ModuleNotFoundError as error:
    print(error.name)
try:
    from tensorflow import nothing
except ImportError as error:
    print(error)
"""


def test_names_and_modules_are_those_of_1_15(ran):
    lines = ran(IMPORTS).splitlines()
    assert lines[0] == "tensorflow.nothing"
    assert "nothing" in lines[1]


def test_a_program_trains(ran):
    program = """
from compat import tf1
tf1.activate()

import numpy as np
import tensorflow as tf
from tensorflow.contrib import slim

x = tf.placeholder(tf.float32, [4, 6, 6, 1])
net = slim.batch_norm(slim.conv2d(x, 3, [3, 3]), is_training=True)
loss = tf.reduce_mean(tf.square(tf.layers.dense(slim.flatten(net), 1) - 9.0))
with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
    train = tf.train.AdamOptimizer(0.01).minimize(loss, global_step=tf.train.create_global_step())
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    images = np.random.RandomState(0).rand(4, 6, 6, 1)
    losses = [sess.run([train, loss], {x: images})[1] for _ in range(20)]
assert losses[-1] < losses[0]
print([type(variable).__name__ for variable in tf.global_variables()][0], tf.train.get_global_step().name)
"""
    assert ran(program).split() == ["RefVariable", "global_step:0"]


def test_libraries_go_on_finding_tensorflow_2(ran, tmp_path):
    (tmp_path / "tf_slim_like.py").write_text("import tensorflow as tf\n")
    program = f"""
import sys
import tensorflow as real
from compat import tf1
tf1.activate()

sys.path.append({str(tmp_path)!r})
import compat.layers._core
import tf_keras
import tf_slim
import tf_slim_like

assert compat.layers._core.tf is real
assert tf_slim_like.tf is sys.modules["tensorflow"]  # another's library is written for TensorFlow 1
assert tf_keras.Model.__module__.startswith("tf_keras")
late = "import tensorflow as tf; from tensorflow import function; import tensorflow.compat.v2 as v2"
names = {{"__name__": "tensorflow.python.late"}}
exec(late, names)
assert names["tf"] is real and names["function"] is real.function and names["v2"] is real.compat.v2
"""
    ran(program)


PRIVATE = """
import sys
from compat import tf1
import compat.tf1.python.ops.rnn_cell as early
from compat.tf1.python.framework.ops import get_default_graph
from compat.tf1.python.keras.layers import Dense as EarlyDense

tf1.activate()
import tensorflow as tf
import tensorflow.python.ops.math_ops as math_ops
import tensorflow.python.platform
from tensorflow.core.framework import summary_pb2
from tensorflow.python import pywrap_tensorflow
from tensorflow.python.client import device_lib, session, timeline
from tensorflow.python.eager import context
from tensorflow.python.framework import ops, tensor_shape
from tensorflow.python.keras import backend as K
from tensorflow.python.keras.layers import LSTM, Dense
from tensorflow.python.keras.preprocessing.sequence import pad_sequences
from tensorflow.python.layers import core, utils
from tensorflow.python.ops import array_ops, control_flow_ops, rnn, rnn_cell, variable_scope
from tensorflow.python.ops.rnn_cell_impl import LSTMStateTuple, RNNCell
from tensorflow.python.platform import gfile, tf_logging
from tensorflow.python.training import moving_averages, training

# As the public names have them, wherever they were imported from.
assert early.BasicLSTMCell is rnn_cell.BasicLSTMCell is tf.nn.rnn_cell.BasicLSTMCell
assert LSTMStateTuple is tf.nn.rnn_cell.LSTMStateTuple and RNNCell is tf.nn.rnn_cell.RNNCell
assert core.Dense is tf.layers.Dense and utils.smart_cond
assert Dense is EarlyDense is tf.keras.layers.Dense and LSTM is tf.keras.layers.LSTM
assert K.get_session is tf.keras.backend.get_session
assert pad_sequences is tf.keras.preprocessing.sequence.pad_sequences
assert rnn.dynamic_rnn is tf.nn.dynamic_rnn and training.AdamOptimizer is tf.train.AdamOptimizer
# What moved, and what is where it was.
assert control_flow_ops.while_loop is tf.while_loop and control_flow_ops.cond
assert ops.Tensor is tf.Tensor and ops.get_default_graph is get_default_graph
assert pywrap_tensorflow.NewCheckpointReader is tf.train.NewCheckpointReader
assert tensor_shape.TensorShape is tf.TensorShape and math_ops.add and array_ops.concat and gfile.GFile
for missing in ("tensorflow.python.ops.nothing", "tensorflow.python.keras.nothing.at_all"):
    try:
        __import__(missing)
    except ModuleNotFoundError as error:
        print(error.name)
for module in (control_flow_ops, rnn_cell):
    try:
        module.nothing
    except AttributeError as error:
        print("no attribute" in str(error))

x = tf.placeholder(tf.float32, [2, 3, 4])
with tf.variable_scope("cells"):
    outputs, state = rnn.dynamic_rnn(rnn_cell.BasicLSTMCell(5), x, dtype=tf.float32)
    core.Dense(2, name="out")(outputs)
print([v.op.name for v in tf.trainable_variables()], isinstance(state, LSTMStateTuple))
"""


def test_modules_of_its_own_have_what_they_had(ran):
    assert ran(PRIVATE).splitlines() == [
        "tensorflow.python.ops.nothing",
        "tensorflow.python.keras.nothing",
        "True",
        "True",
        "['cells/rnn/basic_lstm_cell/kernel', 'cells/rnn/basic_lstm_cell/bias', 'cells/out/kernel', "
        "'cells/out/bias'] True",
    ]
