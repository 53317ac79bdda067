"""Programs that are built, end, print and draw in ways of their own."""

import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from migrate.verify import Program, Request, Status, Verdict, is_tensorflow_1, processes, verify
from migrate.verify.processes import Assignment
from migrate.verify.records import steps_so_far

Verified = Callable[..., Verdict]

TRAINS = """
    import tensorflow as tf
    x = tf.placeholder(tf.float32, [], name="x")
    w = tf.get_variable("w", [2], initializer=tf.random_normal_initializer())
    loss = tf.reduce_sum(tf.square(w * x), name="loss")
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    for step in range(3):
        _, value = sess.run([train_op, loss], {x: 1.0 + step})
"""

# Two graphs with a variable of one name, each in a session that a function opens.
TWO_GRAPHS = """
    import tensorflow as tf

    def train(rate):
        with tf.Graph().as_default(), tf.Session() as sess:
            w = tf.get_variable("w", [2], initializer=tf.random_normal_initializer())
            loss = tf.reduce_sum(tf.square(w))
            train_op = tf.train.GradientDescentOptimizer(rate).minimize(loss)
            sess.run(tf.global_variables_initializer())
            for step in range(3):
                value = sess.run([train_op, loss])[1]
        print("loss at rate %g: %.4f" % (rate, value))

    train(0.1)
    train(0.2)
"""

TWO_STORES = """
    import compat
    import tensorflow as tf
    v1 = tf.compat.v1

    def train(rate):
        variables = compat.VariableStore()
        optimizer = v1.train.GradientDescentOptimizer(rate)

        @variables.function()
        def train_step():
            w = v1.get_variable("w", [2], initializer=v1.random_normal_initializer())
            loss = tf.reduce_sum(tf.square(w))
            optimizer.apply_gradients(optimizer.compute_gradients(loss))
            return loss

        for step in range(3):
            value = train_step().numpy()
        print("loss at rate %g: %.4f" % (rate, value))

    train(0.1)
    train(0.2)
"""

DROPOUT = TRAINS.replace("loss = tf.reduce_sum(", "loss = tf.reduce_sum(tf.random_uniform([2], 0.9, 1.1) * ")


@pytest.fixture
def verified(tmp_path: Path, forked: None) -> Verified:
    """Compares two programs that are given as text; the second is the first where there is no other."""

    def run(
        before: str, after: str | None = None, gpus: int = 1, timeout: float = 120, **options: object
    ) -> Verdict:
        for side, text in (("before", before), ("after", before if after is None else after)):
            (tmp_path / side).mkdir()
            (tmp_path / side / "train.py").write_text(textwrap.dedent(text))
        one = Program("the original", tmp_path / "before", Path("train.py"))
        two = Program("the rewritten program", tmp_path / "after", Path("train.py"))
        ones = [is_tensorflow_1(program.root / program.entry, program is one) for program in (one, two)]
        request = Request(one, two, *ones, (), gpus, timeout=timeout, **options)
        (tmp_path / "work").mkdir()
        return verify(request, tmp_path / "work")

    return run


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def test_two_graphs_may_have_a_variable_of_one_name(verified: Verified):
    assert str(verified(TWO_GRAPHS, TWO_STORES)) == "same: 6 steps equal to the bit"


def test_finds_a_fault_in_the_second_graph(verified: Verified):
    verdict = verified(TWO_GRAPHS, changed(TWO_STORES, "train(0.2)", "train(0.3)"))
    assert verdict.headline.startswith("at step 4 variable 'w#2' differs by ")


def test_both_programs_may_be_of_tensorflow_2(verified: Verified):
    assert str(verified(TWO_STORES)) == "same: 6 steps equal to the bit"


def test_another_shape_is_told(verified: Verified):
    verdict = verified(TWO_GRAPHS, TWO_STORES.replace('"w", [2]', '"w", [3]'))
    assert verdict.status is Status.NOT_COMPARED
    assert "variable 'w' is float32(2,) in the original, float32(3,) in the rewritten" in verdict.headline
    assert verdict.details[-1].startswith("try: give both programs the same flags")


def test_programs_without_variables_are_compared_by_what_they_compute(verified: Verified):
    before = """
        import tensorflow as tf
        x = tf.placeholder(tf.float32, [2])
        with tf.Session() as sess:
            for step in range(3):
                print(sess.run(x * 2.0, {x: [step, 1.0]}))
    """
    after = """
        import tensorflow as tf

        @tf.function
        def doubled(x):
            return x * 2.0

        for step in range(3):
            print(doubled(tf.constant([step, 1.0], tf.float32)).numpy())
    """
    assert str(verified(before, after)) == "same: 3 steps equal to the bit"


def test_programs_with_other_variables_are_not_compared(verified: Verified):
    verdict = verified(TRAINS, changed(TRAINS, '"w", [2]', '"v", [3, 4]'))
    assert verdict.status is Status.NOT_COMPARED
    told = "the original w[2], the rewritten program v[3, 4]"
    assert verdict.headline == f"the programs train other variables: {told}"
    assert verdict.details[-1].startswith("try: see that both build the same model")


def test_programs_may_end_by_the_same_exception(verified: Verified):
    verdict = verified(TRAINS + '    raise ValueError("no step %d" % step)\n')
    assert verdict.status is Status.SAME
    ended = "the original ended with ValueError at train.py:11: no step 2"
    assert verdict.notes == (f"both programs end with the same exception: {ended}",)


def test_tells_another_exception(verified: Verified):
    error = '    raise ValueError("no step")\n'
    verdict = verified(TRAINS + error, TRAINS + error.replace("Value", "Key"))
    assert verdict.status is Status.DIFFERENT
    assert "ended with KeyError at train.py:11" in verdict.headline


def test_tells_another_exit_status(verified: Verified):
    verdict = verified(TRAINS + "    raise SystemExit(3)\n", TRAINS)
    assert str(verdict) == "different: the original ended with status 3, the rewritten program ran to its end"


def test_a_program_that_crashes_alone_is_not_compared(verified: Verified):
    verdict = verified(TRAINS, TRAINS + '    open("data.csv")\n')
    assert verdict.status is Status.NOT_COMPARED
    ended = "the rewritten program ended with FileNotFoundError at train.py:11: [Errno 2] No such file"
    assert verdict.headline.startswith(ended)
    assert verdict.headline.endswith("'data.csv' after 3 steps; the original ran to its end")
    assert "FileNotFoundError" in verdict.details[0]
    assert verdict.details[-1].startswith("try: it needs a file that is not in its folder")


def test_a_program_that_hangs_is_ended_and_shows_where(verified: Verified, late_once):
    late_once(lambda record: steps_so_far(record) == 3)
    verdict = verified(TRAINS + "    import threading\n    threading.Event().wait()\n", timeout=2)
    assert verdict.status is Status.NOT_COMPARED
    assert verdict.headline == "the original was still running after 2 s and 3 steps"
    assert 'train.py", line 12 in <module>' in verdict.details[0]
    assert verdict.details[-1].startswith("try: --steps 1 ends both")


def test_steps_end_programs_that_run_for_ever(verified: Verified):
    forever = changed(TRAINS, "for step in range(3):", "import itertools\n    for step in itertools.count():")
    assert str(verified(forever, steps=5)) == "same: 5 steps equal to the bit"


def test_a_program_that_never_trains_is_not_compared(verified: Verified):
    verdict = verified('    print("usage: train.py --data DIR")\n')
    assert verdict.status is Status.NOT_COMPARED
    assert verdict.headline == "the original ran to its end, and never trained"
    assert "what it printed last:\n  usage: train.py --data DIR" in verdict.details


def test_a_program_that_uses_too_much_memory_is_ended(verified: Verified):
    verdict = verified(TRAINS + "    import time\n    time.sleep(600)\n", memory=0.05)
    assert verdict.status is Status.NOT_COMPARED
    assert verdict.headline.startswith("the original used more than 0.05 GiB of memory ")
    assert verdict.details[-1].startswith("try: smaller batches")


def test_programs_that_only_evaluate_in_steps_of_their_own_are_not_compared(verified: Verified):
    evaluates = changed(TRAINS, "_, value = sess.run([train_op, loss]", "value = sess.run(loss")
    by_hand = """
        import tensorflow as tf
        w = tf.Variable(tf.random.normal([2]), name="w")

        @tf.function
        def loss(x):
            return tf.reduce_sum(tf.square(w * x))

        for step in range(3):
            value = loss(1.0 + step)
    """
    verdict = verified(evaluates, by_hand)
    assert verdict.status is Status.NOT_COMPARED
    assert verdict.headline == "the original ran to its end, and never trained"


def test_a_program_that_asks_at_the_keyboard_is_not_waited_for(verified: Verified):
    verdict = verified('    name = input("name: ")\n' + TRAINS)
    assert verdict.status is Status.NOT_COMPARED
    assert "ended with EOFError" in verdict.headline
    assert verdict.details[-1].startswith("try: it reads from the keyboard")


@pytest.mark.parametrize("config", ["", "config=tf.ConfigProto(allow_soft_placement=True)"])
def test_a_program_that_has_too_few_gpus_is_told_how_many_it_asks_for(verified: Verified, config: str):
    placed = changed(
        TRAINS,
        "    w = tf.get",
        "    for i in range(3):\n      with tf.device(f'/gpu:{i}'):\n        w = tf.get",
    )
    placed = changed(placed, 'get_variable("w"', 'get_variable(f"w{i}"')
    verdict = verified(changed(placed, "Session()", f"Session({config})"))
    assert verdict.status is Status.NOT_COMPARED
    assert verdict.details[-1].startswith("try: it asks for /gpu:")
    assert " give --gpus " in verdict.details[-1]


PRINTS = (
    TRAINS
    + """
    for _ in range(20):
        print(("x" * 99 + "\\n") * 10_000)
    print("the end")
"""
)


def test_what_is_printed_without_end_is_kept_in_part_and_not_called_the_same(verified: Verified, tmp_path):
    verdict = verified(PRINTS)
    assert verdict.status is Status.NOT_COMPARED
    assert verdict.headline == (
        "the original printed 19 MiB, of which the first 16 were compared; 3 steps equal to the bit"
    )
    assert verdict.details == (
        "try: --no-compare stdout compares all else; or let both print less, by their flags",
    )
    assert (tmp_path / "work/original/record/stdout.txt").stat().st_size == 16 << 20


def test_what_a_program_printed_last_is_told_behind_what_is_kept(verified: Verified):
    verdict = verified(PRINTS + '    raise ValueError("no")\n', PRINTS, ignored=frozenset({"stdout"}))
    assert verdict.details[1].endswith("\n  the end")


def test_each_program_writes_into_a_copy_of_its_folder(verified: Verified, tmp_path: Path):
    writes = '    import os\n    assert not os.path.exists("log")\n    open("log", "w").write("x")\n'
    assert verified(writes + TRAINS).status is Status.SAME
    assert [path.name for path in (tmp_path / "before").iterdir()] == ["train.py"]


def test_python_and_numpy_draw_the_same_in_both(verified: Verified):
    draws = changed(TRAINS, "{x: 1.0 + step}", "{x: random.random() + np.random.rand()}")
    assert verified("    import random\n    import numpy as np\n" + draws).status is Status.SAME


def test_a_program_that_asks_for_new_chance_gets_the_same(verified: Verified):
    asks = "    import random\n    import numpy as np\n    np.random.seed(None)\n    random.seed()\n"
    draws = "{x: random.random() + np.random.rand() + np.random.RandomState().rand()}"
    draws = draws.replace("}", " + np.random.default_rng().random()}")
    assert verified(asks + changed(TRAINS, "{x: 1.0 + step}", draws)).status is Status.SAME


UNSEEDED = "since it draws random numbers without a seed, by 'random_uniform/RandomUniform' of its graph"
TAKES_TURNS = "though all random numbers of its graph have seeds: what it does at once, such as towers or "
DRAWS = "    import numpy as np\n" + changed(TRAINS, "{x: 1.0 + step}", "{x: np.random.rand()}")
TIME = "tf.square(w * x) * tf.py_func(lambda: np.float32(time.time_ns() % 10**9), [], tf.float32)"
TIMED = "    import time\n    import numpy as np\n" + changed(TRAINS, "tf.square(w * x)", TIME)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (DROPOUT, DROPOUT, UNSEEDED),
        (TIMED, TIMED, TAKES_TURNS),
        (
            DRAWS,
            DRAWS.replace("{x: ", "{x: np.random.rand() * "),
            "from Python or NumPy without a seed, and the other ",
        ),
    ],
    ids=["unseeded", "at once", "other draws"],
)
def test_it_is_told_why_the_original_differs_from_itself(
    verified: Verified, before: str, after: str, why: str
):
    verdict = verified(before, after)
    assert verdict.status is Status.NOT_COMPARED, verdict
    assert verdict.details[0].startswith("two runs of the original differ, ")
    assert why in verdict.details[0]
    assert verdict.details[1].startswith("the programs differ: at step 1 ")


def test_a_fault_is_no_chance_where_both_programs_draw_the_same(verified: Verified):
    verdict = verified(DRAWS, changed(DRAWS, "Optimizer(0.1)", "Optimizer(0.2)"))
    assert verdict.status is Status.DIFFERENT
    assert verdict.headline.startswith("at step 1 variable 'w' differs by ")


@pytest.mark.parametrize(("rate", "status"), [("0.1", Status.SAME), ("0.2", Status.DIFFERENT)])
def test_distributions_are_compared_over_several_runs(verified: Verified, rate: str, status: Status):
    verdict = verified(DROPOUT, changed(DROPOUT, "Optimizer(0.1)", f"Optimizer({rate})"), runs=4)
    assert verdict.status is status, verdict
    assert verdict.notes[-1] == "compared in distribution, over 4 runs of each"


SUMMARIES = (
    TRAINS
    + """
    writer = tf.summary.FileWriter("logs")
    for step in range(3):
        value = tf.Summary.Value(tag="loss", simple_value=0.5 * step)
        writer.add_summary(tf.Summary(value=[value]), step)
    del writer  # whose last events are in no file yet
    tf.train.Saver().save(sess, "model/ckpt")
"""
)


@pytest.mark.parametrize(
    ("old", "new", "headline"),
    [
        ("0.5 * step", "step", "scalar 'logs: loss' is 0.5 in the original and 1 in the other at step 1"),
        (
            "value]), step)",
            "value]))",
            "scalar 'logs: loss' has other steps: 3, from ",
        ),  # the summaries lack steps
        (
            '"loss", simple',
            '"cost", simple',
            "scalar 'logs: cost' is only in the event files of the rewritten",
        ),
        (
            "tf.train.Saver()",
            "tf.train.Saver({'v': w})",
            "checkpoint 1: only in the original's: w; only in the",
        ),
    ],
)
def test_finds_what_is_saved_otherwise(verified: Verified, old: str, new: str, headline: str):
    verdict = verified(SUMMARIES, changed(SUMMARIES, old, new), checkpoints=True)
    assert verdict.status is Status.DIFFERENT
    assert verdict.headline.startswith(headline)


def test_what_is_saved_alike_is_the_same(verified: Verified):
    assert verified(SUMMARIES, checkpoints=True).status is Status.SAME


def test_the_original_may_run_by_another_interpreter(verified: Verified):
    # Which is to have TensorFlow 1: this one has its names.
    as_1 = SUMMARIES.replace(
        "import tensorflow as tf", "import tensorflow.compat.v1 as tf\n    tf.disable_v2_behavior()"
    )
    failing = '    raise ValueError("no step %d" % step)\n'
    verdict = verified(as_1 + failing, SUMMARIES + failing, oracle=Path(sys.executable), checkpoints=True)
    assert verdict.status is Status.SAME, verdict
    assert verdict.parity is not None
    assert verdict.parity.equal_to_the_bit
    assert verdict.notes[0].endswith("the original ended with ValueError at train.py:19: no step 2")


def test_what_is_initialised_again_without_a_seed_begins_in_both_with_its_first_value(verified: Verified):
    again = TRAINS + "    sess.run(tf.global_variables_initializer())\n    print(sess.run(w))\n"
    assert verified(again).status is Status.SAME


BESIDE = """
    import numpy as np
    import tensorflow as tf

    x = tf.placeholder(tf.float32, [600, 600])
    v = tf.get_variable("v", [1], initializer=tf.random_normal_initializer())
    late = 0.0 * tf.reduce_sum(tf.matmul(tf.matmul(x, x), x))
    {lines}
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            session.run([seen, update], {{x: np.ones([600, 600])}})
"""


@pytest.mark.parametrize(
    ("lines", "is_told"),
    [
        ("seen = v + late; update = tf.assign_add(v, [1.0])", True),
        (
            "seen = v + late\n    with tf.control_dependencies([seen]): update = tf.assign_add(v, [1.0])",
            False,
        ),
    ],
    ids=["beside", "behind"],
)
def test_what_differs_may_be_read_beside_an_update(verified: Verified, lines: str, is_told: bool):
    other = (
        "update = tf.assign_add(v, [1.0])\n    with tf.control_dependencies([update]): seen = v.read_value()"
    )
    verdict = verified(BESIDE.format(lines=lines), BESIDE.format(lines=other))
    assert verdict.status is Status.DIFFERENT
    assert verdict.headline.startswith("at step 1 fetched value 0 (add:0) differs by 1")
    assert any("HAZ111" in line for line in verdict.details) == is_told


def test_a_line_that_the_original_prints_otherwise_each_time_is_not_compared(verified: Verified):
    prints = TRAINS + "    import os\n    print('of', os.urandom(4).hex())\n"
    verdict = verified(prints)
    assert verdict.status is Status.SAME
    told = "not compared, since the original prints it otherwise in each run: line 1 of stdout"
    assert verdict.notes == (told,)
    assert verdict.parity is not None
    assert verdict.parity.equal_to_the_bit


def test_a_step_may_give_a_variable_alone(verified: Verified):
    counts = changed(TRAINS, "minimize(loss)", "minimize(loss, global_step=step)")
    counts = changed(counts, "    w = tf", "    step = tf.train.get_or_create_global_step()\n    w = tf")
    counts = counts.replace("_, value = sess.run([train_op, loss]", "_, value = sess.run([train_op, step]")
    by_store = """
        import compat
        import tensorflow as tf
        v1 = tf.compat.v1
        variables = compat.VariableStore()
        with variables.scope():
            step = v1.train.get_or_create_global_step()
            w = v1.get_variable("w", [2], initializer=v1.random_normal_initializer())

        @variables.function()
        def train_step(x):
            loss = tf.reduce_sum(tf.square(w * x))
            v1.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
            return tf.identity(step)

        for number in range(3):
            value = train_step(1.0 + number).numpy()
    """
    assert (
        str(
            verified(
                counts.replace("for step in range(3)", "for number in range(3)").replace(
                    "1.0 + step", "1.0 + number"
                ),
                by_store,
            )
        )
        == "same: 3 steps equal to the bit"
    )


def test_a_session_with_hooks_finds_a_step_that_is_only_called_so(verified: Verified):
    monitored = """
        import tensorflow as tf
        step = tf.Variable(0, name="global_step", trainable=False)
        w = tf.get_variable("w", [2])
        train_op = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(w * w), global_step=step)
        with tf.train.MonitoredTrainingSession(hooks=[tf.train.StopAtStepHook(last_step=3)]) as sess:
            while not sess.should_stop():
                sess.run(train_op)
        print(tf.train.get_global_step().name)
    """
    assert str(verified(monitored)) == "same: 3 steps equal to the bit"


@pytest.mark.parametrize("again", ["sess.run([first, second])", "sess.run(first); sess.run(second)"])
def test_initialisers_in_a_row_are_one_step(verified: Verified, again: str):
    begins = TRAINS.replace("    loss", "    v = tf.Variable(0.0)\n    loss", 1)
    begins += """
    first, second = tf.variables_initializer([w]), tf.variables_initializer([v])
    sess.run(v.assign(2.0).op)
    AGAIN
    sess.run([train_op, loss], {x: 1.0})
    """
    one = begins.replace("AGAIN", "sess.run(tf.group(first, second))")
    assert str(verified(one, begins.replace("AGAIN", again), steps=6)) == "same: 6 steps equal to the bit"


ASSIGNED = """
    import tensorflow as tf
    w = tf.get_variable("w", [2], initializer=tf.zeros_initializer())
    rate = tf.Variable(0.1, trainable=False, name="rate")
    train_op = tf.assign_sub(w, rate * w)
    sess = tf.Session()
    sess.run(tf.global_variables_initializer())
    w.load([1.0, 2.0], sess)
    for step in range(3):
        sess.run(train_op)
"""

BEGINS = """
    import tensorflow as tf
    w = tf.Variable([1.0, 2.0], name="w")

    @tf.function
    def train_step():
        w.assign_sub(0.1 * w)

    for step in range(3):
        train_step()
"""


def test_a_variable_may_begin_with_what_the_original_sets_it_to(verified: Verified):
    assert verified(ASSIGNED, BEGINS).status is Status.SAME


MIRRORED = """
    import tensorflow as tf
    import compat
    strategy = tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])
    variables = compat.VariableStore(strategy)
    with variables.scope():
        rate = tf.compat.v1.Variable(0.1, trainable=False, name="rate")

    @variables.function
    def train_step():
        def replica():
            w = tf.compat.v1.get_variable("w", [2], initializer=tf.compat.v1.ones_initializer())
            w.assign_sub(rate * w)
        strategy.run(replica)

    @variables.function(input_signature=[])
    def compute_rate():
        return tf.identity(rate)

    for step in range(3):
        rate.assign(0.1 * (step + 2))
        train_step()
        print(compute_rate().numpy())
"""


def test_assigning_to_all_copies_of_a_variable_is_one_step(verified: Verified):
    original = changed(ASSIGNED, "    w.load([1.0, 2.0], sess)\n", "")
    original = changed(original, "zeros_initializer", "ones_initializer")
    loop = "rate.load(0.1 * (step + 2), sess)\n        sess.run(train_op)\n        print(sess.run(rate))"
    verdict = verified(changed(original, "sess.run(train_op)", loop), MIRRORED, gpus=2)
    assert str(verdict) == "same: 6 steps equal to the bit"


def test_a_variable_may_not_begin_with_another_constant(verified: Verified):
    verdict = verified(ASSIGNED, changed(BEGINS, "[1.0, 2.0]", "[2.0, 2.0]"))
    assert verdict.headline.startswith("at step 1 variable 'w' differs by ")


def test_a_single_constant_is_compared_before_it_is_planted(verified: Verified):
    verdict = verified(ASSIGNED, changed(ASSIGNED, "Variable(0.1,", "Variable(0.2,"))
    told = "variable 'rate' begins with other numbers than in the original, where seeds or constants fix them"
    assert verdict.headline == told


def test_the_hosts_gpus_are_hidden_and_a_program_does_not_see_how(verified: Verified):
    mask = """
    import os
    assert "CUDA_VISIBLE_DEVICES" not in os.environ
    """
    assert verified(mask + TRAINS).status is Status.SAME


@pytest.mark.parametrize(("real", "mask"), [(False, "-1"), (True, "0")])
def test_real_gpus_are_shown_where_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, real: bool, mask: str
):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    seen = {}

    def start(command: object, environment: dict[str, str], *_: int) -> subprocess.Popen[bytes]:
        seen.update(environment)
        return subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)

    monkeypatch.setattr(processes, "start_process", start)
    processes.run(Assignment("one", tmp_path / "train.py", (), 1, None, tmp_path, real_gpus=real), timeout=60)
    assert seen["CUDA_VISIBLE_DEVICES"] == mask
