"""Programs of TensorFlow 1.15 behave as they did there; each runs in a process of its own."""


def test_training_with_reference_variables_and_summaries(ran, tmp_path):
    program = """
import sys
import numpy as np
from compat import tf1 as tf

x = tf.placeholder(tf.float32, [None, 3], name="x")
y = tf.placeholder(tf.float32, [None, 1], name="y")
w = tf.get_variable("w", initializer=np.ones([3, 1], np.float32))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
step = tf.train.get_or_create_global_step()
train = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
tf.summary.scalar("loss", loss)
merged = tf.summary.merge_all()
assert not tf.executing_eagerly()
assert type(w).__name__ == "RefVariable"
assert x.shape[1].value == 3 and x.get_shape().as_list() == [None, 3]
assert (x == x) is True and {x: 1}[x] == 1
config = tf.ConfigProto(allow_soft_placement=True, gpu_options=tf.GPUOptions(allow_growth=True))
saver = tf.train.Saver()
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter(sys.argv[1], sess.graph)
    for i in range(20):
        feed = {x: np.eye(3), y: [[1.0], [2.0], [3.0]]}
        _, now, value, text = sess.run([train, step, loss, merged], feed)
        assert now == i + 1, (now, i)
        writer.add_summary(text, now)
    path = saver.save(sess, sys.argv[1] + "/model", global_step=step)
print("%.5f" % value, tf.gfile.Exists(path + ".index"), tf.train.latest_checkpoint(sys.argv[1]) == path)
"""
    value, exists, latest = ran(program, str(tmp_path)).split()
    assert float(value) < 0.5
    assert (exists, latest) == ("True", "True")


def test_queues_and_control_flow_of_old(ran):
    program = """
from compat import tf1 as tf

with tf.device("/gpu:0"):  # soft placement moves the whole pipeline, as it did
    files = tf.train.string_input_producer([tf.__file__], name="files")
    line = tf.TextLineReader().read(files).value
assert files.queue_ref.device == line.op.device == "/device:GPU:0"
with tf.device("/cpu:0"), tf.colocate_with(line):
    assert tf.FIFOQueue(1, tf.float32).queue_ref.device == "/device:GPU:0"
numbers = tf.train.range_input_producer(6, num_epochs=1, shuffle=False).dequeue()
batch = tf.train.batch([numbers], 2)
count = tf.while_loop(lambda i: i < 5, lambda i: i + 1, [0])
picked = tf.cond(tf.constant(True), lambda: count + 1, lambda: count)
assert any(op.type == "Enter" for op in tf.get_default_graph().get_operations())
coord = tf.train.Coordinator()
with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as sess:
    sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    threads = tf.train.start_queue_runners(sess=sess, coord=coord)
    got = []
    try:
        while not coord.should_stop():
            got.extend(int(n) for n in sess.run(batch))
    except tf.errors.OutOfRangeError:
        coord.request_stop()
    coord.join(threads)
    print(got, sess.run([count, picked]))
"""
    assert ran(program).splitlines()[-1].startswith("[0, 1, 2, 3, 4, 5] [")


def test_layers_cells_and_old_keras_build_graphs(ran):
    program = """
import numpy as np
from compat import tf1 as tf

x = tf.placeholder(tf.float32, [2, 4, 3])
cell = tf.nn.rnn_cell.BasicLSTMCell(5)
outputs, state = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
hidden = tf.layers.dense(outputs[:, -1], 2, activation=tf.nn.relu, name="head")
print([v.op.name for v in tf.trainable_variables()])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(hidden, {x: np.ones([2, 4, 3])}).shape)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
model.compile("sgd", "mse")
model.fit(np.ones([4, 3]), np.ones([4, 1]), verbose=0)
tf.keras.backend.get_session()
"""
    names, shape = ran(program).splitlines()
    assert names == ("['rnn/basic_lstm_cell/kernel', 'rnn/basic_lstm_cell/bias', 'head/kernel', 'head/bias']")
    assert shape == "(2, 2)"
