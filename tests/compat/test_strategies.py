"""What strategies of TF 1 did by themselves, and optimizers of Keras that start as those of `tf.train`."""

import numpy as np
import pytest
import tensorflow as tf

import compat

NAMES = """
import emulate
emulate.gpus(2)
import compat
assert compat.gpu_names(2) == ["/gpu:0", "/gpu:1"]
assert compat.gpu_names((1,)) == ["/gpu:1"]
listed = [(one.name, one.device_type) for one in compat.local_devices()]
import tensorflow as tf
assert listed == [(one.name, one.device_type) for one in tf.config.list_logical_devices()], listed
try:
    compat.gpu_names([0, 3])
except ValueError as error:
    print(error)
"""


def test_the_names_of_gpus_are_those_of_the_ones_that_are_there(ran):
    assert ran(NAMES).strip().endswith("tfmigrate emulate --gpus 4 -- python …")


TPUS = """
import emulate
emulate.tpus(2)
import compat
import tensorflow as tf
resolver = tf.distribute.cluster_resolver.TPUClusterResolver("here")
initialize, started = tf.tpu.experimental.initialize_tpu_system, []
tf.tpu.experimental.initialize_tpu_system = lambda one: (started.append(one), initialize(one))
given, found = compat.tpu_strategy(resolver), compat.tpu_strategy()
assert given.cluster_resolver is resolver
assert found.cluster_resolver is not resolver
assert started == [resolver, found.cluster_resolver]
print(given.num_replicas_in_sync, found.num_replicas_in_sync)
"""


def test_a_tpu_is_the_one_that_is_given_or_that_of_the_environment(ran):
    assert ran(TPUS).split()[-2:] == ["2", "2"]


def test_of_no_gpu_it_is_the_cpu():
    assert compat.gpu_names(0) == ["/cpu:0"]


@pytest.mark.parametrize("centered", [False, True])
def test_rmsprop_computes_what_that_of_tf_train_does(centered):
    start = np.random.RandomState(0).randn(3, 2).astype("float32")
    one, other = tf.Variable(start), tf.Variable(start)
    ours = compat.keras.RMSprop(0.1, rho=0.8, momentum=0.9, epsilon=1e-10, centered=centered)
    theirs = tf.compat.v1.train.RMSPropOptimizer(0.1, 0.8, 0.9, centered=centered)
    for step in range(5):
        gradient = tf.constant(np.random.RandomState(step).randn(3, 2).astype("float32"))
        ours.apply_gradients([(gradient, one)])
        theirs.apply_gradients([(gradient, other)])
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=2e-6)


def test_it_comes_back_from_its_configuration():
    written = tf.keras.optimizers.serialize(compat.keras.RMSprop(0.1))
    assert isinstance(tf.keras.optimizers.deserialize(written), compat.keras.RMSprop)
