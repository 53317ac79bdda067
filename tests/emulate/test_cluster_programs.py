"""TensorFlow programs as clusters: what they name, how their steps are counted, what faults do to them."""

import sys

import pytest

import emulate

_ASYNCHRONOUS = """
    import argparse
    import os
    import time
    parser = argparse.ArgumentParser()
    parser.add_argument("--task")
    parser.add_argument("--ps")
    parser.add_argument("--workers")
    options = parser.parse_args()
    job, index = options.task.split(":")
    index = int(index)
    import tensorflow.compat.v1 as tf
    tf.disable_v2_behavior()
    cluster = tf.train.ClusterSpec({"ps": options.ps.split(","), "worker": options.workers.split(",")})
    server = tf.train.Server(cluster, job_name=job, task_index=index)
    if job == "ps":
        server.join()
    own = f"/job:worker/task:{index}"
    with tf.device(tf.train.replica_device_setter(cluster=cluster, worker_device=own + "/gpu:1")):
        weights = tf.get_variable("weights", [4, 4], initializer=tf.ones_initializer())
        step = tf.train.get_or_create_global_step()
        loss = tf.reduce_sum(tf.matmul(weights, weights))
        train = tf.train.GradientDescentOptimizer(1e-4).minimize(loss, global_step=step)
    config = tf.ConfigProto(allow_soft_placement=True, device_filters=["/job:ps", own])
    supervisor = tf.train.Supervisor(is_chief=index == 0, global_step=step, recovery_wait_secs=1)
    with supervisor.prepare_or_wait_for_session(server.target, config=config) as session:
        there = os.path.join(os.path.dirname(__file__), "worker-1-is-there")
        if index == 1:
            open(there, "w").close()
        while not os.path.exists(there):
            time.sleep(0.05)
        at = 0
        while at < 120:
            _, at = session.run([train, step])
            print("AT", at, flush=True)
            time.sleep(0.05 if index == 0 else 0.02)
    print("DEVICES", loss.device, weights.device, flush=True)
"""


@pytest.mark.nightly
def test_an_asynchronous_cluster_of_gpu_workers_outlives_a_kill_at_a_step(programs):
    path = str(programs.write(_ASYNCHRONOUS))
    with emulate.cluster(ps=1, workers=2, gpus_per_worker=2, hang_timeout=60) as cluster:
        cluster.fault("kill", "worker:1@step=20")
        cluster.fault("restart", "worker:1")
        cluster.fault("pause", "worker:0@step=25,for=0.5s")
        outcome = cluster.run(
            [sys.executable, path, "--task={job}:{index}", "--ps={ps_hosts}", "--workers={worker_hosts}"],
            timeout=100,
        )
    assert outcome.status == 0, outcome
    assert outcome.statuses == {"ps:0": None, "worker:0": 0, "worker:1": 0}
    said = outcome.output("worker:1")
    before, _, after = said.partition("emulate: killed at step ")
    assert 20 <= int(after.split()[0]) < 40
    assert max(int(line.split()[1]) for line in before.splitlines() if line.startswith("AT")) <= 40
    assert "emulate: started again" in after
    assert "DEVICES /job:worker/task:1/device:GPU:1 /job:ps/task:0" in after
    assert "paused for 0.5 s at step" in outcome.output("worker:0")
    assert outcome.steps["worker:0"] >= 120


@pytest.mark.nightly
def test_workers_of_a_collective_have_gpus_of_their_own_and_steps_are_function_calls(programs):
    path = programs.write(
        """
        import tensorflow as tf
        experimental = tf.distribute.experimental
        nccl = experimental.CommunicationOptions(implementation=experimental.CommunicationImplementation.NCCL)
        strategy = tf.distribute.MultiWorkerMirroredStrategy(communication_options=nccl)
        with strategy.scope():
            weights = tf.Variable([[1.0], [1.0]])
        optimizer = tf.keras.optimizers.SGD(0.1)
        with strategy.scope():
            optimizer.build([weights])

        @tf.function
        def unrelated(x):
            return x + 1

        @tf.function
        def step(x):
            def replica(x):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_sum(tf.matmul(x, weights) ** 2)
                optimizer.apply_gradients([(tape.gradient(loss, weights) / 100.0, weights)])
                return loss
            return strategy.reduce("SUM", strategy.run(replica, args=(x,)), axis=None)

        for i in range(7):
            loss = step(unrelated(tf.zeros([2, 2])))
        report(
            replicas=strategy.num_replicas_in_sync, loss=float(loss), weights=weights.numpy().tolist(),
            gpus=[d.name for d in tf.config.list_logical_devices("GPU")],
        )
        """
    )
    with emulate.cluster(workers=2, gpus_per_worker=2) as cluster:
        outcome = cluster.run([sys.executable, str(path)], timeout=100)
    assert outcome.status == 0, outcome.output("worker:0")[-3000:]
    reports = [
        next(line for line in outcome.output(f"worker:{i}").splitlines() if line.startswith("REPORT"))
        for i in range(2)
    ]
    assert '"replicas": 4' in reports[0]
    for i in range(2):
        assert f"/job:worker/replica:0/task:{i}/device:GPU:1" in reports[i]
    assert reports[0].partition('"gpus"')[0] == reports[1].partition('"gpus"')[0]
    assert outcome.steps == {"worker:0": 7, "worker:1": 7}


@pytest.mark.nightly
def test_a_coordinator_schedules_steps_on_the_gpus_of_workers_that_serve(programs):
    path = programs.write(
        """
        import os
        import tensorflow as tf
        resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
        if resolver.task_type in ("ps", "worker"):
            tf.distribute.Server(
                resolver.cluster_spec(), job_name=resolver.task_type, task_index=resolver.task_id,
                protocol="grpc"
            ).join()
        experimental = tf.distribute.experimental
        halves = experimental.partitioners.FixedShardsPartitioner(num_shards=2)
        strategy = experimental.ParameterServerStrategy(resolver, variable_partitioner=halves)
        coordinator = experimental.coordinator.ClusterCoordinator(strategy)
        with strategy.scope():
            total = tf.Variable(0.0, aggregation=tf.VariableAggregation.SUM)
            parts = tf.Variable(tf.zeros([4, 2]), aggregation=tf.VariableAggregation.SUM)

        @tf.function
        def step():
            def replica():
                with tf.device("/gpu:1"):
                    x = tf.matmul(tf.ones([2, 2]), tf.ones([2, 2]))
                total.assign_add(tf.reduce_sum(x))
                parts.assign_add(tf.ones([4, 2]))
                return x
            return strategy.run(replica)

        for _ in range(3):
            coordinator.schedule(step)
        coordinator.join()
        names = [d.name for d in tf.config.list_logical_devices() if "worker" in d.name or "ps" in d.name]
        report(total=float(total.numpy()), device=total.device, names=names,
               parts=[float(tf.reduce_sum(part)) for part in parts.variables])
        """
    )
    with emulate.cluster(
        ps=1, workers=1, chief=1, gpus_per_worker=2, services=("ps", "worker"), hang_timeout=60
    ) as cluster:
        outcome = cluster.run([sys.executable, str(path)], timeout=100)
    assert outcome.status == 0, outcome.output("chief:0")[-3000:]
    assert outcome.statuses == {"chief:0": 0, "ps:0": None, "worker:0": None}
    said = outcome.output("chief:0")
    assert '"total": 48.0, "device": "/job:ps/replica:0/task:0/device:CPU:0"' in said
    worker = "/job:worker/replica:0/task:0/device"
    listed = [f'"{worker}:{d}"' for d in ("CPU:0", "GPU:0", "GPU:1")]
    assert all(name in said for name in listed)
    assert '"/job:ps/replica:0/task:0/device:GPU:0"' not in said
    assert '"parts": [24.0, 24.0]' in said
    assert outcome.steps["chief:0"] == 3


@pytest.mark.nightly
def test_a_client_outside_the_cluster_names_the_gpus_of_its_jobs(programs):
    path = programs.write(
        """
        import sys
        job, index, ps, local = sys.argv[1:]
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        cluster = tf.train.ClusterSpec({"ps": ps.split(","), "local": local.split(",")})
        if job != "client":
            tf.train.Server(cluster, job_name=job, task_index=int(index)).join()
        for task in range(2):
            with tf.device(f"/job:ps/task:{task}"):
                tf.get_variable(f"weights_{task}", [2, 2], initializer=tf.ones_initializer())
        weights = tf.global_variables()
        with tf.device("/job:local/task:0/gpu:1"):
            hidden = tf.nn.relu(tf.matmul(tf.ones([1, 2]), weights[0]))
        with tf.device("/job:local/task:1"), tf.device("/gpu:0"):
            loss = tf.reduce_sum(tf.matmul(hidden, weights[1]))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        with tf.Session("grpc://" + local.split(",")[1]) as session:
            session.run(tf.global_variables_initializer())
            seen = tf.RunMetadata()
            full = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
            value = session.run([loss, train], options=full, run_metadata=seen)[0]
            after = session.run(loss)
        where = {
            node.node_name: device.device
            for device in seen.step_stats.dev_stats
            for node in device.node_stats if node.node_name in ("MatMul", "MatMul_1")
        }
        report(value=float(value), after=float(after), where=where)
        """
    )
    command = [sys.executable, str(path), "{job}", "{index}", "{ps_hosts}", "{local_hosts}"]
    with emulate.cluster(
        ps=2, gpus_per_worker=2, jobs={"local": 2, "client": 1}, services=("ps", "local"), hang_timeout=60
    ) as cluster:
        outcome = cluster.run(command, timeout=100)
    said = outcome.output("client:0")
    assert outcome.status == 0, said[-3000:]
    assert '"value": 8.0, "after": 5.12' in said
    assert '"MatMul": "/job:local/replica:0/task:0/device:GPU:1"' in said
    assert '"MatMul_1": "/job:local/replica:0/task:1/device:GPU:0"' in said


@pytest.mark.nightly
def test_the_command_shows_each_tasks_placement_and_lets_names_fall(started_programs):
    command = started_programs.script(
        """
        import sys
        import tensorflow as tf
        with tf.device("/gpu:" + sys.argv[1]):
            tf.exp(tf.ones([2]))
        """,
        "{index}",
    )
    options = ("--workers", "2", "--gpus", "1", "--placement", "--allow-collapse")
    outcome = started_programs.command([*started_programs.launcher(*options), *command])
    assert outcome.status == 0, outcome.err
    tables = outcome.out.split(": placement of process ")
    assert len(tables) == 3
    for table in tables[1:]:
        assert ["Exp", "1"] in [line.split() for line in table.splitlines()]
        assert "/gpu:0" in table
        assert "/gpu:1" not in table


@pytest.mark.nightly
def test_steps_without_a_step_function_are_those_of_optimizers_and_callables(programs):
    path = programs.write(
        """
        import sys
        import tensorflow as tf
        v1 = tf.compat.v1
        if sys.argv[1] == "0":
            strategy = tf.distribute.MirroredStrategy()
            with strategy.scope():
                weights = tf.Variable(1.0)
                optimizers = [v1.train.GradientDescentOptimizer(0.1), v1.train.MomentumOptimizer(0.1, 0.9)]

            def replica(optimizer):
                with tf.GradientTape() as tape:
                    loss = weights * weights
                optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])

            for _ in range(5):
                for optimizer in optimizers:
                    strategy.run(replica, args=(optimizer,))
        else:
            with tf.Graph().as_default(), v1.Session() as session:
                weights = v1.get_variable("weights", [], use_resource=True)
                train = v1.train.GradientDescentOptimizer(0.1).minimize(weights * weights)
                session.run(v1.global_variables_initializer())
                step, look = session.make_callable(train), session.make_callable(weights)
                for _ in range(6):
                    step()
                    look()
        """
    )
    with emulate.cluster(workers=2, gpus_per_worker=2) as cluster:
        outcome = cluster.run([sys.executable, str(path), "{index}"], timeout=100)
    assert outcome.status == 0, outcome.output("worker:0")[-3000:]
    assert outcome.steps == {"worker:0": 5, "worker:1": 6}
