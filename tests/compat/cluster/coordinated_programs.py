"""What tasks do of which one, the coordinator, hands out the steps of all."""

import time
from typing import Any

import numpy as np
import tensorflow as tf

import compat
from compat import _waits

v1 = tf.compat.v1


def serve(jobs: dict[str, Any], job: str, index: int) -> str:
    compat.CoordinatedServer(jobs, job, index, timeout=20).join()
    return "joined"


def store_of(jobs: dict[str, Any], job: str, index: int) -> compat.VariableStore:
    server = compat.CoordinatedServer(jobs, job, index, timeout=20)
    strategy = tf.distribute.ParameterServerStrategy(server.resolver())
    return compat.VariableStore(cluster=tf.distribute.coordinator.ClusterCoordinator(strategy))


def model(x: Any) -> Any:
    """The loss of a vector and of a table in two parts."""
    w = v1.get_variable("w", [2], initializer=v1.ones_initializer())
    zeros = v1.zeros_initializer()
    table = v1.get_variable("table", [4], initializer=zeros, partitioner=v1.fixed_size_partitioner(2))
    return tf.reduce_sum((w * x - 2.0) ** 2) + tf.reduce_sum((tf.convert_to_tensor(table) - x) ** 2)


def lead(jobs: dict[str, Any], job: str, index: int, options: dict[str, Any]) -> dict[str, Any]:
    """Train to the step `last`; what the steps gave, and where the variables are.

    With `starts` it ends before, a while behind so many steps with the first element.
    """
    _waits.TELL_SECONDS = options.get("tells", _waits.TELL_SECONDS)
    store = store_of(jobs, job, index)
    numbers = tf.data.Dataset.range(10**6)  # of which each worker begins with the first

    @store.pruned(input_signature=[])
    def step():
        number = compat.input.one_shot_iterator(numbers).get_next()
        loss = model(1.0)
        count = v1.train.get_or_create_global_step()
        update = v1.train.MomentumOptimizer(0.01, 0.9).minimize(loss, global_step=count)
        return [update, number, loss, count], {}

    @store.function(input_signature=[])
    def evaluate():
        def body(turn, total):  # which only reads, and makes this no update
            return turn + 1, total + tf.reduce_sum(store.variables["w"].read_value())

        return model(1.0) + 0.0 * tf.while_loop(lambda turn, _: turn < 2, body, [0, 0.0])[1]

    given: list[Any] = []

    def is_enough() -> bool:
        starts = [place for place, (number, *_) in enumerate(given) if int(number) == 0]
        return len(starts) == options.get("starts") and len(given) > starts[-1] + 20

    hooks = [v1.train.StopAtStepHook(last_step=options["last"])]
    folder, every = options.get("folder"), options.get("every", 1000)
    with compat.train.MonitoredSteps(
        store, hooks=hooks, checkpoint_dir=folder, save_checkpoint_steps=every
    ) as session:
        while not session.should_stop() and not is_enough():
            given.append(session.run(step)[1:])
            print(f"ran {given[-1][2]}.", flush=True)
            time.sleep(options.get("pause", 0.0))
    numbers_given, losses, counts = ([float(one) for one in column] for column in zip(*given, strict=True))
    return {
        "numbers": numbers_given,
        "losses": losses,
        "counts": counts,
        "step": int(store.variables["global_step"].numpy()),
        "loss": float(evaluate()),
        "tasks": {name: tf.DeviceSpec.from_string(one.device).task for name, one in store.variables.items()},
    }


def feed(jobs: dict[str, Any], job: str, index: int, options: dict[str, Any]) -> dict[str, Any]:
    """Feed one array, filled anew for each step, and look at nothing before the end."""
    store = store_of(jobs, job, index)

    @store.function(input_signature=[tf.TensorSpec([], tf.float32), tf.TensorSpec([2], tf.float32)])
    def step(pause, x):
        count = v1.get_variable("sum", [2], initializer=v1.zeros_initializer())
        with tf.control_dependencies([count.assign_add(x)]):
            return tf.identity(x), tf.reduce_sum(tf.random.normal([int(options["work"])])) * 0.0 + pause

    store.prepare()
    array, given = np.zeros([2], np.float32), []
    step(0.0, array)
    begin = time.monotonic()
    for number in range(40):
        array[:] = number
        given.append(step(0.0, array)[0])
    handed_out = time.monotonic() - begin
    fed = [one.numpy().fetch().tolist() for one in given]
    return {
        "fed": fed,
        "handed out": handed_out,
        "done": time.monotonic() - begin,
        "sum": store.reading(store.variables["sum"].numpy).tolist(),
    }


def fail(jobs: dict[str, Any], job: str, index: int) -> str:
    """What a step says that fails, when a later one is called."""
    store = store_of(jobs, job, index)

    @store.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def step(x):
        with tf.control_dependencies([v1.assert_greater(x, 0.0, message="not above zero")]):
            return v1.get_variable("sum", [], initializer=v1.zeros_initializer()).assign_add(x)

    store.prepare()
    given = [step(1.0)]
    try:
        for _ in range(100):
            given.append(step(-1.0))
    except tf.errors.InvalidArgumentError as error:
        return error.message
    return "nothing"
