"""Steps of one signature are called without TensorFlow's own checks, and behave as if they were made."""

import collections

import numpy as np
import pytest
import tensorflow as tf

import compat
from compat._keys import Attribute, Key

SIGNATURE = [tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([], tf.int32)]


@pytest.fixture
def step():
    """A step, and how often its body ran."""
    variables, traces = compat.VariableStore(), []

    @variables.function(input_signature=SIGNATURE)
    def step(x, n):
        traces.append(n)
        w = tf.compat.v1.get_variable("w", initializer=tf.ones([2]))
        return x, tf.reduce_sum(x * w) * tf.cast(n, tf.float32)

    step.traces = traces
    return step


@pytest.mark.parametrize(
    "x",
    [
        np.ones([3, 2], np.float32),
        np.ones([3, 2]),
        np.ones([2, 3], np.float32).T,
        [[1.0, 1.0]] * 3,
        lambda: tf.ones([3, 2]),
    ],
    ids=["float32", "float64", "transposed", "a list", "a tensor"],
)
@pytest.mark.parametrize(
    "n", [2, np.int32(2), np.int64(2), lambda: tf.constant(2)], ids=["int", "int32", "int64", "a tensor"]
)
def test_takes_what_a_function_takes(step, x, n):
    x, n = (value() if callable(value) else value for value in (x, n))
    same, total = step(x, n)
    assert (same.dtype, same.shape.as_list(), float(total)) == (tf.float32, [3, 2], 12.0)
    assert float(step(x=x, n=n)[1]) == 12.0
    assert len(step.traces) == 1


@pytest.mark.parametrize(
    "args", [(np.ones([3, 3]), 1), (np.ones([3, 2]),), ("text", 1), (np.array(["text"]), 1)]
)
def test_refuses_what_a_function_refuses(step, args):
    with pytest.raises((TypeError, ValueError)):
        step(*args)


def test_keeps_no_memory_of_the_callers(step):
    batch = np.ones([3, 2], np.float32)
    same, _ = step(batch, 1)
    batch[:] = 7.0
    assert same.numpy().tolist() == [[1.0, 1.0]] * 3


def test_gradients_flow_through(step):
    x = tf.ones([3, 2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = step(x, 2)[1]
    assert tape.gradient(total, x).numpy().tolist() == [[2.0, 2.0]] * 3


def test_may_be_part_of_another_function(step):
    assert float(tf.function(lambda: step(tf.ones([3, 2]), 2)[1])()) == 12.0


def test_runs_eagerly_where_functions_do(step):
    variables = compat.VariableStore()

    @variables.function(input_signature=[])
    def count():
        tf.compat.v1.add_to_collection("own", 1)
        return tf.compat.v1.train.get_or_create_global_step().assign_add(1)

    process = tf.compat.v1.get_default_graph()
    tf.config.run_functions_eagerly(True)
    try:
        assert float(step(np.ones([3, 2]), 2)[1]) == 12.0
        assert [int(count()), int(count())] == [1, 2]
    finally:
        tf.config.run_functions_eagerly(False)
    assert len(step.traces) == 2
    left = {key for key in process.get_all_collection_keys() if process.get_collection(key)}
    assert left <= {("__varscope",), ("__variable_store",)}


def test_a_pruned_step_keeps_no_memory_of_the_callers_either():
    variables = compat.VariableStore()

    @variables.pruned(input_signature=[tf.TensorSpec([2], tf.float32)])
    def step(x):
        return [x, x * 2.0]

    batch = np.ones([2], np.float32)
    same, double = step(batch)
    batch[:] = 7.0
    assert (same.tolist(), double.tolist()) == ([1.0, 1.0], [2.0, 2.0])


def test_a_pruned_step_reads_variables_after_the_assignments_that_it_returns():
    variables = compat.VariableStore()
    with variables.scope():
        seen = tf.compat.v1.Variable(0.0, trainable=False, name="seen")

    @variables.pruned(input_signature=[tf.TensorSpec([], tf.float32)])
    def step(x):
        return [seen, seen.assign(seen + x)]

    assert [step(2.0) for _ in range(3)] == [[2.0, 2.0], [4.0, 4.0], [6.0, 6.0]]


def test_a_step_knows_the_keys_of_what_it_may_be_fed():
    variables = compat.VariableStore()
    State = collections.namedtuple("State", "c h")

    @variables.pruned(returns_inputs=True)
    def total():
        x, y, z = (tf.compat.v1.placeholder_with_default(float(i), []) for i in range(3))
        state = [State(x, y), {"more": z}]
        return {"state": state, "x": x}, 100 * x + 10 * y + z

    state = total.keys("state")
    assert state == [State(Key(("state", 0, 0)), Key(("state", 0, 1))), {"more": Key(("state", 1, "more"))}]
    assert isinstance(state[0], State)
    assert total({state[0].h: 5.0, state[1]["more"]: 7.0}) == 57.0
    assert total({total.keys("x"): 2.0}) == 212.0
    assert total({state[0]: State(3.0, 4.0)}) == 342.0
    assert total({("state", 0): [3.0, 4.0]}) == 342.0


def test_a_structure_of_keys_is_fed_as_many_values():
    total, (one, other) = _step_of_objects()
    assert total({(one.x, other.x): (np.array([1.0, 2.0]), np.array([3.0, 4.0, 5.0]))}) == 30.0
    with pytest.raises(ValueError, match="Cannot feed 1 values for the 2 tensors"):
        total({(one.x, other.x): (np.ones(2),)})


class _Net:
    def __init__(self, size):
        self.size = size
        self.x = tf.compat.v1.placeholder_with_default(np.ones(size, np.float32), [size])
        self.both = [self.x, {"twice": 2.0 * self.x}]
        self.inner = self
        self.weight = tf.compat.v1.get_variable(f"weight_{size}", [], initializer=tf.zeros_initializer())

    @property
    def computed(self):
        return self.x


def _step_of_objects():
    variables = compat.VariableStore()

    @variables.pruned(returns_inputs=True)
    def total():
        nets = [_Net(2), _Net(3)]
        return {"nets": nets}, tf.add_n([tf.reduce_sum(net.both[1]["twice"]) + net.weight for net in nets])

    return total, total.keys("nets")


def test_an_object_has_keys_for_its_tensors_and_its_other_values():
    total, (one, other) = _step_of_objects()
    assert (one.size, other.size) == (2, 3)
    assert total({}) == 10.0
    assert total({one.x: [1.0, 2.0]}) == 12.0
    assert total({one.inner.inner.both[1]["twice"]: [7.0, 7.0]}) == 20.0
    assert one.both[0] == Key(("nets", 0, Attribute("both"), 0))


def test_an_object_gives_no_keys_for_what_it_computes():
    _, (one, _) = _step_of_objects()
    with pytest.raises(AttributeError, match="computed is no attribute that the step gave its _Net"):
        one.computed  # noqa: B018


def test_no_variable_is_fed_and_no_tensor_twice():
    total, (one, _) = _step_of_objects()
    with pytest.raises(compat.InputError, match="which no step is fed: assign it the value"):
        total({one.weight: 1.0})
    with pytest.raises(compat.InputError, match="stand for one tensor: feed it once"):
        total({one.x: [1.0, 2.0], one.both[0]: [1.0, 2.0]})


def test_a_value_that_is_no_tensor_cannot_be_fed():
    variables = compat.VariableStore()
    with pytest.raises(TypeError, match="Cannot interpret feed_dict key as Tensor: 0.5"):

        @variables.pruned(returns_inputs=True)
        def half():
            x = tf.compat.v1.placeholder_with_default(1.0, [])
            return [x, 0.5], x * 0.5


def test_beside_its_results_a_step_gives_the_values_that_are_asked_for():
    variables = compat.VariableStore()

    @variables.pruned(input_signature=[tf.TensorSpec([], tf.float32)])
    def step(x):
        return x + 1.0, {"twice": 2.0 * x, "square": x * x}

    assert step.beside(frozenset({"square"}))(3) == (4.0, {"square": 9.0})
    assert step.beside(frozenset())(3) == (4.0, {})
