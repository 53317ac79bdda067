"""Device functions of TF 1 choose on TF 2 as they did in a graph."""

import threading

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1
PS_OPS = ("Variable", "VariableV2", "AutoReloadVariable")


def assign_to_device(device, ps_device="/cpu:0"):
    def _assign(op):
        node_def = op if isinstance(op, v1.NodeDef) else op.node_def
        return ps_device if node_def.op in PS_OPS else device

    return _assign


class GreedyLoadBalancing:
    def __init__(self, tasks):
        self._loads = np.zeros(tasks)

    def __call__(self, op):
        if len(op.outputs) != 1:
            raise ValueError(f"Op {op} must have a single output")
        output = op.outputs[0]
        task = np.argmin(self._loads)
        self._loads[task] += output.get_shape().num_elements() * output.dtype.size
        return task


def local_device_setter(worker_device, ps_strategy):
    def _choose(op):
        current = v1.DeviceSpec.from_string(op.device or "")
        node_def = op if isinstance(op, v1.NodeDef) else op.node_def
        if node_def.op in PS_OPS:
            spec = v1.DeviceSpec.from_string(f"/cpu:{ps_strategy(op)}")
        else:
            spec = v1.DeviceSpec.from_string(worker_device)
        spec.merge_from(current)
        return spec.to_string()

    return _choose


def replica_setter():
    return v1.train.replica_device_setter(
        ps_tasks=1, ps_device="/job:localhost/cpu:2", worker_device="/job:localhost/cpu:1"
    )


def by_name(op):
    return "/cpu:3" if "right" in op.name else op.device


SETTERS = {
    "assign_to_device": lambda: assign_to_device("/cpu:1"),
    "least loaded": lambda: local_device_setter("/cpu:3", GreedyLoadBalancing(3)),
    "replica_device_setter": replica_setter,
    "by name": lambda: by_name,
    "a name": lambda: "/cpu:1",
    "a DeviceSpec": lambda: tf.DeviceSpec(device_type="CPU", device_index=2),
}


def build(device, setter, x):
    """Variables and what is made of them; the devices of both."""
    with device("/cpu:2"), device(setter):
        big = v1.get_variable("big", [5, 7], initializer=v1.ones_initializer())
        small = v1.get_variable("small", [7], initializer=v1.zeros_initializer())
        with v1.variable_scope("right"):
            other = v1.Variable(tf.zeros([3]), name="other")
        with device("/cpu:1"):
            inner = v1.get_variable("inner", [7], initializer=v1.ones_initializer())
            y = tf.matmul(x, big)
        with device(None):
            free = v1.get_variable("free", [2], initializer=v1.ones_initializer())
        left = tf.add(y, 1.0, name="left")
        right = tf.multiply(left, 2.0, name="right")
    return [big, small, other, inner, free], [y, left, right]


def short(device):
    """The kind and index of a device; those of the first where nothing was said."""
    spec = v1.DeviceSpec.from_string(device or "/cpu:0")
    return spec.device_type or "CPU", spec.device_index or 0


@pytest.fixture(params=SETTERS)
def made(request):
    """A setter, and where the variables and operations of a TF 1 graph went by it."""
    with tf.Graph().as_default(), v1.variable_scope("", use_resource=False):
        x = v1.placeholder(tf.float32, [4, 5])
        variables, results = build(graph_device, SETTERS[request.param](), x)
        return (
            SETTERS[request.param](),
            [short(one.device) for one in variables],
            [short(one.device) for one in results],
        )


def graph_device(spec):
    return v1.device(spec.to_string() if isinstance(spec, tf.DeviceSpec) else spec)


@pytest.mark.parametrize("device", [compat.device, graph_device], ids=["compat", "tf.compat.v1"])
def test_in_a_step_of_a_store_all_goes_where_it_went_in_a_graph(made, device):
    setter, variables, results = made
    store = compat.VariableStore()
    seen = []

    @store.function(input_signature=[tf.TensorSpec([4, 5], tf.float32)])
    def step(x):
        seen.append(build(device, setter, x))
        return seen[-1][1][-1]

    np.testing.assert_array_equal(step(np.ones((4, 5))), np.full((4, 7), 12.0))
    assert [short(one.device) for one in store.variables.values()] == variables
    assert [short(one.device) for one in seen[0][1]] == results


def test_at_once_all_goes_where_it_went_in_a_graph(made):
    setter, variables, results = made
    with compat.VariableStore().scope():
        eager_variables, eager_results = build(compat.device, setter, tf.ones([4, 5]))
    assert [short(one.device) for one in eager_variables] == variables
    assert [short(one.device) for one in eager_results] == results


def test_in_a_function_without_a_store_variables_are_placed_too():
    made = []

    @tf.function(autograph=False)
    def step():
        with compat.device(assign_to_device("/cpu:1", "/cpu:3")):
            if not made:
                made.append(tf.Variable(tf.ones([2])))
            return made[0] + 1

    np.testing.assert_array_equal(step(), [2.0, 2.0])
    assert short(made[0].device) == ("CPU", 3)


def test_a_function_is_asked_in_eager_mode_about_each_operation():
    asked = []

    def choose(op):
        asked.append((op.type, op.node_def.op, op.device))
        return {"MatMul": "/cpu:2", "Const": "/cpu:3"}.get(op.type, "/cpu:1")

    step = tf.function(lambda x: x + 1)
    with compat.device(choose):
        ones = tf.ones([2, 2])
        constant = tf.constant([1.0])
        product = tf.matmul(ones, ones)
        with tf.device("/cpu:0"):
            total = product + 1
            with compat.device(lambda op: op.device):
                negative = -product
        called = step(product)
    after = tf.matmul(ones, ones)
    devices = [short(one.device) for one in (constant, product, total, negative, called, after)]
    assert devices == [("CPU", index) for index in (3, 2, 1, 1, 1, 0)]
    assert {kind for kind, _, _ in asked} >= {"Const", "Fill", "MatMul", "AddV2", "StatefulPartitionedCall"}
    assert all(kind == node for kind, node, _ in asked)
    assert ("AddV2", "AddV2", "/device:CPU:0") in [(k, n, d[-len("/device:CPU:0") :]) for k, n, d in asked]


def test_a_function_of_one_thread_is_not_asked_in_another():
    found = []
    with compat.device(lambda op: "/cpu:2"):
        thread = threading.Thread(target=lambda: found.append(tf.ones([2]) + 1))
        thread.start()
        thread.join()
        assert short((tf.ones([2]) + 1).device) == ("CPU", 2)
    assert short(found[0].device) == ("CPU", 0)


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_what_a_function_raises_is_seen_and_undone(error):
    def choose(op):
        if op.type == "AddV2":
            raise error
        return "/cpu:1"

    with pytest.raises(type(error)), compat.device(choose):
        tf.ones([2]) + 1
    assert short((tf.ones([2]) + 1).device) == ("CPU", 0)


@pytest.mark.parametrize(
    ("given", "name"),
    {
        "/gpu:1": "/device:GPU:1",
        v1.DeviceSpec(device_type="GPU", device_index=2): "/device:GPU:2",
        assign_to_device("/gpu:3"): "/device:GPU:3",
        v1.train.replica_device_setter(1, "/gpu:0", "/gpu:1"): "/device:GPU:1",
        None: "",
    }.items(),
)
def test_the_device_of_operations_has_a_name(given, name):
    with tf.device("/cpu:0"):
        assert tf.DeviceSpec.from_string(compat.device_name(given)).to_string() == name
