import pytest

_STEP = """
    import sys
    import emulate
    import tensorflow as tf

    def run(strategy, all_reduce=True):
        with strategy.scope():
            weights = tf.Variable(tf.ones([4, 4]))

        def tower(x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.matmul(x, weights))
            gradient = tape.gradient(loss, weights)
            if all_reduce:
                gradient = tf.distribute.get_replica_context().all_reduce("sum", gradient)
            return loss, gradient

        @tf.function
        def step(x):
            loss, gradient = strategy.run(tower, args=(x,))
            return strategy.reduce("SUM", loss, axis=None), strategy.experimental_local_results(gradient)

        with emulate.placement() as ops:
            loss, gradients = step(tf.ones([2, 4]))
        return {
            "matmul": ops.devices("MatMul"),
            "loss": float(loss),
            "gradients": [float(g[0, 0]) for g in gradients],
            "worker_devices": list(strategy.extended.worker_devices),
        }
"""


@pytest.mark.parametrize("gpus", [2, 3, 4])
def test_each_replica_runs_on_a_gpu_of_its_own(programs, gpus):
    found = programs.emulated(
        _STEP
        + """
    names = [f"/gpu:{i}" for i in range(int(sys.argv[1]))]
    report(runs=[
        run(tf.distribute.MirroredStrategy()),
        run(tf.distribute.MirroredStrategy(names)),
        run(tf.distribute.experimental.CentralStorageStrategy()),
        run(tf.distribute.experimental.CentralStorageStrategy(names)),
    ])
    """,
        str(gpus),
        gpus=gpus,
    ).report
    task = "/job:localhost/replica:0/task:0/device:GPU:"
    for run in found["runs"]:
        assert run["matmul"] == [f"/gpu:{i}" for i in range(gpus)]
        assert run["loss"] == 32 * gpus
        assert run["gradients"] == [2 * gpus] * gpus
        assert run["worker_devices"] == [f"{task}{i}" for i in range(gpus)]


def test_every_cross_device_op_reduces_over_all_gpus(programs):
    found = programs.emulated(
        _STEP
        + """
    names = ["/gpu:0", "/gpu:1"]
    kinds = [tf.distribute.NcclAllReduce(), tf.distribute.HierarchicalCopyAllReduce(),
             tf.distribute.ReductionToOneDevice()]
    report(runs=[run(tf.distribute.MirroredStrategy(names, cross_device_ops=kind)) for kind in kinds])
    """
    ).report
    assert len(found["runs"]) == 3
    for run in found["runs"]:
        assert run["matmul"] == ["/gpu:0", "/gpu:1"]
        assert run["loss"] == 64
        assert run["gradients"] == [4, 4]


def test_keras_fits_on_all_gpus_and_recurrent_layers_find_their_kernels(programs):
    found = programs.emulated(
        """
        import emulate
        import keras
        import numpy as np
        import tensorflow as tf

        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = keras.Sequential([keras.layers.LSTM(4), keras.layers.Dense(1)])
            model.compile("sgd", "mse")
        with emulate.placement() as ops:
            history = model.fit(np.ones([8, 3, 4], "f"), np.ones([8, 1], "f"), batch_size=4, verbose=0)
        import tf_keras
        legacy = [tf_keras.layers.LSTM(4), tf_keras.layers.GRU(4, reset_after=True)]
        report(
            where=ops.devices("MatMul"),
            loss=history.history["loss"][0],
            legacy=[layer(tf.ones([2, 3, 4])).shape.as_list() for layer in legacy],
        )
        """
    ).report
    assert found["where"] == ["/gpu:0", "/gpu:1"]
    assert 0 < found["loss"] < 100
    assert found["legacy"] == [[2, 4], [2, 4]]


def test_without_emulation_the_same_program_collapses_into_the_cpu(programs):
    found = programs.python(
        _STEP
        + """
    # an all-reduce would wait for ever: TensorFlow waits for two devices and has one
    report(run=run(tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"]), all_reduce=False))
    """
    ).report
    assert found["run"]["matmul"] == ["/cpu:0"]


def test_what_only_real_gpus_can_do_is_an_error_that_says_so(programs):
    found = programs.emulated(
        """
        import tensorflow as tf
        from tensorflow.experimental import dtensor

        def all_reduce():
            return tf.raw_ops.NcclAllReduce(input=tf.ones(2), reduction="sum", num_devices=1, shared_name="")

        def in_session():
            with tf.Graph().as_default(), tf.device("/gpu:1"), tf.compat.v1.Session() as session:
                session.run(all_reduce())

        def said(function):
            try:
                function()
            except Exception as error:
                return f"{type(error).__name__}: {error}"

        report(
            eager=said(all_reduce), function=said(tf.function(all_reduce)), session=said(in_session),
            mesh=said(lambda: dtensor.create_mesh([("batch", 2)], device_type="GPU")),
            other=said(lambda: tf.raw_ops.AudioSpectrogram(input=tf.ones([2]), window_size=1, stride=1)),
        )
        """
    ).report
    for place in ("eager", "function", "session"):
        assert "NcclAllReduce has a kernel for real GPUs alone" in found[place]
    assert "EmulateError: DTensor does not run on emulated devices" in found["mesh"]
    assert "real GPUs" not in found["other"]
