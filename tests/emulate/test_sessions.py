_TOWERS = """
    import sys
    import emulate
    import tensorflow.compat.v1 as tf
    tf.disable_v2_behavior()

    def towers(gpus):
        with tf.device("/cpu:0"):
            w = tf.get_variable("w", [4, 4], initializer=tf.ones_initializer())
            step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 4])
        gradients = []
        for i in gpus:
            with tf.device("/gpu:%d" % i):
                loss = tf.reduce_sum(tf.matmul(x, w))
                gradients.append(tf.gradients(loss, w)[0])
        with tf.device("/cpu:0"):
            mean = tf.add_n(gradients) / len(gradients)
        train = tf.train.GradientDescentOptimizer(0.1).apply_gradients([(mean, w)], global_step=step)
        # a chain that TensorFlow's optimiser would make one op of, had it not been told of the devices
        with tf.device("/gpu:1"):
            chain = tf.exp(x)
        with tf.device("/cpu:0"):
            chain = tf.nn.relu(chain)
        return x, train, loss, tf.sqrt(chain), tf.strings.as_string(x)

    def run(config, gpus=(0, 1)):
        with tf.Graph().as_default(), tf.Session(config=config) as session:
            x, *fetches = towers(gpus)
            session.run(tf.global_variables_initializer())
            with emulate.placement() as ops:
                session.run(fetches, {x: [[1.0] * 4]})
            return {
                "devices": [d.name for d in session.list_devices()],
                "matmul": ops.devices("MatMul"),
                "train": ops.devices("ApplyGradientDescent"),
                "chain": [ops.devices(op) for op in ("Exp", "Relu", "Sqrt")],
                "text": ops.devices("AsString"),
                "loss_device": fetches[1].device,
                "variable_device": tf.trainable_variables()[0].device,
                "saved": sorted({node.device for node in tf.get_default_graph().as_graph_def().node}),
            }
"""


def test_towers_run_on_the_gpus_they_name_under_every_config(programs):
    found = programs.emulated(
        _TOWERS
        + """
    gpu_options = tf.GPUOptions(allow_growth=True, per_process_gpu_memory_fraction=0.5)
    try:
        run(tf.ConfigProto(), gpus=(0, 5))
    except tf.errors.InvalidArgumentError as error:
        refused = str(error)
    try:
        run(tf.ConfigProto(device_count={"GPU": 1}), gpus=(0, 1))
    except tf.errors.InvalidArgumentError as error:
        subset = str(error)
    seen = {}
    for listed, count in (("1", 2), ("1,0", 2), ("", 1), ("0,1", 1)):
        with tf.Session(config=tf.ConfigProto(
            gpu_options=tf.GPUOptions(visible_device_list=listed), device_count={"GPU": count}
        )) as session:
            seen[f"{listed}/{count}"] = [d.name for d in session.list_devices() if d.device_type == "GPU"]
    wrong = []
    for listed in ("2", "0,0", "x"):
        try:
            tf.Session(config=tf.ConfigProto(gpu_options=tf.GPUOptions(visible_device_list=listed)))
        except tf.errors.InvalidArgumentError as error:
            wrong.append(str(error))
    report(
        refused=refused,
        subset=subset,
        seen=seen,
        wrong=wrong,
        runs=[run(config) for config in (
            None,
            tf.ConfigProto(),
            tf.ConfigProto(device_count={"CPU": 1}),
            tf.ConfigProto(gpu_options=gpu_options),
        )],
    )
    """
    ).report
    task = "/job:localhost/replica:0/task:0/device:"
    for run in found["runs"]:
        assert run == {
            "devices": [task + "CPU:0", task + "GPU:0", task + "GPU:1"],
            "matmul": ["/gpu:0", "/gpu:1"],
            "train": ["/cpu:0"],
            "chain": [["/gpu:1"], ["/cpu:0"], ["/gpu:0"]],
            "text": ["/cpu:0"],
            "loss_device": "/device:GPU:1",
            "variable_device": "/device:CPU:0",
            "saved": ["", "/device:CPU:0", "/device:GPU:0", "/device:GPU:1"],
        }
    assert "explicitly assigned to /device:GPU:5" in found["refused"]
    assert f"{task}GPU:0, {task}GPU:1, {task}CPU:0" in found["refused"]
    assert f"available devices are [ {task}CPU:0, {task}GPU:0 ]" in found["subset"]
    one, both = [task + "GPU:0"], [task + "GPU:0", task + "GPU:1"]
    assert found["seen"] == {"1/2": one, "1,0/2": both, "/1": one, "0,1/1": one}
    assert "invalid Device id '2' but visible device count is 2" in found["wrong"][0]
    assert "duplicate" in found["wrong"][1]
    assert "invalid Device id 'x'" in found["wrong"][2]


def test_a_session_may_split_gpus_into_more_than_are_emulated(programs):
    found = programs.emulated(
        """
        import emulate
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()

        def run(gpus, soft, *limits):
            config = tf.ConfigProto(allow_soft_placement=soft)
            for megabytes in limits:
                config.gpu_options.experimental.virtual_devices.add().memory_limit_mb.extend(megabytes)
            with tf.Graph().as_default(), tf.Session(config=config) as session:
                sums = []
                for i in range(gpus):
                    with tf.device(f"/gpu:{i}"):
                        x = tf.random_uniform([512, 512])
                        sums.append(tf.matmul(x, x)[0, 0])
                with emulate.placement() as ops:
                    session.run(sums)
                listed = [d.name.rpartition("/device:")[2] for d in session.list_devices()]
                return listed, ops.devices("MatMul")

        def error(*args):
            try:
                return str(run(*args))
            except (tf.errors.OpError, emulate.EmulateError) as error:
                return type(error).__name__ + str(error)

        report(
            split=run(4, False, [100, 100, 100], [100]), soft=run(4, True, [100, 100], [100, 100]),
            plain=run(2, True), beyond=error(4, False, [100, 100]), softly=error(4, True, [100, 100]),
            small=error(3, False, [100, 100], [1]),
        )
        """
    ).report
    split = [["CPU:0", "GPU:0", "GPU:1", "GPU:2", "GPU:3"], ["/gpu:0", "/gpu:1", "/gpu:2", "/gpu:3"]]
    assert found["split"] == found["soft"] == split
    assert found["plain"] == [["CPU:0", "GPU:0", "GPU:1"], ["/gpu:0", "/gpu:1"]]
    assert "explicitly assigned to /device:GPU:3" in found["beyond"]
    there = found["beyond"].partition("available devices are [ ")[2].partition(" ]")[0].split(", ")
    task = "/job:localhost/replica:0/task:0/device:"
    assert sorted(there) == [task + name for name in ("CPU:0", "GPU:0", "GPU:1", "GPU:2")]
    assert found["softly"].startswith("EmulateError")
    assert "device:GPU:2: Session.run needs" in found["small"]


def test_soft_placement_keeps_towers_apart_and_the_placement_log_names_gpus(programs):
    outcome = programs.emulated(
        _TOWERS
        + """
    report(run=run(tf.ConfigProto(allow_soft_placement=True, log_device_placement=True)))
    """
    )
    assert outcome.report["run"]["matmul"] == ["/gpu:0", "/gpu:1"]
    task = "/job:localhost/replica:0/task:0/device:"
    logged = [line for line in outcome.out.splitlines() if line.startswith("MatMul")]
    assert f"MatMul: (MatMul): {task}GPU:0" in logged
    assert f"MatMul_1: (MatMul): {task}GPU:1" in logged
    assert f"w: (VariableV2): {task}CPU:0" in outcome.out.splitlines()
    assert "CPU:1" not in outcome.out + outcome.err


def test_without_emulation_soft_placement_puts_both_towers_on_the_cpu(programs):
    found = programs.python(
        _TOWERS
        + """
    report(run=run(tf.ConfigProto(allow_soft_placement=True)))
    """
    ).report
    assert found["run"]["matmul"] == ["/cpu:0"]
