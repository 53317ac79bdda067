"""Graphs of TensorFlow 1 on clusters, run by Programs, or by the Sessions for which these stand."""

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import tensorflow as tf

import compat
import compat.train

v1 = tf.compat.v1

Jobs = Mapping[str, Any]


@contextlib.contextmanager
def engine(
    name: str, jobs: Jobs, job: str, index: int, *, shares: bool = False, timeout: float = 20
) -> Iterator[Any]:
    """A graph to build, and what opens sessions for it: `"program"`s, or `"session"`s."""
    if name == "program":
        kinds = SimpleNamespace(
            Session=compat.Program,
            MonitoredTrainingSession=compat.train.MonitoredTrainingSession,
            Supervisor=compat.train.Supervisor,
        )
        building: Any = compat.build_graph()
    else:
        kinds = SimpleNamespace(
            Session=v1.Session,
            MonitoredTrainingSession=v1.train.MonitoredTrainingSession,
            Supervisor=v1.train.Supervisor,
        )
        building = tf.Graph().as_default()
    kinds.config = v1.ConfigProto(device_filters=["/job:ps", f"/job:{job}/task:{index}"])
    with building:
        if name == "program":
            made = compat.train.SharedServer if shares else compat.train.Server
            kinds.target = made(
                jobs, job, index, config=v1.ConfigProto(operation_timeout_in_ms=int(1e3 * timeout))
            ).target
        else:
            kinds.target = v1.train.Server(jobs, job, index).target
        yield kinds


def serve_sessions(jobs: Jobs, job: str, index: int) -> None:
    v1.train.Server(jobs, job, index).join()


def setter(jobs: Jobs, index: int) -> Any:
    """The devices of a worker's graph, as TensorFlow 1 programs have them."""
    cluster = tf.train.ClusterSpec(jobs)
    return v1.device(
        v1.train.replica_device_setter(cluster=cluster, worker_device=f"/job:worker/task:{index}")
    )


def model() -> Any:
    """A dense layer and an embedding in two parts, with random initial values of fixed seeds."""
    x, ids = v1.placeholder(tf.float32, [None, 5]), v1.placeholder(tf.int64, [None])
    initializer = v1.truncated_normal_initializer(seed=3)
    weights = v1.get_variable("w", [5, 3], initializer=initializer)
    table = v1.get_variable(
        "table", [12, 3], partitioner=v1.fixed_size_partitioner(2), initializer=initializer
    )
    rows = v1.nn.embedding_lookup(table, ids, partition_strategy="div")
    noise = v1.random_normal([3], stddev=0.01, seed=5)
    return x, ids, tf.reduce_mean(tf.square(tf.matmul(x, weights) - rows + noise))


def batch(number: int) -> tuple[Any, Any]:
    random = np.random.RandomState(number)
    return random.randn(8, 5).astype(np.float32), random.randint(0, 12, [8])


def train_alone(jobs: Jobs, job: str, index: int, kind: str, steps: int) -> Any:
    """One worker's losses, steps and variables, to be equal to the bit whatever runs the graph."""
    with engine(kind, jobs, job, index) as tf1:
        with setter(jobs, index):
            step = v1.train.get_or_create_global_step()
            x, ids, loss = model()
            update = v1.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
        own = v1.Variable(0, name="own", collections=[v1.GraphKeys.LOCAL_VARIABLES])
        told: list[Any] = []
        with tf1.Session(tf1.target, config=tf1.config) as session:
            session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
            for number in range(steps):
                feed = dict(zip((x, ids), batch(number), strict=True))
                _, value, before = session.run([update, loss, step], feed)
                told.append([float(value).hex(), int(before)])
            names = [variable.name for variable in v1.global_variables()]
            values = session.run(v1.global_variables())
        with tf1.Session(tf1.target, config=tf1.config) as session:  # finds what the other one has left
            kept = session.run(step), session.run(own)
        return {
            "told": told,
            "values": {name: value.tolist() for name, value in zip(names, values, strict=True)},
            "kept": [int(one) for one in kept],
            "devices": sorted({variable.device for variable in v1.global_variables()}),
        }


def train_monitored(
    jobs: Jobs,
    job: str,
    index: int,
    folder: str,
    last: int,
    pause: float = 0.0,
    timeout: float = 20,
    is_chief: bool = False,
) -> Any:
    """Asynchronous training; each step adds one to each variable, by hooks that end it."""
    with engine("program", jobs, job, index, timeout=timeout) as tf1:
        with setter(jobs, index):
            step = v1.train.get_or_create_global_step()
            ones = v1.get_variable("ones", [3], initializer=v1.zeros_initializer())
            optimizer = v1.train.GradientDescentOptimizer(1.0, use_locking=True)
            update = optimizer.apply_gradients([(-tf.ones([3]), ones)], global_step=step)
            v1.summary.scalar("first", ones[0])
        hooks = [v1.train.StopAtStepHook(last_step=last)]
        runs, told = 0, []
        with tf1.MonitoredTrainingSession(
            tf1.target,
            is_chief=is_chief or index == 0,
            checkpoint_dir=folder,
            hooks=hooks,
            config=tf1.config,
            save_checkpoint_steps=20,
            save_summaries_steps=10,
        ) as session:
            while not session.should_stop():
                _, now = session.run([update, step])
                runs += 1
                told.append(int(now))
                print(f"ran {runs}.", flush=True)
                time.sleep(pause)
        return {"runs": runs, "told": told}


def add_to_store(jobs: Jobs, job: str, index: int) -> Any:
    """A task of the job `store` has the one variable, to which those of the other job add."""
    if job == "store":
        compat.train.Server(jobs, job, index).join()
    with engine("program", jobs, job, index) as tf1:
        with v1.device("/job:store/task:0"):
            total = v1.Variable(0.0, name="total")
        add = v1.assign_add(total, 1.0, use_locking=True)
        with tf1.Session(tf1.target) as session:
            if index == 0:
                session.run(total.initializer)
            wait_until(lambda: session.run(v1.is_variable_initialized(total)))
            session.run(add)
            wait_until(lambda: session.run(total) == len(jobs["trainer"]))
            return float(session.run(total))


def lead_and_stay(jobs: Jobs, job: str, index: int, until: str) -> Any:
    """Be the chief for one session, and be there until a file is gone."""
    with engine("program", jobs, job, index) as tf1:
        with setter(jobs, index):
            v1.get_variable("ones", [3], initializer=v1.zeros_initializer())
        with tf1.MonitoredTrainingSession(tf1.target, config=tf1.config):
            pass
        print("has led", flush=True)
        wait_until(lambda: not Path(until).exists())


def watch(jobs: Jobs, job: str, index: int, target: str, steps: int) -> Any:
    """A process that is no task sees the variables of a cluster, at the target of one of its servers."""
    with compat.build_graph():
        with setter(jobs, 0):
            step = v1.train.get_or_create_global_step()
            ones = v1.get_variable("ones", [3])
        missing = v1.report_uninitialized_variables()
        with compat.Program(target) as session:
            wait_until(lambda: not len(session.run(missing)))
            wait_until(lambda: session.run(step) >= steps)
            return [int(session.run(step)), *session.run(ones).tolist()]


def place_on_another_worker(jobs: Jobs, job: str, index: int) -> None:
    with engine("program", jobs, job, index, timeout=3) as tf1:
        with v1.device("/job:worker/task:1"):
            there = v1.Variable(1.0, name="there")
        with tf1.Session(tf1.target) as session:
            session.run(there.initializer)


def tell_each_other(jobs: Jobs, job: str, index: int) -> Any:
    """A variable on the first worker that all add to, and a queue on each, into which all put something."""
    workers = len(jobs["worker"])
    with engine("program", jobs, job, index, shares=True) as tf1:
        with v1.device("/job:worker/task:0"):
            shared = v1.Variable(0.0, name="shared")
        with v1.device(f"/job:worker/task:{index}"):
            mine = v1.Variable(float(index), name=f"mine_{index}")
        add = v1.assign_add(shared, index + 1.0)
        queues = []
        for one in range(workers):
            with v1.device(f"/job:worker/task:{one}"):
                queues.append(v1.FIFOQueue(workers, tf.int32, [[]], shared_name=f"queue_{one}"))
        hear = queues[index].dequeue()
        say = [queue.enqueue(index) for queue in queues]
        with tf1.Session(tf1.target) as session:
            session.run(mine.initializer)
            if index == 0:
                session.run(shared.initializer)
            wait_until(lambda: session.run(v1.is_variable_initialized(shared)))
            session.run(add)
            session.run(say)
            heard = sorted(int(session.run(hear)) for _ in range(workers))
            both = [float(session.run(mine)), float(session.run(mine + 0.0))]
            total = float(session.run(shared))
            session.run(say)  # nobody leaves before all have seen it
            for _ in range(workers):
                session.run(hear)
        return {"heard": heard, "shared": total, "mine": both}


def train_supervised(jobs: Jobs, job: str, index: int, folder: str, last: int) -> Any:
    """Training under a Supervisor, with input from a queue that its runners fill, on the worker."""
    with engine("program", jobs, job, index) as tf1:
        with setter(jobs, index):
            step = v1.train.get_or_create_global_step()
            total = v1.get_variable("ones", [3], initializer=v1.zeros_initializer())
            number = v1.train.range_input_producer(100, shuffle=False).dequeue()
            numbers = v1.train.batch([number], 4)
            count = tf.reduce_sum(tf.ones_like(numbers, tf.float32)) / 4.0
            optimizer = v1.train.GradientDescentOptimizer(1.0, use_locking=True)
            update = optimizer.apply_gradients([(-count * tf.ones([3]), total)], global_step=step)
            v1.summary.scalar("first", total[0])
        supervisor = tf1.Supervisor(
            is_chief=index == 0,
            logdir=folder,
            global_step=step,
            recovery_wait_secs=1,
            save_model_secs=1,
            save_summaries_secs=1,
        )
        runs = 0
        with supervisor.managed_session(tf1.target, config=tf1.config) as session:
            seen: list[Any] = []
            Path(folder, f"begun_{index}").touch()
            wait_until(lambda: all(Path(folder, f"begun_{n}").exists() for n in range(len(jobs["worker"]))))
            while not supervisor.should_stop() and session.run(step) < last:
                _, found = session.run([update, numbers])
                seen.extend(found.tolist())
                runs += 1
                time.sleep(0.02)
        return {"runs": runs, "seen": seen}


def train_synchronous(jobs: Jobs, job: str, index: int, folder: str, steps: int) -> Any:
    """Synchronous training of N workers of N: each update is the mean of all their gradients."""
    workers = len(jobs["worker"])
    with engine("program", jobs, job, index) as tf1:
        with setter(jobs, index):
            step = v1.train.get_or_create_global_step()
            bias = v1.get_variable("ones", [3], initializer=v1.zeros_initializer())
            gradient = v1.placeholder(tf.float32, [])
            optimizer = v1.train.SyncReplicasOptimizer(
                v1.train.GradientDescentOptimizer(0.5),
                replicas_to_aggregate=workers,
                total_num_replicas=workers,
            )
            update = optimizer.minimize(gradient * tf.reduce_sum(bias), global_step=step)
        hook = optimizer.make_session_run_hook(index == 0, num_tokens=0)
        with tf1.MonitoredTrainingSession(
            tf1.target,
            is_chief=index == 0,
            checkpoint_dir=folder,
            hooks=[hook],
            config=tf1.config,
            stop_grace_period_secs=1,
        ) as session:
            for _ in range(steps):
                session.run(update, {gradient: 1.0 + 2.0 * index})
            now = session.run([step, bias])
            Path(folder, f"done_{index}").touch()
            wait_until(lambda: all(Path(folder, f"done_{one}").exists() for one in range(workers)))
        return [np.asarray(one).tolist() for one in now]


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "not after so long"
        time.sleep(0.02)


def train_in_step(
    jobs: Jobs, job: str, index: int, kind: str, last: int, aggregate: int, pause: float = 0.0
) -> Any:
    """Synchronous training to a global step, as programs have it: who is done leaves."""
    workers = len(jobs["worker"])
    with engine(kind, jobs, job, index) as tf1:
        with v1.device(v1.train.replica_device_setter(cluster=jobs)):  # whose workers are of no task
            step = v1.train.get_or_create_global_step()
            x, ids, loss = model()
            optimizer = v1.train.SyncReplicasOptimizer(
                v1.train.AdamOptimizer(0.1), replicas_to_aggregate=aggregate, total_num_replicas=workers
            )
            update = optimizer.minimize(loss, global_step=step)
        hooks = [optimizer.make_session_run_hook(index == 0), v1.train.StopAtStepHook(last_step=last)]
        runs = 0
        with tf1.MonitoredTrainingSession(
            tf1.target, is_chief=index == 0, hooks=hooks, config=tf1.config, stop_grace_period_secs=1
        ) as session:
            while not session.should_stop():
                session.run([update, loss], dict(zip((x, ids), batch(runs), strict=True)))
                runs += 1
                print(f"ran {runs}.", flush=True)
                time.sleep(pause)
        return runs


def compute_on_servers(jobs: Jobs, job: str, index: int) -> Any:
    """A graph of one task, whose parts are on all tasks of another job."""
    with engine("program", jobs, job, index, shares=True) as tf1:
        parts = []
        for one in range(len(jobs["worker"])):
            with v1.device(f"/job:worker/task:{one}"):
                parts.append(v1.Variable(one + 1.0, name=f"part_{one}") * 2.0)
        with tf1.Session(tf1.target) as session:
            session.run(v1.global_variables_initializer())
            return float(session.run(tf.add_n(parts)))


def meet_in_queues(jobs: Jobs, job: str, index: int) -> Any:
    """Tasks that serve wait for a word of each worker, in a queue of their own, as sessions of theirs."""
    servers, workers = len(jobs["ps"]), len(jobs["worker"])
    with engine("program", jobs, job, index) as tf1:
        queues = []
        for one in range(servers):
            with v1.device(f"/job:ps/task:{one}"):
                queues.append(v1.FIFOQueue(workers, tf.int32, [[]], shared_name=f"done_queue_{one}"))
        if job == "ps":
            word = queues[index].dequeue()
            with tf1.Session(tf1.target) as session:
                return sorted(int(session.run(word)) for _ in range(workers))
        says = [queue.enqueue(index) for queue in queues]
        with tf1.Session(tf1.target) as session:
            for say in says:
                session.run(say)
        return "said"


def share_what_has_no_device(jobs: Jobs, job: str, index: int) -> Any:
    """State that no device names: the first worker leaves it where the second one finds it."""
    with engine("program", jobs, job, index) as tf1:
        plain = v1.get_variable("plain", [2], initializer=v1.zeros_initializer())
        with v1.device("/task:1"):
            second = v1.Variable(1.0, name="second")
        queue = v1.FIFOQueue(3, tf.int32, [[]])
        with v1.device(
            f"/job:worker/task:{index}"
        ):  # uses do not place variables, as they did not with 1.15.5
            add = [v1.assign_add(plain, [1.0, 2.0]), v1.assign_add(second, 5.0)]
            mine = v1.Variable(float(index), name="mine")
        with tf1.Session(tf1.target) as session:
            session.run(mine.initializer)
            if index == 0:
                session.run([plain.initializer, second.initializer])
                session.run([add, queue.enqueue(7)])
            else:
                assert session.run(queue.dequeue()) == 7  # waits for the other
            values = [np.asarray(value).tolist() for value in session.run([plain, second, mine])]
        return values, [variable.handle.op.device for variable in (plain, second, mine)]


def read_what_filters_leave(jobs: Jobs, job: str, index: int) -> Any:
    """A data set and a variable that no device names, of a session that sees no other task."""
    with engine("program", jobs, job, index, shares=True) as tf1:
        data = v1.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0]).map(lambda x: 2.0 * x).batch(2)
        iterator = v1.data.make_initializable_iterator(data)
        sum_of_all = v1.get_variable("sum", [], initializer=v1.zeros_initializer())
        add = v1.assign_add(sum_of_all, tf.reduce_sum(iterator.get_next()))
        with tf1.Session(tf1.target, config=tf1.config) as session:
            session.run([sum_of_all.initializer, iterator.initializer])
            given = [float(session.run(add)) for _ in range(2)]
            return given, sum_of_all.handle.op.device, sorted(one.name for one in session.list_devices())


def train_in_graph(jobs: Jobs, job: str, index: int, kind: str) -> Any:
    """Towers on the workers, variables on the servers, all of one client's graph."""
    if kind == "program":
        opening: Any = compat.Program
        target: Any = compat.InGraphCluster(jobs, timeout=20)
        building: Any = compat.build_graph()
    elif kind == "program of sessions":  # on servers of TensorFlow's own
        opening, target, building = compat.Program, f"grpc://{jobs['ps'][0]}", compat.build_graph()
    else:
        opening, target, building = v1.Session, f"grpc://{jobs['ps'][0]}", tf.Graph().as_default()
    with building:
        x = v1.placeholder(tf.float32, [8, 5])
        optimizer = v1.train.MomentumOptimizer(0.1, 0.9)
        losses, gradients = [], []
        for tower, part in enumerate(tf.split(x, 2)):
            with v1.variable_scope(v1.get_variable_scope(), reuse=tower > 0), setter(jobs, tower):
                w = v1.get_variable("w", [5, 3], initializer=v1.truncated_normal_initializer(seed=3))
                b = v1.get_variable("b", [3], initializer=v1.zeros_initializer())
                losses.append(tf.reduce_mean(tf.square(tf.tanh(tf.matmul(part, w) + b) - 0.5)))
                gradients.append(optimizer.compute_gradients(losses[-1], [w, b]))
        means = [
            ((first + second) / 2.0, variable)
            for (first, variable), (second, _) in zip(*gradients, strict=True)
        ]
        update = optimizer.apply_gradients(means)
        with opening(target) as session:
            session.run(v1.global_variables_initializer())
            told = [session.run([losses, update], {x: tower_batch(n)})[0] for n in range(10)]
            values = session.run(v1.global_variables())
    return [[float(one).hex() for one in losses] for losses in told], [value.tolist() for value in values]


def tower_batch(number: int) -> Any:
    return np.random.RandomState(number).rand(8, 5).astype(np.float32)
