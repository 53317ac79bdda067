"""What ran where, and what crossed, for functions, eager ops and Sessions."""

import pytest

from emulate._placement import Placement

_PIPELINE = """
    import emulate
    import tensorflow as tf

    def layers(x):
        with tf.device("/gpu:0"):
            a = tf.matmul(x, x)
        with tf.device("/gpu:1"):
            b = tf.exp(tf.matmul(a, a))
        with tf.device("/cpu:0"):
            return tf.reduce_sum(tf.tanh(b))
"""


@pytest.mark.parametrize("kind", ["function", "eager", "session"])
def test_bytes_that_cross_are_told_with_their_devices(programs, kind):
    found = programs.emulated(
        _PIPELINE
        + """
    import sys
    kind = sys.argv[1]
    if kind == "session":
        tf = tf.compat.v1
        with tf.Graph().as_default(), tf.Session() as session:
            x = tf.placeholder(tf.float32, [None, None])
            y = layers(x)
            with emulate.placement() as ops:
                for _ in range(3):
                    session.run(y, {x: [[1.0] * 8] * 8})
    else:
        inner = tf.function(layers)
        step = tf.function(lambda x: inner(x) * 2.0) if kind == "function" else layers
        x = tf.ones([8, 8])
        with emulate.placement() as ops:
            for _ in range(3):
                step(x)
    ops.assert_spread("MatMul", 2)
    try:
        ops.assert_spread("MatMul", 4)
    except AssertionError as error:
        complaint = str(error)
    report(
        crossed=[t[1:] for t in ops.transfers("/gpu:0", "/gpu:1")],
        back=[t[1:] for t in ops.transfers("/device:GPU:1", "/cpu:0")],
        unused=ops.transfers("/gpu:1", "/gpu:0"), complaint=complaint, table=ops.table(),
        on=[op for op in ("MatMul", "Exp", "Tanh") if op in ops.on("/gpu:1")],
    )
    """,
        kind,
    ).report
    assert found["crossed"] == [["/gpu:0", "/gpu:1", 3 * 256, 3]]
    assert found["back"] == [["/gpu:1", "/cpu:0", 3 * 256, 3]]
    assert found["unused"] == []
    assert found["on"] == ["MatMul", "Exp"]
    assert found["complaint"] in (
        "MatMul ran on 2 devices, not 4: /gpu:0 (1), /gpu:1 (1)",
        "MatMul ran on 2 devices, not 4: /gpu:0 (3), /gpu:1 (3)",
    )
    assert "/gpu:0  /gpu:1  768" in found["table"]


def test_the_command_prints_a_table_of_an_unchanged_program(programs):
    program = programs.script(
        """
        import tensorflow as tf
        for i in range(2):
            with tf.device(f"/gpu:{i}"):
                x = tf.matmul(tf.ones([4, 4]), tf.ones([4, 4]))
        with tf.device("/gpu:0"):
            tf.exp(x)
        print("the program's own output")
        """
    )
    outcome = programs.command(programs.launcher("--gpus", "2", "--placement") + program)
    lines = outcome.out.splitlines()
    assert outcome.status == 0
    assert "the program's own output" in lines
    assert any(line.split() == ["op", "/gpu:0", "/gpu:1"] for line in lines)
    assert any(line.split() == ["MatMul", "1", "1"] for line in lines)
    assert any(line.split() == ["/gpu:1", "/gpu:0", "64"] for line in lines)


def test_what_ran_between_two_blocks_is_in_neither(programs):
    found = programs.emulated(
        """
        import emulate
        import tensorflow as tf
        with emulate.placement() as first:
            tf.exp(1.0)
        tf.function(lambda x: tf.sin(x))(1.0)
        with emulate.placement() as second:
            tf.cos(1.0)
        report(first=[k.op for k in first], second=[k.op for k in second])
        """
    ).report
    assert found == {"first": ["Exp"], "second": ["Cos"]}


def test_a_program_of_sessions_alone_has_its_table(programs):
    program = programs.script(
        """
        import tensorflow.compat.v1 as tf
        tf.disable_v2_behavior()
        x = tf.placeholder(tf.float32, [2, 2])
        with tf.device("/gpu:1"):
            y = tf.exp(x)
        with tf.Session() as session:
            session.run(y, {x: [[1.0, 2.0], [3.0, 4.0]]})
        """
    )
    outcome = programs.command(programs.launcher("--gpus", "2", "--placement") + program)
    assert outcome.status == 0
    assert any(line.split() == ["Exp", "1"] for line in outcome.out.splitlines())
    assert any(line.split() == ["/gpu:0", "/gpu:1", "16"] for line in outcome.out.splitlines())


def test_an_op_that_did_not_run_was_spread_over_no_device():
    with pytest.raises(AssertionError, match="Conv2D ran on 0 devices, not 2: no device"):
        Placement().assert_spread("Conv2D", 2)


@pytest.mark.parametrize(
    ("kernel", "op"),
    [
        ("MatMul", "MatMul"),
        ("_MklMatMul", "MatMul"),
        ("_FusedMatMul", "MatMul"),
        ("_MklFusedMatMul", "MatMul"),
        ("_MklNativeFusedConv2D", "Conv2D"),
        ("FusedBatchNormV3", "FusedBatchNormV3"),
        ("_MklFusedBatchNormV3", "FusedBatchNormV3"),
        ("_MklNativeRelu", "Relu"),
        ("_Send2", "_Send2"),
    ],
)
def test_variants_of_a_kernel_count_as_the_op_that_they_compute(kernel, op):
    ops = Placement()
    ops.kernel(kernel, "x", "/job:localhost/replica:0/task:0/device:GPU:1")
    assert ops.devices(op) == {"/gpu:1"}


@pytest.mark.parametrize("kind", ["eager", "session"])
def test_a_block_may_wait_until_there_are_devices_so_that_it_can_configure_them(programs, kind):
    found = programs.emulated(
        _PIPELINE
        + """
    import sys
    with emulate.placement(once_initialised=True) as ops:
        # raises once there are devices
        for gpu in tf.config.list_physical_devices("GPU"):
            tf.config.experimental.set_memory_growth(gpu, True)
        if sys.argv[1] == "eager":
            layers(tf.ones([8, 8]))
        else:
            with tf.Graph().as_default(), tf.compat.v1.Session() as session:
                x = tf.compat.v1.placeholder(tf.float32, [None, None])
                session.run(layers(x), {x: [[1.0] * 8] * 8})  # of constants, all would be folded
    with emulate.placement(once_initialised=True) as again:
        tf.exp(tf.ones([2]))
    with emulate.placement(once_initialised=True) as nothing:
        pass
    report(devices=sorted(ops.devices("MatMul")), again=len(again) > 0, nothing=len(nothing))
    """,
        kind,
    ).report
    assert found == {"devices": ["/gpu:0", "/gpu:1"], "again": True, "nothing": 0}
