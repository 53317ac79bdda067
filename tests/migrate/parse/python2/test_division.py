import pytest

from migrate.parse.python2.conversion import converted
from migrate.parse.python2.results import Surroundings


def rewritten(text: str) -> tuple[str, list[tuple[int, bool]]]:
    """What follows `print` in a text of Python 2, and the line and weight of what is told of divisions."""
    result = converted(f"print 1\n{text}\n", Surroundings())
    assert result is not None
    told = [(one.line - 1, one.is_warning) for one in result.remarks if one.code == "PY2103"]
    return result.text.removeprefix("print(1)\n").removesuffix("\n"), told


INTEGERS = [
    ("x = 7 / 2", "x = 7 // 2"),
    ("for i in range(a / b): pass", "for i in range(a // b): pass"),
    ("for i in xrange(0, (a + 1) / b * c): pass", "for i in range(0, (a + 1) // b * c): pass"),
    ("x = y[:a / b]", "x = y[:a // b]"),
    ("x = y[a / b]", "x = y[a // b]"),
    ("x = y[a / b, c]", "x = y[a // b, c]"),
    ("y[a / b - 1] = 3", "y[a // b - 1] = 3"),
    ("x = y[:, a / b:]", "x = y[:, a // b:]"),
    ("x = [0] * (a / b)", "x = [0] * (a // b)"),
    ("x = tf.zeros([a / b, 3])", "x = tf.zeros([a // b, 3])"),
    ("x = np.ones(shape=(3, a / b))", "x = np.ones(shape=(3, a // b))"),
    ("x = tf.layers.dense(y, a / b)", "x = tf.layers.dense(y, a // b)"),
    ("x = slim.conv2d(y, num_outputs=a / b)", "x = slim.conv2d(y, num_outputs=a // b)"),
    ("x = tf.nn.rnn_cell.GRUCell(a / b)", "x = tf.nn.rnn_cell.GRUCell(a // b)"),
    ("x = np.reshape([a / b], [c / d, -1])", "x = np.reshape([a / b], [c // d, -1])"),
    ("x = (len(a)) / (2)  # half", "x = (len(a)) // (2)  # half"),
    ("x = (1 +\n     3  # /\n     ) / 2", "x = (1 +\n     3  # /\n     ) // 2"),
    ("for i in range(3):\n    x = i / 2", "for i in range(3):\n    x = i // 2"),
    ("x = [i / 2 for i in xrange(9)]", "x = [i // 2 for i in range(9)]"),
    ("for i, a in enumerate(b):\n    x = i / 2", "for i, a in enumerate(b):\n    x = i // 2"),
    ("n = 5\nn += 1\nn /= 2\nx = n / 3", "n = 5\nn += 1\nn //= 2\nx = n // 3"),
    ("n = a / b\nfor i in range(n * 2): pass", "n = a // b\nfor i in range(n * 2): pass"),
    ("self.n = a / b\nfor i in range(self.n): pass", "self.n = a // b\nfor i in range(self.n): pass"),
    ("n = 7\nm = n / a\nx = y[m + 1]", "n = 7\nm = n // a\nx = y[m + 1]"),
    ("m, n = 5, 2\nx = m / n", "m, n = 5, 2\nx = m // n"),
    (
        "for i in range(len(a) / b):\n    x += c / (len(a) / b)",
        "for i in range(len(a) // b):\n    x += c / (len(a) // b)",
    ),
    ("n = a / b\nm = n / 2\nx = y[:n]", "n = a // b\nm = n // 2\nx = y[:n]"),
    ("x = images.shape[0] / 2", "x = images.shape[0] // 2"),
    ("x = max(len(a), 3) / -2", "x = max(len(a), 3) // -2"),
    (
        "tf.app.flags.DEFINE_integer('n', 3, '')\nFLAGS = tf.app.flags.FLAGS\nx = FLAGS.n / 2",
        "tf.app.flags.DEFINE_integer('n', 3, '')\nFLAGS = tf.app.flags.FLAGS\nx = FLAGS.n // 2",
    ),
    (
        "p.add_argument('--n-gpus', type=int, default=2)\na = p.parse_args()\nx = 6 / a.n_gpus",
        "p.add_argument('--n-gpus', type=int, default=2)\na = p.parse_args()\nx = 6 // a.n_gpus",
    ),
]


@pytest.mark.parametrize(("before", "after"), INTEGERS)
def test_a_division_of_what_are_integers_for_certain_rounds_down_and_is_told(before, after):
    text, told = rewritten(before)
    assert text == after
    assert told
    assert not any(is_warning for _, is_warning in told)


@pytest.mark.parametrize(
    ("text", "is_warning"),
    [
        ("x = a / 2", True),
        ("x = a / b", False),
        ("def f(n):\n    return n / 2", True),
        ("n = 3\nn = g()\nx = n / 2", True),
        ("n = 3\ndef f():\n    global n\n    n = 2.5\nx = n / 2", True),
        ("n = 3\nn = n / 2.0\nx = n / 2", True),
        ("x = sum(a) / len(a)", True),
        ("x = f.n / 2", True),
        ("FLAGS = tf.app.flags.FLAGS\nDEFINE_integer('n', 3, '')\nFLAGS.n = 0.5\nx = FLAGS.n / g", False),
        ("p.add_argument('--n', type=int)\na = p.parse_args()\nx = a.n / g", False),
        ("def len(x): return 0.5\nx = len(a) / g", False),
        ("x = 2 ** -1 / 3", True),
        ("x = True / y", False),
        ("n = 0\nfor a in b:\n    n += a\nx = n / c", False),
        ("n = 0.5\nn = g()\nn += 1\nx = n / c", False),
        ("for i in range(n): pass\nn = g()\nn = a / b", False),
        ("m, n = f()\nx = m / n", False),
    ],
)
def test_a_division_of_what_may_be_integers_is_told_and_left(text, is_warning):
    after, told = rewritten(text)
    assert after == text
    assert told[-1] == (text.count("\n") + 1, is_warning)


@pytest.mark.parametrize(
    "text",
    [
        "x = a / 2.0",
        "x = float(a) / b",
        "x = a * 1.0 / b",
        "x = np.mean(a) / 2",
        "n = 0.5\nx = n / 2",
        "from __future__ import division\nx = 7 / 2",
        "x = (time.time() - t) / 60",
        "x = np.pi / 2",
        "loss = 0.\nfor a in b:\n    loss += a\nx = loss / len(b)",
    ],
)
def test_a_division_of_floats_is_not_told(text):
    after, told = rewritten(text) if "__future__" not in text else (text, _of_future(text))
    assert after == text
    assert told == []


def _of_future(text: str) -> list[str]:
    result = converted(f"{text}\nprint 1\n", Surroundings())
    assert result is not None
    assert "//" not in result.text
    return [one.code for one in result.remarks if one.code == "PY2103"]


@pytest.mark.parametrize(
    "text",
    [
        "y = {}\nx = y[a / b]",
        "y = collections.defaultdict(list)\nx = y[a / b]",
        "self.y = dict(z)\nself.y[a / b] = 1",
        "x = y.dense(z, a / b)",
        "x = z * (a / b)",
    ],
)
def test_what_may_have_been_a_float_is_told_and_stays(text):
    after, told = rewritten(text)
    assert after == text
    assert len(told) == 1
