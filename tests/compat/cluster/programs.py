"""What the tasks of the tests' clusters do, each in a process of its own."""

import contextlib
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

import compat
from compat import _waits as waits
from compat.cluster import _connection as connection_module
from compat.cluster._server import Server

v1 = tf.compat.v1

OPTIMIZERS = {
    "sgd": lambda step: v1.train.GradientDescentOptimizer(0.1),
    "momentum": lambda step: v1.train.MomentumOptimizer(0.1, 0.9),
    "nesterov": lambda step: v1.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
    "adam": lambda step: v1.train.AdamOptimizer(0.1),
    "adagrad": lambda step: v1.train.AdagradOptimizer(0.1),
    "adagrad_da": lambda step: v1.train.AdagradDAOptimizer(0.1, step),
    "ftrl": lambda step: v1.train.FtrlOptimizer(0.1),
    "rmsprop": lambda step: v1.train.RMSPropOptimizer(0.1),
    "centered": lambda step: v1.train.RMSPropOptimizer(0.1, centered=True),
    "adadelta": lambda step: v1.train.AdadeltaOptimizer(0.1),
    "proximal_adagrad": lambda step: v1.train.ProximalAdagradOptimizer(0.1),
    "proximal_sgd": lambda step: v1.train.ProximalGradientDescentOptimizer(0.1),
}


def by_turns(jobs: dict[str, Any]) -> Any:
    """Where a program's variables are that its parameter servers take by turns."""
    return v1.train.replica_device_setter(cluster=tf.train.ClusterSpec(jobs)) if "ps" in jobs else None


def serve(jobs: dict[str, Any], job: str, index: int, timeout: float = 20) -> str:
    Server(jobs, job, index, timeout=timeout).join()
    return "joined"


def regression(store: compat.VariableStore, optimizer: Any, scope: str = "model") -> Any:
    """A step of a small model: a dense weight, and an embedding in two parts with sparse gradients."""

    def model(x, ids):
        count = v1.get_variable("step", [], tf.int64, initializer=v1.zeros_initializer(), trainable=False)
        weights = v1.get_variable("layer/w", [5, 3], initializer=v1.ones_initializer())
        table = v1.get_variable(
            "table", [12, 3], partitioner=v1.fixed_size_partitioner(2), initializer=v1.ones_initializer()
        )
        rows = v1.nn.embedding_lookup(table, ids, partition_strategy="div")
        loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - rows))
        update = optimizer(count).minimize(loss, global_step=count, var_list=[weights, *table])
        with tf.control_dependencies([update]):
            return tf.identity(loss)

    @store.function(input_signature=[tf.TensorSpec([None, 5]), tf.TensorSpec([None], tf.int64)])
    def step(x, ids):
        with v1.variable_scope(scope):
            return model(x, ids)

    return step


def batch(number: int) -> tuple[Any, Any]:
    random = np.random.RandomState(number)
    return random.randn(8, 5).astype(np.float32), random.randint(0, 12, [8])


def count_updates(jobs: dict[str, Any], job: str, index: int, updates: int, timeout: float = 20) -> Any:
    """Adds ones to variables as fast as it can; tells what they are when all have done so.

    Each worker has a row of its own: TensorFlow's `ResourceScatterAdd` takes no exclusive lock, and
    may lose one of two additions to the same row at the same moment.
    """
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=timeout), device=by_turns(jobs))

    @store.function(input_signature=())
    def step():
        count = v1.train.get_or_create_global_step()
        ones = v1.get_variable("ones", [3], initializer=v1.zeros_initializer())
        rows = v1.get_variable("rows", [8, 2], initializer=v1.zeros_initializer())
        optimizer = v1.train.GradientDescentOptimizer(1.0)
        sparse = tf.IndexedSlices(-tf.ones([1, 2]), tf.constant([index]))
        return_count = optimizer.apply_gradients([(-tf.ones([3]), ones), (sparse, rows)], global_step=count)
        with tf.control_dependencies([return_count]):
            return tf.constant(0)

    store.prepare(is_chief=index == 0, max_wait_secs=20)
    for _ in range(updates):
        step()
    variables = store.variables
    end = time.monotonic() + 30
    total = updates * len(jobs["worker"])
    while int(variables["global_step"]) < total and time.monotonic() < end:
        time.sleep(0.02)
    return {
        "count": int(variables["global_step"]),
        "ones": variables["ones"].numpy().tolist(),
        "rows": variables["rows"].numpy().tolist(),
        "devices": [one.device for one in variables.values()],
    }


def initialize_for_all(jobs: dict[str, Any], job: str, index: int) -> Any:
    """Gives all variables their values, and those of its own, if it is the first worker; the others wait."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=by_turns(jobs))

    @store.pruned()
    def step():
        shared = v1.get_variable("shared", [], initializer=v1.constant_initializer(5.0))
        with v1.device(f"/job:worker/task:{index}"):
            copy = v1.Variable(shared.initialized_value(), name="copy")
            local = v1.get_variable(
                "local", [], initializer=v1.ones_initializer(), collections=["local_variables"]
            )
        return v1.assign_add(shared, 1.0), v1.assign_add(copy, 10.0), v1.assign_add(local, 1.0)

    told: dict[str, Any] = {}
    if index == 0:
        told["missing"] = [name.decode() for name in store.report_uninitialized_variables()]
        try:
            step()
        except tf.errors.FailedPreconditionError as error:
            told["error"] = error.message
        store.initialize()
    end = time.monotonic() + 20
    while len(store.report_uninitialized_variables()) and time.monotonic() < end:
        time.sleep(0.02)
    told["steps"] = [[float(one) for one in step()] for _ in range(2)]
    if index:
        store.initialize()
        store.initialize(v1.GraphKeys.LOCAL_VARIABLES)
        told["steps"] += [[float(one) for one in step()]]
    return told


def begin_with_draws(jobs: dict[str, Any], job: str, index: int) -> Any:
    """Variables that begin with tensors that seeds fix: in two runs of their initialisers."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=by_turns(jobs))
    with store.scope():
        outside = v1.Variable(0.5 * tf.random.truncated_normal([3], seed=3), name="outside")
        with tf.device(f"/job:worker/task:{index}"):
            own = v1.Variable(v1.random_normal_initializer(seed=5)([2]), name="own")

    @store.function(input_signature=[])
    def step():
        inside = v1.Variable(2.0 * tf.random.uniform([3], seed=4), name="inside")
        return tf.identity(outside), tf.identity(own), tf.identity(inside)

    found = []
    for _ in range(2):
        store.initialize()
        found.append([one.numpy().tolist() for one in step()])
    return found


def keep_own(jobs: dict[str, Any], job: str, index: int, updates: int) -> Any:
    """Moves a variable of its own, by a share of it one of all; a copy of that begins with its value."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=by_turns(jobs))
    with store.scope(), tf.device(f"/job:worker/task:{index}"):
        steps = v1.Variable(0, name="steps", trainable=False, collections=["of_this_worker"])

    @store.pruned()
    def step():
        with v1.device("/job:ps"):
            shared = v1.get_variable("shared", [], initializer=v1.constant_initializer(5.0))
        with v1.device(f"/job:worker/replica:0/task:{index}/cpu:0"):
            own = v1.get_variable("own", [2], initializer=v1.ones_initializer())
            copy = v1.Variable(shared.initialized_value(), name="copy")
            v1.Variable(copy.read_value, name="second")
            slot = v1.train.MomentumOptimizer(1.0, 0.5)
            moved = slot.apply_gradients([(-tf.fill([2], index + 1.0), own)], global_step=steps)
        with tf.control_dependencies([moved]):
            return v1.assign_add(shared, 1.0), copy

    store.prepare(is_chief=index == 0, max_wait_secs=20)
    copies = {float(step()[1]) for _ in range(updates)}
    variables = store.variables
    end = time.monotonic() + 30
    while float(variables["shared"]) < 5.0 + updates * len(jobs["worker"]) and time.monotonic() < end:
        time.sleep(0.02)
    return {
        "values": {name: one.numpy().tolist() for name, one in variables.items()},
        "jobs": {name: tf.DeviceSpec.from_string(one.device).job for name, one in variables.items()},
        "tasks": {name: tf.DeviceSpec.from_string(one.device).task for name, one in variables.items()},
        "copies": sorted(copies),
    }


def place_on(jobs: dict[str, Any], job: str, index: int, device: str) -> None:
    """Makes a variable on a device."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=by_turns(jobs))
    with store.scope(), tf.device(device):
        v1.get_variable("own", [2])


def train_apart(jobs: dict[str, Any], job: str, index: int, options: dict[str, Any]) -> dict[str, Any]:
    """Adds ones under hooks until the global step is `last`, to variables in parts on all servers too."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=by_turns(jobs))

    @store.function(input_signature=())
    def step():
        count = v1.train.get_or_create_global_step()
        ones = v1.get_variable("ones", [3], initializer=v1.zeros_initializer())
        parts = v1.fixed_size_partitioner(len(jobs["ps"]))
        table = v1.get_variable("table", [6, 2], partitioner=parts, initializer=v1.zeros_initializer())
        updated = [(-tf.ones(one.shape), one) for one in (ones, *table)]
        update = v1.train.GradientDescentOptimizer(1.0).apply_gradients(updated, global_step=count)
        with tf.control_dependencies([update]):
            return tf.constant(0)

    runs = 0
    with compat.train.MonitoredSteps(
        store,
        hooks=[v1.train.StopAtStepHook(last_step=options["last"])],
        is_chief=index == 0,
        checkpoint_dir=options.get("folder"),
        save_checkpoint_steps=10,
        max_wait_secs=20,
    ) as session:
        while not session.should_stop():
            session.run(step)
            runs += 1
            print(f"ran {runs}.", flush=True)
            time.sleep(0.01)
    return {
        "runs": runs,
        "values": {name: one.numpy().flatten().tolist() for name, one in store.variables.items()},
        "servers": sorted({one.device for one in store.variables.values()}),
    }


def count_in_threads(jobs: dict[str, Any], job: str, index: int, updates: int) -> list[float]:
    """Three threads share a step, which the first call of one of them traces."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=by_turns(jobs))
    store.prepare()
    begin = threading.Barrier(3)

    @store.function
    def step(by):
        return v1.get_variable("count", [], initializer=v1.zeros_initializer()).assign_add(by)

    def work(_: int) -> float:
        begin.wait()
        return max(float(step(tf.constant(1.0))) for _ in range(updates))

    with ThreadPoolExecutor(3) as threads:
        counts = list(threads.map(work, range(3)))
    return [len(counts), max(counts), float(store.variables["count"])]


def first_call_beside_others(jobs: dict[str, Any], job: str, index: int) -> list[str]:
    """What ran, in which order: calls of known functions, and the first one of another, in three threads."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=by_turns(jobs))
    store.prepare()
    connection, told = store._home.connection, []
    connection_module._SENT_SECONDS = 30.0

    def run(name: str, ends: threading.Event) -> None:
        def work() -> None:
            told.append(f"{name} begins")
            ends.wait(30)
            told.append(f"{name} ends")

        connection.call(work, runs=name)

    def wait_until(condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 30
        while not condition() and time.monotonic() < end:
            time.sleep(0.01)

    ends = {name: threading.Event() for name in ("a", "b", "new")}
    for name in ("a", "b"):
        ends[name].set()
        run(name, ends[name])
        ends[name].clear()
    told.clear()
    with ThreadPoolExecutor(4) as threads:
        for name in ("a", "b"):
            threads.submit(run, name, ends[name])
            wait_until(lambda name=name: f"{name} begins" in told)
        threads.submit(run, "new", ends["new"])
        wait_until(connection._starting.locked)  # it waits for both
        threads.submit(run, "b", ends["b"])
        for name in ("a", "b", "new"):
            time.sleep(0.2)  # in which something would begin that must not
            ends[name].set()
            wait_until(lambda name=name: f"{name} ends" in told)
    return told


def chained(store: compat.VariableStore, graphs: list[Any], is_twice: bool) -> Any:
    """A step that may update twice, the second time by what it reads behind the first."""

    @store.function(input_signature=[tf.TensorSpec([2, 3])])
    def step(x):
        graphs.append(v1.get_default_graph())
        a = v1.get_variable("chained/a", [2, 3], initializer=v1.ones_initializer())
        b = v1.get_variable("chained/b", [3, 4], initializer=v1.ones_initializer())
        optimizer = v1.train.MomentumOptimizer(0.1, 0.9)
        first = tf.reduce_mean(tf.square(tf.matmul(a * x, b)))
        with tf.control_dependencies([optimizer.minimize(first, var_list=[a, b])]):
            second = tf.reduce_mean(tf.square(tf.matmul(a + x, b))) + tf.reduce_mean(a)
        if not is_twice:
            return first, second
        with tf.control_dependencies([optimizer.minimize(second, var_list=[a, b])]):
            return first, second, tf.reduce_sum(a), tf.reduce_sum(b)

    return step


def by_name(op: Any) -> int:
    """A placement of a program's own."""
    return 0 if "chained" in op.name else len(op.name) % 2


def every_optimizer(jobs: dict[str, Any], job: str, index: int, first: int) -> dict[str, Any]:
    """Three updates by each optimizer; how far all variables then are from those of one process alone."""
    setter = v1.train.replica_device_setter(cluster=jobs, ps_strategy=by_name)
    shared = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=setter)
    alone = compat.VariableStore()
    steps = {}
    for name, optimizer in OPTIMIZERS.items():
        steps[name] = [regression(store, optimizer, name) for store in (shared, alone)]
    graphs = []
    pairs = [[chained(store, graphs, is_twice) for store in (shared, alone)] for is_twice in (False, True)]
    shared.prepare(is_chief=index == 0, max_wait_secs=20)
    x = np.array([[0.5, 1.0, 2.0], [1.0, -1.0, 0.1]], np.float32)
    for number in range(first + 3):
        for pair in pairs:
            run = pair if number >= first else pair[1:]
            computed = [[float(one) for one in step(x)] for step in run]
            assert computed[0] == computed[-1], computed
    for in_cluster, here in steps.values():
        for number in range(first + 3):
            here(*batch(number))
            if number >= first:
                in_cluster(*batch(number))
    assert list(shared.variables) == list(alone.variables)
    return {
        "joined": [
            sum(op.type == "ConcatV2" and op.name.startswith("packed/") for op in graph.get_operations())
            for graph in graphs
        ],
        "differences": {
            name: float(np.abs(one.numpy() - alone.variables[name].numpy()).max())
            for name, one in shared.variables.items()
        },
    }


def read_and_write(jobs: dict[str, Any], job: str, index: int, target: str | None) -> dict[str, Any]:
    """Adds one to a variable, as a task or as a client of a server."""
    store = compat.VariableStore(cluster=target or Server(jobs, job, index, timeout=20))
    return _add_one(store, is_chief=target is not None)


def in_the_name_of(jobs: dict[str, Any], job: str, index: int, target: str) -> dict[str, Any]:
    """A client of a worker's server, whose step says that the worker computes."""
    store = compat.VariableStore(cluster=target)

    @store.function(input_signature=[tf.TensorSpec([])])
    def step(x):
        with v1.device(v1.train.replica_device_setter(cluster=tf.train.ClusterSpec(jobs))):
            variable = v1.get_variable("v", [], initializer=v1.ones_initializer())
        with tf.device("/job:worker/task:1/cpu:0"):
            return variable + x

    store.prepare()
    return {"sum": float(step(2.0)), "variable": store.variables["v"].device}


def local_server(jobs: dict[str, Any], job: str, index: int) -> dict[str, Any]:
    return _add_one(compat.VariableStore(cluster=Server.create_local_server()), is_chief=True)


def two_stores(jobs: dict[str, Any], job: str, index: int) -> dict[str, Any]:
    """One task that is a cluster, at whatever port is free; what two stores on it have in common."""
    server = Server({"local": {37: "localhost:0"}})
    stores = [compat.VariableStore(cluster=server) for _ in range(2)]

    def adding(store):
        @store.function(input_signature=[])
        def add():
            return v1.get_variable("count", [], initializer=v1.zeros_initializer()).assign_add(1.0)

        return add

    steps = [adding(store) for store in stores]
    optimizer = v1.train.AdamOptimizer(1.0)

    @stores[0].function(input_signature=[tf.TensorSpec([3 * 10**6])])
    def large(x):
        whole = v1.get_variable("large", [3 * 10**6], initializer=v1.zeros_initializer())
        with tf.control_dependencies([optimizer.minimize(-tf.reduce_sum(x * whole), var_list=[whole])]):
            return tf.reduce_sum(whole.read_value()), 3 * x, tf.constant("Hello, distributed TensorFlow!")

    for store in stores:
        store.prepare()
    total, returned, hello = large(np.ones([3 * 10**6], np.float32))
    return {
        "device": stores[0].variables["count"].device,
        "port": int(server.target.rpartition(":")[2]),
        "values": [float(step()) for _ in range(2) for step in steps],
        "hello": hello.numpy().decode(),
        "large": [float(total), float(returned.numpy().max())],
        "optimizer": sorted(compat.op_name(one) for one in optimizer.variables()),
    }


def serve_and_train(jobs: dict[str, Any], job: str, index: int) -> None:
    """What no task can do: hold variables for others, and be one of them."""
    compat.VariableStore(cluster=Server(jobs, job, index), device=by_turns(jobs))


def add_to_all(
    jobs: dict[str, Any], job: str, index: int, target: str | None, comes_to: float, until: str = ""
) -> Any:
    """Adds one to variables on all tasks, as a task or as a client of a server, and waits for others.

    With `until` it stays until there is such a file: the servers leave with the last worker.
    """
    store = compat.VariableStore(
        cluster=target or Server(jobs, job, index, timeout=20), device=by_turns(jobs)
    )

    @store.pruned
    def step():
        made = [v1.get_variable(f"v{n}", [], initializer=v1.zeros_initializer()) for n in range(3)]
        return [one.assign_add(1.0) for one in made]

    store.prepare(is_chief=not target, max_wait_secs=20)
    step()
    end = time.monotonic() + 50
    while min(map(float, store.variables.values())) < comes_to and time.monotonic() < end:
        time.sleep(0.05)
    while until and not Path(until).exists() and time.monotonic() < end:
        time.sleep(0.05)
    return {name: [one.device, float(one)] for name, one in store.variables.items()}


def _add_one(store: compat.VariableStore, is_chief: bool) -> dict[str, Any]:
    @store.pruned
    def step():
        variable = v1.get_variable("v", [2], initializer=v1.zeros_initializer())
        local = [v1.GraphKeys.LOCAL_VARIABLES]
        began = v1.get_variable("began", initializer=variable.read_value, collections=local)
        doubled = v1.Variable(2.0 * variable.initialized_value() + 1.0, name="doubled")
        with tf.control_dependencies([began.read_value(), doubled.read_value()]):
            return variable.assign_add([1.0, 1.0])

    @store.function  # traced by its first call, which makes a variable
    def double(x):
        return x * v1.get_variable("late", [], initializer=v1.constant_initializer(2.0))

    store.prepare(is_chief=is_chief, max_wait_secs=20)
    assert float(double(tf.constant(3.0))) == 6.0
    told = {name: store.variables[name].numpy().tolist() for name in ("began", "doubled")}
    return {"device": store.variables["v"].device, "value": step().tolist(), **told}


def read_when_told(jobs: dict[str, Any], job: str, index: int, options: dict[str, Any]) -> dict[str, bool]:
    """Behind its steps, and a signal, whether each way to ask for a variable raises what the docs say."""
    store = compat.VariableStore(
        cluster=Server(jobs, job, index, timeout=options["timeout"]), device=by_turns(jobs)
    )

    @store.function(input_signature=[])
    def step():
        return v1.train.get_or_create_global_step().assign_add(1)

    with store.scope():
        table = v1.get_variable("table", [2, 1], initializer=v1.ones_initializer())
    store.prepare()
    step()
    count = store.variables["global_step"]
    twice = tf.function(lambda: 2 * count)
    assert int(twice()) == 2
    told = threading.Event()
    signal.signal(signal.SIGUSR1, lambda *_: told.set())
    print("READY", flush=True)
    while not told.wait(0.05):
        pass

    def read_for_gradients():
        with tf.GradientTape():
            return 2 * count

    asked = {
        "int": lambda: int(count),
        "assign_add": lambda: count.assign_add(1),
        "in a function of the program's own": twice,
        "for gradients": read_for_gradients,
        "rows": lambda: tf.gather(table, [0]),
    }
    with ThreadPoolExecutor(len(asked)) as pool:
        running = {name: pool.submit(ask) for name, ask in asked.items()}
        errors = {name: one.exception() for name, one in running.items()}
    return {name: isinstance(error, compat.ClusterError) for name, error in errors.items()}


def read_again_when_told(jobs: dict[str, Any], job: str, index: int, options: dict[str, Any]) -> list[int]:
    """What a function of the program's own gives before its server is lost, and behind that and a signal."""
    store = compat.VariableStore(
        cluster=Server(jobs, job, index, timeout=options["timeout"]), device=by_turns(jobs)
    )
    with store.scope():
        count = v1.get_variable("count", [], tf.int64, v1.ones_initializer())
        table = v1.get_variable("table", [2, 1], initializer=v1.constant_initializer([[3.0], [5.0]]))
    twice = tf.function(lambda: 2 * count)
    store.initialize()
    found = [int(twice()), *_gradients_of(table)]
    told = threading.Event()
    signal.signal(signal.SIGUSR1, lambda *_: told.set())
    print("READY", flush=True)
    while not told.wait(0.05):
        pass
    with contextlib.suppress(compat.ClusterError):
        twice()
        found.append(-1)
    store.initialize()
    return [*found, int(twice())]


def _gradients_of(table: Any) -> list[float]:
    """Of its sum of cubes, in eager code: once and twice derived, and by its last row; and in a function."""
    with tf.GradientTape() as outer:
        with tf.GradientTape() as tape:
            cubes = tf.reduce_sum(table**3)
        once = tape.gradient(cubes, table)
    with tf.GradientTape() as tape:
        row = tf.reduce_sum(tf.gather(table, [1]) ** 2)
    by_row = tf.convert_to_tensor(tape.gradient(row, table))
    function = tf.function(lambda: tf.reduce_sum(table**2))
    with tf.GradientTape() as tape:
        squares = function()
    every = [once, outer.gradient(once, table), by_row, tape.gradient(squares, table)]
    return [float(one) for gradient in every for one in tf.reshape(gradient, [-1])]


def be_while_told(jobs: dict[str, Any], job: str, index: int, file: str) -> str:
    """A task that is there as long as a file is."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=5), device=by_turns(jobs))
    print("READY", flush=True)
    while Path(file).exists():
        time.sleep(0.05)
    del store
    return "left"


class Notes(v1.train.SessionRunHook):
    """A program's own hook: it asks for what a step computes and for a variable, and counts its calls."""

    def __init__(self, weights: Any, loss: str) -> None:
        self.calls: dict[str, int] = {}
        self.weights, self.loss, self.values = weights, loss, []

    def _count(self, name: str) -> None:
        self.calls[name] = self.calls.get(name, 0) + 1

    def begin(self) -> None:
        self._count("begin")

    def after_create_session(self, session: Any, coord: Any) -> None:
        self._count("created")

    def before_run(self, run_context: Any) -> Any:
        self._count("before")
        return v1.train.SessionRunArgs({"loss": self.loss, "w": self.weights, "step": "global_step:0"})

    def after_run(self, run_context: Any, run_values: Any) -> None:
        self._count("after")
        self.values.append(run_values.results)

    def end(self, session: Any) -> None:
        self._count("end")


def linear(store: compat.VariableStore, width: int = 3) -> Any:
    """A step whose loss falls, as a program with hooks writes it."""

    @store.pruned(input_signature=[tf.TensorSpec([None, 5]), tf.TensorSpec([None], tf.int64)])
    def step(x, ids):
        count = v1.train.get_or_create_global_step()
        weights = v1.get_variable("layer/w", [5, width], initializer=v1.ones_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(x, weights)))
        update = v1.train.MomentumOptimizer(0.01, 0.9).minimize(loss, global_step=count)
        v1.summary.scalar("loss", loss)
        return [update, loss], {"loss": loss, "summary": v1.summary.merge_all()}

    return step


def train(jobs: dict[str, Any], job: str, index: int, options: dict[str, Any]) -> dict[str, Any]:
    """Trains under hooks until the global step is `last`; tells what the hooks and the loop saw."""
    waits.TELL_SECONDS = options.get("tell", waits.TELL_SECONDS)
    store = compat.VariableStore(
        cluster=Server(jobs, job, index, timeout=options.get("timeout", 20)), device=by_turns(jobs)
    )
    step = linear(store, options.get("width", 3))
    notes = Notes(store.variables["layer/w"], options.get("asks", "loss"))
    hooks = [
        v1.train.StopAtStepHook(last_step=options["last"]),
        v1.train.LoggingTensorHook(["loss", "layer/w"], every_n_iter=50),
        v1.train.NanTensorHook("loss"),
        notes,
    ]
    runs, began, seen = 0, time.time(), []
    with compat.train.MonitoredSteps(
        store,
        values=["loss", "summary"],
        hooks=hooks,
        is_chief=index == options.get("chief", 0),
        checkpoint_dir=options.get("folder"),
        save_checkpoint_steps=options.get("every", 50),
        save_summaries_steps=20,
        max_wait_secs=options.get("wait", 20),
    ) as session:
        waited = time.time() - began
        while not session.should_stop():
            session.run(step, *batch(runs))
            runs += 1
            seen.append(int(notes.values[-1]["step"]))
            time.sleep(options.get("pause", 0))
    return {
        "runs": runs,
        "calls": notes.calls,
        "waited": waited,
        "first": seen[0] if seen else None,
        "step": int(store.variables["global_step"]),
        "losses": [float(one["loss"]) for one in notes.values],
        "shape": list(notes.values[-1]["w"].shape) if notes.values else None,
    }


def go_on(jobs: dict[str, Any], job: str, index: int, folder: str, last: int) -> dict[str, Any]:
    """Goes on from the checkpoint in a folder up to a step, saves, and tells what all variables are."""
    store = compat.VariableStore(cluster=Server(jobs, job, index, timeout=20), device=by_turns(jobs))

    @store.function(input_signature=[tf.TensorSpec([None, 5]), tf.TensorSpec([None], tf.int64)])
    def step(x, ids):
        count = v1.train.get_or_create_global_step()
        weights = v1.get_variable("layer/w", [5, 3], initializer=v1.ones_initializer())
        table = v1.get_variable(
            "table", [12, 3], partitioner=v1.fixed_size_partitioner(2), initializer=v1.ones_initializer()
        )
        rows = v1.nn.embedding_lookup(table, ids, partition_strategy="div")
        loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - rows))
        with tf.control_dependencies([v1.train.AdamOptimizer(0.1).minimize(loss, global_step=count)]):
            return tf.identity(loss)

    stop = v1.train.StopAtStepHook(last_step=last)
    with compat.train.MonitoredSteps(store, hooks=[stop], checkpoint_dir=folder) as session:
        while not session.should_stop():
            session.run(step, *batch(int(store.variables["global_step"])))
    return {name: one.numpy().tolist() for name, one in store.variables.items()}


def synchronous(store: compat.VariableStore, make: Any, slow: str = "") -> Any:
    """A step of a dense weight, and of an embedding of which each batch uses all rows.

    It lasts until there is a file `slow`.
    """

    def late(x):
        while not Path(slow).exists():
            time.sleep(0.05)
        return x

    @store.function(input_signature=[tf.TensorSpec([12, 5])])
    def step(x):
        if slow:
            x = tf.ensure_shape(tf.numpy_function(late, [x], tf.float32), [12, 5])
        count = v1.train.get_or_create_global_step()
        weights = v1.get_variable("layer/w", [5, 3], initializer=v1.ones_initializer())
        table = v1.get_variable(
            "table", [12, 3], partitioner=v1.fixed_size_partitioner(2), initializer=v1.ones_initializer()
        )
        rows = v1.nn.embedding_lookup(table, tf.range(12, dtype=tf.int64), partition_strategy="div")
        loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - 2 * rows))
        with tf.control_dependencies([make(weights).minimize(loss, global_step=count)]):
            return tf.identity(loss)

    return step


def rows_of(index: int) -> Any:
    return np.random.RandomState(index).randn(12, 5).astype(np.float32)


def train_together(jobs: dict[str, Any], job: str, index: int, options: dict[str, Any]) -> dict[str, Any]:
    """Trains synchronously until the global step is `last`; each worker has one batch of its own."""
    server = Server(jobs, job, index, timeout=options.get("timeout", 20))
    store = compat.VariableStore(cluster=server, device=by_turns(jobs))
    made = {}

    def optimizer(weights):
        average = tf.train.ExponentialMovingAverage(0.5)
        made["average"], made["weights"] = average, weights
        made["optimizer"] = compat.SyncReplicasOptimizer(
            v1.train.AdamOptimizer(0.1),
            replicas_to_aggregate=options["aggregate"],
            replica_id=index,
            total_num_replicas=options.get("total", len(jobs["worker"])),
            variable_averages=average,
            variables_to_average=[weights],
        )
        return made["optimizer"]

    step = synchronous(store, optimizer, options.get("slow", {}).get(str(index), ""))
    is_chief = index == 0
    hook = made["optimizer"].make_session_run_hook(is_chief, options.get("tokens", -1))
    hooks = [hook, v1.train.StopAtStepHook(last_step=options["last"])]
    if options.get("manual"):
        return manually(store, step, made["optimizer"], index, options["last"])
    runs = 0
    with compat.train.MonitoredSteps(
        store,
        hooks=hooks,
        is_chief=is_chief,
        checkpoint_dir=options.get("folder"),
        save_checkpoint_steps=options.get("every", 5),
        max_wait_secs=options.get("wait", 20),
    ) as session:
        first = int(store.variables["global_step"])
        while not session.should_stop() and runs < options.get("runs", 10**9):
            time.sleep(options.get("pause", {}).get(str(index), 0))
            if runs == options.get("asleep", {}).get(str(index)):
                Path(options["folder"], "asleep").touch()
                time.sleep(100)  # with the token of its last step, which no other can have then
            session.run(step, rows_of(index))
            runs += 1
    names = ["global_step", "layer/w", "table/part_0", "table/part_1"]
    return {
        "runs": runs,
        "first": first,
        "values": {name: store.variables[name].numpy().tolist() for name in names},
        "average": made["average"].average(made["weights"]).numpy().tolist(),
    }


def together_alone(jobs: dict[str, Any], job: str, index: int, last: int) -> dict[str, Any]:
    """What `train_together` computes when each update has one gradient of each worker, in one process."""
    store = compat.VariableStore()
    average = tf.train.ExponentialMovingAverage(0.5)
    optimizer = v1.train.AdamOptimizer(0.1)
    batches = [rows_of(worker) for worker in range(len(jobs["worker"]))]

    @store.function(input_signature=())
    def step():
        count = v1.train.get_or_create_global_step()
        weights = v1.get_variable("layer/w", [5, 3], initializer=v1.ones_initializer())
        table = [
            v1.get_variable(f"table/part_{n}", [6, 3], initializer=v1.ones_initializer()) for n in (0, 1)
        ]
        loss = tf.add_n(
            [tf.reduce_mean(tf.square(tf.matmul(x, weights) - 2 * tf.concat(table, 0))) for x in batches]
        ) / len(batches)
        update = optimizer.minimize(loss, global_step=count)
        with tf.control_dependencies([update]):
            averaged = average.apply([weights])
        with tf.control_dependencies([averaged]):
            return tf.identity(loss)

    for _ in range(last):
        step()
    return {name: one.numpy().tolist() for name, one in store.variables.items()}


def manually(store: compat.VariableStore, step: Any, optimizer: Any, index: int, last: int) -> int:
    """As older programs train: they start what applies the gradients themselves, and put the first tokens."""
    runner, tokens = optimizer.get_chief_queue_runner(), optimizer.get_init_tokens_op()
    store.prepare(is_chief=index == 0, max_wait_secs=20)
    if index == 0:
        runner.create_threads(start=True)
        tokens()
    try:
        while int(store.variables["global_step"]) < last:
            step(rows_of(index))
    except tf.errors.OutOfRangeError:
        pass  # the chief has left
    return int(store.variables["global_step"])
