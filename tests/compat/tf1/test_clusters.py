"""Programs of TensorFlow 1.15 on clusters of real processes: who shares what, and how often it is updated."""

import sys

import emulate

TRAINING = """
import json
import os
import sys
import numpy as np
from compat import tf1 as tf

task = json.loads(os.environ["TF_CONFIG"])
cluster, me = tf.train.ClusterSpec(task["cluster"]), int(task["task"]["index"])
server = tf.train.Server(cluster, job_name=task["task"]["type"], task_index=me)
if task["task"]["type"] == "ps":
    server.join()
own = "/job:worker/task:%d" % me
alone = tf.ConfigProto(device_filters=["/job:ps", own])


def meeting():
    # No device: on TensorFlow 1 both workers find the same two queues.
    queues = [tf.FIFOQueue(1, tf.int32, [[]], shared_name="turn_%d" % i) for i in range(2)]
    return queues[1 - me].enqueue(1), queues[me].dequeue()


def meet(session, turn):
    session.run(turn[0])
    session.run(turn[1])


with tf.Graph().as_default():
    with tf.device("/cpu:0"):
        weights = tf.Variable(tf.truncated_normal([3]), name="weights")
        loss = tf.reduce_sum(weights)
        train = tf.train.GradientDescentOptimizer(0.5, use_locking=True).minimize(loss)
    turn = meeting()
    folder = os.path.join(sys.argv[1], "asynchronous")
    supervisor = tf.train.Supervisor(is_chief=me == 0, logdir=folder, recovery_wait_secs=1)
    session = supervisor.prepare_or_wait_for_session(server.target, config=alone)
    before = session.run(weights)
    meet(session, turn)
    for _ in range(25):
        session.run(train)
    meet(session, turn)
    print("ASYNCHRONOUS", np.abs(session.run(weights) - before + 25.0).max() < 1e-4, weights.op.device)
    meet(session, turn)
    supervisor.stop()

with tf.Graph().as_default():
    with tf.device(tf.train.replica_device_setter(cluster=cluster, worker_device=own)):
        step = tf.train.get_or_create_global_step()
        bias = tf.get_variable("bias", [2], initializer=tf.zeros_initializer())
        gradient = tf.placeholder(tf.float32, [])
        optimizer = tf.train.SyncReplicasOptimizer(
            tf.train.GradientDescentOptimizer(0.5), replicas_to_aggregate=2, total_num_replicas=2
        )
        train = optimizer.minimize(gradient * tf.reduce_sum(bias), global_step=step)
    turn = meeting()
    hook = optimizer.make_session_run_hook(me == 0, num_tokens=0)
    if me:  # who comes before the chief asks again after a second, and logs that
        with tf.Session(server.target, config=alone) as session:
            session.run(turn[1])
    with tf.train.MonitoredTrainingSession(
        server.target,
        is_chief=me == 0,
        checkpoint_dir=os.path.join(sys.argv[1], "synchronous"),
        hooks=[hook],
        config=alone,
        stop_grace_period_secs=1,  # the chief's thread that waits for gradients is not woken, here as on 1.15
    ) as session:
        if not me:
            session.run(turn[0])
        for _ in range(10):
            meet(session, turn)  # each gives one gradient to each update
            session.run(train, {gradient: 1.0 + 2.0 * me})
        print("SYNCHRONOUS", session.run(step), session.run(bias).tolist())
        meet(session, turn)
"""


def test_every_update_of_asynchronous_and_synchronous_workers_counts(tmp_path):
    program = tmp_path / "training.py"
    program.write_text(TRAINING)
    with emulate.cluster(ps=1, workers=2, hang_timeout=60, log_folder=tmp_path / "logs") as cluster:
        outcome = cluster.run([sys.executable, str(program), str(tmp_path / "saved")], timeout=100)
    assert outcome.status == 0, outcome
    for worker in ("worker:0", "worker:1"):
        said = outcome.output(worker)
        assert "ASYNCHRONOUS True /job:ps/task:0/device:CPU:0" in said
        assert "SYNCHRONOUS 10 [-10.0, -10.0]" in said


TOKENS = """
from compat import tf1 as tf

step = tf.train.get_or_create_global_step()
bias = tf.get_variable("bias", [], initializer=tf.zeros_initializer())
optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.5), 1)
try:
    optimizer.get_chief_queue_runner()
except ValueError as error:
    print(error)
train = optimizer.minimize(2.0 * bias, global_step=step)
runner, put = optimizer.get_chief_queue_runner(), optimizer.get_init_tokens_op()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    session.run([optimizer.chief_init_op, optimizer.local_step_init_op])
    chief = tf.train.Coordinator()
    *_, closing = runner.create_threads(session, chief, daemon=True, start=True)
    session.run(train)
    chief.request_stop()
    closing.join(30)
    session.run(put)
    session.run(train)  # by the token that was put
    print("went on")
"""


def test_tokens_outlive_the_threads_of_the_chief(ran):
    assert ran(TOKENS).splitlines() == ["Should be called after apply_gradients().", "went on"]


PLACES = """
import socket
from compat import tf1 as tf

tasks = [("ps", 0), ("ps", 1), ("worker", 0), ("worker", 1)]
sockets = [socket.create_server(("localhost", 0)) for _ in tasks]
addresses = ["localhost:%d" % opened.getsockname()[1] for opened in sockets]
for opened in sockets:
    opened.close()
cluster = tf.train.ClusterSpec({"ps": addresses[:2], "worker": addresses[2:]})
servers = [tf.train.Server(cluster, job_name=job, task_index=index) for job, index in tasks]

plain = tf.get_variable("plain", [2], initializer=tf.ones_initializer())
resource = tf.get_variable("resource", [2], initializer=tf.ones_initializer(), use_resource=True)
with tf.device("/task:1"):
    second = tf.Variable(1.0, name="second")
with tf.device("/job:worker"):
    named = tf.Variable(1.0, name="named")
    with tf.device("/task:0"), tf.colocate_with(plain, ignore_existing=True):
        beside = tf.Variable(1.0, name="beside")
numbers = tf.data.make_initializable_iterator(tf.data.Dataset.range(5).map(lambda n: n + 1))
written = tf.TensorArray(tf.float32, 1).write(0, 2.0).stack()
loss = tf.reduce_sum(plain * resource) + second + named + beside
train = tf.train.AdamOptimizer(0.1).minimize(loss)
drawn = tf.get_variable("drawn", [], initializer=tf.ones_initializer(), use_resource=True)
with tf.device("/job:worker/task:0"):
    add = tf.raw_ops.AssignAddVariableOp(resource=drawn.handle, value=1.0)

with tf.Session(servers[-1].target) as session:
    session.run([tf.global_variables_initializer(), numbers.initializer])
    session.run([train, add])
    print(*session.run([numbers.get_next(), written, drawn]))
names = "plain plain/Adam resource second named beside IteratorV2 TensorArray drawn"
for name in names.split():
    print(name, tf.get_default_graph().get_operation_by_name(name).device)
with tf.Graph().as_default(), tf.Session() as session:
    here = tf.Variable(1.0)
    session.run(here.initializer)
    print("here", here.op.device)
"""


# Where TensorFlow 1.15 logs that each stands. The last three are left to TensorFlow: what ends with its step,
# what something else holds to one task, and what no cluster shares.
PLACED = """
1 [2.] 2.0
plain /job:ps/task:0
plain/Adam /job:ps/task:0
resource /job:ps/task:0
second /job:ps/task:1
named /job:worker/task:0
beside /job:ps/task:0
IteratorV2 /job:ps/task:0
TensorArray
drawn
here
"""


def test_state_stands_on_the_first_task_that_its_device_allows(ran):
    assert [line.rstrip() for line in ran(PLACES).splitlines()] == PLACED.strip().splitlines()


DOCUMENT = """
import socket
import threading
import numpy as np
from compat import tf1 as tf

hello = tf.constant("Hello, distributed TensorFlow!")
local = tf.train.Server.create_local_server()
assert local.server_def.job_name == "local" and isinstance(local, tf.distribute.Server)
session = tf.Session(local.target)
print(session.run(hello).decode())

sockets = [socket.create_server(("localhost", 0)) for _ in range(5)]
addresses = ["localhost:%d" % opened.getsockname()[1] for opened in sockets]
for opened in sockets:
    opened.close()
cluster = tf.train.ClusterSpec({"local": addresses[:2]})
pair = [tf.train.Server(cluster, job_name="local", task_index=i) for i in range(2)]
with tf.device("/job:local/task:0"):
    three = tf.constant(3.0)
with tf.device("/job:local/task:1"):
    nine = three * three
with tf.Session(pair[0].target) as session:
    print(session.run(nine), nine.device)

cluster = tf.train.ClusterSpec({"ps": addresses[2:4], "worker": {7: addresses[4]}})
tasks = [("ps", 0), ("ps", 1), ("worker", 7)]
servers = [tf.train.Server(cluster, job_name=job, task_index=index) for job, index in tasks]


def layers(first, second, worker):
    x = np.arange(12, dtype=np.float32).reshape(4, 3) / 10
    with tf.device(first):
        weights_1, biases_1 = tf.Variable(tf.ones([3, 4])), tf.Variable(tf.zeros([4]))
    with tf.device(second):
        weights_2, biases_2 = tf.Variable(tf.ones([4, 1])), tf.Variable(tf.zeros([1]))
    with tf.device(worker):
        layer_1 = tf.nn.relu(tf.matmul(x, weights_1) + biases_1)
        logits = tf.matmul(layer_1, weights_2) + biases_2
        loss = tf.reduce_mean(tf.square(logits - x.sum(1, keepdims=True)))
        return loss, tf.train.GradientDescentOptimizer(0.01).minimize(loss)


def trained(target, devices):
    with tf.Graph().as_default():
        loss, train = layers(*devices)
        count = tf.Variable(0.0, name="count")
        add = count.assign_add(1.0, use_locking=True)
        with tf.Session(target) as session:
            session.run(tf.global_variables_initializer())
            for _ in range(20):
                session.run(train)

            def work():
                for _ in range(50):
                    session.run(add)

            threads = [threading.Thread(target=work) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return "%.6f %d" % tuple(session.run([loss, count]))


# One graph on clusters of other names, one after the other, and in this process.
sockets = [socket.create_server(("localhost", 0)) for _ in range(2)]
hosts = ["localhost:%d" % opened.getsockname()[1] for opened in sockets]
for opened in sockets:
    opened.close()
others = [tf.train.Server({"job%d" % i: [hosts[i]]}) for i in range(2)]
with tf.Graph().as_default():
    shared = tf.Variable(1.0, name="shared")
    more = shared.assign_add(1.0)
    sessions = [tf.Session(target) for target in (others[0].target, "", others[1].target)]
    for session in sessions:
        session.run(shared.initializer)
    print([float(session.run(more)) for session in sessions[:1] * 2 + sessions], shared.op.device)
    twice = 2 * shared
    other = tf.Variable(shared.initialized_value(), name="other")
    for session in sessions:
        session.run(other.initializer)
    print([float(session.run(fetch)) for session in sessions for fetch in (twice, other)], other.op.device)

print(trained("", ["/cpu:0"] * 3))
print(trained("grpc://" + addresses[4], ["/job:ps/task:0", "/job:ps/task:1", "/job:worker/task:7"]))
"""


def test_what_a_document_about_clusters_shows_works(ran):
    hello, product, *elsewhere, alone, clustered = ran(DOCUMENT).splitlines()
    assert elsewhere == [
        "[2.0, 3.0, 4.0, 2.0, 2.0] /job:job1/task:0",
        "[8.0, 4.0, 4.0, 2.0, 4.0, 2.0] /job:job1/task:0",
    ]
    assert hello == "Hello, distributed TensorFlow!"
    assert product == "9.0 /job:local/task:1"
    assert alone.endswith(" 150")
    assert clustered == alone


WAITING = """
import threading
import time
from compat import tf1 as tf

server = tf.train.Server.create_local_server()
with tf.Graph().as_default():
    value = tf.get_variable("value", [], initializer=tf.ones_initializer())
    initialise = value.initializer

    def chief():
        time.sleep(0.5)
        with tf.Session(server.target, graph=value.graph) as session:
            session.run(initialise)

    threading.Thread(target=chief).start()
    begun = time.monotonic()
    with tf.train.MonitoredTrainingSession(server.target, is_chief=False) as session:
        print(session.run(value), time.monotonic() - begun < 15)
"""


def test_a_worker_begins_soon_after_the_chief(ran):
    # TensorFlow's own looks every 30 seconds: by then the chief may have left, and its next look never ends.
    assert ran(WAITING).splitlines()[-1] == "1.0 True"
