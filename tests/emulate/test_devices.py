import subprocess
import sys

import pytest

import emulate


@pytest.mark.parametrize("n", [0, -1, 1.5, "2", True, None])
def test_a_number_that_is_no_number_of_gpus_is_refused(n):
    with pytest.raises(emulate.EmulateError, match="integer of 1 or more"):
        emulate.gpus(n)


def test_importing_emulate_does_not_import_tensorflow():
    code = "import emulate, emulate._cli, sys; sys.exit('tensorflow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=30).returncode == 0


def test_eager_ops_and_functions_run_where_they_are_told(programs):
    found = programs.python(
        """
        import emulate
        emulate.gpus(2)
        emulate.gpus(2)
        import tensorflow as tf
        from tensorflow.python.client import device_lib

        @tf.function
        def step(x):
            with tf.device("/gpu:0"):
                a = tf.matmul(x, x)
            with tf.device("/gpu:1"):
                b = tf.nn.relu(a)
            with tf.device("/cpu:0"):
                c = tf.exp(b)
            return tf.sqrt(c), tf.strings.as_string(c)

        with emulate.placement() as function:
            step(tf.ones([2, 2]))
        with emulate.placement() as eager:
            with tf.device("/gpu:1"):
                x = tf.random.normal([2, 2])
                v = tf.Variable(x)
                y = tf.matmul(x, x)
            v.assign_add(y)
            with tf.device("/cpu:0"):
                z = tf.exp(y)
            unplaced = tf.sqrt(z)
            text = tf.strings.join(["a", "b"])
            for batch in tf.data.Dataset.range(2).map(lambda i: i + 1):
                pass
        graph = step.get_concrete_function(tf.ones([2, 2])).graph
        try:
            emulate.gpus(3)
        except emulate.EmulateError as error:
            refused = str(error)
        tf.config.set_soft_device_placement(False)
        try:
            with tf.device("/gpu:7"):
                tf.ones([])
        except tf.errors.InvalidArgumentError as error:
            hard = str(error)
        report(
            function={op: function.devices(op) for op in ("MatMul", "Relu", "Exp", "Sqrt", "AsString")},
            eager={k: eager.devices(k) for k in ("MatMul", "AssignAddVariableOp", "Exp", "Sqrt", "StringJoin",
                                                 "IteratorGetNext")},
            on_gpu_0=eager.on("/gpu:0"), tensors=[t.device for t in (x, y, z, unplaced)] + [y.backing_device,
            v.device], ops=[op.device for op in graph.get_operations() if op.type in ("MatMul", "Relu", "Exp",
            "AsString")], physical=[d.name for d in tf.config.list_physical_devices("GPU")], logical=[d.name
            for d in tf.config.list_logical_devices()], local=[(d.name, d.device_type) for d in
            device_lib.list_local_devices()], test=(tf.test.is_gpu_available(), tf.test.gpu_device_name()),
            refused=refused,
            hard=hard,
        )
        """
    ).report
    task = "/job:localhost/replica:0/task:0/device:"
    assert found["function"] == {
        "MatMul": ["/gpu:0"],
        "Relu": ["/gpu:1"],
        "Exp": ["/cpu:0"],
        "Sqrt": ["/gpu:0"],
        "AsString": ["/cpu:0"],
    }
    assert found["eager"] == {
        "MatMul": ["/gpu:1"],
        "AssignAddVariableOp": ["/gpu:1"],
        "Exp": ["/cpu:0"],
        "Sqrt": ["/gpu:0"],
        "StringJoin": ["/cpu:0"],
        "IteratorGetNext": ["/cpu:0"],
    }
    assert "Sqrt" in found["on_gpu_0"]
    assert "MatMul" not in found["on_gpu_0"]
    devices = ["GPU:1", "GPU:1", "CPU:0", "GPU:0", "GPU:1", "GPU:1"]
    assert found["tensors"] == [task + device for device in devices]
    assert found["ops"] == ["/device:GPU:0", "/device:GPU:1", "/device:CPU:0", ""]
    assert found["physical"] == ["/physical_device:GPU:0", "/physical_device:GPU:1"]
    assert found["logical"] == ["/device:CPU:0", "/device:GPU:0", "/device:GPU:1"]
    assert found["local"] == [["/device:CPU:0", "CPU"], ["/device:GPU:0", "GPU"], ["/device:GPU:1", "GPU"]]
    assert found["test"] == [True, "/device:GPU:0"]
    assert "already emulates 2" in found["refused"]
    assert f"specification '{task}GPU:7'" in found["hard"]


def test_configuring_devices_keeps_every_gpu_a_device_of_its_own(programs):
    found = programs.python(
        """
        import os
        import emulate
        emulate.gpus(4)
        os.environ["CUDA_VISIBLE_DEVICES"] = "0,1,2"
        import tensorflow as tf
        gpus = tf.config.list_physical_devices("GPU")
        for gpu in gpus:
            tf.config.experimental.set_memory_growth(gpu, True)
        tf.config.set_visible_devices(gpus[:2], "GPU")
        split = tf.config.LogicalDeviceConfiguration(memory_limit=64)
        tf.config.set_logical_device_configuration(gpus[1], [split, split])
        cpus = tf.config.list_physical_devices("CPU")
        tf.config.set_logical_device_configuration(cpus[0], [tf.config.LogicalDeviceConfiguration()] * 2)
        asked = ["/gpu:0", "/gpu:1", "/gpu:2", "/cpu:0", "/cpu:1"]
        with emulate.placement() as ops:
            for name in asked:
                with tf.device(name):
                    tf.exp(tf.ones([]))
        report(
            masked=len(gpus),
            logical=[d.name for d in tf.config.list_logical_devices()],
            where=ops.devices("Exp"),
        )
        """
    ).report
    assert found["masked"] == 3
    assert found["logical"] == [f"/device:{d}" for d in ("CPU:0", "CPU:1", "GPU:0", "GPU:1", "GPU:2")]
    assert found["where"] == ["/cpu:0", "/cpu:1", "/gpu:0", "/gpu:1", "/gpu:2"]


@pytest.mark.parametrize(
    ("before", "complaint"),
    [
        ("tf.ones([])", "already initialised its devices"),
        ("tf.compat.v1.disable_eager_execution(); tf.ones([])", "already built a graph or a Session"),
    ],
)
def test_it_is_too_late_once_tensorflow_has_begun(programs, before, complaint):
    outcome = programs.python(
        f"""
        import emulate
        import tensorflow as tf
        {before}
        emulate.gpus(2)
        """
    )
    assert outcome.status == 1
    assert complaint in outcome.err.splitlines()[-1]
