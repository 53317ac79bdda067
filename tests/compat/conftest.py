"""Four logical CPUs in this process, before TensorFlow runs anything."""

import pytest
import tensorflow as tf

TOWERS = 4


@pytest.fixture(scope="session", autouse=True)
def _logical_cpus():
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * TOWERS)
    assert len(tf.config.list_logical_devices("CPU")) == TOWERS
