"""What becomes of the tasks of a cluster."""

from migrate.rewrite.rule import Rule

# A task of a cluster that is followed, in the examples.
_SERVED = """import tensorflow as tf

import sys

index = int(sys.argv[2])
cluster = tf.train.ClusterSpec({'ps': ['h0:2222'], 'worker': ['h1:2222', 'h2:2222']})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=index)
if sys.argv[1] == 'ps':
    server.join()
"""
_SHARED = """with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
    w = tf.get_variable('w', [2])
    loss = tf.reduce_sum(tf.square(w))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
"""
_MONITORED = """hooks = [tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(server.target, is_chief=index == 0, hooks=hooks) as sess:
    while not sess.should_stop():
        print(sess.run([train, loss])[1])
"""
_TRAINED = _SERVED + _SHARED + _MONITORED
_ON_A_WORKER = """with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
with tf.device('/job:worker/task:0'):
    w = tf.get_variable('w', [2])
    loss = tf.reduce_sum(tf.square(w))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
"""
# The client of a server that runs elsewhere.
_CLIENT = """import tensorflow as tf

w = tf.get_variable('w', [4])
train = tf.assign_sub(w, 0.1 * w)
init = tf.global_variables_initializer()
with tf.Session('grpc://h1:2222') as sess:
    sess.run(init)
    print(sess.run(train))
"""
_ALONE = """import tensorflow as tf

cluster = tf.train.ClusterSpec({'worker': ['h1:2222']})
tf.train.Server(cluster, job_name='worker', task_index=0).join()
"""

# Workers of a strategy that is chosen in the program.
_COORDINATED = """# tfmigrate: strategy=parameter-server
import tensorflow as tf

import sys

index = int(sys.argv[2])
cluster = tf.train.ClusterSpec({'ps': ['h0:2222'], 'worker': ['h1:2222', 'h2:2222']})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=index)
if sys.argv[1] == 'ps':
    server.join()
numbers = tf.data.Dataset.from_tensors([1.0, 2.0]).repeat()
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
    x = numbers.make_one_shot_iterator().get_next()
    w = tf.get_variable('w', [2])
    loss = tf.reduce_sum(tf.square(w * x))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(server.target, is_chief=index == 0, hooks=hooks) as sess:
    while not sess.should_stop():
        print(sess.run([train, loss])[1])
"""
_IN_STEP = (
    _COORDINATED.replace("parameter-server", "multi-worker-mirrored")
    .replace(
        "    train = tf.train.GradientDescentOptimizer(0.1).minimize",
        "    own = tf.train.GradientDescentOptimizer(0.1)\n"
        "    optimizer = tf.train.SyncReplicasOptimizer(\n"
        "        own, replicas_to_aggregate=2, total_num_replicas=2\n"
        "    )\n"
        "    train = optimizer.minimize",
    )
    .replace("hooks = [", "hooks = [optimizer.make_session_run_hook(index == 0), ")
)
_ENDLESS = "tf.data.Dataset.from_tensors([1.0, 2.0])"

RULES = (
    Rule(
        code="CLU101",
        title="A worker of a cluster",
        explanation=(
            "A session on the program's own server, with variables on the tasks that serve: each worker "
            "still runs a loop of its own, whose runs are steps on compat's shared variables. The same "
            "commands start it. docs/cluster.md says what is as before, and what is not. Those that train in "
            "step may be made replicas of a strategy (CLU104), others do the steps of one loop (CLU111)."
        ),
    ),
    Rule(
        code="CLU102",
        title="A client of a cluster",
        explanation=(
            "A session on another machine's server runs what the graph has on all of them: in-graph "
            "replication. Each run is one step over the same devices, those of a compat.InGraphCluster. The "
            "server tells it of the others, and has to be a compat.Server for that. docs/towers.md says more."
        ),
    ),
    Rule(
        code="CLU103",
        title="A session on a machine that a flag may name",
        explanation=(
            "The flag is empty unless the command line says otherwise, and then the session was on this "
            "machine: so are the steps, whatever the command line says."
        ),
    ),
    Rule(
        code="CLU104",
        title="A worker is a replica of a strategy",
        explanation=(
            "Workers that train in step, by a SyncReplicasOptimizer of all of them, become replicas of "
            "MultiWorkerMirroredStrategy where that is chosen: by `--strategy multi-worker-mirrored`, by a "
            "comment `# tfmigrate: strategy=multi-worker-mirrored` in the program, or by the project's "
            "`pyproject.toml`. Each has a copy of the variables, and in each step all apply the mean of a "
            "gradient of each. The same commands start it; tasks of the job ps have nothing to do, and end. "
            "If nothing is chosen, workers share the variables of servers (CLU101), since one of them may "
            "be lost there while others go on. docs/cluster.md says what is as before, and what is not."
        ),
    ),
    Rule(
        code="CLU111",
        title="Workers do the steps of one loop",
        explanation=(
            "Workers that train by themselves become those of a ParameterServerStrategy where that is "
            "chosen: by `--strategy parameter-server`, by a comment `# tfmigrate: strategy=parameter-server` "
            "in the program, or by the project's `pyproject.toml`. The first worker, or the chief, runs the "
            "loop: a ClusterCoordinator hands each step that updates to a worker that is free, itself one of "
            "them, and all else is done here, behind the steps before it. Input in the graph is read by each "
            "worker, with tf.data; where the runtime cannot copy it to them, as with queues in a row, by the "
            "first one. The same commands start it; other workers serve, and leave with the coordinator. "
            "docs/cluster.md says what is as before, and what is not."
        ),
    ),
    Rule(
        code="CLU112",
        title="Workers that could do the steps of one loop",
        explanation=(
            "All input is in the graph, nothing depends on which worker a task is, and the loop ends by what "
            "is common to all: the program could take `--strategy parameter-server` (CLU111). It does not by "
            "itself, since workers that share variables go on when others are lost; they need not all be "
            "there at the start, and each say what they do (HAZ132, HAZ133)."
        ),
    ),
    Rule(
        code="CLU120",
        title="A program that only serves",
        explanation=(
            "A program that makes a server and stays, by server.join() or a sleep of hours, becomes one of "
            "compat.Server; beside it are the programs of its folder whose sessions are on servers, where "
            "all of them have steps: the two speak another language than TensorFlow's sessions. It ends when "
            "all tasks that train have left."
        ),
    ),
    Rule(
        code="CLU121",
        title="Queues by which workers say that they are done",
        explanation=(
            "A task that serves could not know when the workers were done: so programs give each such task a "
            "queue that all know by its shared name: into it each worker puts something at its end, and "
            "from it the task takes as many. compat.Server.join() returns when all tasks that train have "
            "left: it stands where a task waited for its queue, and the workers put nothing. What the task "
            "prints for each worker goes with the queue."
        ),
    ),
    Rule(
        code="CLU201",
        title="A task of a cluster that is not followed",
        explanation=(
            "Followed is a server that one statement makes and gives a name, in the block that opens the "
            "session; a branch of other tasks that ends in server.join() or a sleep of hours; and behind "
            "both the graph and one MonitoredTrainingSession, or session of a Supervisor, whose master is "
            "the server's target; or sessions of the block's own, all on that, whose runs initialise all "
            "variables, for all tasks, or ask by tf.report_uninitialized_variables() whether one has. A "
            "function of the module that is called once may do the first two, and return the server, or its "
            "target with what places variables. Conditions may choose how the Supervisor is made, and if "
            "the session is of this server or of one that runs already, whose address Python puts together."
        ),
        held="""import tensorflow as tf

import sys

cluster = tf.train.ClusterSpec({'worker': ['h1:2222', 'h2:2222']})
server = tf.train.Server(cluster, job_name='worker', task_index=int(sys.argv[1]))
if sys.argv[1] == '1':
    server.join()
w = tf.get_variable('w', [2])
loss = tf.reduce_sum(tf.square(w))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session('grpc://h2:2222') as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train, loss])[1])
""",
        rises=_TRAINED,
    ),
    Rule(
        code="CLU202",
        title="Variables on devices of a cluster that are not followed",
        explanation=(
            "Variables are shared where tf.train.replica_device_setter puts them, or a name that is a "
            "parameter server's. Those on a device that is put together of the server's own task_index, such "
            "as '/job:worker/task:%d' % task_index, are the worker's own, in the block itself. Those on "
            "another worker's device, or in functions on one that the text does not tell, are not followed, "
            "nor is what another worker computes: such a program keeps its graph (SES102)."
        ),
        held=_SERVED + _ON_A_WORKER + _MONITORED,
        rises=_TRAINED,
    ),
    Rule(
        code="CLU203",
        title="Workers that train in step in a way that is not followed",
        explanation=(
            "Followed is a SyncReplicasOptimizer that the block makes of another optimizer and gives a name; "
            "in any case or under a condition with nothing else in it than optimizers and Python values; and "
            "the hook of its make_session_run_hook, which the session is given, or what a Supervisor starts: "
            "get_chief_queue_runner() and get_init_tokens_op(), taken behind all that its step computes."
        ),
        held="""import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2])
loss = tf.reduce_sum(tf.square(w))
optimizer = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.1), 1)
train = optimizer.minimize(loss, global_step=step)
hooks = [optimizer.make_session_run_hook(True), tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(hooks=hooks) as sess:
    while not sess.should_stop():
        print(sess.run([train, loss])[1])
""",
        rises="""import tensorflow as tf

step = tf.train.get_or_create_global_step()
w = tf.get_variable('w', [2])
loss = tf.reduce_sum(tf.square(w))
optimizer = tf.train.GradientDescentOptimizer(0.1)
train = optimizer.minimize(loss, global_step=step)
hooks = [tf.train.StopAtStepHook(last_step=3)]
with tf.train.MonitoredTrainingSession(hooks=hooks) as sess:
    while not sess.should_stop():
        print(sess.run([train, loss])[1])
""",
    ),
    Rule(
        code="CLU204",
        title="A session on another machine that is not followed",
        explanation=(
            "Followed is one tf.Session of a block: with a target of which the text tells that it is the "
            "address of a server, such as 'grpc://' + host, made before the graph. Its towers stay towers "
            "on the devices of the servers, which no strategy of TensorFlow 2 has as replicas."
        ),
        held=_CLIENT + "with tf.Session() as sess:\n    sess.run(init)\n    print(sess.run(train))\n",
        rises=_CLIENT,
    ),
    Rule(
        code="CLU205",
        title="Workers that are no replicas of a strategy",
        explanation=(
            "MultiWorkerMirroredStrategy was chosen, and takes workers whose copies of the variables stay "
            "equal: one step updates, by a SyncReplicasOptimizer, and nothing else changes what all have, no "
            "assignment, metric, moving average or update of batch normalisation. What a worker reads and "
            "evaluates by itself is its own matter. Input is made behind the server, nothing is decided "
            "at run time. The workers share the variables of the servers instead (CLU101)."
        ),
        held=_IN_STEP.replace("to_aggregate=2", "to_aggregate=1"),
        rises=_IN_STEP,
    ),
    Rule(
        code="CLU240",
        title="A server that nobody is known to use",
        explanation=(
            "Sessions need a server of TensorFlow's own; steps, and Programs without a session behind them, "
            "one of compat's. Which of them the programs will use that train on this server is decided with "
            "them: give the files together, from one folder. Else it stays TensorFlow's own."
        ),
        held=_ALONE,
        rises="# server.py\n" + _ALONE + "\n# train.py\n" + _CLIENT,
    ),
    Rule(
        code="CLU221",
        title="ParameterServerStrategy without Estimators",
        explanation=(
            "TensorFlow 1's class is for Estimators, which train under it in each process. In TensorFlow 2 "
            "one process leads the others: it hands steps to the workers by "
            "tf.distribute.coordinator.ClusterCoordinator, and they serve. Keras 3 has no fit for either. "
            "With MultiWorkerMirroredStrategy each process goes on running the program, and fit trains them "
            "in step."
        ),
        told="import tensorflow as tf\n\nstrategy = tf.distribute.experimental.ParameterServerStrategy()\n",
        mended="import tensorflow as tf\n\n"
        "strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()\n",
    ),
    Rule(
        code="CLU231",
        title="Workers that no coordinator leads",
        explanation=(
            "ParameterServerStrategy was chosen, and takes asynchronous workers whose server one statement "
            "of the block makes, with the index of the task, and which update something. Those that train in "
            "step may be replicas (CLU104). The workers share the variables by themselves instead (CLU101), "
            "as they do wherever a code of CLU231 to CLU235 is told."
        ),
        held=_IN_STEP.replace("multi-worker-mirrored", "parameter-server"),
        rises=_COORDINATED,
    ),
    Rule(
        code="CLU232",
        title="Workers that differ",
        explanation=(
            "One loop stands for those of all workers, and knows the index of the first alone. What a task "
            "is called, where it is, what it prints, and if it is the chief are followed; a shard of the "
            "input, a seed, or a run that only other workers do would be lost. Input that is shuffled by "
            "each worker, in the place of shards, needs no index."
        ),
        held=_COORDINATED.replace(".repeat()", ".repeat().shard(2, index)"),
        rises=_COORDINATED,
    ),
    Rule(
        code="CLU233",
        title="A loop that ends for each worker by itself",
        explanation=(
            "`for step in range(n)` has each worker do n updates; done once, it would be n in all. Followed "
            "is a `while` around the updates that asks the session or the Supervisor whether to stop, or for "
            "what a run gave, such as the global step. A StopAtStepHook says how many updates there are in "
            "all."
        ),
        held=_COORDINATED.replace("while not sess.should_stop()", "for turn in range(9)"),
        rises=_COORDINATED,
    ),
    Rule(
        code="CLU234",
        title="Input that ends for each worker by itself",
        explanation=(
            "Each worker reads its input to the end, at its own pace, and all of it counts. A coordinator "
            "ends when the first of them does. Input that repeats without end, `repeat()` or no "
            "`num_epochs`, and a loop that ends by the global step do the same in both."
        ),
        held=_COORDINATED.replace(".repeat()", ""),
        rises=_COORDINATED,
    ),
    Rule(
        code="CLU235",
        title="A step that only one process can do",
        explanation=(
            "Steps and input are sent to other processes, which have no Python of the program: a py_func or "
            "a Dataset.from_generator runs where it was made. A metric in a step that updates counts what "
            "its worker does."
        ),
        held=_COORDINATED.replace(
            _ENDLESS,
            "tf.data.Dataset.from_generator(lambda: iter([[1.0, 2.0]]), tf.float32, [2])",
        ),
        rises=_COORDINATED,
    ),
)
