"""What sessions are configured with is set by tf.config before TensorFlow runs anything, or it is told."""

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import os
import numpy as np
import tensorflow as tf

{helpers}
x = tf.placeholder(tf.float32, [None, 2])
w = tf.get_variable('w', [2, 1])
loss = tf.reduce_mean(tf.matmul(x, w))
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
{before}
sess = tf.Session({session})
sess.run(tf.global_variables_initializer())
print(sess.run([train_op, loss], feed_dict={{x: np.ones((4, 2))}}))
"""
OPTIONS = {
    "intra_op_parallelism_threads=2": "tf.config.threading.set_intra_op_parallelism_threads(2)",
    "inter_op_parallelism_threads=4": "tf.config.threading.set_inter_op_parallelism_threads(4)",
    "log_device_placement=True": "tf.debugging.set_log_device_placement(True)",
    "device_count={'GPU': 0}": 'tf.config.set_visible_devices([], "GPU")',
    "device_count={'GPU': 1, 'CPU': 1}": 'tf.config.get_visible_devices("GPU")[:1]',
    "device_count={'CPU': 4}": "[tf.config.LogicalDeviceConfiguration()] * 4",
    "gpu_options=tf.GPUOptions(allow_growth=True)": "tf.config.experimental.set_memory_growth(gpu, True)",
    "gpu_options=tf.GPUOptions(per_process_gpu_memory_fraction=0.3)": "compat.set_gpu_memory_fraction(0.3)",
    "gpu_options=tf.GPUOptions(visible_device_list='0,2')": "compat.set_visible_gpus('0,2')",
    "graph_options=tf.GraphOptions(optimizer_options=tf.OptimizerOptions("
    "global_jit_level=tf.OptimizerOptions.ON_1))": "tf.config.optimizer.set_jit(True)",
}
NOTHING = [
    "allow_soft_placement=True",
    "allow_soft_placement=False, log_device_placement=False",
    "gpu_options=tf.GPUOptions(allow_growth=False)",
    "intra_op_parallelism_threads=0",
    "device_count={'CPU': 1}",
]
MADE = {
    "a condition": "config = tf.ConfigProto()\nif os.environ.get('GROW'):\n"
    "    config.gpu_options.allow_growth = True",
    "a dictionary": "config = tf.ConfigProto(**OPTIONS)",
    "a method": "config = tf.ConfigProto()\nconfig.gpu_options.CopyFrom(tf.GPUOptions(allow_growth=True))",
    "a function": "config = configured()",
}
FUNCTION = """\
OPTIONS = {'log_device_placement': True}
def configured():
    return tf.ConfigProto(log_device_placement=True)
"""


def rewritten(tmp_path, **parts):
    path = tmp_path / "train.py"
    path.write_text(PROGRAM.format(**{"helpers": "", "before": "", "session": "config=config", **parts}))
    outcome = migrate([path])
    (unit,) = outcome.units
    assert unit.programs[0].tier is Tier.NATIVE, outcome.all_diagnostics
    return unit.changes[0].after.decode(), [one.code for one in outcome.all_diagnostics]


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_becomes_what_tensorflow_2_has_for_it(option, tmp_path):
    after, told = rewritten(tmp_path, session=f"config=tf.ConfigProto({option})")
    assert OPTIONS[option] in after
    assert after.index(OPTIONS[option]) < after.index("VariableStore")
    assert "ConfigProto" not in after
    assert told == []


@pytest.mark.parametrize("option", NOTHING)
def test_what_is_so_anyway_is_not_written(option, tmp_path):
    after, told = rewritten(tmp_path, session=f"config=tf.ConfigProto({option})")
    assert "tf.config" not in after
    assert told == []


def test_options_that_are_set_later_count(tmp_path):
    before = (
        "gpu = tf.GPUOptions(allow_growth=True)\nconfig = tf.ConfigProto(gpu_options=gpu)\n"
        "config.device_count['GPU'] = 1\nconfig.intra_op_parallelism_threads = 1\n"
        "config.intra_op_parallelism_threads = 3"
    )
    after, told = rewritten(tmp_path, before=before)
    assert "set_intra_op_parallelism_threads(3)" in after
    assert "set_intra_op_parallelism_threads(1)" not in after
    assert '[:1], "GPU")' in after
    assert "for gpu_2 in tf.config.list_physical_devices" in after
    assert told == []


@pytest.mark.parametrize("way", MADE)
def test_a_configuration_that_is_not_written_out_is_kept(way, tmp_path):
    after, told = rewritten(tmp_path, helpers=FUNCTION, before=MADE[way])
    kept = MADE[way].replace("tf.ConfigProto", "tf.compat.v1.ConfigProto")
    assert kept.replace("tf.GPUOptions", "tf.compat.v1.GPUOptions") in after
    assert after.index("config = ") < after.index("compat.configure(config)") < after.index("VariableStore")
    assert told == []


def test_other_options_are_told(tmp_path):
    config = "tf.ConfigProto(use_per_session_threads=True, device_filters=['/job:ps'])"
    after, told = rewritten(tmp_path, session=f"config={config}")
    assert "tf.config" not in after
    assert told == ["CFG102", "CFG102"]


def test_settings_come_before_the_data_that_starts_tensorflow(tmp_path):
    after, told = rewritten(
        tmp_path,
        helpers="data = tf.data.Dataset.range(3)",
        session="config=tf.ConfigProto(intra_op_parallelism_threads=2)",
    )
    assert after.index("threading") < after.index("Dataset.range")
    assert told == []


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (
            {
                "before": "count = int('2')",
                "session": "config=tf.ConfigProto(intra_op_parallelism_threads=count)",
            },
            1,
        ),
        (
            {
                "before": "count = int('2')\nos.environ['TF_NUM_INTRAOP_THREADS'] = '%d' % count",
                "session": "",
            },
            1,
        ),
        ({"before": "count = int('2')\nos.environ['TF_CONFIG'] = '%d' % count", "session": ""}, 0),
    ],
)
def test_what_is_known_too_late_is_told(parts, found, tmp_path):
    after, told = rewritten(tmp_path, **parts)
    assert "tf.config" not in after
    assert told == ["CFG121"] * found


@pytest.mark.parametrize(
    "statement",
    [
        "os.environ['CUDA_VISIBLE_DEVICES'] = '1'",
        "os.environ.setdefault('TF_FORCE_GPU_ALLOW_GROWTH', 'true')",
        "os.environ.update({'CUDA_VISIBLE_DEVICES': '1'})",
        "if 'X' in os.environ:\n    os.environ['CUDA_VISIBLE_DEVICES'] = '1'",
        "choose()",
    ],
)
def test_a_mask_behind_the_graph_comes_before_what_starts_tensorflow(statement, tmp_path):
    helpers = "def choose():\n    os.environ['CUDA_VISIBLE_DEVICES'] = '1'\n"
    helpers = helpers if statement == "choose()" else ""
    after, told = rewritten(tmp_path, helpers=helpers, before=statement, session="")
    assert after.rindex(statement) < after.index("VariableStore")
    assert after.count(f"\n{statement}\n") == 1
    assert told == []


def test_gpus_in_another_order_are_told(tmp_path):
    options = "tf.GPUOptions(visible_device_list='2,0')"
    assert rewritten(tmp_path, session=f"config=tf.ConfigProto(gpu_options={options})")[1] == ["CFG122"]


def test_a_session_that_runs_no_step_is_configured_too(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(
        "import tensorflow as tf\n"
        "with tf.Session(config=tf.ConfigProto(intra_op_parallelism_threads=2)) as sess:\n"
        "    print(sess.run(tf.constant(1)))\n"
    )
    (unit,) = migrate([path]).units
    after = unit.changes[0].after.decode()
    assert after.index("set_intra_op_parallelism_threads(2)") < after.index("tf.constant")


LISTED = """\
import tensorflow as tf
from tensorflow.python.client import device_lib

x = tf.placeholder(tf.float32)
{code}
"""


@pytest.mark.parametrize(
    ("code", "is_rewritten"),
    [
        ("n = [d.name for d in device_lib.list_local_devices() if d.device_type == 'GPU']", True),
        ("n = len([d for d in device_lib.list_local_devices() if d.device_type == 'GPU'])", True),
        ("all_ = device_lib.list_local_devices()\nfor d in all_:\n    print(d.name)", True),
        ("n = [d for d in device_lib.list_local_devices() if d.device_type == 'GPU']", False),
        ("n = [d.memory_limit for d in device_lib.list_local_devices()]", False),
        ("all_ = device_lib.list_local_devices()\nprint(all_)", False),
    ],
)
def test_devices_are_listed_without_starting_them(code, is_rewritten, tmp_path):
    path = tmp_path / "train.py"
    path.write_text(LISTED.format(code=code))
    (unit,) = migrate([path]).units
    after = unit.changes[0].after.decode()
    assert ("compat.local_devices()" in after) == is_rewritten
    assert ("list_local_devices" in after) != is_rewritten


def test_what_may_fail_stays_in_the_branch_that_holds_the_session(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(
        "import sys\n"
        "import tensorflow as tf\n"
        "w = tf.get_variable('w', [2])\n"
        "train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(w))\n"
        "if len(sys.argv) > 1:\n"
        "    config = tf.ConfigProto(intra_op_parallelism_threads=int(sys.argv[1]))\n"
        "    with tf.Session(config=config) as session:\n"
        "        session.run(tf.global_variables_initializer())\n"
        "        session.run(train)\n"
        "print('end')\n"
    )
    outcome = migrate([path])
    (change,) = outcome.changes
    assert b"sys.argv[1]" not in change.after
    assert "CFG121" in {one.code for one in outcome.all_diagnostics}
    assert [one.tier for unit in outcome.units for one in unit.programs] == [Tier.NATIVE]
