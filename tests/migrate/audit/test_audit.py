"""What is written is looked up: names that do not exist are errors, at the line, whatever the file is."""

import textwrap

import pytest

from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate

HEAD = "import numpy as np\nimport tensorflow as tf\n"
CODE = "API209"


def found(tmp_path, text: str, name: str = "train.py") -> list[tuple[int, str]]:
    """The lines with what the audit tells there."""
    (tmp_path / name).write_text(HEAD + textwrap.dedent(text))
    told = [one for one in migrate([tmp_path]).all_diagnostics if one.code == CODE]
    assert all(one.severity is Severity.ERROR for one in told)
    assert all(one.instead for one in told)
    return [(one.span.line, one.found.partition(",")[0]) for one in told]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "from tensorflow.python.ops.rnn_cell_impl import _linear",
            "tensorflow.python.ops.rnn_cell_impl._linear",
        ),
        ("from tensorflow.python.ops.nothing import x", "tensorflow.python.ops.nothing"),
        ("import tensorflow.python.nothing", "tensorflow.python.nothing"),
        ("tf.contrib.bayesflow.monte_carlo", "compat.contrib.bayesflow"),
        ("class A(tf.contrib.gan.Nothing): pass", "compat.contrib.gan"),
        ("@tf.nothing\ndef f(): pass", "tensorflow.nothing"),
        ("def f(x=tf.nothing): pass", "tensorflow.nothing"),
        ("def f(x: 'tf.nothing'): pass", "tensorflow.nothing"),
        ("def f(x) -> tf.nothing: pass", "tensorflow.nothing"),
        ("getattr(tf, 'nothing')", "tensorflow.compat.v1.nothing"),
        ("np.set_numeric_ops()", "numpy.set_numeric_ops"),
        ("from numpy import set_numeric_ops", "numpy.set_numeric_ops"),
        ("nn = tf.nn\nnn.nothing", "tensorflow.compat.v1.nn.nothing"),
        ("tf.GraphKeys.NOTHING", "tensorflow.compat.v1.GraphKeys.NOTHING"),
    ],
)
def test_a_name_that_does_not_exist_is_told_at_its_line(text, name, tmp_path):
    uses = f"tf.to_float(0)\n\n{text}\n"
    last = len((HEAD + text).splitlines()) + 2
    told = found(tmp_path, uses)
    assert [one for _, one in told] == [name]
    assert 5 <= told[0][0] <= last


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    tf.nothing\nexcept AttributeError:\n    pass",
        "try:\n    from tensorflow.nothing import x\nexcept ImportError:\n    x = None\nx.y",
        "try:\n    from tensorflow.no import x\nexcept ImportError:\n    import tensorflow.nn as x\nx.relu",
        "if hasattr(tf, 'nothing'):\n    tf.nothing",
        "x = tf.nothing if hasattr(tf, 'nothing') else 1",
        "hasattr(tf, 'nothing') and tf.nothing",
        "if tf.__version__ < '1.0':\n    tf.nothing",
        "OLD = tf.__version__ < '1.0'\nif OLD:\n    tf.nothing",
        "def f():\n    if tf.__version__ > '1.0':\n        return 1\n    return tf.nothing",
        "getattr(tf, 'nothing', None)",
        "tf.nothing = 1\ntf.nothing",
        "setattr(tf, 'nothing', 1)\ntf.nothing",
        "def f(tf):\n    return tf.nothing",
        "class A:\n    def f(self, np):\n        return np.nothing",
        "def f():\n    import other as np\n    return np.nothing",
        "from .tensorflow import nothing",
        "from tensorflow.keras.datasets import mnist\nmnist.load_data",
        "np.random.RandomState(1).nothing",
        "tf.RunOptions.FULL_TRACE",
        "tf.train.Example.FromString",
    ],
)
def test_what_may_exist_all_the_same_is_not_told(text, tmp_path):
    assert found(tmp_path, f"tf.to_float(0)\n{text}\n") == []


def test_a_handler_counts_where_what_was_tried_is_missing(tmp_path):
    text = "try:\n    tf.nothing\nexcept AttributeError:\n    tf.nothing_either\n"
    assert found(tmp_path, f"tf.to_float(0)\n{text}") == [(7, "tensorflow.nothing_either")]


def test_the_program_is_rewritten_all_the_same(tmp_path):
    (tmp_path / "train.py").write_text(HEAD + "\n\ndef f(x):\n    return tf.to_float(tf.nothing(x))\n")
    outcome = migrate([tmp_path])
    assert outcome.has_errors
    assert b"tf.cast" in outcome.changes[0].after or b"compat.v1.to_float" in outcome.changes[0].after


def test_a_compat_of_the_program_s_own_is_not_looked_up(tmp_path):
    (tmp_path / "compat.py").write_text("def own():\n    pass\n")
    assert found(tmp_path, "import compat\ntf.to_float(compat.own())\n") == []


def test_a_file_without_a_program_is_looked_at(tmp_path):
    (tmp_path / "inner.py").write_text(
        "from tensorflow.python.ops import rnn_cell_impl\nrnn_cell_impl._linear\n"
    )
    told = [one for one in migrate([tmp_path]).all_diagnostics if one.code == CODE]
    assert [one.span.line for one in told] == [2]


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("", {"raw_ops.DecodeWebP": "warning", "imp": "warning", "float4_e2m1fn": "warning"}),
        ("tensorflow = '2.20'", {"imp": "warning", "float4_e2m1fn": "error"}),
        ("tensorflow = '2.21'\npython = '3.11'", {}),
        ("tensorflow = '2.21'\npython = '3.13'", {"imp": "error"}),
    ],
)
def test_what_counts_is_what_the_program_is_to_run_on(setting, told, tmp_path):
    (tmp_path / "pyproject.toml").write_text(f"[tool.tfmigrate]\n{setting}\n")
    (tmp_path / "train.py").write_text(
        HEAD + "import imp\ntf.to_float(imp)\ntf.raw_ops.DecodeWebP\ntf.dtypes.experimental.float4_e2m1fn\n"
    )
    found = [one for one in migrate([tmp_path]).all_diagnostics if one.code == CODE]
    assert {name: one.severity.value for name in told for one in found if f"{name}, " in one.found} == told
    assert len(found) == len(told)


def test_a_module_of_the_program_s_own_is_no_module_that_python_has_lost(tmp_path):
    (tmp_path / "chunk.py").write_text("size = 3\n")
    assert found(tmp_path, "import chunk\ntf.to_float(chunk.size)\n") == []
