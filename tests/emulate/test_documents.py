"""What tutorials about GPUs show on machines that have them, shown on emulated ones.

Programs of our own that make the calls of five Korean documents about devices, memory, placement and
strategies. Not turned into tests, and why:

| what a document shows | why not |
|---|---|
| `%tensorflow_version` | a magic of Colab's, no Python |
| `XLA_CPU`, `XLA_GPU` in the list of devices | TensorFlow 2.21 lists neither on any machine |
| "Tesla K80", a TITAN X, their bus ids and memory | names of cards; an emulated one is an "Emulated GPU" |
| driver lines such as `Creating TensorFlow device` | written by CUDA's driver, which is not there |
| MNIST by `keras.datasets` | a download; numbers made up on the spot take its place |
| `NCCL` between cards, `AUTO` across hosts | hardware: docs/not-yet-on-hardware.md |

`TF_CONFIG`, `MultiWorkerMirroredStrategy`, `ParameterServerStrategy`, servers and clients of clusters are in
test_cluster_programs.py, `TPUStrategy` in test_tpus.py, each cross-device operation in test_strategies.py.
"""

import pytest

TASK = "/job:localhost/replica:0/task:0/device:"


def test_devices_are_counted_and_described_by_every_spelling(programs):
    found = programs.emulated(
        """
        import tensorflow as tf
        from tensorflow.python.client import device_lib
        gpus = tf.config.experimental.list_physical_devices("GPU")
        report(
            available=tf.test.is_gpu_available(), name=tf.test.gpu_device_name(), shown=str(gpus),
            count=len(tf.config.list_physical_devices("GPU")), built=tf.test.is_built_with_cuda(),
            local=[(d.name, d.device_type, d.physical_device_desc) for d in device_lib.list_local_devices()],
            details=tf.config.experimental.get_device_details(gpus[0]),
        )
        """,
        gpus=1,
    ).report
    assert found["available"] is True
    assert found["name"] == "/device:GPU:0"
    assert found["count"] == 1
    assert found["shown"] == "[PhysicalDevice(name='/physical_device:GPU:0', device_type='GPU')]"
    assert found["local"][0][:2] == ["/device:CPU:0", "CPU"]
    assert found["local"][1][:2] == ["/device:GPU:0", "GPU"]
    assert found["local"][1][2].startswith("device: 0, name: Emulated GPU, pci bus id:")
    assert found["details"] == {"device_name": "Emulated GPU", "compute_capability": [7, 0]}


def test_the_placement_log_says_gpu_0_and_by_hand_cpu_0(programs):
    outcome = programs.emulated(
        """
        import tensorflow as tf
        tf.debugging.set_log_device_placement(True)
        left, right = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
        print(tf.matmul(tf.constant(left), tf.constant(right)))
        with tf.device("/CPU:0"):
            print(tf.linalg.matmul(tf.constant(left), tf.constant(right)))
        """,
        gpus=1,
    )
    logged = [line for line in outcome.err.splitlines() if "op MatMul in device" in line]
    assert [line.rpartition("in device ")[2] for line in logged] == [TASK + "GPU:0", TASK + "CPU:0"]
    assert f"Executing op _EagerConst in device {TASK}GPU:0" in outcome.err
    assert outcome.out.count("[[22. 28.]\n [49. 64.]], shape=(2, 2), dtype=float32)") == 2


@pytest.mark.parametrize(
    ("configure", "shown"),
    [
        ("tf.config.set_visible_devices(gpus[0], 'GPU')", [2, 1]),
        ("tf.config.experimental.set_visible_devices(gpus[0], 'GPU')", [2, 1]),
        ("[tf.config.experimental.set_memory_growth(gpu, True) for gpu in gpus]", [2, 2]),
        ("tf.config.set_logical_device_configuration(gpus[0], [limit(memory_limit=1024)])", [2, 2]),
        ("tf.config.set_logical_device_configuration(gpus[0], [limit(memory_limit=1024)] * 2)", [2, 3]),
        (
            "tf.config.experimental.set_virtual_device_configuration(gpus[0], "
            "[tf.config.experimental.VirtualDeviceConfiguration(memory_limit=1024)])",
            [2, 2],
        ),
    ],
)
def test_devices_are_configured_before_and_not_after_they_are_in_use(programs, configure, shown):
    found = programs.emulated(
        f"""
        import tensorflow as tf
        gpus = tf.config.list_physical_devices("GPU")
        limit = tf.config.LogicalDeviceConfiguration
        {configure}
        shown = [len(gpus), len(tf.config.experimental.list_logical_devices("GPU"))]
        late = []
        for call in (
            lambda: tf.config.set_visible_devices(gpus[1], "GPU"),
            lambda: tf.config.experimental.set_memory_growth(gpus[1], False),
            lambda: tf.config.set_logical_device_configuration(gpus[1], [limit(memory_limit=64)]),
        ):
            try:
                call()
            except RuntimeError as error:
                late.append(str(error))
        report(shown=shown, late=late)
        """
    ).report
    assert found["shown"] == shown
    assert found["late"] == [
        "Visible devices cannot be modified after being initialized",
        "Physical devices cannot be modified after being initialized",
        "Virtual devices cannot be modified after being initialized",
    ]


@pytest.mark.parametrize(
    ("mask", "left"), [("0", 1), ("1", 1), ("0,1", 2), ("0,2", 2), ("2,9,0", 1), ("-1", 0), ("", 0)]
)
def test_a_mask_in_front_of_the_program_renumbers_what_it_leaves(programs, mask, left):
    command = programs.script(
        """
        import tensorflow as tf
        report(gpus=[d.name for d in tf.config.list_logical_devices("GPU")])
        """
    )
    found = programs.launch(
        "env", f"CUDA_VISIBLE_DEVICES={mask}", "TF_FORCE_GPU_ALLOW_GROWTH=true", *command, gpus=4
    ).report
    assert found["gpus"] == [f"/device:GPU:{i}" for i in range(left)]


@pytest.mark.parametrize(("mask", "left"), [("0,2", 2), ("-1", 4)])
def test_a_mask_in_front_of_the_command_leaves_some_or_is_about_the_host(programs, mask, left):
    command = programs.script(
        """
        import os
        import tensorflow as tf
        before = os.environ.get("CUDA_VISIBLE_DEVICES")
        os.environ["CUDA_VISIBLE_DEVICES"] = before or "-1"
        gpus = tf.config.list_logical_devices("GPU")
        report(before=before, gpus=len(gpus))
        """
    )
    found = programs.launch(*command, gpus=4, CUDA_VISIBLE_DEVICES=mask).report
    # where it is the host's, the program does not see it, and may hide all of its own
    assert found == {"before": mask if left < 4 else None, "gpus": left if left < 4 else 0}


def test_a_gpu_that_is_not_there_fails_hard_and_falls_softly_if_that_is_allowed(programs):
    source = """
        import tensorflow as tf
        soft = {soft}
        tf.config.set_soft_device_placement(soft)
        try:
            with tf.device("/device:GPU:2"):
                c = tf.matmul([[1.0, 2.0]], [[1.0], [1.0]])
            report(device=c.device, value=float(c[0, 0]))
        except (RuntimeError, tf.errors.InvalidArgumentError) as error:
            report(error=type(error).__name__ + ": " + str(error))
        """
    hard = programs.emulated(source.format(soft=False))
    assert hard.status == 0
    assert f"specification '{TASK}GPU:2'" in hard.report["error"]
    soft = programs.emulated(source.format(soft=True))
    assert soft.status == 1
    assert "EmulateError" in soft.report["error"]
    launcher = programs.launcher("--gpus", "2", "--allow-collapse")
    allowed = programs.command(launcher + programs.script(source.format(soft=True)))
    assert allowed.status == 0
    assert allowed.report == {"device": TASK + "GPU:0", "value": 3}


def test_work_is_spread_by_hand_over_all_logical_gpus(programs):
    found = programs.emulated(
        """
        import emulate
        import tensorflow as tf
        gpus = tf.config.experimental.list_logical_devices("GPU")
        parts = []
        with emulate.placement() as ops:
            for gpu in gpus:
                with tf.device(gpu.name):
                    a = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
                    parts.append(tf.matmul(a, a, transpose_b=True))
            with tf.device("/CPU:0"):
                total = tf.add_n(parts)
        report(total=total.numpy().tolist(), spread=ops.devices("MatMul"), add=ops.devices("AddN"))
        """,
        gpus=4,
    ).report
    assert found["total"] == [[56, 128], [128, 308]]
    assert found["spread"] == ["/gpu:0", "/gpu:1", "/gpu:2", "/gpu:3"]
    assert found["add"] == ["/cpu:0"]


@pytest.mark.nightly
def test_keras_and_a_loop_of_ones_own_train_under_a_mirrored_strategy(programs):
    found = programs.emulated(
        """
        import os
        os.environ["KERAS_BACKEND"] = "tensorflow"
        import keras
        import numpy as np
        import tensorflow as tf

        strategy = tf.distribute.MirroredStrategy(tf.config.list_logical_devices("GPU"))
        per_replica = 5
        batch = per_replica * strategy.num_replicas_in_sync
        rate = {5: 0.1, 10: 0.15, 20: 0.175}[batch]
        data = tf.data.Dataset.from_tensors(([1.0], [1.0])).repeat(20).batch(batch)

        with strategy.scope():
            model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])
            model.compile(loss="mse", optimizer=keras.optimizers.SGD(rate), metrics=["mae"])
        saved = os.path.join(os.getcwd(), "epoch-{epoch}.keras")
        fitted = model.fit(data, epochs=2, verbose=0,
                           callbacks=[keras.callbacks.ModelCheckpoint(saved, save_freq="epoch")])
        evaluated = model.evaluate(data, verbose=0)[0]
        arrays = model.fit(np.ones((20, 1)), np.ones((20, 1)), batch_size=batch, verbose=0)
        with strategy.scope():
            again = keras.models.load_model(saved.format(epoch=2))
            weights = tf.Variable([[0.5]])
            optimizer = tf.keras.optimizers.SGD(0.1)
            optimizer.build([weights])

        each = tf.keras.losses.Reduction.NONE
        loss_of = tf.keras.losses.BinaryCrossentropy(from_logits=True, reduction=each)

        def replica(inputs):
            features, labels = inputs
            with tf.GradientTape() as tape:
                logits = tf.matmul(features, weights)
                loss = tf.nn.compute_average_loss(loss_of(labels, logits), global_batch_size=batch)
            optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
            return loss

        @tf.function
        def step(inputs):
            losses = strategy.run(replica, args=(inputs,))
            return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)

        copies = tf.distribute.HierarchicalCopyAllReduce()
        hierarchical = tf.distribute.MirroredStrategy(cross_device_ops=copies)
        central = tf.distribute.experimental.CentralStorageStrategy()
        losses = [float(step(x)) for x in strategy.experimental_distribute_dataset(data)]
        report(
            replicas=[s.num_replicas_in_sync for s in (strategy, hierarchical, central)],
            devices=list(strategy.extended.worker_devices), variable=len(weights.values),
            fitted=fitted.history["loss"], evaluated=evaluated, arrays=arrays.history["loss"],
            again=again.evaluate(data, verbose=0)[0], losses=losses,
        )
        """,
        gpus=2,
    ).report
    assert found["replicas"] == [2, 2, 2]
    assert found["devices"] == [TASK + f"GPU:{i}" for i in range(2)]
    assert found["variable"] == 2
    assert found["fitted"][1] <= found["fitted"][0]
    assert found["again"] == pytest.approx(found["evaluated"], abs=1e-6)
    assert found["arrays"][0] <= found["fitted"][1] + 1e-6
    assert found["losses"] == sorted(found["losses"], reverse=True)
    assert found["losses"][0] == pytest.approx(0.4741, abs=1e-4)


@pytest.mark.nightly
def test_a_functional_model_is_built_on_all_gpus_and_its_training_goes_on_where_it_was_saved(programs):
    outcome = programs.emulated(
        """
        import os
        import keras
        import numpy as np
        import tensorflow as tf
        tf.debugging.set_log_device_placement(True)
        folder = os.path.join(os.getcwd(), "saved")
        os.makedirs(folder)

        def made():
            inputs = keras.Input(shape=(12,))
            hidden = keras.layers.Dense(8, activation="relu")(inputs)
            model = keras.Model(inputs, keras.layers.Dense(3)(hidden))
            loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
            accuracy = keras.metrics.SparseCategoricalAccuracy()
            model.compile(keras.optimizers.Adam(), loss, metrics=[accuracy])
            return model

        def made_or_restored():
            names = [os.path.join(folder, name) for name in os.listdir(folder)]
            if not names:
                return made(), "made"
            return keras.models.load_model(max(names, key=os.path.getctime)), "restored"

        def data(n):
            features = np.arange(n * 12, dtype="float32").reshape(n, 12) % 7
            labels = np.arange(n, dtype="float32") % 3
            return tf.data.Dataset.from_tensor_slices((features, labels)).cache().batch(4).prefetch(2)

        told = []
        for _ in range(2):
            strategy = tf.distribute.MirroredStrategy(tf.config.list_logical_devices("GPU"))
            with strategy.scope():
                model, how = made_or_restored()
                saving = keras.callbacks.ModelCheckpoint(os.path.join(folder, "at-{epoch}.keras"))
                fitted = model.fit(data(16), epochs=1, callbacks=[saving], validation_data=data(8), verbose=0)
                loss, accuracy = model.evaluate(data(8), verbose=0)
            told.append([how, strategy.num_replicas_in_sync, int(model.optimizer.iterations.numpy())])
        report(told=told, kept=sorted(fitted.history), same=abs(fitted.history["val_loss"][0] - loss) < 1e-5)
        """
    )
    found = outcome.report
    assert found["told"] == [["made", 2, 4], ["restored", 2, 8]]
    assert found["kept"] == sorted(
        prefix + name for prefix in ("", "val_") for name in ("loss", "sparse_categorical_accuracy")
    )
    assert found["same"] is True
    created = {
        line.rpartition(":GPU:")[2] for line in outcome.err.splitlines() if "op VarHandleOp in" in line
    }
    assert {"0", "1"} <= created
    assert TASK + "CPU:1" not in outcome.err


def test_layers_of_one_model_lie_on_gpus_of_their_own_in_a_session(programs):
    found = programs.emulated(
        """
        import emulate
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        with tf.device("/gpu:0"):
            first = tf.Variable(tf.ones([3, 4]))
        with tf.device("/gpu:1"):
            second = tf.Variable(tf.ones([4, 2]))
        with tf.device("/gpu:2"):
            hidden = tf.nn.relu(tf.matmul(tf.ones([5, 3]), first))
            loss = tf.reduce_mean(tf.matmul(hidden, second))
            train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        server = tf.train.Server.create_local_server()
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            with emulate.placement() as ops:
                for _ in range(3):
                    value = session.run([train, loss])[1]
        with tf.Session(server.target) as remote:
            remote.run(tf.global_variables_initializer())
            hello = float(remote.run(loss))
        report(matmul=ops.devices("MatMul"), apply=ops.devices("ApplyGradientDescent"), value=float(value),
               hello=hello)
        """,
        gpus=3,
    ).report
    assert found["matmul"] == ["/gpu:2"]
    assert found["apply"] == ["/gpu:0", "/gpu:1"]
    assert found["value"] < 12
    assert found["hello"] == 12
