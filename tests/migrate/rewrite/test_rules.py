"""Every rule does what its page shows."""

import re
import shlex

import pytest
from click.testing import CliRunner

from migrate.cli.main import tfmigrate
from migrate.cli.rules_page import all_pages
from migrate.model.diagnostic import Diagnostic, Severity
from migrate.model.outcome import Outcome
from migrate.pipeline import migrate
from migrate.report import page as explained
from migrate.report.input_pages import INPUT_PAGES
from migrate.rewrite.registry import all_rules
from migrate.rewrite.rules.api.rename import today

NET = "import tensorflow as tf\n\n\ndef net(x):\n    return tf.log(tf.get_variable('w', []) * x)\n"
EXAMPLES = [rule for rule in all_rules() if rule.before]


def rewritten(tmp_path, text: str) -> tuple[str, Outcome]:
    """What becomes of a program; of several files, each stands below a comment with its name."""
    _, *named = re.split(r"^# (\w+\.(?:py|ipynb))\n", text, flags=re.MULTILINE)
    files = dict(zip(named[::2], named[1::2], strict=True)) or {"train.py": text}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    outcome = migrate([tmp_path])
    return (outcome.changes[0].after.decode() if outcome.changes else text), outcome


@pytest.mark.parametrize("rule", EXAMPLES, ids=lambda rule: rule.code)
def test_the_example_before_becomes_the_example_after(rule, tmp_path):
    assert rewritten(tmp_path, rule.before)[0] == rule.after


@pytest.mark.parametrize("rule", EXAMPLES, ids=lambda rule: rule.code)
def test_the_example_after_stays_as_it_is(rule, tmp_path):
    after, outcome = rewritten(tmp_path, rule.after)
    assert after == rule.after
    errors = {one.code for one in outcome.all_diagnostics if one.severity is Severity.ERROR}
    assert errors <= {"API209"}, "what is missing is told, wherever an example has such a name"


@pytest.mark.parametrize("rule", [rule for rule in all_rules() if rule.held], ids=lambda rule: rule.code)
def test_the_example_on_a_lower_tier_is_there_for_its_reason_and_the_other_is_not(rule, tmp_path):
    barred, risen = (rewritten(tmp_path, text)[1] for text in (rule.held, rule.rises))
    assert rule.code in {one.code for one in barred.all_diagnostics if _holds(one)}
    assert [one for one in risen.all_diagnostics if _holds(one)] == []


@pytest.mark.parametrize("page", [page for page in all_pages() if page.told], ids=lambda page: page.code)
def test_what_is_told_of_an_example_is_not_of_the_mended_one(page, tmp_path):
    told, mended = (rewritten(tmp_path, text)[1].all_diagnostics for text in (page.told, page.mended))
    assert page.code in {one.code for one in told}
    assert page.code not in {one.code for one in mended}


COMMANDS = [page for page in INPUT_PAGES if page.before.startswith("tfmigrate ")]


@pytest.mark.parametrize("page", COMMANDS, ids=lambda page: page.code)
def test_what_is_told_after_a_command_is_not_after_the_mended_one(page, tmp_path, monkeypatch):
    train = "import net\nimport tensorflow as tf\n\nprint(tf.Session().run(net.net(1)))\n"
    files = {"notes.txt": "notes", "train.py": train, "net.py": NET, "src/one.py": NET, "lib/two.py": NET}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for folder in (".cache", "old"):
        (tmp_path / folder).mkdir()
    (tmp_path / "old" / "gone.py").symlink_to("nowhere.py")
    (tmp_path / "src" / "lib").symlink_to(tmp_path / "lib")
    monkeypatch.chdir(tmp_path)
    told, mended = (
        CliRunner().invoke(tfmigrate, [*shlex.split(command, comments=True)[1:], "--diff", "--no-cache"])
        for command in (page.before, page.after)
    )
    assert page.code in told.output
    assert page.code not in mended.output


def test_each_refusal_has_an_example_or_says_why_it_has_none():
    """What files cannot be taken in for has a page of its own; reasons for lower tiers are 200 and above."""
    refusals = [page for page in all_pages() if page.code[3] == "2" or page in INPUT_PAGES]
    for page in refusals:
        pairs = (page.before, page.after), (page.held, page.rises), (page.told, page.mended)
        assert any(map(all, pairs)) != bool(page.without), page.code
        assert page.without in explained(page)


def _holds(found: Diagnostic) -> bool:
    """Whether a program is on a lower tier for it, or on none."""
    return bool(found.bars) or found.severity is Severity.ERROR


def test_no_edit_is_made_without_a_page():
    assert all(rule.before for rule in all_rules() if rule.edits is not None)


@pytest.mark.parametrize(
    ("symbol", "instead"),
    [
        ("tf.add_n", "tf.add_n"),
        ("tf.get_variable", "tf.compat.v1.get_variable"),
        ("tf.app.flags", "tf.compat.v1.app.flags"),
        ("tf.app.flags.FLAGS.batch_size", "tf.compat.v1.app.flags.FLAGS.batch_size"),
        ("tf.GraphKeys.LOSSES", "tf.compat.v1.GraphKeys.LOSSES"),
        ("tf.layers.dense", "compat.layers.dense"),
        ("tf.contrib.layers.flatten", "compat.contrib.layers.flatten"),
        ("tf.no_such_thing", None),
    ],
)
def test_a_symbol_has_one_name_on_tensorflow_2(symbol, instead):
    assert today(symbol) == instead


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("tf.matmul(a, b)", "tf.matmul(a, b)"),
        ("tf.reduce_mean(a, 0)", "tf.reduce_mean(a, 0)"),
        ("tf.reduce_mean(a, keep_dims=True)", "tf.reduce_mean(a, keepdims=True)"),
        (
            "tf.reduce_mean(\n        a,\n        None)  # b",
            "tf.reduce_mean(\n        a,\n        None)  # b",
        ),
        ("tf.reduce_sum(a, reduction_indices = [0, 1])", "tf.reduce_sum(a, axis = [0, 1])"),
        ("tf.reduce_sum(a, 0, reduction_indices=b)", "tf.compat.v1.reduce_sum(a, 0, reduction_indices=b)"),
        ("tf.reduce_sum(*a, keep_dims=True)", "tf.compat.v1.reduce_sum(*a, keep_dims=True)"),
        ("tf.reduce_sum(a, **b)", "tf.compat.v1.reduce_sum(a, **b)"),
        ("tf.argmax(a, dimension=1)", "tf.argmax(a, axis=1)"),
        ("tf.argmax(a, 1, 'best')", "tf.argmax(a, 1, name='best')"),
        ("tf.transpose(a, b, 'turned', True)", "tf.transpose(a, b, name='turned', conjugate=True)"),
        ("tf.nn.softmax(tf.log(a), dim=0)", "tf.nn.softmax(tf.math.log(a), axis=0)"),
        ("tf.where(a)", "tf.where(a)"),
        ("tf.where(a, a, b)", "tf.compat.v1.where(a, a, b)"),
        ("map(tf.argmax, a)", "map(tf.compat.v1.argmax, a)"),
        ("tf.nn.conv2d(a, filter=b)", "tf.nn.conv2d(a, filters=b)"),
        ("tf.nn.conv2d(a, b, 1, 'SAME', True)", "tf.compat.v1.nn.conv2d(a, b, 1, 'SAME', True)"),
        ("tf.gfile.Exists(filename=a)", "tf.io.gfile.exists(path=a)"),
        ("tf.random_normal([2], seed=3)", "tf.random.normal([2], seed=3)"),
        ("tf.mul(tf.pack([a, b]), b)", "tf.multiply(tf.stack([a, b]), b)"),
        ("tf.batch_matmul(a, b, True)", "tf.matmul(a, b, adjoint_a=True)"),
        ("tf.concat(-1, a)", "tf.concat(axis=-1, values=a)"),
        ("tf.concat(b, [a, a], 'both')", "tf.concat(axis=b, values=[a, a], name='both')"),
        ("tf.concat(concat_dim=0, values=a)", "tf.concat(axis=0, values=a)"),
        ("tf.concat([a, b], [0])", "tf.concat([a, b], [0])"),
        ("tf.concat(a, b)", "tf.concat(a, b)"),
        ("tf.split(1, 3, a)", "tf.split(axis=1, num_or_size_splits=3, value=a)"),
        ("tf.split(split_dim=1, num_split=3, value=a)", "tf.split(axis=1, num_or_size_splits=3, value=a)"),
        ("tf.split(a, [b, 3])", "tf.split(a, [b, 3])"),
        ("tf.split(a, 3, 1)", "tf.split(a, 3, 1)"),
        ("tf.select(a, t=a, e=b)", "tf.compat.v1.where(a, x=a, y=b)"),
        ("tf.scalar_summary('a', b)", "tf.compat.v1.summary.scalar('a', b)"),
        ("tf.nn.dropout(a, 0.5)", "tf.compat.v1.nn.dropout(a, 0.5)"),
        ("tf.device('/gpu:0')", "tf.device('/gpu:0')"),
        ("tf.device(setter)", "tf.compat.v1.device(setter)"),
        (
            "tf.concat([f(tf.get_variable('w')), a], 0)",
            "tf.concat([f(tf.compat.v1.get_variable('w')), a], 0)",
        ),
    ],
)
def test_a_call_keeps_its_name_only_if_its_arguments_mean_the_same(call, instead, tmp_path):
    text = (
        "import tensorflow as tf\n\n\ndef f(a, b, setter):\n    tf.{}trainable_variables()\n    return {}\n"
    )
    assert rewritten(tmp_path, text.format("", call))[0] == text.format("compat.v1.", instead)


def test_tensorflow_2_code_is_left_alone(tmp_path):
    text = "import tensorflow as tf\n\n\n@tf.function\ndef f(a):\n    return tf.Variable(tf.shape(a))\n"
    assert rewritten(tmp_path, text)[0] == text


def test_names_that_only_look_like_tensorflow_are_left_alone(tmp_path):
    text = (
        "import tensorflow as tf\nfrom other import get_variable\n\n\n"
        "def f(tf):\n    return tf.get_variable('w'), get_variable('v')\n"
    )
    assert rewritten(tmp_path, text)[0] == text


def test_another_alias_of_tensorflow_is_kept(tmp_path):
    text = "import tensorflow as tensors\n\n\ndef f():\n    return tensors.get_variable('w')\n"
    assert "tensors.compat.v1.get_variable" in rewritten(tmp_path, text)[0]


def test_a_symbol_without_counterpart_is_an_error_at_its_line(tmp_path):
    gone = "tf.data.experimental.StatsAggregator"
    text = f"import tensorflow as tf\n\n\ndef f(x):\n    return {gone}(tf.get_variable('w'))\n"
    after, outcome = rewritten(tmp_path, text)
    assert after == text
    (found,) = outcome.all_diagnostics
    assert (found.code, found.span.line) == ("API201", 5)


def test_a_symbol_that_tensorflow_1_15_lacks_too_is_left_as_it_is(tmp_path):
    text = "import tensorflow as tf\n\n\ndef f(x):\n    return tf.no_such_thing(tf.get_variable('w'))\n"
    after, outcome = rewritten(tmp_path, text)
    assert after == text.replace("tf.get_variable", "tf.compat.v1.get_variable")
    (found,) = outcome.all_diagnostics
    assert (found.code, found.span.line) == ("API209", 5)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        (
            "from tensorflow.contrib.learn.python.learn.preprocessing.text import VocabularyProcessor",
            "from compat.contrib.learn.preprocessing.text import VocabularyProcessor",
        ),
        (
            "from tensorflow.contrib.learn.python.learn.preprocessing import tokenizer",
            "from compat.contrib.learn.preprocessing import tokenizer",
        ),
        (
            "from tensorflow.contrib.crf.python.ops.crf import viterbi_decode",
            "from compat.contrib.crf import viterbi_decode",
        ),
    ],
)
def test_inner_modules_of_contrib_are_imported_from_where_they_are_public(line, instead, tmp_path):
    text = "import tensorflow as tf\n{}\n\n\ndef f():\n    return tf.{}get_variable('w')\n"
    assert rewritten(tmp_path, text.format(line, ""))[0] == text.format(instead, "compat.v1.")


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("numpy.bool", "bool"),
        ("numpy.NaN", "numpy.nan"),
        ("numpy.lib.pad", "numpy.pad"),
        ("numpy.int32", "numpy.int32"),
        ("numpy.float.hex", "float.hex"),
        ("numpy.random.rand", "numpy.random.rand"),
    ],
)
def test_names_that_numpy_has_lost(name, instead, tmp_path):
    text = f"import numpy\nimport tensorflow as tf\n\nshape = tf.to_int32({name})\n"
    expected = text.replace(name, instead).replace("tf.to_int32", "tf.compat.v1.to_int32")
    assert rewritten(tmp_path, text)[0] == expected


@pytest.mark.parametrize("line", ["float = 3", "np.float = float", "def int(x): return x"])
def test_names_of_numpy_that_mean_something_of_the_module_stay(line, tmp_path):
    text = f"import numpy as np\nimport tensorflow as tf\n\n{line}\nx = tf.log(2.0)\n"
    kept = "np.int" if "int" in line else "np.float"
    after = rewritten(tmp_path, text + f"y = {kept}(2)\n")[0]
    assert after.endswith(f"y = {kept}(2)\n") == (line != "np.float = float")
    assert line in after


def test_tier_graph_has_todays_numpy_and_python_too(tmp_path):
    text = (
        "import numpy as np\nimport tensorflow as tf\n\n"
        "with tf.Session() as sess:\n"
        "    tf.profiler.Profiler(sess.graph)\n"
        "    for i in xrange(2):\n"
        "        print(sess.run('loss:0', {'x:0': np.zeros(3, np.float)}))\n"
    )
    after, outcome = rewritten(tmp_path, text)
    assert [program.tier.value for unit in outcome.units for program in unit.programs] == ["graph"]
    assert "in range(2)" in after
    assert "np.zeros(3, float)" in after


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("tf.reduce_sum(x, keep_dims=True)", "tf.reduce_sum(x, keepdims=True)"),
        ("tf.concat(1, [x, x])", "tf.concat(axis=1, values=[x, x])"),
        ("tf.mul(x, x)", "tf.multiply(x, x)"),
        ("tf.nn.dropout(x, keep_prob=0.5)", "tf.compat.v1.nn.dropout(x, keep_prob=0.5)"),
        ("tf.nn.dropout(x, rate=0.5)", "tf.nn.dropout(x, rate=0.5)"),
    ],
)
def test_arguments_tell_which_version_a_module_speaks(line, instead, tmp_path):
    text = "import tensorflow as tf\n\n\ndef f(x):\n    return {}\n"
    assert rewritten(tmp_path, text.format(line))[0] == text.format(instead)
