"""`compat.device` on emulated GPUs: names, functions, and what TF 1 programs wrote with them."""

import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1


def assign_to_device(device, ps_device="/cpu:0"):
    def choose(op):
        node_def = op if isinstance(op, v1.NodeDef) else op.node_def
        return ps_device if node_def.op in ("Variable", "VariableV2") else device

    return choose


def short(device):
    spec = tf.DeviceSpec.from_string(device)
    return f"{spec.device_type}:{spec.device_index}"


@pytest.mark.gpus(2)
def test_products_on_each_gpu_are_summed_on_the_cpu():
    products = []
    for gpu in tf.config.list_logical_devices("GPU"):
        with compat.device(gpu.name):
            a = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
            products.append(tf.matmul(a, tf.transpose(a)))
    with compat.device("/CPU:0"):
        total = tf.add_n(products)
    assert [short(one.device) for one in (*products, total)] == ["GPU:0", "GPU:1", "CPU:0"]
    assert total.numpy().tolist() == [[28.0, 64.0], [64.0, 154.0]]


@pytest.mark.gpus(2)
def test_a_gpu_that_is_not_there_is_an_error():
    with pytest.raises(RuntimeError), compat.device("/device:GPU:2"):
        tf.constant([1.0]) + 1


@pytest.mark.gpus(2)
def test_a_setter_keeps_variables_on_the_cpu_and_operations_on_the_gpu():
    def towers(x):
        losses = []
        for i in range(2):
            with compat.device(assign_to_device(f"/gpu:{i}")), v1.variable_scope("net", reuse=v1.AUTO_REUSE):
                w = v1.get_variable("w", [3, 2], initializer=v1.ones_initializer())
                losses.append(tf.matmul(x, w))
        placed.append([short(loss.device) for loss in losses])
        return losses

    placed = []
    store = compat.VariableStore()
    step = store.function(towers, input_signature=[tf.TensorSpec([2, 3], tf.float32)])
    with store.scope():
        at_once = towers(tf.ones([2, 3]))
    assert placed == [["GPU:0", "GPU:1"]] * 2
    assert [loss.numpy().tolist() for loss in step(tf.ones([2, 3]))] == [
        one.numpy().tolist() for one in at_once
    ]
    assert [(name, short(one.device)) for name, one in store.variables.items()] == [("net/w", "CPU:0")]
