"""Strategies, their methods and Keras's optimizers become what TensorFlow and Keras have today."""

import textwrap

import pytest

from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate

HEAD = "import tensorflow as tf\n\nzero = tf.to_float(0)\n"


def run(folder, text, head=HEAD):
    program = folder / "train.py"
    program.write_text(head + textwrap.dedent(text), encoding="utf-8")
    outcome = migrate([folder])
    after = [change.after.decode() for change in outcome.changes]
    return (after or [program.read_text(encoding="utf-8")])[0], list(outcome.all_diagnostics)


DISTRIBUTE = "tf.contrib.distribute."


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        (DISTRIBUTE + "MirroredStrategy()", "tf.distribute.MirroredStrategy()"),
        (DISTRIBUTE + "MirroredStrategy(devices=x)", "tf.distribute.MirroredStrategy(x)"),
        (DISTRIBUTE + "MirroredStrategy(['/gpu:1'])", "tf.distribute.MirroredStrategy(['/gpu:1'])"),
        (DISTRIBUTE + "MirroredStrategy(num_gpus=1)", "tf.distribute.MirroredStrategy(['/gpu:0'])"),
        (DISTRIBUTE + "MirroredStrategy(None, 1)", "tf.distribute.MirroredStrategy(['/gpu:0'])"),
        (
            DISTRIBUTE + "MirroredStrategy(num_gpus_per_worker=x, auto_shard_dataset=True)",
            "tf.distribute.MirroredStrategy(compat.gpu_names(x))",
        ),
        (
            DISTRIBUTE + "MirroredStrategy(cross_device_ops=x)",
            "tf.distribute.MirroredStrategy(cross_device_ops=x)",
        ),
        (DISTRIBUTE + "OneDeviceStrategy('/cpu:0')", "tf.distribute.OneDeviceStrategy('/cpu:0')"),
        (DISTRIBUTE + "AllReduceCrossDeviceOps(num_packs=x)", "tf.distribute.NcclAllReduce(x)"),
        (DISTRIBUTE + "get_distribution_strategy()", "tf.distribute.get_strategy()"),
        (DISTRIBUTE + "CollectiveAllReduceStrategy()", "tf.distribute.MultiWorkerMirroredStrategy()"),
        (DISTRIBUTE + "TPUStrategy(x)", "tf.distribute.TPUStrategy(x)"),
        (
            "tf.contrib.cluster_resolver.TPUClusterResolver(x)",
            "tf.distribute.cluster_resolver.TPUClusterResolver(x)",
        ),
        (
            "tf.contrib.cluster_resolver.UnionClusterResolver(x)",
            "tf.distribute.cluster_resolver.UnionResolver(x)",
        ),
        (
            "tf.contrib.cluster_resolver.SlurmClusterResolver({'worker': 2}, gpus_per_node=x)",
            "tf.distribute.cluster_resolver.SlurmClusterResolver"
            "({'worker': 2}, gpus_per_node=x, gpus_per_task=1)",
        ),
        ("x.experimental_run_v2(f, args=(1,))", "x.run(f, args=(1,))"),
        ("x.experimental_make_numpy_dataset(y)", "tf.data.Dataset.from_tensor_slices(y)"),
    ],
)
def test_a_call_becomes_the_one_of_today(call, instead, tmp_path):
    after, found = run(tmp_path, f"def f(x, y):\n    return {call}\n")
    assert f"return {instead}\n" in after
    assert found == []


@pytest.mark.parametrize(
    "call",
    [
        "CollectiveAllReduceStrategy(num_gpus_per_worker=2)",
        "TPUStrategy(x, num_cores=8)",
        "TPUStrategy(x, steps_per_run=100)",
    ],
)
def test_an_argument_that_is_lost_is_told(call, tmp_path):
    after, found = run(tmp_path, f"def f(x):\n    return {DISTRIBUTE}{call}\n")
    assert "tf.distribute." in after
    assert [one.code for one in found] == ["API123"]


@pytest.mark.parametrize(
    "call",
    [
        "MirroredStrategy(**x)",
        "MirroredStrategy(devices=x, num_gpus=2)",
        "MirroredStrategy(cross_device_ops=x, cross_tower_ops=y)",
        "AllReduceCrossDeviceOps(x)",
    ],
)
def test_a_call_that_does_not_show_what_it_means_is_left_to_compat(call, tmp_path):
    after, _ = run(tmp_path, f"def f(x, y):\n    return tf.contrib.distribute.{call}\n")
    assert f"return compat.contrib.distribute.{call}\n" in after


def test_a_strategy_whose_replicas_take_batches_of_their_own_stays_the_one_of_contrib(tmp_path):
    text = "s = tf.contrib.distribute.MirroredStrategy(num_gpus=2)\ni = s.make_dataset_iterator(zero)\n"
    after, _ = run(tmp_path, text)
    assert "s = compat.contrib.distribute.MirroredStrategy(num_gpus=2)\n" in after


def test_the_name_of_contrib_may_be_imported(tmp_path):
    head = "import tensorflow as tf\nfrom tensorflow.contrib import distribute as dist\n"
    after, _ = run(tmp_path, "s = dist.MirroredStrategy(num_gpus=1)\n", head)
    assert "s = tf.distribute.MirroredStrategy(['/gpu:0'])\n" in after


def test_the_batch_of_fit_under_a_strategy_of_contrib_is_told(tmp_path):
    text = (
        "s = tf.contrib.distribute.MirroredStrategy()\n\ndef f(m):\n    m.compile('sgd')\n    m.fit(zero)\n"
    )
    _, (found,) = run(tmp_path, text)
    assert (found.code, found.severity, found.span.line) == ("HAZ121", Severity.INFO, 4)


def test_parameter_servers_without_estimators_are_told(tmp_path):
    after, (found,) = run(tmp_path, "s = tf.distribute.experimental.ParameterServerStrategy()\n")
    assert "s = tf.compat.v1.distribute.experimental.ParameterServerStrategy()\n" in after
    assert (found.code, found.severity) == ("CLU221", Severity.WARNING)


def test_programs_that_speak_tensorflow_2_get_new_names_and_nothing_else(tmp_path):
    text = "s = tf.distribute.experimental.MultiWorkerMirroredStrategy()\ns.experimental_run_v2(tf.print)\n"
    text += "tf.summary.scalar('x', 1.0, step=1)\n"
    after, found = run(tmp_path, text, "import tensorflow as tf\n")
    assert after == "import tensorflow as tf\n" + text.replace(".experimental.", ".").replace(
        "experimental_run_v2", "run"
    )
    assert found == []


@pytest.mark.parametrize("text", ["with tf.Graph().as_default():\n    tf.print(1)\n", "m.fit(1, epochs=2)\n"])
def test_programs_that_speak_tensorflow_2_stay(text, tmp_path):
    after, found = run(tmp_path, text, "import tensorflow as tf\n")
    assert after == "import tensorflow as tf\n" + text
    assert found == []


@pytest.mark.parametrize(
    ("made", "instead"),
    [
        ("tf.train.GradientDescentOptimizer(r)", "tf.keras.optimizers.SGD(learning_rate=r)"),
        (
            "tf.train.MomentumOptimizer(r, 0.9, use_nesterov=True)",
            "tf.keras.optimizers.SGD(learning_rate=r, momentum=0.9, nesterov=True)",
        ),
        (
            "tf.train.AdamOptimizer(r, epsilon=0.1, use_locking=True)",
            "tf.keras.optimizers.Adam(learning_rate=r, epsilon=0.1)",
        ),
        (
            "tf.train.AdagradOptimizer(learning_rate=r)",
            "tf.keras.optimizers.Adagrad(learning_rate=r, epsilon=0.0)",
        ),
        (
            "tf.train.RMSPropOptimizer(r, 0.8)",
            "compat.keras.RMSprop(learning_rate=r, rho=0.8, epsilon=1e-10)",
        ),
    ],
)
def test_an_optimizer_that_a_model_is_compiled_with_becomes_one_of_keras(made, instead, tmp_path):
    after, found = run(tmp_path, f"def f(m, r):\n    o = {made}\n    m.compile(loss='mse', optimizer=o)\n")
    assert f"    o = {instead}\n" in after
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(m, r):\n    o = tf.train.AdamOptimizer(r)\n    m.compile(o)\n    return o.minimize(r)\n",
        "def f(m, r):\n    o = tf.train.AdamOptimizer(r)\n    return o.minimize(m)\n",
        "def f(m, r):\n    return m.compile(r)(tf.train.AdamOptimizer(r))\n",
    ],
)
def test_an_optimizer_that_does_more_stays_the_one_of_training(text, tmp_path):
    after, _ = run(tmp_path, text)
    assert "tf.compat.v1.train.AdamOptimizer(r)" in after


@pytest.mark.parametrize(
    "made",
    ["tf.contrib.opt.NadamOptimizer(r)", "tf.train.AdamOptimizer(tf.train.exponential_decay(r, 1, 2, 3))"],
)
def test_an_optimizer_without_an_equal_is_told(made, tmp_path):
    _, (found,) = run(tmp_path, f"def f(m, r):\n    m.compile({made}, 'mse')\n")
    assert (found.code, found.severity, found.span.line) == ("OPT201", Severity.WARNING, 5)


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("Adam(lr=x)", "Adam(learning_rate=x)"),
        ("SGD(0.1, decay=0.)", "SGD(learning_rate=0.1)"),
        (
            "SGD(decay=x, nesterov=True)",
            "SGD(learning_rate=tf.keras.optimizers.schedules.InverseTimeDecay(0.01, 1, x), nesterov=True)",
        ),
        ("Adam(x)", "Adam(x)"),
    ],
)
def test_a_rate_and_its_decay(call, instead, tmp_path):
    head = "import tensorflow as tf\nfrom keras.optimizers import Adam, SGD\n"
    after, _ = run(tmp_path, f"def f(x):\n    return {call}\n", head)
    assert f"    return {instead}\n" in after


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("fit_generator(x, 10, 2, workers=3)", "fit(x, steps_per_epoch=10, epochs=2)"),
        ("fit_generator(x, validation_data=y, pickle_safe=True)", "fit(x, validation_data=y)"),
        ("predict_generator(generator=x, steps=5)", "predict(x=x, steps=5)"),
        ("evaluate_generator(x, verbose=1)", "evaluate(x, verbose=1)"),
        ("fit(x, epochs=2)", "fit(x, epochs=2)"),
    ],
)
def test_a_method_for_generators(call, instead, tmp_path):
    after, _ = run(tmp_path, f"def f(m, x, y):\n    return m.{call}\n")
    assert f"    return m.{instead}\n" in after


def test_a_method_of_the_program_s_own_stays(tmp_path):
    text = "class Own:\n    def fit_generator(self, x):\n        return x\n\n\nOwn().fit_generator(zero)\n"
    after, _ = run(tmp_path, text)
    assert "Own().fit_generator(zero)\n" in after


def test_a_file_of_model_functions_alone_builds_graphs_for_programs(tmp_path):
    text = "def model_fn(features):\n    return tf.estimator.EstimatorSpec('train', loss=features)\n"
    after, found = run(tmp_path, text)
    assert "    return compat.estimator.EstimatorSpec('train', loss=features)\n" in after
    assert found == []


OWN = """\
import tensorflow as tf

x = tf.placeholder(tf.float32)


class Own({base}):
    def {method}:
        return per_replica_value
"""
OF_115 = "reduce_implementation(self, reduce_op, per_replica_value, destinations)"


@pytest.mark.parametrize(
    ("base", "method", "is_ours", "told"),
    [
        ("tf.distribute.CrossDeviceOps", OF_115, True, False),
        ("tf.contrib.distribute.CrossDeviceOps", OF_115, True, False),
        (
            "tf.contrib.distribute.CrossTowerOps",
            "_reduce(self, aggregation, per_replica_value, to)",
            True,
            False,
        ),
        ("tf.distribute.CrossDeviceOps", OF_115.replace(")", ", options)"), False, False),
        ("tf.distribute.ReductionToOneDevice", OF_115, False, True),
        ("object", OF_115, False, False),
    ],
)
def test_own_cross_device_operations_get_a_base_that_knows_them(base, method, is_ours, told, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN.format(base=base, method=method))
    outcome = migrate([path])
    (unit,) = outcome.units
    assert ("class Own(compat.CrossDeviceOps):" in unit.changes[0].after.decode()) == is_ours
    assert ("API231" in [one.code for one in outcome.all_diagnostics]) == told
