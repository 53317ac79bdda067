"""A model in a graph and in a step: from the same values, on the same batches, to the same bits."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

import compat

v1 = tf.compat.v1
STEPS = 3


@dataclass
class Trial:
    """Functions from a batch of `shape` to what is fetched, run on variables of the values of `planted`."""

    shape: list[int]
    planted: Callable[[dict], dict]

    @property
    def batches(self):
        random = np.random.RandomState(2)
        return [random.uniform(-1, 1, [4, *self.shape]).astype(np.float32) for _ in range(STEPS)]

    def in_graph(self, train):
        """What each run gave, and the variables at the end."""
        with tf.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder(tf.float32, [None, *self.shape])
            fetches = train(x)
            session.run(v1.global_variables_initializer())
            variables = {variable.op.name: variable for variable in v1.global_variables()}
            for name, value in self.planted(variables).items():
                variables[name].load(value, session)
            seen = [session.run(fetches, {x: batch}) for batch in self.batches]
            return seen, session.run(variables)

    def in_step(self, train, store=None):
        """What each call gave, and the variables at the end."""
        store = store or compat.VariableStore()
        step = store.function(train, input_signature=[tf.TensorSpec([None, *self.shape], tf.float32)])
        self.plant(store)
        seen = [[value.numpy() for value in step(batch)] for batch in self.batches]
        return seen, {name: variable.numpy() for name, variable in store.variables.items()}

    def plant(self, store):
        for name, value in self.planted(store.variables).items():
            store.variables[name].assign(value)


def drawn(variables, low, high):
    """A value for each variable by name, of numbers from `low` to `high`."""
    random = np.random.RandomState(1)
    return {
        name: random.uniform(low, high, variables[name].shape.as_list()).astype(np.float32)
        for name in sorted(variables)
    }


def updated(loss, optimizer):
    """The loss and the gradients of a step, which has updated all by its end."""
    pairs = optimizer.compute_gradients(loss)
    with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
        update = optimizer.apply_gradients(pairs)
    with tf.control_dependencies([update]):
        return [tf.identity(loss), *[tf.convert_to_tensor(gradient) for gradient, _ in pairs]]


def assert_equal(one, other):
    assert sorted(one[1]) == sorted(other[1])
    for values, others in zip(one[0], other[0], strict=True):
        for value, expected in zip(values, others, strict=True):
            np.testing.assert_array_equal(value, expected)
    for name, value in one[1].items():
        np.testing.assert_array_equal(value, other[1][name], err_msg=name)
