import textwrap

import pytest

from migrate.verify import ParityError, Record, compare_with, record_original

BEFORE = """
    import tensorflow as tf
    x = tf.placeholder(tf.float32, [2], name="x")
    with tf.variable_scope("net"):
        w = tf.get_variable("w", [2], initializer=tf.random_normal_initializer())
    losses = [tf.reduce_sum(tf.square(w * x)) for _ in range(2)]
    optimizer = tf.train.MomentumOptimizer(0.1, 0.9)
    gradients = [optimizer.compute_gradients(loss)[0][0] for loss in losses]
    train_op = optimizer.apply_gradients([(tf.reduce_mean(tf.stack(gradients), 0), w)])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            sess.run([train_op, losses[1]], {x: [1.0, step]})
"""

AFTER = """
    import threading
    import tensorflow as tf
    optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)
    made = []

    @tf.function
    def train_step(x):
        if not made:
            with tf.name_scope("net"):
                made.append(tf.Variable(tf.random.normal([2]), name="w"))
        w = made[0]
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w * x))
        optimizer.apply_gradients([(tape.gradient(loss, w), w)])
        return {"loss": loss, "text": tf.constant("text"), "nothing": None}

    for step in range(4):
        train_step(tf.constant([1.0, step]))
"""

MIRRORED = """
    import tensorflow as tf
    strategy = tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])
    with strategy.scope():
        with tf.name_scope("net"):
            w = tf.Variable(tf.zeros([2]), name="w")
        optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)

    def replica(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w * x))
        optimizer.apply_gradients([(tape.gradient(loss, w) / 2, w)])
        return loss

    @tf.function
    def train_step(x):
        return strategy.experimental_local_results(strategy.run(replica, args=(x,)))[1]

    for step in range(4):
        train_step(tf.constant([1.0, step]))
"""


PRUNED = """
    import compat
    import tensorflow as tf
    variables = compat.VariableStore()
    with variables.scope():
        optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)

    @variables.pruned(input_signature=[tf.TensorSpec([2], tf.float32)])
    def train_step(x):
        with tf.compat.v1.variable_scope("net"):
            w = tf.compat.v1.get_variable("w", [2], initializer=tf.compat.v1.random_normal_initializer())
        tf.compat.v1.assign_add(w, [1.0, 1.0])
        loss = tf.reduce_sum(tf.square(w * x))
        return optimizer.minimize(loss), loss

    for step in range(4):
        train_step([1.0, step])
"""

PROGRAM = (
    BEFORE.replace("import tensorflow as tf", "import compat\n    import tensorflow.compat.v1 as tf")
    .replace("x = tf.placeholder", "compat.build_graph()\n    x = tf.placeholder")
    .replace("tf.Session()", "compat.Program()")
)
GRAPH = BEFORE.replace("import tensorflow as tf", "from compat import tf1 as tf")


@pytest.fixture(scope="module")
def before(tmp_path_factory) -> Record:
    folder = tmp_path_factory.mktemp("before")
    program = folder / "before.py"
    program.write_text(textwrap.dedent(BEFORE))
    (folder / "record").mkdir()
    return record_original(program, folder / "record", gpus=2, timeout=120)


@pytest.fixture
def parity(before, tmp_path):
    """Compares a program with BEFORE."""

    def compared(text, steps=None):
        program = tmp_path / "after.py"
        program.write_text(textwrap.dedent(text))
        return compare_with(before, program, gpus=2, steps=steps, timeout=120)

    return compared


def replaced(text, old, new):
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.mark.parametrize("program", [AFTER, MIRRORED], ids=["lazily, in a function", "under a strategy"])
def test_plants_variables_of_plain_tensorflow_2(parity, program):
    found = parity(program)
    assert found.steps == 4
    assert found.equal_to_the_bit, found


@pytest.mark.parametrize(
    "program", [PRUNED, PROGRAM, GRAPH], ids=["a pruned step", "a program", "sessions of compat.tf1"]
)
def test_plants_and_records_the_lower_tiers(parity, program):
    found = parity(program)
    assert found.steps == 4
    assert found.equal_to_the_bit, found


@pytest.mark.parametrize("program", [PRUNED, PROGRAM, GRAPH])
def test_finds_another_batch_on_the_lower_tiers(parity, program):
    found = parity(replaced(program, "[1.0, step]", "[1.0, min(step, 2)]"))
    assert found.first_difference is not None
    assert found.first_difference.step == 4


@pytest.mark.parametrize("program", [PROGRAM, GRAPH])
def test_another_shape_is_refused_when_it_is_initialised(parity, program):
    changed = program.replace('"w", [2]', '"w", [1]')
    with pytest.raises(ParityError, match=r"'net/w' is float32\(2,\) in the original, float32\(1,\) in the"):
        parity(changed)


@pytest.mark.parametrize("program", [PROGRAM, GRAPH])
def test_a_graph_may_have_two_variables_of_one_name(parity, program):
    two = "[tf.Variable(1.0, trainable=False) for _ in range(2)]\n    with tf.variable_scope"
    found = parity(replaced(program, "with tf.variable_scope", two))
    assert found.problems == tuple(
        f"variable {name!r} is only in the rewritten program" for name in ("Variable", "Variable_1")
    )


def test_the_last_batch_counts(parity):
    found = parity(replaced(AFTER, "tf.constant([1.0, step])", "tf.constant([1.0, min(step, 2)])"))
    assert found.first_difference is not None
    assert found.first_difference.step == 4


def test_an_inner_function_belongs_to_the_outer(parity):
    inner = "loss = tf.function(lambda: tf.reduce_sum(tf.square(w * x)))()"
    assert parity(replaced(AFTER, "loss = tf.reduce_sum(tf.square(w * x))", inner)).equal_to_the_bit


def test_functions_of_libraries_and_of_other_threads_are_no_steps(parity):
    extra = """
        tf.function(tf.reduce_sum)(tf.ones([2]))
        thread = threading.Thread(target=tf.function(lambda: tf.constant(1.0)))
        thread.start()
        thread.join()
    """
    assert parity(AFTER + extra).equal_to_the_bit


def test_what_the_runtime_itself_has_a_store_make_is_no_step(parity):
    end = """
    from compat.cluster import _exchange
    assert variables.function(_exchange._done)() == 0
    """
    found = parity(PRUNED + end)
    assert found.steps == 4
    assert found.equal_to_the_bit, found


def test_a_function_without_numbers_or_effect_is_no_step(parity):
    extra = """
        tf.function(lambda: [None for _ in [tf.print("epoch", step)]])()
        tf.function(lambda: tf.constant("text"))()
        tf.function(lambda: tf.constant(2.0) + 1.0)()
    """
    assert parity(AFTER + extra).equal_to_the_bit


def test_another_step_is_one_too_many(parity):
    found = parity(AFTER + "\n    tf.function(lambda x: x)(tf.constant(1.0))\n")
    assert found.problems == ("the original made 4 steps, the rewritten program 5",)


def test_a_second_variable_of_a_name_is_another(parity):
    other = '    tf.Variable([1.0, 2.0], name="net/w")\n'
    found = parity(replaced(AFTER, "    for step in", other + "    for step in"))
    assert "variable 'net/w#2' is only in the rewritten program" in found.problems


def test_another_type_is_refused(parity):
    another = replaced(AFTER, "tf.random.normal([2])", "tf.zeros([2], tf.float64)")
    with pytest.raises(ParityError, match=r"'net/w' is float32\(2,\) in the original, float64\(2,\) in the"):
        parity(another)


INITIALISED = """
    import tensorflow as tf
    import compat
    variables = compat.VariableStore()

    @variables.function(input_signature=[tf.TensorSpec([2], tf.float32)])
    def train_step(x):
        with tf.compat.v1.variable_scope("net"):
            w = tf.compat.v1.get_variable("w", [2], initializer=tf.compat.v1.random_normal_initializer())
        losses = [tf.reduce_sum(tf.square(w * x)) for _ in range(2)]
        optimizer = tf.compat.v1.train.MomentumOptimizer(0.1, 0.9)
        gradients = [optimizer.compute_gradients(loss)[0][0] for loss in losses]
        optimizer.apply_gradients([(tf.reduce_mean(tf.stack(gradients), 0), w)])
        return losses[1]

    variables.initialize()
    for step in range(4):
        train_step([1.0, step])
"""


def test_variables_that_are_initialised_where_they_start_keep_what_was_planted(parity):
    found = parity(INITIALISED)
    assert found.steps == 4
    assert found.equal_to_the_bit, found
