"""Which task a variable is on: what TensorFlow 1.15.5 answers, for the same variables and functions."""

import contextlib

import pytest
import tensorflow as tf

import compat
from compat import contrib
from compat._tf import cluster as tf_cluster

TASKS = 3
VARIABLES = [
    *(([10, 10], tf.float32), ([5], tf.float32), ([30], tf.float64), ([2, 2], tf.float32), ([], tf.int64)),
    *(([100], tf.float32), ([7, 7], tf.float32)),
]
WORKER = "/job:worker/task:1"
training = contrib.training


def hand_written(op):
    return (
        "/job:ps/task:2"
        if op.type in ("Variable", "VariableV2") and "layer1" in op.name
        else "/job:ps/task:1"
    )


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (None, [0, 1, 2, 0, 1, 2, 0]),
        (
            training.GreedyLoadBalancingStrategy(TASKS, training.byte_size_load_fn),
            [0, 1, 2, 1, 1, 1, 2],
        ),
        (training.RandomStrategy(TASKS, seed=7), [2, 1, 2, 2, 1, 1, 1]),
    ],
)
def test_the_tasks_of_a_setter(strategy, expected):
    setter = tf.compat.v1.train.replica_device_setter(ps_tasks=TASKS, ps_strategy=strategy)
    devices = [
        tf_cluster.variable_device(setter, f"layer{index}/w", shape, dtype)
        for index, (shape, dtype) in enumerate(VARIABLES)
    ]
    assert devices == [f"/job:ps/task:{task}" for task in expected]


def test_functions_of_a_program_and_scopes_within():
    def placed(name):
        return tf_cluster.variable_device(hand_written, name, [2], tf.float32)

    assert [placed("layer0/w"), placed("layer1/w")] == ["/job:ps/task:1", "/job:ps/task:2"]
    with tf.Graph().as_default(), tf.device("/cpu:0"):
        setter = tf.compat.v1.train.replica_device_setter(ps_tasks=TASKS, worker_device=WORKER)
        device = tf_cluster.variable_device(setter, "w", [2], tf.float32)
        assert device == "/job:ps/task:0/device:CPU:0"
        with tf.compat.v1.device(
            tf.compat.v1.train.replica_device_setter(ps_tasks=TASKS, ps_device="/job:x")
        ):
            assert tf_cluster.variable_device(setter, "w", [2], tf.float32).startswith("/job:x/task:0")


JOBS = {"ps": ["a:1", "b:1"], "worker": ["c:1", "d:1", "e:1"]}
OTHERS = {"store": ["a:1", "b:1"], "trainer": ["c:1"]}
TWO = ["/job:ps/task:0", "/job:ps/task:1", "/job:ps/task:0"]


@pytest.mark.parametrize(
    ("options", "scopes", "expected", "computed"),
    [
        ({"cluster": JOBS}, [[], [], []], TWO, "/job:worker"),
        ({"cluster": tf.train.ClusterSpec(JOBS)}, [[], [], []], TWO, "/job:worker"),
        ({"cluster": tf.train.ClusterSpec(JOBS).as_cluster_def()}, [[], [], []], TWO, "/job:worker"),
        ({"cluster": JOBS}, [["/cpu:0"], []], ["/job:ps/task:0/device:CPU:0", TWO[1]], "/job:worker"),
        # Another job is left alone; the one that holds variables is given a task.
        (
            {"cluster": JOBS},
            [[], ["/job:moon"], ["/job:moon", "/job:ps"]],
            [TWO[0], "/job:moon", TWO[1]],
            "/job:worker",
        ),
        (
            {"ps_tasks": 1, "ps_device": "/cpu:0"},
            [[], ["/job:moon"]],
            ["/device:CPU:0", "/job:moon/device:CPU:0"],
            "/job:worker",
        ),
        (
            {"cluster": JOBS, "merge_devices": False},
            [[], ["/job:ps"], []],
            [TWO[0], "/job:ps", TWO[1]],
            "/job:worker",
        ),
        (
            {"cluster": OTHERS, "ps_device": "/job:store", "worker_device": "/job:trainer"},
            [[], [], []],
            ["/job:store/task:0", "/job:store/task:1", "/job:store/task:0"],
            "/job:trainer",
        ),
        (
            {"cluster": OTHERS, "ps_device": "/job:store/cpu:0", "worker_device": "/job:trainer/task:0"},
            [[], []],
            ["/job:store/task:0/device:CPU:0", "/job:store/task:1/device:CPU:0"],
            "/job:trainer/task:0",
        ),
        ({"cluster": JOBS, "ps_ops": ["Queue"]}, [[], []], ["/job:worker", "/job:worker"], "/job:worker"),
    ],
)
def test_what_a_setter_is_told_is_heeded(options, scopes, expected, computed):
    setter = tf.compat.v1.train.replica_device_setter(**options)
    found = []
    with tf.Graph().as_default():
        for number, names in enumerate(scopes):
            with contextlib.ExitStack() as around:
                for name in names:
                    around.enter_context(tf.device(name))
                found.append(tf_cluster.variable_device(setter, f"v{number}", [2], tf.float32))
        with compat.device(setter):
            assert (tf.constant(1.0) + 1.0).op.device == computed
    assert found == expected


@pytest.mark.parametrize("shape", [None, [None, 2]])
def test_the_bytes_of_a_variable_of_unknown_shape_are_not_known(shape):
    with tf.Graph().as_default():
        op = tf.compat.v1.placeholder(tf.float32, shape).op
        with pytest.raises(ValueError, match="not fully defined"):
            training.byte_size_load_fn(op)


def test_setters_of_several_graphs_take_one_turn_after_the_other():
    train, turns = tf.compat.v1.train, tf_cluster.Turns()
    default = train.replica_device_setter(ps_tasks=TASKS, ps_device="/job:ps")

    def placed(names, *setters):
        with contextlib.ExitStack() as scopes:
            for setter in setters:
                scopes.enter_context(tf.compat.v1.device(setter))
            return [tf_cluster.variable_device(default, name, [2], tf.float32, turns)[-1] for name in names]

    assert placed("ab") == ["0", "1"]  # in front of all steps
    for expected in (["2", "0"], ["1", "2"]):  # in their traces
        with tf.Graph().as_default():
            assert placed("cd", train.replica_device_setter(ps_tasks=TASKS)) == expected
    with tf.Graph().as_default():
        first, second = (train.replica_device_setter(ps_tasks=TASKS) for _ in range(2))
        assert placed("e", first) + placed("f", second) + placed("g", first) == ["0", "0", "1"]
        assert placed("h", train.replica_device_setter(ps_tasks=2)) == ["0"]  # of other servers


def test_setters_that_balance_loads_know_what_those_of_other_graphs_have_put_where():
    turns = tf_cluster.Turns()

    def placed(load, **shapes):
        balanced = training.GreedyLoadBalancingStrategy(TASKS, load)
        setter = tf.compat.v1.train.replica_device_setter(ps_tasks=TASKS, ps_strategy=balanced)
        with tf.Graph().as_default(), tf.compat.v1.device(setter):
            return [
                tf_cluster.variable_device("/job:ps/task:0", name, shape, tf.float32, turns)[-1]
                for name, shape in shapes.items()
            ]

    def count(op):
        return 1

    assert placed(training.byte_size_load_fn, a=[9], b=[5]) == ["0", "1"]
    assert placed(training.byte_size_load_fn, c=[6], d=[3], e=[2], f=[1]) == ["2", "1", "2", "1"]
    assert placed(count, g=[2], h=[2]) == ["0", "1"]  # another load
