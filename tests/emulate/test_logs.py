import pytest


def test_eager_placement_lines_name_gpus_and_nothing_else_is_touched(started_programs):
    # In processes of its own: what translates the lines may outlive the program, and is waited for there.
    outcome = started_programs.emulated(
        """
        import os
        import sys
        import tensorflow as tf

        tf.debugging.set_log_device_placement(True)
        with tf.device("/gpu:1"):
            x = tf.random.normal([2, 2])
            tf.matmul(x, x)
        with tf.device("/cpu:0"):
            tf.exp(x)
        print(x.device)
        print("no newline", end="", flush=True)
        sys.stderr.write("my own CPU:1\\n")
        sys.stderr.flush()
        os._exit(3)
        """
    )
    task = "/job:localhost/replica:0/task:0/device:"
    executed = [line for line in outcome.err.splitlines() if "Executing op" in line]
    assert any("MatMul in device" in line and line.endswith(task + "GPU:1") for line in executed)
    assert any("Exp in device" in line and line.endswith(task + "CPU:0") for line in executed)
    assert not any(line.endswith("CPU:2") for line in executed)
    assert f"{task}GPU:1" in outcome.out.splitlines()
    assert outcome.out.endswith("no newline")
    assert "my own CPU:1" in outcome.err.splitlines()
    assert outcome.status == 3


@pytest.mark.nightly
def test_a_block_and_the_next_one_log_the_names_of_each(started_programs):
    outcome = started_programs.python(
        """
        import sys
        import tensorflow as tf
        import emulate

        def log(name):
            tf.debugging.set_log_device_placement(True)
            with tf.device(name):
                tf.random.normal([2, 2])
            print("said", name, file=sys.stderr, flush=True)

        with emulate.gpus(3):
            log("/gpu:2")
        with emulate.gpus(1):
            log("/gpu:0")
        """
    )
    assert outcome.status == 0, outcome.err
    said = [
        line
        for line in outcome.err.splitlines()
        if "RandomStandardNormal in device" in line or "said" in line
    ]
    assert [line[-5:] for line in said] == ["GPU:2", "gpu:2", "GPU:0", "gpu:0"]
