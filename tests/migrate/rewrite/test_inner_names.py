"""Names of TensorFlow's inner modules are read and written as the public ones that TF 1.15 had for them."""

import textwrap

import pytest

from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate
from migrate.syntax.inner_names import is_lost, public_name

OPS = "tensorflow.python.ops."


@pytest.mark.parametrize(
    ("inner", "public"),
    [
        (OPS + "control_flow_ops.while_loop", "tensorflow.while_loop"),
        (OPS + "rnn_cell.BasicLSTMCell", "tensorflow.nn.rnn_cell.BasicLSTMCell"),
        (OPS + "rnn_cell_impl.LSTMStateTuple", "tensorflow.nn.rnn_cell.LSTMStateTuple"),
        ("tensorflow.models.rnn.rnn_cell.GRUCell", "tensorflow.nn.rnn_cell.GRUCell"),
        ("tensorflow.python.layers.core.Dense", "tensorflow.layers.Dense"),
        ("tensorflow.python.framework.dtypes.float32", "tensorflow.float32"),
        (
            "tensorflow.python.training.moving_averages.ExponentialMovingAverage",
            "tensorflow.train.ExponentialMovingAverage",
        ),
        (OPS + "math_ops.reduce_sum",) * 2,  # that of TF 2, which TF 1 had in public under tf.compat.v2 alone
        (OPS + "control_flow_ops.with_dependencies",) * 2,
        ("tensorflow.while_loop",) * 2,
    ],
)
def test_public_names(inner, public):
    assert public_name(inner) == public


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        (OPS + "control_flow_ops.while_loop", False),
        (OPS + "control_flow_ops.with_dependencies", False),
        ("tensorflow.python.framework.ops.RegisterShape", True),
        ("tensorflow.python.util.memory", True),
        ("tensorflow.python.util.memory.dismantle_ordered_dict", True),
        ("tensorflow.models.rnn.rnn_cell", True),
        ("tensorflow.train.Saver", False),
    ],
)
def test_what_is_lost(name, lost):
    assert is_lost(name) == lost


@pytest.fixture
def became(tmp_path):
    """The text that a program becomes, and what is said about it."""

    def rewrite(text):
        program = tmp_path / "train.py"
        program.write_text(textwrap.dedent(text))
        outcome = migrate([tmp_path])
        changed = [change.after.decode() for change in outcome.changes]
        return (changed or [program.read_text()])[0], list(outcome.all_diagnostics)

    return rewrite


def test_a_name_imported_by_itself_comes_from_where_it_is_public(became):
    after, _ = became(
        """
        from tensorflow.python.ops.rnn_cell import BasicLSTMCell as Cell, LSTMStateTuple
        from tensorflow.python.ops.control_flow_ops import while_loop, with_dependencies
        import tensorflow as tf
        size = tf.to_int32(3)
        """
    )
    assert "from compat.rnn_cell import BasicLSTMCell as Cell, LSTMStateTuple\n" in after
    assert "from tensorflow.compat.v1 import while_loop\n" in after
    assert "from tensorflow.python.ops.control_flow_ops import with_dependencies\n" in after


def test_modules_that_are_gone_are_not_imported(became):
    after, found = became(
        """
        from tensorflow.models.rnn import rnn, rnn_cell
        def model(x):
            return rnn.dynamic_rnn(rnn_cell.GRUCell(3), x)
        """
    )
    assert "import tensorflow as tf\n" in after
    assert "tensorflow.models" not in after
    assert "return tf.compat.v1.nn.dynamic_rnn(compat.rnn_cell.GRUCell(3), x)\n" in after
    assert found == []


def test_a_name_that_hides_the_module_stays(became):
    after, _ = became(
        """
        import tensorflow as tf
        from tensorflow.python.framework import ops
        zero = tf.to_int32(0)
        def total(ops):
            return ops.Graph() or [tf.Graph for ops in ops]
        """
    )
    assert "return ops.Graph() or [tf.Graph for ops in ops]\n" in after


def test_what_is_gone_is_told_and_stays(became):
    after, found = became(
        """
        import tensorflow as tf
        from tensorflow.python.framework import ops
        zero = tf.to_int32(0)
        ops.RegisterShape("Mine")(None)
        """
    )
    assert 'ops.RegisterShape("Mine")(None)\n' in after
    (one,) = found
    assert (one.code, one.severity, one.span.line) == ("API209", Severity.ERROR, 5)


def test_the_graph_of_an_inner_session_is_a_program_too(became):
    after, _ = became(
        """
        import tensorflow as tf
        from tensorflow.python.client import session
        from tensorflow.python.framework import ops

        class Model:
            def __init__(self):
                ops.reset_default_graph()
                self.session = session.Session()
                self.x = tf.placeholder(tf.float32)

            def run(self, x, *more):
                return self.session.run(self.x, {self.x: x}, *more)
        """
    )
    assert "compat.reset_default_graph()" in after
    assert "self.session = compat.Program()" in after


def test_what_python_gives_a_module_leaves_its_name_to_the_rules(became):
    after, found = became(
        """
        import tensorflow as tf
        zero = tf.to_int32(0)
        levels = tf.logging.__dict__
        print(tf.train.__name__, tf.__version__)
        """
    )
    assert "levels = tf.compat.v1.logging.__dict__\n" in after
    assert "print(tf.compat.v1.train.__name__, tf.__version__)\n" in after
    assert list(found) == []
