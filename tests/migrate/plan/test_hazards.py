"""What a step does as the graph did, though it may not be what is meant, is told."""

import pytest

from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate

PROGRAM = """\
import numpy as np
import tensorflow as tf


def mean_of(towers):
    return [(tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]) for pairs in zip(*towers)]


x = tf.placeholder(tf.float32, [4, 2])
parts = tf.split(x, 2)
opt = tf.train.MomentumOptimizer(0.1, 0.9)
towers = []
for i in range(2):
    with tf.device('/gpu:%d' % i), tf.variable_scope('net', reuse=i > 0), tf.name_scope('t%d' % i) as scope:
        h = {layer}
        w = tf.get_variable('w', [2, 1])
        loss = tf.reduce_mean(tf.matmul(h, w))
        towers.append(opt.compute_gradients(loss))
        {inside}
{behind}
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run([train_op, loss], {{x: np.ones((4, 2))}}))
"""
NORMALISED = "tf.layers.batch_normalization(parts[i], training=True, name='bn')"
WAITING = """\
with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS{scope})):
    train_op = opt.apply_gradients(mean_of(towers))
"""
TAKEN = "updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS, scope)"
AVERAGED = """\
average = tf.train.ExponentialMovingAverage(0.9)
update = opt.apply_gradients(mean_of(towers))
{statement}
"""
BEFORE = "averages_op = average.apply(tf.trainable_variables())\ntrain_op = tf.group(update, averages_op)"
BEHIND = "with tf.control_dependencies([update]):\n    train_op = average.apply(tf.trainable_variables())"


def hazards(tmp_path, **parts):
    (tmp_path / "train.py").write_text(PROGRAM.format(**{"inside": "pass", "layer": "parts[i]", **parts}))
    found = [one for one in migrate([tmp_path]).all_diagnostics if one.code in ("HAZ105", "HAZ106")]
    assert all(one.severity is Severity.INFO for one in found)
    return [(one.code, one.span.line) for one in found]


def test_updates_of_all_towers_are_told(tmp_path):
    assert hazards(tmp_path, layer=NORMALISED, behind=WAITING.format(scope="")) == [("HAZ105", 20)]


def test_updates_that_the_last_tower_takes_of_all_are_told(tmp_path):
    behind = "with tf.control_dependencies(updates):\n    train_op = opt.apply_gradients(mean_of(towers))"
    every = "updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)"
    assert hazards(tmp_path, layer=NORMALISED, inside=every, behind=behind) == [("HAZ105", 19)]


def test_updates_of_the_last_tower_are_not(tmp_path):
    behind = "with tf.control_dependencies(updates):\n    train_op = opt.apply_gradients(mean_of(towers))"
    assert hazards(tmp_path, layer=NORMALISED, inside=TAKEN, behind=behind) == []


@pytest.mark.parametrize("scope", [", 't0'", ", scope=scope"])
def test_updates_of_a_scope_are_not(scope, tmp_path):
    assert hazards(tmp_path, layer=NORMALISED, behind=WAITING.format(scope=scope)) == []


def test_averages_beside_the_update_are_told(tmp_path):
    assert hazards(tmp_path, behind=AVERAGED.format(statement=BEFORE)) == [("HAZ106", 22)]


def test_averages_behind_the_update_are_not(tmp_path):
    assert hazards(tmp_path, behind=AVERAGED.format(statement=BEHIND)) == []


def test_no_averages_are_told_of_where_there_are_none(tmp_path):
    assert hazards(tmp_path, behind="train_op = opt.apply_gradients(mean_of(towers))") == []


def told(tmp_path, code, text):
    (tmp_path / "train.py").write_text(text)
    found = [one for one in migrate([tmp_path]).all_diagnostics if one.code == code]
    assert all(one.severity is Severity.INFO for one in found)
    return [one.span.line for one in found]


@pytest.mark.parametrize(("averaged", "lines"), [(True, [13]), (False, [])])
def test_the_batch_of_averaged_towers_is_told(tmp_path, averaged, lines):
    text = PROGRAM.format(inside="pass", layer="parts[i]", behind=WAITING.format(scope=", scope"))
    if not averaged:
        text = text[: text.index("parts =")] + ALONE
    assert told(tmp_path, "HAZ108", text) == lines


ALONE = """\
loss = tf.reduce_mean(x * tf.get_variable('w', [2]))
train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
sess = tf.Session()
sess.run(tf.global_variables_initializer())
print(sess.run([train_op, loss], {x: np.ones((4, 2))}))
"""

SAYING = """\
import logging

import tensorflow as tf


def layer(x):
    {said}
    return x * tf.get_variable('w', [2], initializer=tf.ones_initializer())


x = tf.placeholder(tf.float32, [2])
loss = tf.reduce_sum(layer(x))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train_op, loss], {{x: [1, 2]}}))
"""


@pytest.mark.parametrize("said", ["print('a layer of', x)", "logging.info('a layer')", "pass"])
def test_what_functions_say_that_build_the_graph_is_told_once(tmp_path, said):
    assert told(tmp_path, "HAZ107", SAYING.format(said=said)) == ([] if said == "pass" else [7])


def test_what_the_block_says_of_its_graph_is_told(tmp_path):
    text = SAYING.format(said="pass")
    assert told(tmp_path, "HAZ107", text.replace("loss = tf", "print(x)\nloss = tf")) == [12]
    assert told(tmp_path, "HAZ107", text.replace("with tf.S", "print('a layer')\nwith tf.S")) == []


GROUPED = "train_op = tf.group(update, average.apply(tf.trainable_variables()))"


def test_a_layer_that_is_applied_in_a_group_is_no_average(tmp_path):
    behind = AVERAGED.format(statement=GROUPED.replace("tf.trainable_variables()", "parts[0]"))
    for made in ("tf.layers.Dense(2)", "opt"):
        assert hazards(tmp_path, behind=behind.replace("tf.train.ExponentialMovingAverage(0.9)", made)) == []


def test_averages_that_are_made_in_a_group_are_told(tmp_path):
    behind = AVERAGED.format(statement=GROUPED)
    assert hazards(tmp_path, behind=behind) == [("HAZ106", 22)]
    waiting = AVERAGED.format(
        statement="with tf.control_dependencies([update]):\n    "
        + GROUPED.replace("tf.group(update, ", "tf.group(")
    )
    assert hazards(tmp_path, behind=waiting) == []


AT_ONCE = "tf.contrib.layers.batch_norm(parts[i], updates_collections=None, scope='bn')"


def test_averages_that_each_tower_moves_at_once_are_told(tmp_path):
    behind = "train_op = opt.apply_gradients(mean_of(towers))"
    assert hazards(tmp_path, layer=AT_ONCE, behind=behind) == [("HAZ105", 15)]


NO_UPDATES = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [4, 2])
h = {layer}
loss = tf.reduce_mean(h)
{update}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train_op, loss], {{x: [[1, 2]] * 4}}))
"""
PLAIN_UPDATE = "train_op = tf.train.AdamOptimizer().minimize(loss)"
RUN_UPDATES = "with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):\n    " + PLAIN_UPDATE


@pytest.mark.parametrize(
    ("layer", "update", "told"),
    [
        ("tf.layers.batch_normalization(x, training=True)", PLAIN_UPDATE, True),
        ("tf.layers.batch_normalization(x, training=True)", RUN_UPDATES, False),
        ("tf.layers.batch_normalization(x)", PLAIN_UPDATE, False),
        ("tf.contrib.layers.batch_norm(x)", PLAIN_UPDATE, True),
        ("tf.contrib.layers.batch_norm(x, is_training=False)", PLAIN_UPDATE, False),
        ("tf.contrib.layers.batch_norm(x, updates_collections=None)", PLAIN_UPDATE, False),
        ("tf.layers.dense(x, 1)", PLAIN_UPDATE, False),
    ],
)
def test_averages_that_no_run_moves_are_told(layer, update, told, tmp_path):
    (tmp_path / "train.py").write_text(NO_UPDATES.format(layer=layer, update=update))
    codes = [one.code for one in migrate([tmp_path]).all_diagnostics]
    assert ("HAZ152" in codes) == told


GATHERED = """\
train_op = opt.apply_gradients([(tf.add_n([g for g, _ in pairs]), pairs[0][1]) for pairs in zip(*towers)])
"""
MEANT = "train_op = opt.apply_gradients(mean_of(towers))"


@pytest.mark.parametrize(("behind", "code"), [(GATHERED, "HAZ151"), (MEANT, "HAZ108")])
def test_an_update_by_several_towers_is_told_by_what_it_is_of(behind, code, tmp_path):
    text = PROGRAM.format(layer="parts[i]", inside="pass", behind=behind)
    (tmp_path / "train.py").write_text(text)
    told = [(one.code, one.span.line) for one in migrate([tmp_path]).all_diagnostics]
    assert [one for one in told if one[0] in ("HAZ108", "HAZ151")] == [(code, 13)]
    (tmp_path / "train.py").write_text(
        text.replace("range(2)", "range(1)").replace("tf.device('/gpu:%d' % i), ", "")
    )
    codes = [one.code for one in migrate([tmp_path]).all_diagnostics]
    assert not {"HAZ108", "HAZ151"} & {*codes}


QUEUES = """\
import numpy as np
import tensorflow as tf

rows = tf.train.slice_input_producer([np.zeros((4, 3), np.float32)], shuffle=False)
x = tf.train.batch(rows, 2)
w = tf.get_variable('w', [3, 1])
loss = tf.reduce_mean(tf.matmul(x, w))
tf.summary.scalar('loss', loss)
merged = {merged}
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    tf.train.start_queue_runners(sess)
    for _ in range(3):
        print(sess.run([merged, train_op])[0])
"""


@pytest.mark.parametrize(("merged", "lines"), [("tf.summary.merge_all()", [4, 5]), ("loss", [])])
def test_summaries_of_input_queues_that_are_gone_are_told(tmp_path, merged, lines):
    (tmp_path / "train.py").write_text(QUEUES.format(merged=merged))
    outcome = migrate([tmp_path])
    assert all(unit.has_steps for unit in outcome.units)
    assert [one.span.line for one in outcome.all_diagnostics if one.code == "HAZ113"] == lines


EVALUATED = """\
import tensorflow as tf

x = tf.train.batch([tf.constant(1.0)], 2)
total, add = tf.metrics.mean(x * tf.get_variable('w', []))
hooks = [tf.contrib.training.{hook}]
tf.contrib.training.evaluate_once('model', eval_ops=add, final_ops=total, hooks=hooks)
"""


@pytest.mark.parametrize(
    ("hook", "lines"), [("SummaryAtEndHook('eval')", [3]), ("StopAfterNEvalsHook(2)", [])]
)
def test_summaries_of_input_queues_that_an_evaluation_would_write_are_told(tmp_path, hook, lines):
    (tmp_path / "train.py").write_text(EVALUATED.format(hook=hook))
    outcome = migrate([tmp_path])
    assert all(unit.has_steps for unit in outcome.units), [str(one) for one in outcome.all_diagnostics]
    assert [one.span.line for one in outcome.all_diagnostics if one.code == "HAZ113"] == lines


SEEDED = """\
import tensorflow as tf

{seed}
a = tf.random_shuffle(tf.range(4){own}, name='a')
b = tf.nn.dropout(tf.ones([4]), 0.5)
with tf.Session() as sess:
    print(sess.run({fetched}))
"""


@pytest.mark.parametrize(
    ("seed", "own", "fetched", "codes"),
    [
        ("tf.set_random_seed(3)", "", "'a:0'", ["HAZ115"]),
        ("", ", 3", "'a:0'", ["HAZ115"]),
        ("", "", "'a:0'", []),
        ("tf.set_random_seed(3)", "", "a", ["HAZ104"]),
    ],
)
def test_numbers_of_seeds_are_told_where_they_are_others(tmp_path, seed, own, fetched, codes):
    (tmp_path / "train.py").write_text(SEEDED.format(seed=seed, own=own, fetched=fetched))
    told = [one for one in migrate([tmp_path]).all_diagnostics if one.code in ("HAZ104", "HAZ115")]
    assert [one.code for one in told] == codes
    assert all(one.span.line == (4 if one.code == "HAZ115" else 3) for one in told)


FED = """\
import tensorflow as tf

rate = tf.placeholder(tf.float32, {shape})
w = tf.get_variable('w', [2], initializer=tf.ones_initializer())
train = tf.train.GradientDescentOptimizer(tf.reduce_sum(rate)).minimize(tf.reduce_sum(w * w))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train, {fetched}], {{rate: {fed}}}))
"""


@pytest.mark.parametrize(
    ("shape", "fetched", "fed", "codes"),
    [
        ("[]", "rate", "0.1", ["HAZ116"]),
        ("None", "rate", "0.1", ["HAZ116"]),
        ("[2]", "rate", "[0.1, 0.1]", []),
        ("[]", "w", "0.1", []),
    ],
)
def test_a_number_that_is_fed_and_fetched_is_told(tmp_path, shape, fetched, fed, codes):
    (tmp_path / "train.py").write_text(FED.format(shape=shape, fetched=fetched, fed=fed))
    told = migrate([tmp_path]).all_diagnostics
    assert [one.code for one in told if one.code == "HAZ116"] == codes


COUNTED = """\
import sys
import numpy as np
import tensorflow as tf

cluster = tf.train.ClusterSpec({{'ps': ['a:1'], 'worker': ['b:1', 'c:1']}})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=int(sys.argv[2]))
if sys.argv[1] == 'ps':
    server.join()
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    rows = tf.train.slice_input_producer([np.zeros((4, 3), np.float32)], {epochs})
    x = tf.train.batch(rows, 2)
    w = tf.get_variable('w', [3, 1])
    loss = tf.reduce_mean(tf.matmul(x, w))
    step = tf.train.get_or_create_global_step()
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, step)
with tf.train.MonitoredTrainingSession(server.target, hooks=[tf.train.StopAtStepHook(last_step=9)]) as sess:
    while not sess.should_stop():
        print(sess.run([train_op, loss])[1])
"""


@pytest.mark.parametrize(
    ("epochs", "lines"),
    [("num_epochs=3", [11]), ("EPOCHS", [11]), ("shuffle=False", []), ("None, True", [])],
)
def test_epochs_that_workers_counted_together_are_told(tmp_path, epochs, lines):
    text = COUNTED.format(epochs=epochs).replace("import numpy", "EPOCHS = 3\nimport numpy", 1)
    assert told(tmp_path, "HAZ114", text) == lines


NAMED = """
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 3])
w = tf.get_variable('w', [3, 1])
other = tf.reduce_mean(x, name='{name}')
loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
tf.summary.scalar('loss', loss)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
merged = tf.summary.merge_all()
writer = tf.summary.FileWriter('logs')
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for batch in batches:
        sess.run(train_op, {{x: batch}})
        writer.add_summary(sess.run(merged, {{x: batch}}))
        print(sess.run(other, {{x: batch}}))
"""


@pytest.mark.parametrize(("name", "lines"), [("loss", [8]), ("Loss", [8]), ("mean_of_all", [])])
def test_a_tag_that_another_step_gave_its_number_is_told(tmp_path, name, lines):
    assert told(tmp_path, "HAZ103", NAMED.format(name=name)) == lines


FETCHING = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1])
loss = tf.reduce_mean(tf.matmul(x, w))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
fetches = {{'loss': loss, 'train': train, 'w': w}}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run({fetches}, {{x: np.eye(2)}}))
"""


@pytest.mark.parametrize(
    ("fetches", "is_told"),
    [
        ("[train, loss, w]", True),
        ("[train, {'w': w}]", True),
        ("fetches", True),
        ("[loss, w]", False),
        ("{'train': train, 'loss': loss}", False),
    ],
)
def test_a_variable_beside_its_update_is_told(tmp_path, fetches, is_told):
    (tmp_path / "train.py").write_text(FETCHING.format(fetches=fetches))
    told = [one.span.line for one in migrate([tmp_path]).all_diagnostics if one.code == "HAZ102"]
    assert told == ([11] if is_told else [])


MEASURING = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1])
loss = tf.reduce_mean(tf.matmul(x, w))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
value, update = tf.metrics.mean(loss)
pair = tf.metrics.mean(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(tf.local_variables_initializer())
    sess.run(train, {{x: np.eye(2)}})
    print(sess.run({fetches}, {{x: np.eye(2)}}))
"""


@pytest.mark.parametrize(
    ("fetches", "is_told"),
    [("[value, update]", True), ("pair", True), ("[loss, update]", False), ("value", False)],
)
def test_a_metric_beside_its_update_is_told(tmp_path, fetches, is_told):
    (tmp_path / "train.py").write_text(MEASURING.format(fetches=fetches))
    told = [one.span.line for one in migrate([tmp_path]).all_diagnostics if one.code == "HAZ111"]
    assert told == ([14] if is_told else [])
