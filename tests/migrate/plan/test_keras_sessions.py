"""Sessions that only configure TensorFlow for Keras become tf.config; others stay, and say why."""

import pytest

from migrate.model.outcome import Tier
from migrate.pipeline import migrate

PROGRAM = """\
import numpy as np
import tensorflow as tf
{imports}

{code}
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
model.compile(loss='mse', optimizer='sgd')
model.fit(np.ones((8, 3)), np.ones((8, 1)))
{after}
"""
KERAS = "from keras import backend as K"
GROWTH = "config = tf.ConfigProto()\nconfig.gpu_options.allow_growth = True  # as needed\n"
GROWS = "    tf.config.experimental.set_memory_growth(gpu, True)"
OPENED = GROWTH + "sess = tf.Session(config=config)\nK.set_session(sess)"


def came_out(tmp_path, code, imports=KERAS, after=""):
    path = tmp_path / "train.py"
    path.write_text(PROGRAM.format(imports=imports, code=code, after=after))
    outcome = migrate([path])
    (unit,) = outcome.units
    return unit.programs[0].tier, unit.changes[0].after.decode(), outcome.all_diagnostics


@pytest.mark.parametrize(
    ("imports", "setter"),
    [
        (KERAS, "K.set_session"),
        ("", "tf.keras.backend.set_session"),
        ("from keras.backend.tensorflow_backend import set_session", "set_session"),
        ("import keras.backend.tensorflow_backend as KTF", "KTF.set_session"),
    ],
)
def test_a_session_that_only_configures_becomes_tf_config(imports, setter, tmp_path):
    code = GROWTH + f"{setter}(tf.Session(config=config))"
    tier, after, _ = came_out(tmp_path, code, imports)
    assert tier is Tier.NATIVE
    assert after.index(GROWS) < after.index("Sequential")
    assert "# as needed" in after
    assert "set_session" not in after
    assert "tensorflow_backend" not in after
    assert "config =" not in after


@pytest.mark.parametrize(
    "code", [OPENED, GROWTH + "sess = tf.Session(config=config)", GROWTH + "tf.Session(config=config)"]
)
def test_one_that_is_opened_before_or_never_set_does_too(code, tmp_path):
    tier, after, _ = came_out(tmp_path, code)
    assert tier is Tier.NATIVE
    assert after.count(GROWS) == 1
    assert "Session" not in after


def test_branches_keep_their_conditions_and_comments(tmp_path):
    code = (
        "if tf.test.is_gpu_available():\n    # some of it\n"
        "    options = tf.GPUOptions(per_process_gpu_memory_fraction=0.5)\n"
        "    K.set_session(tf.Session(config=tf.ConfigProto(gpu_options=options)))\n"
        "else:\n    K.set_session(tf.Session())"
    )
    tier, after, _ = came_out(tmp_path, code)
    assert tier is Tier.NATIVE
    assert "    # some of it\n    compat.set_gpu_memory_fraction(0.5)\nelse:\n    pass\n" in after
    assert "import compat\n" in after


def test_a_configuration_that_a_function_makes_is_kept(tmp_path):
    code = "def configured():\n    return tf.ConfigProto()\n\nK.set_session(tf.Session(config=configured()))"
    tier, after, _ = came_out(tmp_path, code)
    assert tier is Tier.NATIVE
    assert "compat.configure(configured())" in after
    assert "return tf.compat.v1.ConfigProto()" in after


@pytest.mark.parametrize(
    ("code", "after"),
    [
        (OPENED, "print(sess.run(model.output, {model.input: np.ones((1, 3))}))"),
        (OPENED, "print(K.get_session())"),
        (OPENED, "saver = tf.train.Saver()"),
        (OPENED, "print(tf.get_default_graph())"),
        (OPENED, "with sess.as_default():\n    model.summary()"),
        ("first = tf.keras.Sequential()\n" + OPENED, ""),
    ],
)
def test_one_that_does_more_keeps_its_graph_and_says_why(code, after, tmp_path):
    tier, text, told = came_out(tmp_path, code, after=after)
    assert tier in (Tier.GRAPH, Tier.WRAPPED)
    assert "set_session" in text
    assert any(Tier.NATIVE in one.bars for one in told)
