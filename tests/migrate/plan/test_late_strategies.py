"""Models of Keras that get a strategy once they are built are built in its scope, or it is told why not."""

import textwrap

import pytest

from migrate.pipeline import migrate

HEAD = "import tensorflow as tf\nfrom tensorflow.keras.utils import multi_gpu_model\n\n\n"
BUILD = "def build(n):\n    return tf.keras.Sequential([tf.keras.layers.Dense(n)])\n\n\n"
MIRRORED = "tf.distribute.MirroredStrategy({}, cross_device_ops=compat.OrderedReduction())"


def run(folder, text, head=HEAD + BUILD):
    program = folder / "train.py"
    program.write_text(head + textwrap.dedent(text), encoding="utf-8")
    return program, migrate([folder])


def became(folder, text, head=HEAD + BUILD):
    """The function of a program behind what all have, and its tier and strategy."""
    program, outcome = run(folder, text, head)
    assert outcome.changes, [str(found) for found in outcome.all_diagnostics]
    after = outcome.changes[0].after.decode()
    program.write_text(after, encoding="utf-8")
    assert not migrate([folder]).changes  # a second run changes nothing
    (unit,) = outcome.units
    (one,) = unit.programs
    assert one.tier.value == "native"
    return after.partition("def train")[2].partition("\n")[2], one.strategy, after


def expected(text):
    return textwrap.indent(textwrap.dedent(text).strip("\n"), "    ") + "\n"


def test_the_scope_reaches_from_what_builds_the_model_to_what_compiles_it(tmp_path):
    after, strategy, whole = became(
        tmp_path,
        """\
        def train(x, y):
            rows = len(x)
            # weights
            with tf.device('/cpu:0'):
                model = build(rows)
            print(rows)
            parallel = multi_gpu_model(model, gpus=2)  # both
            rate = tf.keras.optimizers.SGD(0.1)
            parallel.compile(rate, 'mse')
            parallel.fit(x, y)
            model.save('m.h5')
        """,
    )
    assert strategy == "MirroredStrategy"
    assert "multi_gpu_model" not in whole
    assert whole.startswith("import compat\nimport tensorflow as tf\n")
    assert after == expected(
        f"""
        rows = len(x)
        strategy = {MIRRORED.format("['/gpu:0', '/gpu:1']")}
        with strategy.scope():
            # weights
            model = build(rows)
            print(rows)
            parallel = model  # both
            rate = tf.keras.optimizers.SGD(0.1)
            parallel.compile(rate, 'mse')
        parallel.fit(x, y)
        model.save('m.h5')
        """
    )


def test_a_condition_decides_which_strategy_there_is_and_goes_where_it_chooses_nothing_else(tmp_path):
    after, _, _ = became(
        tmp_path,
        """\
        def train(args):
            model = build(3)
            if args.gpus > 1:
                model = multi_gpu_model(model, gpus=args.gpus)
            model.compile('sgd', 'mse')
        """,
    )
    made = MIRRORED.format("compat.gpu_names(args.gpus)")
    assert after == expected(
        f"""
        strategy = {made} if args.gpus > 1 else tf.distribute.get_strategy()
        with strategy.scope():
            model = build(3)
            model.compile('sgd', 'mse')
        """
    )


def test_a_condition_that_does_more_stays(tmp_path):
    after, _, _ = became(
        tmp_path,
        """\
        def train(names):
            model = build(3)
            count = len(names)
            if count < 2:
                parallel = model
            else:
                print('on', count)
                parallel = multi_gpu_model(model, [0, 2])
            parallel.compile('sgd', 'mse')
        """,
    )
    made = MIRRORED.format("['/gpu:0', '/gpu:2']")
    assert after == expected(
        f"""
        count = len(names)
        strategy = {made} if not (count < 2) else tf.distribute.get_strategy()
        with strategy.scope():
            model = build(3)
            if count < 2:
                parallel = model
            else:
                print('on', count)
                parallel = model
            parallel.compile('sgd', 'mse')
        """
    )


def test_where_too_few_gpus_are_taken_for_none_they_still_are(tmp_path):
    after, _, _ = became(
        tmp_path,
        """\
        def train():
            model = build(3)
            try:
                parallel = multi_gpu_model(model, gpus=2)
            except ValueError:
                parallel = model
            parallel.compile('sgd', 'mse')
        """,
    )
    assert after == expected(
        f"""
        try:
            strategy = {MIRRORED.format("compat.gpu_names(2)")}
        except ValueError:
            strategy = tf.distribute.get_strategy()
        with strategy.scope():
            model = build(3)
            parallel = model
            parallel.compile('sgd', 'mse')
        """
    )


def test_a_strategy_is_set_for_what_another_function_compiles(tmp_path):
    after, _, _ = became(tmp_path, "def train(gpus):\n    return multi_gpu_model(build(1), gpus)\n")
    made = MIRRORED.format("compat.gpu_names(gpus)")
    assert after == expected(
        f"""
        strategy = {made}
        tf.distribute.experimental_set_strategy(strategy)
        return build(1)
        """
    )


def test_models_between_each_other_share_a_scope_and_others_get_one_of_their_own(tmp_path):
    after, _, _ = became(
        tmp_path,
        """\
        def train():
            one = build(1)
            two = build(2)
            one = multi_gpu_model(one, 2)
            two = multi_gpu_model(two, 2)
            one.compile('sgd', 'mse')
            two.compile('sgd', 'mse')
            last = multi_gpu_model(build(3), 4)
            last.compile('sgd', 'mse')
        """,
    )
    assert after == expected(
        f"""
        strategy = {MIRRORED.format("['/gpu:0', '/gpu:1']")}
        with strategy.scope():
            one = build(1)
            two = build(2)
            one.compile('sgd', 'mse')
            two.compile('sgd', 'mse')
        strategy_2 = {MIRRORED.format("['/gpu:0', '/gpu:1', '/gpu:2', '/gpu:3']")}
        with strategy_2.scope():
            last = build(3)
            last.compile('sgd', 'mse')
        """
    )


def test_compile_is_given_no_strategy_any_more(tmp_path):
    after, strategy, _ = became(
        tmp_path,
        """\
        def train(gpus):
            model = build(1)
            both = tf.contrib.distribute.MirroredStrategy(num_gpus=gpus)
            model.compile('sgd', 'mse', distribute=both)
        """,
    )
    assert strategy == "MirroredStrategy"
    assert after == expected(
        """
        both = tf.distribute.MirroredStrategy(compat.gpu_names(gpus))
        with both.scope():
            model = build(1)
            model.compile('sgd', 'mse')
        """
    )


def test_a_model_for_a_tpu(tmp_path):
    after, strategy, _ = became(
        tmp_path,
        """\
        def train(use, resolver):
            model = build(1)
            if use:
                strategy = tf.contrib.tpu.TPUDistributionStrategy(resolver)
                model = tf.contrib.tpu.keras_to_tpu_model(model, strategy=strategy)
            model.compile('sgd', 'mse')
        """,
    )
    assert strategy == "TPUStrategy"
    assert after == expected(
        """
        strategy = compat.tpu_strategy(resolver) if use else tf.distribute.get_strategy()
        with strategy.scope():
            model = build(1)
            model.compile('sgd', 'mse')
        """
    )


def test_keras_by_itself_is_keras_3_too(tmp_path):
    text = "def train():\n    model = keras.Sequential([keras.layers.Dense(1)])\n"
    text += "    model = keras.utils.multi_gpu_model(model, 2)\n    model.compile('sgd', 'mse')\n"
    after, _, whole = became(tmp_path, text, "import keras\n\n\n")
    assert "import tensorflow as tf\n" in whole
    assert "API224" in {one.code for one in run(tmp_path, text, "import keras\n\n\n")[1].all_diagnostics}
    assert "    with strategy.scope():\n        model = keras.Sequential(" in after


def test_an_import_that_is_tried_goes_too(tmp_path):
    head = (
        "import tensorflow as tf\n\ntry:\n    from keras.utils import multi_gpu_model\nexcept ImportError:\n"
    )
    head += "    print('none')\n\n\n" + BUILD
    text = "def train():\n    model = multi_gpu_model(build(1), 2)\n    model.compile('sgd', 'mse')\n"
    _, _, whole = became(tmp_path, text, head)
    assert "try:\n    pass\nexcept ImportError:\n" in whole


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def train(model):\n    model = multi_gpu_model(model, 2)\n    model.compile('sgd')\n", 2),
        (
            "def train():\n    model = build(1)\n    gpus = count(model)\n"
            "    model = multi_gpu_model(model, gpus)\n    model.compile('sgd')\n",
            4,
        ),
        (
            "def train(many):\n    model = build(1)\n    if many:\n        gpus = 2\n        gpus += 1\n"
            "        model = multi_gpu_model(model, gpus)\n    model.compile('sgd')\n",
            6,
        ),
        (
            "def train():\n    one = build(1)\n    two = build(1)\n    one = multi_gpu_model(one, 2)\n"
            "    two = multi_gpu_model(two, 3)\n    one.compile('sgd')\n    two.compile('sgd')\n",
            5,
        ),
        (
            "def train():\n    model = multi_gpu_model(build(1), 2)\n"
            "    return model, map(multi_gpu_model, [build(1)], [2])\n",
            3,
        ),
    ],
)
def test_what_is_not_followed_is_told_and_stays(text, line, tmp_path):
    _, outcome = run(tmp_path, text)
    (found,) = outcome.all_diagnostics
    assert (found.code, found.span.line) == ("TWR221", line + (HEAD + BUILD).count("\n"))
    assert found.instead
    assert not outcome.changes
