"""Variables of a store begin with what a graph's begin with, in each run of their initialisers."""

from collections.abc import Callable

import numpy as np
import pytest
import tensorflow as tf

import compat

v1 = tf.compat.v1
Build = Callable[[], list[tf.Variable]]


def one_initializer_for_two() -> list[tf.Variable]:
    initializer = v1.random_normal_initializer(seed=1)
    return [v1.get_variable(name, [2, 3], initializer=initializer) for name in "vw"]


def drawn_tensors() -> list[tf.Variable]:
    return [v1.Variable(0.1 * tf.random.truncated_normal([4], seed=seed)) for seed in (3, 3, 4)]


def one_tensor_for_two() -> list[tf.Variable]:
    drawn = tf.random.uniform([3], seed=2)
    return [v1.Variable(drawn), v1.Variable(drawn + 1.0)]


def one_tensor_for_two_whose_draw_is_gone() -> list[tf.Variable]:
    computed = 0.5 * tf.random.normal([3], seed=2)
    return [v1.Variable(computed), v1.Variable(computed)]


def one_draw_twice_in_a_value() -> list[tf.Variable]:
    drawn = tf.random.normal([3], seed=2)
    return [v1.Variable(drawn * 2.0 + drawn)]


def a_draw_of_a_draw() -> list[tf.Variable]:
    drawn = tf.random.shuffle(tf.random.uniform([5], seed=6), seed=7)
    return [v1.Variable(drawn), v1.Variable(tf.random.shuffle([1, 2, 3, 4, 5], seed=7))]


def others_beside_them() -> list[tf.Variable]:
    gamma = v1.Variable(tf.random.gamma([3], 1.0, seed=3))
    scaled = v1.get_variable("scaled", [3, 2], initializer=v1.glorot_uniform_initializer(seed=9))
    return [gamma, scaled, v1.get_variable("zeros", [2], initializer=v1.zeros_initializer())]


BUILDERS = [
    one_initializer_for_two,
    drawn_tensors,
    one_tensor_for_two,
    one_tensor_for_two_whose_draw_is_gone,
    one_draw_twice_in_a_value,
    a_draw_of_a_draw,
    others_beside_them,
]


def of_graph(build: Build, runs_of_sessions: list[int]) -> list[list[np.ndarray]]:
    """The values behind each run of the initialiser, in sessions one after the other."""
    found = []
    with tf.Graph().as_default():
        variables = build()
        for runs in runs_of_sessions:
            with v1.Session() as session:
                for _ in range(runs):
                    session.run(v1.global_variables_initializer())
                    found.append(session.run(variables))
    return found


def made_outside(store: compat.VariableStore, build: Build) -> None:
    with store.scope():
        build()


def made_in_step(store: compat.VariableStore, build: Build) -> None:
    @store.function(input_signature=[])
    def step():
        return tf.add_n([tf.reduce_sum(tf.cast(one, tf.float32)) for one in build()])

    step()


@pytest.mark.parametrize("make", [made_outside, made_in_step])
@pytest.mark.parametrize("build", BUILDERS)
def test_seeds_give_what_they_give_a_graph_in_each_run_and_session(build: Build, make):
    expected = of_graph(build, [3, 2])
    store = compat.VariableStore()

    def values() -> list[np.ndarray]:
        return [one.numpy() for one in store.variables.values()]

    make(store, build)
    found = [values()]
    for told in ({"again": True}, {}, {"new_session": True}, {}):
        store.initialize(**told)
        found.append(values())
    np.testing.assert_equal(found, expected)


def test_the_first_call_is_the_first_run_unless_it_is_told_otherwise():
    expected = of_graph(drawn_tensors, [2])
    store = compat.VariableStore()
    made_outside(store, drawn_tensors)
    for values in expected:
        store.initialize()
        np.testing.assert_equal([one.numpy() for one in store.variables.values()], values)


def test_each_store_begins_its_own_streams():
    stores = [compat.VariableStore() for _ in range(2)]
    for store in stores:
        made_outside(store, drawn_tensors)
    first, second = ([one.numpy() for one in store.variables.values()] for store in stores)
    np.testing.assert_equal(first, second)


@pytest.mark.parametrize("make", [made_outside, made_in_step])
def test_without_a_seed_each_run_draws_and_variables_of_one_tensor_stay_equal(make):
    def build() -> list[tf.Variable]:
        drawn = tf.random.normal([8])
        return [v1.Variable(drawn), v1.Variable(drawn)]

    store = compat.VariableStore()
    make(store, build)
    seen = []
    for _ in range(3):
        one, other = (variable.numpy() for variable in store.variables.values())
        np.testing.assert_array_equal(one, other)
        seen.append(one.tobytes())
        store.initialize()
    assert len(set(seen)) == 3


@pytest.mark.parametrize("count", [2, 3])
def test_replicas_begin_alike_and_as_in_the_graph(count: int):
    expected = of_graph(one_initializer_for_two, [2])
    store = compat.VariableStore(tf.distribute.MirroredStrategy([f"/cpu:{i}" for i in range(count)]))
    made_outside(store, one_initializer_for_two)
    for values in expected:
        for variable, value in zip(store.variables.values(), values, strict=True):
            for copy in variable.values:
                np.testing.assert_array_equal(copy.numpy(), value)
        store.initialize(again=True)


def test_what_no_variable_holds_is_not_kept():
    store = compat.VariableStore()
    with store.scope():
        v1.Variable(tf.random.normal([3]))
    assert store._drawing._eager == {}
    assert store._drawing._drawn == {}
