"""Names that keep a program as it is."""

from migrate.rewrite.rule import Rule

_SCALED = """import tensorflow as tf

scale = 2.0
x = tf.placeholder(tf.float32, [])
y = x * scale * tf.get_variable('w', [])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run(y, {x: 1.0}))
"""
_OF_TWO_FILES = """# train.py
import tensorflow as tf

import helpers

x = tf.placeholder(tf.float32, [None, 3])
y = x * helpers.width(x)
with tf.Session() as sess:
    print(sess.run(y, {x: [[1.0, 2.0, 3.0]]}))

# helpers.py
def width(x):
    return x.get_shape()[1].value
"""
_OF_NUMPY = "import numpy as np\nimport tensorflow as tf\n\n\ndef f(x):\n"
_OF_ERRORS = "import tensorflow as tf\n\n\ndef f(x):\n    tf.log(x)\n"

_OF_NAMES = "import tensorflow as tf\n\nx = tf.log([1.0, 2.0])\n{}\n"

RULES = (
    Rule(
        code="API201",
        title="A symbol that TensorFlow 2 does not have",
        explanation="Neither TensorFlow 2 nor its compat.v1 has it, nor compat.",
        held=_SCALED + "    tf.data.experimental.StatsAggregator()\n",
        rises=_SCALED,
    ),
    Rule(
        code="API202",
        title="A symbol that TensorFlow 1.15 does not have",
        explanation=(
            "It is from before 1.0, from TensorFlow 2, or private. Where it is used the program fails with "
            "an AttributeError, as on 1.15; where it is not, as under a condition on the version, it does "
            "no harm."
        ),
        told=_OF_NAMES.format("if hasattr(tf, 'slim'):\n    x = tf.slim.softmax(x)"),
        mended=_OF_NAMES.format("x = tf.nn.softmax(x)"),
    ),
    Rule(
        code="API203",
        title="TensorFlow under another name",
        explanation="The steps that are written call it tf: write `import tensorflow as tf`.",
        held=_SCALED.replace("tensorflow as tf", "tensorflow as flow").replace("tf.", "flow."),
        rises=_SCALED,
    ),
    Rule(
        code="API205",
        title="A dimension's value without TensorFlow",
        explanation="The file takes .value of an element of a shape, but does not import TensorFlow.",
        held=_OF_TWO_FILES,
        rises=_OF_TWO_FILES.replace("[1].value", "[1]"),
    ),
    Rule(
        code="API206",
        title="A name of TensorFlow's inner modules that is gone",
        explanation="TF 1.15 had it in tensorflow.python, and not in public; TensorFlow 2 has it in neither.",
        without="where such a name is written, API209 says so at its line; this is for what is left out",
    ),
    Rule(
        code="API207",
        title="An argument that TensorFlow 2 does not take",
        explanation=(
            "The function is there, but has lost the argument: the call is left as it is, and fails with a "
            "TypeError where it is made."
        ),
        told=_OF_ERRORS + "    raise tf.errors.UnknownError(None, None, x, 2)\n",
        mended=_OF_ERRORS + "    raise tf.errors.UnknownError(None, None, x)\n",
    ),
    Rule(
        code="API209",
        title="A name that does not exist in what was written",
        explanation=(
            "Every name of TensorFlow, NumPy and compat in the rewritten code is looked up in what "
            "TensorFlow 2.16 to 2.21 and the NumPy of these have. What the newest lacks fails where it is "
            "used; what only older ones lack is a warning, as is a module that only newer Pythons lack. "
            "Where `tensorflow` or `python` in [tool.tfmigrate] says what the program is to run on, this "
            "alone counts. The program is rewritten all the same. Names "
            "behind a test of a version, or in a try that goes on without them, are left out, as are those "
            "that the program gives TensorFlow itself. In code that never runs, take the name out."
        ),
        told=_OF_NUMPY + "    return tf.log(x) + np.alltrue_(x)\n",
        mended=_OF_NUMPY + "    return tf.log(x) + np.all(x)\n",
    ),
)
