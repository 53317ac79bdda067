"""What becomes of the options of sessions and servers."""

from migrate.rewrite.rule import Rule

_DEVICES = """import tensorflow as tf

{}x = tf.placeholder(tf.float32, [], 'x')
{}with tf.Session(config=tf.ConfigProto(device_count={{'GPU': gpus}})) as sess:
    print(sess.run(x * 2, {{x: 1.0}}))
"""

RULES = (
    Rule(
        code="CFG102",
        title="A session option is left out",
        explanation=(
            "What a ConfigProto says of devices, memory, threads, placement and compilation becomes calls "
            "of tf.config, before TensorFlow runs anything. What it says beyond that changes how fast a "
            "session is, or how it reaches other processes, not what is computed: it is left to you. Steps "
            "of a worker connect to the tasks that hold variables and to no other, so that device_filters "
            "have nothing to keep apart."
        ),
    ),
    Rule(
        code="CFG121",
        title="A setting that comes too late",
        explanation=(
            "A graph did not start TensorFlow, its session did. In steps the first data set, variable or "
            "strategy starts it, and threads, memory and devices are fixed from then on. A setting whose "
            "value is computed behind that, or that is of one session among several that conditions open, "
            "is left out: move what computes it to where the program begins. A variable of the environment, "
            "such as CUDA_VISIBLE_DEVICES, is in time only there, too."
        ),
    ),
    Rule(
        code="CFG122",
        title="GPUs in another order than the machine's",
        explanation=(
            "visible_device_list also numbered the GPUs: of '2,0', /gpu:0 was the third card. tf.config "
            "shows the same ones, in the machine's order. Where cards differ, CUDA_VISIBLE_DEVICES='2,0' in "
            "the environment numbers them as before."
        ),
    ),
    Rule(
        code="CFG201",
        title="A session option changes which devices there are, too late",
        explanation=(
            "device_count and visible_device_list say which devices there are, which must be known before "
            "the first of them is used. Set them where the program begins; towers that ran on the CPU "
            "because GPUs were hidden are best written as towers on the CPU."
        ),
        held=_DEVICES.format("", "gpus = int(x.name == 'x:0')\n"),
        rises=_DEVICES.format("gpus = 0\n", ""),
    ),
)
