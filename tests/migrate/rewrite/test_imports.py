"""Every way of importing TensorFlow, and what becomes of it."""

import pytest

from migrate.pipeline import migrate

PROGRAM = """
{imports}


def main():
    x = tf.placeholder(tf.float32, [2, 3])
    w = tf.get_variable('w', [3])
    loss = {loss}
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(loss, {{x: [[1.0, 2.0, 3.0]] * 2}}))


main()
"""
IMPORTED = "import tensorflow as tf"
# Import lines and an expression of the program's, what both become, and the tier.
WAYS = {
    "a part": (
        f"{IMPORTED}\nfrom tensorflow.contrib import slim",
        "slim.flatten(x * w)",
        "from compat.contrib import slim",
        "slim.flatten(x * w)",
    ),
    "a part by its path": (
        f"import tensorflow.contrib.slim as slim\n{IMPORTED}",
        "slim.flatten(x * w)",
        "import compat.contrib.slim as slim",
        "slim.flatten(x * w)",
    ),
    "all of contrib": (
        f"{IMPORTED}\nimport tensorflow.contrib as tc",
        "tc.layers.flatten(x * w)",
        "import compat.contrib as tc",
        "tc.layers.flatten(x * w)",
    ),
    "a function": (
        f"{IMPORTED}\nfrom tensorflow.contrib.layers import flatten as flat",
        "flat(x * w)",
        "from compat.contrib.layers import flatten as flat",
        "flat(x * w)",
    ),
    "a name that is given": (
        f"{IMPORTED}\nlayers = tf.contrib.layers",
        "layers.flatten(x * w)",
        "layers = compat.contrib.layers",
        "layers.flatten(x * w)",
    ),
    "a module of Keras": (
        f"{IMPORTED}\nfrom tensorflow.keras.datasets import mnist",
        "tf.identity(x * w, name=mnist.__name__)",
        "from tensorflow.keras.datasets import mnist",
        "name=mnist.__name__)",
    ),
    "an inner module of Keras": (
        f"{IMPORTED}\nfrom tensorflow.python.keras.datasets import mnist",
        "tf.identity(x * w, name=mnist.__name__)",
        "from tensorflow.keras.datasets import mnist",
        "name=mnist.__name__)",
    ),
    "a part that a folder hides": (
        f"{IMPORTED}\nfrom tensorflow.contrib.cluster_resolver import SimpleClusterResolver",
        "tf.identity(x * w, name=SimpleClusterResolver.__name__)",
        "from tensorflow.compat.v2.distribute.cluster_resolver import SimpleClusterResolver",
        "name=SimpleClusterResolver.__name__)",
    ),
    "a module of functions": (
        f"{IMPORTED}\nfrom tensorflow import nn",
        "nn.relu(x * w)",
        "from tensorflow.compat.v1 import nn",
        "nn.relu(x * w)",
    ),
    "an inner module": (
        f"{IMPORTED}\nfrom tensorflow.python.ops import math_ops",
        "math_ops.cast(x * w, tf.float64)",
        "import tensorflow as tf",
        "tf.cast(x * w, tf.float64)",
    ),
    "an inner module of before 1.0": (
        f"{IMPORTED}\nfrom tensorflow.python.ops import seq2seq",
        "seq2seq.sequence_loss([x], [tf.ones([2], tf.int32)], [w[:2]])",
        "import compat",
        "compat.contrib.legacy_seq2seq.sequence_loss([x], [tf.ones([2], tf.int32)], [w[:2]])",
    ),
    "TensorFlow's own first version": (
        "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()",
        "tf.log(x * w)",
        IMPORTED,
        "tf.math.log(x * w)",
    ),
    "the first version, or TensorFlow": (
        "try:\n    import tensorflow.compat.v1 as tf\n    tf.disable_v2_behavior()\n"
        "except ImportError:\n    import tensorflow as tf",
        "tf.log(x * w)",
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    import tensorflow as tf",
        "tf.math.log(x * w)",
    ),
    "under a condition": (
        f"import sys\nif sys.version_info > (3,):\n    {IMPORTED}\nelse:\n    {IMPORTED}\n"
        "rnn = tf.contrib.rnn",
        "rnn.BasicLSTMCell(3)(x * w, (x, x))[0]",
        f"import sys\nimport compat\nif sys.version_info > (3,):\n    {IMPORTED}",
        "rnn.BasicLSTMCell(3)(x * w, (x, x))[0]",
    ),
    "everything": (
        f"{IMPORTED}\nfrom tensorflow import *",
        "reduce_sum(log(x * w), keep_dims=True) + max(2.0, 1.0)",
        "from tensorflow.compat.v1 import reduce_sum",
        "reduce_sum(log(x * w), keep_dims=True) + max(2.0, 1.0)",
    ),
    "everything, of which nothing is used": (
        f"{IMPORTED}\nfrom tensorflow import *",
        "tf.log(x * w)",
        IMPORTED,
        "tf.math.log(x * w)",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_way_of_importing(way, tmp_path):
    imports, loss, expected, computed = WAYS[way]
    path = tmp_path / "train.py"
    path.write_text(PROGRAM.format(imports=imports, loss=loss))
    outcome = migrate([path])
    assert {one.tier.value for unit in outcome.units for one in unit.programs} <= {
        "native",
        "compat",
        "wrapped",
    }
    after = outcome.changes[0].after.decode()
    assert expected in after
    assert computed in after
    assert "disable_v2" not in after
    assert "import *" not in after
    path.write_bytes(outcome.changes[0].after)
    assert not migrate([path]).changes


def test_on_tier_graph_all_names_come_from_compat(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(
        "try:\n    import tensorflow.compat.v1 as tf\nexcept ImportError:\n    import tensorflow as tf\n"
        "from tensorflow import *\n\nwith tf.Session() as sess:\n    tf.profiler.Profiler(sess.graph)\n"
        "    print(sess.run(mul(2, 3)), range(3))\n"
    )
    after = migrate([path]).changes[0].after.decode()
    assert after.startswith(
        "try:\n    from compat import tf1 as tf\nexcept ImportError:\n    from compat import tf1 as tf\n"
        "from compat.tf1 import mul, range\n"
    )


@pytest.mark.parametrize(
    "body",
    [
        "def f(tf):\n    return tf.get_variable('w')",
        "def f(x):\n    for slim in x:\n        slim.conv2d(x)",
        "def f(x):\n    with open(x) as slim:\n        return slim.stack(x)",
        "f = lambda tf: tf.get_variable('w')",
    ],
)
def test_names_of_functions_own_are_left_alone(body, tmp_path):
    path = tmp_path / "train.py"
    used = "tf.placeholder(tf.float32)"
    path.write_text(f"from tensorflow.contrib import slim\nimport tensorflow as tf\n\n{used}\n\n\n{body}\n")
    assert body in migrate([path]).changes[0].after.decode()
