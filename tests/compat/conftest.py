"""Four logical CPUs in this process, before TensorFlow runs anything."""

import gc
from collections.abc import Iterator

import pytest
import tensorflow as tf

TOWERS = 4

# While tests are collected: a process may run a test of another folder first, which makes the devices.
tf.config.set_logical_device_configuration(
    tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * TOWERS
)


@pytest.fixture(autouse=True)
def _own_state(_emulated_gpus: object) -> None:
    """A test begins with an empty graph of the process, and with TensorFlow 2's control flow.

    Others may have left variables in the one, and building a graph changes the other for all behind it.
    """
    if _emulated_gpus is None:  # else it runs in a process of its own, with the devices that it asks for
        assert len(tf.config.list_logical_devices("CPU")) == TOWERS
    tf.compat.v1.reset_default_graph()
    tf.compat.v1.enable_control_flow_v2()


@pytest.fixture(autouse=True)
def _collected(request: pytest.FixtureRequest) -> Iterator[None]:
    """Iterators of datasets go when their test is done: old ones of TF 2.21 take up to a minute."""
    yield
    if "forked" not in request.fixturenames:
        gc.collect()
        gc.freeze()  # what is left stays; to look at it behind each test takes more time than many a test
