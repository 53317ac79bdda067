"""`compat.tf1.activate()`: `import tensorflow` gives TensorFlow 1.15's names; in processes of their own."""

from .test_names import ran

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
from tensorflow import nn, placeholder
from tensorflow.contrib import learn, slim
from tensorflow.contrib.crf import viterbi_decode
from tensorflow.contrib.learn.preprocessing import VocabularyProcessor
from tensorflow.examples.tutorials.mnist import input_data
from tensorflow.keras.layers import Dense
from tensorflow.nn import rnn_cell
from tensorflow.python.framework import ops
import compat
import tf_keras

assert tf is view and tf.__version__ == "1.15.5"
assert tf.contrib.slim is slim is compat.contrib.slim and tf.contrib.layers is L
assert learn.preprocessing.VocabularyProcessor is VocabularyProcessor
assert tf.contrib.crf.viterbi_decode is viterbi_decode
assert tf.nn is nn and nn.rnn_cell is rnn_cell is compat.rnn_cell
assert tf.layers is v1.layers is compat.layers
assert placeholder is real.compat.v1.placeholder
assert Dense is tf_keras.layers.Dense
assert input_data is compat.examples.tutorials.mnist.input_data
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


def test_names_and_modules_are_those_of_1_15():
    lines = ran(IMPORTS).splitlines()
    assert lines[0] == "tensorflow.nothing"
    assert "nothing" in lines[1]


def test_a_program_trains():
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


def test_libraries_go_on_finding_tensorflow_2(tmp_path):
    (tmp_path / "tf_slim_like.py").write_text("import tensorflow as tf\n")
    program = f"""
import sys
import tensorflow as real
from compat import tf1
tf1.activate()

sys.path.append({str(tmp_path)!r})
import compat.layers.core
import tf_keras
import tf_slim
import tf_slim_like

assert compat.layers.core.tf is real
assert tf_slim_like.tf is sys.modules["tensorflow"]  # another's library is written for TensorFlow 1
assert tf_keras.Model.__module__.startswith("tf_keras")
late = "import tensorflow as tf; from tensorflow import function; import tensorflow.compat.v2 as v2"
names = {{"__name__": "tensorflow.python.late"}}
exec(late, names)
assert names["tf"] is real and names["function"] is real.function and names["v2"] is real.compat.v2
"""
    ran(program)
