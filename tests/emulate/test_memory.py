"""A memory limit ends the function or the run that needs more, and names device, peak and limit."""

import pytest

from emulate._errors import EmulateError
from emulate._request import to_bytes

MB = 2**20


@pytest.mark.parametrize(
    ("limit", "size"),
    [
        (None, None),
        (512, 512 * MB),
        ("2GB", 2048 * MB),
        ("1.5 gb", 1536 * MB),
        ("64M", 64 * MB),
        ("100 b", 100),
    ],
)
def test_a_limit_is_megabytes_or_a_size(limit, size):
    assert to_bytes(limit) == size


@pytest.mark.parametrize("limit", [0, -1, True, "2 XB", "", "GB"])
def test_a_limit_that_is_no_size_is_refused(limit):
    with pytest.raises(EmulateError, match="give a number of megabytes"):
        to_bytes(limit)


def test_a_function_over_the_limit_of_one_gpu_fails_and_names_it(programs):
    found = programs.python(
        """
        import emulate
        emulate.gpus(2, memory_limit="6MB")
        import tensorflow as tf
        from tensorflow.python.client import device_lib

        first = [d.memory_limit for d in device_lib.list_local_devices() if d.device_type == "GPU"]

        @tf.function
        def step(x):
            with tf.device("/gpu:1"):
                a = tf.matmul(x, x)             # x comes over from gpu:0
                b = tf.matmul(a, a)             # x is not read again here
                return tf.reduce_sum(tf.nn.relu(b) + a)

        def run(size):
            x = tf.ones([size, size])
            try:
                return float(step(x))
            except tf.errors.ResourceExhaustedError as error:
                return str(error)

        small = run(512)
        peaks = [emulate.memory_peak(name) for name in ("/gpu:0", "/device:GPU:1")]
        info = tf.config.experimental.get_memory_info("GPU:1")
        tf.config.experimental.reset_memory_stats("GPU:1")
        after = emulate.memory_peak("gpu:1")
        try:
            emulate.memory_peak("/gpu:2")
        except emulate.EmulateError as error:
            nothing = str(error)
        report(first=first, small=small, peaks=peaks, info=info, after=after, big=run(1024), again=run(512),
               nothing=nothing)
        """
    ).report
    one = 512 * 512 * 4
    assert found["first"] == [6 * MB, 6 * MB]  # before anything else asked for a device
    assert found["small"] == found["again"] > 0
    assert found["peaks"] == [one + 4, 2 * one]  # the sum comes back
    assert found["info"] == {"current": 0, "peak": 2 * one}
    assert found["after"] == 0
    assert "device:GPU:1" in found["big"]
    assert f"needs {8 * one} bytes" in found["big"]
    assert f"limit is {6 * MB} bytes" in found["big"]
    assert "there is only /gpu:0, /gpu:1" in found["nothing"]


def test_what_calls_and_loops_need_counts_and_a_programs_own_limits_go_before(programs):
    found = programs.emulated(
        """
        import emulate
        import tensorflow as tf

        gpus = tf.config.list_physical_devices("GPU")
        limits = [tf.config.LogicalDeviceConfiguration(memory_limit=mb) for mb in (5, 64)]
        tf.config.experimental.set_virtual_device_configuration(gpus[0], limits)
        weights = tf.Variable(tf.ones([512, 512]))           # 1 MB on the first part

        @tf.function
        def inner(x):
            return tf.reduce_sum(tf.matmul(tf.matmul(x, weights), weights))

        @tf.function
        def outer(x):
            return tf.while_loop(lambda i: i < 2, lambda i: i + tf.cast(inner(x) > 0, tf.int32), [0])

        outer(tf.ones([512, 512]))
        fits = emulate.memory_peak("/gpu:0")
        try:
            outer(tf.ones([1024, 512]))
        except tf.errors.ResourceExhaustedError as error:
            refused = str(error)
        from tensorflow.python.client import device_lib
        report(
            fits=fits, refused=refused, other=emulate.memory_peak("/gpu:1"),
            local=[d.memory_limit for d in device_lib.list_local_devices() if d.device_type == "GPU"],
        )
        """,
        gpus=2,
    ).report
    assert 4 * MB <= found["fits"] < 4.1 * MB  # the argument, the variable, and two products
    assert f"limit is {5 * MB} bytes" in found["refused"]
    assert found["other"] == 0
    assert found["local"][:2] == [5 * MB, 64 * MB]


def test_a_session_over_the_limit_fails_by_what_is_fetched_and_fed(programs):
    outcome = programs.command(
        programs.launcher("--gpus", "2", "--memory", "8MB")
        + programs.script(
            """
        import emulate
        import numpy as np
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        x = tf.placeholder(tf.float32, [None, 512])
        with tf.device("/gpu:1"):
            w = tf.get_variable("w", [512, 512])
            y = tf.reduce_sum(tf.matmul(x, w))
        half = tf.GPUOptions(per_process_gpu_memory_fraction=0.5)

        def run(rows, config=None):
            with tf.Session(config=config) as session:
                session.run(w.initializer)
                try:
                    return float(session.run(y, {x: np.zeros([rows, 512])}))
                except tf.errors.ResourceExhaustedError as error:
                    return str(error)

        fits = run(1024)
        peak = emulate.memory_peak("/gpu:1")
        report(fits=fits, peak=peak, big=run(4096), half=run(1024, tf.ConfigProto(gpu_options=half)))
        """
        )
    )
    assert outcome.report["fits"] == 0
    assert outcome.report["peak"] == 5 * MB  # the variable, the fed batch's copy, and the product
    assert "device:GPU:1: Session.run needs" in outcome.report["big"]
    assert f"limit is {4 * MB} bytes" in outcome.report["half"]


@pytest.mark.nightly
def test_the_estimate_is_near_what_the_allocator_records_of_training_steps(programs, monkeypatch):
    monkeypatch.setenv("TF_ENABLE_ONEDNN_OPTS", "1")  # else the processor decides on kernels and workspaces
    command = programs.script(
        """
        import emulate
        import numpy as np
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        tf.enable_resource_variables()
        # the allocator's records of one step, as TensorFlow traces them: bytes taken, and given back
        full = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)

        def weights(shape, n):
            start = tf.random_normal_initializer(stddev=0.01)
            return [tf.get_variable(f"weights{i}", shape, initializer=start) for i in range(n)]

        def dense(x):
            for w in weights([600, 600], 3):
                x = tf.nn.relu(tf.matmul(x, w))
            return tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(x))

        def images(x):
            x = tf.reshape(x, [-1, 30, 30, 16])
            for w in weights([3, 3, 16, 16], 3):
                x = tf.nn.conv2d(x, w, 1, "SAME")
                x = tf.nn.fused_batch_norm(x, tf.ones([16]), tf.zeros([16]))[0]
                x = tf.nn.max_pool2d(tf.nn.relu(x), 2, 2, "SAME")
            return tf.train.MomentumOptimizer(0.1, 0.9).minimize(tf.reduce_mean(x))

        def loop(x):
            return tf.while_loop(lambda i, y: i < 5, lambda i, y: (i + 1, tf.matmul(tf.tanh(y), x)), [0, x])

        found = {}
        for build in (dense, images, loop):
            with tf.Graph().as_default(), tf.Session() as session:
                x = tf.placeholder(tf.float32, [600, 600])
                fetch = build(x)
                session.run(tf.global_variables_initializer())
                feed = {x: np.random.rand(600, 600)}
                session.run(fetch, feed)
                tf.config.experimental.reset_memory_stats("GPU:0")
                metadata = tf.RunMetadata()
                session.run(fetch, feed, options=full, run_metadata=metadata)
                records = [
                    (record.alloc_micros, record.alloc_bytes)
                    for device in metadata.step_stats.dev_stats
                    for node in device.node_stats
                    for memory in node.memory
                    for record in memory.allocation_records
                ]
                run = max(np.cumsum([size for _, size in sorted(records)]))
                stay = sum(4 * v.shape.num_elements() for v in [x, *tf.global_variables()])
                found[build.__name__] = emulate.memory_peak("/gpu:0") / float(run + stay)
        report(**found)
        """
    )
    found = programs.command(programs.launcher("--gpus", "1", "--memory", "2GB") + command).report
    assert all(0.8 < ratio < 1.2 for ratio in found.values()), found


def test_a_session_says_the_limits_of_gpus_that_it_splits():
    import tensorflow as tf

    from emulate._tf import memory

    virtual = tf.compat.v1.GPUOptions.Experimental.VirtualDevices(memory_limit_mb=[64, 32])
    options = tf.compat.v1.GPUOptions(experimental={"virtual_devices": [virtual]})
    limits = memory.session_limits(tf.compat.v1.ConfigProto(gpu_options=options), 2)
    assert limits == {"/gpu:0": 64 * MB, "/gpu:1": 32 * MB}
