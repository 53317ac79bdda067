"""The version that a program may decide by is the one that it was written for; what is only told stays."""

from pathlib import Path

import pytest

from migrate.pipeline import migrate
from migrate.rewrite.rules.api.version import VERSION

SURFACE = Path(__file__).parents[3] / "compat" / "tf1" / "_surface.py"
HEAD = "import logging\nimport tensorflow as tf\nfrom tensorflow import __version__ as release\n"
USE = "w = tf.get_variable('w', [])\n"


def rewritten(folder, text):
    (folder / "module.py").write_text(text)
    outcome = migrate([folder])
    (change,) = outcome.changes
    return change.after.decode(), [one.code for one in outcome.all_diagnostics]


def test_it_is_what_compat_tf1_tells_programs():
    # Imported, it would make this process one of TensorFlow 1, for all tests behind.
    assert f'\nVERSION = "{VERSION}"' in SURFACE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "assert {} >= '1.4'",
        "major = int({}.split('.')[0])",
        "small = [int(part) for part in {}.split('.')[:2]] >= [1, 2]",
        "rate = 0.1 if {}.startswith('1.') else 0.2",
        "check({}, 'at least 1.4')",
        "text = 'on %s' % {}",
        "print({} > '1.4')",
    ],
)
@pytest.mark.parametrize("asked", ["tf.__version__", "tf.VERSION", "tf.version.VERSION", "release"])
def test_what_may_decide_is_as_before(tmp_path, line, asked):
    after, codes = rewritten(tmp_path, HEAD + USE + line.format(asked) + "\n")
    assert line.format(repr(VERSION)) in after
    assert codes == ["API128"]


@pytest.mark.parametrize(
    "line",
    [
        "print('on', {})",
        "print('on {{}}'.format({}))",
        "print(f'on {{{}}}')",
        "logging.info('on %s', {})",
        "tf.logging.info('on %s' % {})",
        "assert FINE, 'You have: %s' % {}",
        "{}",
    ],
)
@pytest.mark.parametrize("asked", ["tf.__version__", "release"])
def test_what_is_told_is_what_runs(tmp_path, line, asked):
    after, codes = rewritten(tmp_path, HEAD + USE + line.format(asked) + "\n")
    assert VERSION not in after
    assert asked in after
    assert codes == []


def test_programs_of_tensorflow_2s_compat_v1_ask_for_what_they_asked_for(tmp_path):
    text = "import tensorflow.compat.v1 as tf\nassert tf.__version__ >= '1.4'\n" + USE
    text += "with tf.Session() as sess:\n    sess.run(w.initializer)\n    print(sess.run(w))\n"
    after, codes = rewritten(tmp_path, text)
    assert "assert tf.__version__ >= '1.4'" in after
    assert "API128" not in codes


def test_code_of_tensorflow_2_stays(tmp_path):
    (tmp_path / "module.py").write_text("import tensorflow as tf\nassert tf.__version__ >= '2.0'\n")
    assert migrate([tmp_path]).changes == ()
