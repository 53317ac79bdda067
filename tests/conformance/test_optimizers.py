"""The optimizers of Keras that stand for those of tf.train compute what these do."""

import ast

import numpy as np
import pytest
import tensorflow as tf

import compat
from migrate.pipeline import migrate

MADE = [
    "GradientDescentOptimizer(0.1)",
    "MomentumOptimizer(0.05, 0.9)",
    "MomentumOptimizer(0.05, momentum=0.9, use_nesterov=True)",
    "AdamOptimizer()",
    "AdamOptimizer(0.1, 0.8, 0.9, 0.1)",
    "AdagradOptimizer(0.05, 0.2)",
    "AdadeltaOptimizer(1.0, 0.9)",
    "RMSPropOptimizer(0.01)",
    "RMSPropOptimizer(0.01, 0.8, 0.9, centered=True)",
    "FtrlOptimizer(0.1)",
    "FtrlOptimizer(0.1, -0.4, 0.2, 0.01, 0.02, l2_shrinkage_regularization_strength=0.01)",
]


def of_keras(folder, made):
    """What a model is compiled with once the program is rewritten."""
    program = folder / "train.py"
    program.write_text(f"import tensorflow as tf\n\nmodel.compile(tf.train.{made})\n", encoding="utf-8")
    (change,) = migrate([folder]).changes
    call = ast.parse(change.after).body[-1].value
    return eval(ast.unparse(call.args[0]), {"tf": tf, "compat": compat})


@pytest.mark.parametrize("made", MADE)
def test_the_steps_are_the_same(made, tmp_path):
    start = np.random.RandomState(0).randn(3, 2).astype("float32")
    one, other = tf.Variable(start), tf.Variable(start)
    ours = of_keras(tmp_path, made)
    theirs = eval(f"tf.compat.v1.train.{made}", {"tf": tf})
    for step in range(6):
        gradient = tf.constant(np.random.RandomState(step).randn(3, 2).astype("float32"))
        ours.apply_gradients([(gradient, one)])
        theirs.apply_gradients([(gradient, other)])
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=1e-5, atol=1e-6)
    assert not np.allclose(one.numpy(), start)
