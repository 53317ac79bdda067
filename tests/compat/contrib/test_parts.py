"""The smaller parts of `compat.contrib` compute what TF 1.15.5 computed."""

import json
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat import contrib
from compat.contrib import (
    data,
    distribute,
    eager,
    framework,
    image,
    layers,
    learn,
    legacy_seq2seq,
    lookup,
    losses,
    metrics,
    nn,
    rnn,
    seq2seq,
    slim,
    summary,
    training,
    util,
)

from ..graph_and_step import drawn

v1 = tf.compat.v1


def draw(*shape):
    return np.random.RandomState(3).uniform(-1, 1, shape).astype(np.float32)


def unrolled(cell, x):
    return v1.nn.dynamic_rnn(cell, x, dtype=tf.float32)[0]


def xavier(x):
    del x
    return layers.xavier_initializer()([3, 4])[:0]


PROGRAMS = {
    "block lstm": lambda x: unrolled(rnn.LSTMBlockCell(4, use_peephole=True, cell_clip=0.3), x),
    "block gru": lambda x: unrolled(rnn.GRUBlockCellV2(4), x),
    "layer norm lstm": lambda x: unrolled(rnn.LayerNormBasicLSTMCell(4, norm_gain=0.9), x),
    "stacked both ways": lambda x: rnn.stack_bidirectional_dynamic_rnn(
        [rnn.GRUCell(3), rnn.GRUCell(2)], [rnn.GRUCell(3), rnn.GRUCell(2)], x, dtype=tf.float32
    )[0],
    "static": lambda x: rnn.static_rnn(rnn.BasicRNNCell(3), [x[:, 0], x[:, 1]], dtype=tf.float32)[0][1],
    "sequence loss": lambda x: seq2seq.sequence_loss(x, tf.ones([4, 5], tf.int32), tf.abs(x[:, :, 0])),
    "loss by time": lambda x: seq2seq.sequence_loss(
        x, tf.ones([4, 5], tf.int32), tf.abs(x[:, :, 0]), average_across_timesteps=False
    ),
    "loss by example": lambda x: legacy_seq2seq.sequence_loss_by_example(
        [x[:, 0], x[:, 1]], [tf.ones([4], tf.int32)] * 2, [tf.abs(x[:, 0, 0])] * 2
    ),
    "list loss": lambda x: legacy_seq2seq.sequence_loss([x[:, 0]], [tf.ones([4], tf.int32)], [tf.ones([4])]),
    "list seq2seq": lambda x: legacy_seq2seq.basic_rnn_seq2seq([x[:, 0]], [x[:, 1]] * 2, rnn.GRUCell(3))[0][
        1
    ],
    "tile": lambda x: seq2seq.tile_batch(x, 3),
    "hardmax": lambda x: seq2seq.hardmax(x),
    "rotate": lambda x: image.rotate(x[:, :, :, None], [0.3, 0.6, -1.0, 2.0], "BILINEAR"),
    "translate": lambda x: image.translate(x[:, :, :, None], [1.0, 2.0]),
    "flipped": lambda x: nn.deprecated_flipped_softmax_cross_entropy_with_logits(x, tf.nn.softmax(x)),
    "regulariser": lambda x: layers.l2_regularizer(0.3)(x) + slim.l1_regularizer(0.2)(x),
    "huber": lambda x: losses.mean_squared_error(x, x[::-1]) + losses.log_loss(tf.sigmoid(x), tf.sigmoid(x)),
    "xavier": xavier,
    "sum": lambda x: framework.reduce_sum_n([x, 2 * x]),
}

# Names of the variables, and values under planted weights, of TF 1.15.5.
EXPECTED = json.loads(Path(__file__).with_name("recorded_parts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_are_those_of_tf_1(name):
    store = compat.VariableStore()
    step = store.function(PROGRAMS[name], input_signature=[tf.TensorSpec([4, 5, 3], tf.float32)])
    for variable, value in drawn(store.variables, -0.5, 0.5).items():
        store.variables[variable].assign(value)
    names, total, squares = EXPECTED[name]
    value = step(draw(4, 5, 3)).numpy().astype(np.float64)
    assert list(store.variables) == names
    np.testing.assert_allclose([value.sum(), np.square(value).sum()], [total, squares], rtol=2e-4, atol=1e-4)


def test_hyperparameters_keep_their_types():
    params = training.HParams(rate=0.1, units=[1, 2], name="a", fast=False)
    assert params.parse("rate=0.5,units=[3,4],fast=true,name=b") is params
    assert params.values() == {"rate": 0.5, "units": [3, 4], "name": "b", "fast": True}
    params.parse("units[1]=9").set_hparam("rate", 1)
    assert (params.units, params.rate, "rate" in params, params.get("none", 3)) == ([3, 9], 1.0, True, 3)
    assert training.HParams(**params.values()).parse_json(params.to_json()).values() == params.values()
    params.del_hparam("name")
    assert "name" not in params


@pytest.mark.parametrize("values", ["rate=x", "none=1", "rate=1,rate=2", "units=1", "=", "rate=[1]"])
def test_bad_hyperparameters_are_refused(values):
    with pytest.raises(ValueError, match=r"."):
        training.HParams(rate=0.1, units=[1, 2]).parse(values)


def test_data_transformations():
    numbers = tf.data.Dataset.range(10)
    batches = list(numbers.apply(data.batch_and_drop_remainder(3)).as_numpy_iterator())
    assert [list(batch) for batch in batches] == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    mapped = numbers.apply(data.map_and_batch(lambda number: number * 2, 5))
    assert [list(batch) for batch in mapped.as_numpy_iterator()] == [[0, 2, 4, 6, 8], [10, 12, 14, 16, 18]]
    assert data.AUTOTUNE == tf.data.AUTOTUNE
    assert data.TextLineDataset is v1.data.TextLineDataset


def test_tables_look_up():
    table = lookup.index_table_from_tensor(["a", "b"], default_value=7)
    assert list(table.lookup(tf.constant(["b", "c", "a"])).numpy()) == [1, 7, 0]
    names = lookup.index_to_string_table_from_tensor(["a", "b"])
    assert list(names.lookup(tf.constant([1, 2], tf.int64)).numpy()) == [b"b", b"UNK"]
    plain = lookup.HashTable(lookup.KeyValueTensorInitializer(["x"], [3]), -1)
    assert list(plain.lookup(tf.constant(["x", "y"])).numpy()) == [3, -1]


def test_small_things():
    assert learn.ModeKeys.TRAIN == "train"
    assert learn.python.learn.datasets.mnist is learn.datasets.mnist
    assert framework.python.ops.add_arg_scope is framework.add_arg_scope
    assert util.make_tensor_proto([1]).dtype == tf.int32.as_datatype_enum
    assert eager.num_gpus() == 0
    assert isinstance(distribute.MirroredStrategy(["/cpu:0"]), tf.distribute.MirroredStrategy)
    assert metrics.set_union is tf.sets.union
    assert contrib.slim is slim
    assert not hasattr(layers, "six")


def test_metrics_of_eager_code():
    mean, accuracy = eager.metrics.Mean(), eager.metrics.Accuracy()
    mean([1.0, 2.0, 3.0])
    mean(4.0, weights=2.0)
    accuracy([1, 2, 3], [1, 2, 0])
    assert (float(mean.result()), round(float(accuracy.result()), 6)) == (2.8, 0.666667)
    assert [int(number) for number in eager.Iterator(tf.data.Dataset.range(3))] == [0, 1, 2]


def test_summaries_are_written(tmp_path):
    with summary.create_file_writer(str(tmp_path)).as_default(), summary.always_record_summaries():
        summary.scalar("loss", 1.0, step=3)
    assert list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("part", "name", "instead"),
    [
        (contrib, "tensorrt", "tf.experimental.tensorrt"),
        (contrib, "nonsense", "no replacement"),
        (layers, "shared_embedding_columns", "tf.feature_column.shared_embedding_columns"),
        (contrib.quantize, "create_training_graph", "fake_quant_with_min_max_vars"),
        (learn, "SVM", "a model function"),
        (slim, "nonsense", "tf.contrib.slim.nonsense"),
    ],
)
def test_what_is_missing_is_told(part, name, instead):
    with pytest.raises(AttributeError, match=instead) as missing:
        getattr(part, name)
    assert isinstance(missing.value, compat.CompatError)


def test_parts_of_keras_that_build_no_graph():
    padded = contrib.keras.preprocessing.sequence.pad_sequences([[1, 2, 3], [4]], maxlen=2)
    np.testing.assert_array_equal(padded, [[2, 3], [0, 4]])
    np.testing.assert_array_equal(contrib.keras.utils.to_categorical([1, 0], 2), [[0, 1], [1, 0]])
    with pytest.raises(compat.CompatError, match=r"use tf\.keras\.models instead"):
        _ = contrib.keras.models


ROOT = Path(__file__).parents[3]
EXPORT = """
from compat import tf1 as tf
from tensorflow.contrib.session_bundle import exporter, gc, manifest_pb2

x = tf.placeholder(tf.float32, [None, 2], name="x")
step = tf.train.get_or_create_global_step()
y = tf.matmul(x, tf.get_variable("w", initializer=tf.ones([2, 1])), name="y")
label = tf.constant({asset!r})
export = exporter.Exporter(tf.train.Saver(sharded=True))
export.init(
    tf.get_default_graph().as_graph_def(),
    default_graph_signature=exporter.classification_signature(x, scores_tensor=y),
    named_graph_signatures={{"inputs": exporter.generic_signature({{"x": x}})}},
    assets_collection=[label],
)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for version in (7, 8):
        sess.run(step.assign(version))
        print(export.export({base!r} + "/", step, sess, gc.largest_export_versions(1)).decode())
with tf.Graph().as_default(), tf.Session() as sess:
    path = {base!r} + "/00000008/export"
    tf.train.import_meta_graph(path + ".meta").restore(sess, path)
    signatures = manifest_pb2.Signatures()
    tf.get_collection("serving_signatures")[0].Unpack(signatures)
    fed = signatures.default_signature.classification_signature
    print(sess.run(fed.scores.tensor_name, {{fed.input.tensor_name: [[1.0, 2.0]]}}).item())
    print(signatures.named_signatures["inputs"].generic_signature.map["x"].tensor_name)
"""


def test_exports_from_before_saved_models(ran, tmp_path):
    (tmp_path / "labels.txt").write_text("cat")
    program = EXPORT.format(asset=str(tmp_path / "labels.txt"), base=str(tmp_path / "out"))
    lines = ran(program).split()
    out = tmp_path / "out"
    assert lines == [str(out / "00000007"), str(out / "00000008"), "3.0", "x:0"]
    assert [path.name for path in out.iterdir()] == ["00000008"]
    assert (out / "00000008" / "assets" / "labels.txt").read_text() == "cat"
