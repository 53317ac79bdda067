"""Faults put into rewritten programs are found, at their step, and what differs is named."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from migrate.verify import Status, Verdict

PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Migration:
    """A program before and after: the files' names, the emulated GPUs, and the lines that make the steps."""

    original: str
    other: str
    made_at: tuple[str, str]
    gpus: int = 1
    arguments: tuple[str, ...] = ()
    checkpoints: bool = False
    ignored: frozenset[str] = frozenset()

    def text(self) -> str:
        return (PROGRAMS / f"{self.other}.py").read_text()

    def compared(self, compare: Callable[..., Verdict], text: str) -> Verdict:
        original = PROGRAMS / f"{self.original}.py"
        options = {"gpus": self.gpus, "checkpoints": self.checkpoints, "ignored": self.ignored}
        return compare(original, text, *self.arguments, **options)

    def places(self, text: str, made_at: tuple[str, str] | None) -> str:
        """The lines of the two programs that make a step, as a headline tells them."""
        texts = (PROGRAMS / f"{self.original}.py").read_text(), text
        lines = zip(made_at or self.made_at, texts, strict=True)
        one, two = (_line_of(part, whole) for part, whole in lines)
        return f"(original.py:{one} in the original, other.py:{two} in the rewritten program)"


@dataclass(frozen=True)
class Fault:
    """Text replaced in a migrated program, which occurs in it once; where that shows first, and in what.

    `step` is `None` for what belongs to no step, such as a variable that is missing. `made_at` is in the
    lines of both programs that make the step, where these are not the ones that train.
    """

    old: str
    new: str
    step: int | None
    name: str
    made_at: tuple[str, str] | None = None


def _line_of(part: str, text: str) -> int:
    (number,) = (number for number, line in enumerate(text.splitlines(), 1) if part in line)
    return number


RUN = "sess.run([train_op"
ONE = Migration("styles/original", "styles/rewritten", (RUN, " in train_step("))
MIRRORED = Migration("faults/towers", "faults/towers_mirrored", (RUN, " in train_step("), gpus=2)
DEVICES = Migration("faults/normalised", "faults/normalised_on_devices", (RUN, " = train_step("), gpus=2)
SAVING = Migration("faults/saving", "faults/saving_wrapped", (RUN, RUN), checkpoints=True)
# Keras's velocities hold the learning rate, TensorFlow 1's do not: they agree while it is constant.
LOOP = Migration(
    "styles/original", "styles/custom_loop", (RUN, "train_step(batch"), arguments=("--decay=100",)
)
FIT = Migration(
    "styles/original",
    "styles/keras_fit",
    (RUN, "model.fit("),
    arguments=("--decay=100",),
    ignored=frozenset({"stdout"}),
)
MIGRATIONS = {
    "one device": ONE,
    "mirrored": MIRRORED,
    "on devices": DEVICES,
    "saving": SAVING,
    "by hand, a loop": LOOP,
    "by hand, fit": FIT,
}

LOSS, ERROR = "fetched value 0 (loss:0)", "fetched value 1 (error:0)"
TOWERS_LOSS, TOWERS_ACCURACY = "fetched value 0 (tower_1/loss:0)", "fetched value 1 (tower_1/accuracy:0)"
MEAN_LOSS = "fetched value 0 (mean_squared_error/value:0)"
W, B, HIDDEN, KERNEL = (f"variable '{name}'" for name in ("net/w", "net/b", "hidden/w", "hidden/kernel"))
AVERAGE = "variable 'net/w/ExponentialMovingAverage'"
MOVING_MEAN = "variable 'norm/moving_mean'"
BATCH = "        batch = random.rand(8, 4)\n"
UPDATE = "        optimizer.apply_gradients(gradients, global_step=global_step)\n"
APPLIED = "compat.average_gradients([(tf.clip_by_value(one, -0.1, 0.1), weight) for one, weight in pairs])"
CLIP = "gradients, _ = tf.clip_by_global_norm(gradients, 0.5)"
SPLIT = "tf.split(x, FLAGS.num_gpus), tf.split(y, FLAGS.num_gpus)"

# Of the variables the first in the order of their creation is named.
FAULTS: dict[str, dict[str, Fault]] = {
    "one device": {
        "swapped fetches": Fault("return loss, error", "return error, loss", 1, LOSS),
        "another loss fetched": Fault("return loss, error", "return loss, 2.0 * error", 1, ERROR),
        "a factor of the learning rate": Fault("exponential_decay(0.2,", "exponential_decay(0.1,", 1, W),
        "an earlier decay": Fault("FLAGS.decay", "3", 4, W),
        "a smooth decay": Fault("staircase=True", "staircase=False", 2, W),
        "no momentum": Fault("(rate, 0.9)", "(rate, 0.0)", 2, W),
        "Nesterov's momentum": Fault("(rate, 0.9)", "(rate, 0.9, use_nesterov=True)", 1, W),
        "a dropped clip": Fault("(tf.clip_by_norm(gradient, 0.5), one)", "(gradient, one)", 1, W),
        "a lost regulariser": Fault("0.01 * tf.nn.l2_loss(w)", "0.0 * tf.nn.l2_loss(w)", 1, LOSS),
        "a regulariser of the loss alone": Fault("compute_gradients(loss)", "compute_gradients(error)", 1, W),
        "a wrong reduction": Fault("tf.reduce_mean(tf.square", "tf.reduce_sum(tf.square", 1, LOSS),
        "a variable that is not updated": Fault(UPDATE, UPDATE.replace("gradients,", "gradients[:1],"), 1, B),
        "a counter that is not updated": Fault(
            "gradients, global_step=global_step)", "gradients)", 1, "'global_step'"
        ),
        "averages of the values before": Fault(
            UPDATE + "        average.apply([w, b])\n", "        average.apply([w, b])\n" + UPDATE, 1, AVERAGE
        ),
        "another seed": Fault("RandomState(7)", "RandomState(8)", 1, LOSS),
        "half of the batch twice": Fault(BATCH, BATCH + "        batch[4:] = batch[:4]\n", 1, LOSS),
        "a batch too many taken": Fault(
            BATCH,
            "        batch = random.rand(8, 4) if step != 5 else (random.rand(8, 4), random.rand(8, 4))[1]\n",
            6,
            LOSS,
        ),
        "another seed of an initialiser": Fault("initializer(seed=1)", "initializer(seed=2)", None, W),
        "another constant to begin with": Fault("zeros_initializer()", "ones_initializer()", 1, LOSS),
        "a step too few": Fault("range(FLAGS.steps)", "range(7)", None, "8 steps, the rewritten program 7"),
        "a step too many": Fault("range(FLAGS.steps)", "range(9)", None, "8 steps, the rewritten program 9"),
        "another value printed": Fault("(step, value)", "(step, off)", None, "line 1 of stdout"),
    },
    "mirrored": {
        "the first tower's loss": Fault("(per_tower[0])[-1]", "(per_tower[0])[0]", 1, TOWERS_LOSS),
        "the mean of the losses": Fault(
            "strategy.experimental_local_results(per_tower[0])[-1]",
            'strategy.reduce("MEAN", per_tower[0], axis=None)',
            1,
            TOWERS_LOSS,
        ),
        "one replica's batch twice": Fault("i = compat.replica_index()", "i = 0", 1, TOWERS_LOSS),
        "labels of the other replica": Fault(SPLIT, f"{SPLIT}[::-1]", 1, TOWERS_LOSS),
        "examples dealt out in turns": Fault(
            SPLIT, "[x[k::2] for k in range(2)], [y[k::2] for k in range(2)]", 1, TOWERS_LOSS
        ),
        "gradients that are not reduced": Fault(
            APPLIED, APPLIED.removeprefix("compat.average_gradients"), 1, HIDDEN
        ),
        "a sum for a mean": Fault(APPLIED, f"[(2.0 * one, weight) for one, weight in {APPLIED}]", 1, HIDDEN),
        "a clip behind the reduction": Fault(
            APPLIED,
            "[(tf.clip_by_value(one, -0.1, 0.1), weight) for one, weight in compat.average_gradients(pairs)]",
            1,
            HIDDEN,
        ),
        "a dropped clip": Fault(APPLIED, "compat.average_gradients(pairs)", 1, HIDDEN),
        "a regulariser for each replica": Fault("0.05 * tf.nn", "0.05 / 2 * tf.nn", 1, TOWERS_LOSS),
        "a decay off by one": Fault("[2, 4], [0.1", "[1, 4], [0.1", 3, HIDDEN),
        "averages of a part": Fault(
            "averages.apply(tf.compat.v1.trainable_variables())",
            "averages.apply(tf.compat.v1.trainable_variables()[1:])",
            None,
            "variable 'hidden/w/ExponentialMovingAverage' is missing",
        ),
        "stale averages": Fault(
            "MovingAverage(0.9)", "MovingAverage(1.0)", 1, "variable 'hidden/w/ExponentialMovingAverage'"
        ),
        "another accumulator to begin with": Fault(
            "AdagradOptimizer(rate)", "AdagradOptimizer(rate, 0.2)", 1, HIDDEN
        ),
        "hits among all": Fault("labels[i], 1)", "labels[i], 3)", 1, TOWERS_ACCURACY),
        "a step counted twice": Fault(
            "            per_tower = strategy.run(tower)\n",
            "            per_tower = strategy.run(tower)\n            global_step.assign_add(1)\n",
            1,
            "variable 'global_step'",
        ),
    },
    "on devices": {
        "moving averages never updated": Fault("tf.group(apply_op, *updates)", "apply_op", 1, MOVING_MEAN),
        "the other tower's moving averages": Fault(
            "updates = tf.", "updates = updates if i else tf.", 1, MOVING_MEAN
        ),
        "faster moving averages": Fault("momentum=0.9,", "momentum=0.8,", 1, MOVING_MEAN),
        "normalised by moving averages": Fault("training=True", "training=False", 1, TOWERS_LOSS),
        "each gradient clipped by itself": Fault(
            CLIP, "gradients = [tf.clip_by_norm(one, 0.5) for one in gradients]", 1, HIDDEN
        ),
        "a dropped clip": Fault(CLIP, "pass", 1, HIDDEN),
        "a larger epsilon": Fault("beta2=0.99", "beta2=0.99, epsilon=1e-3", 1, HIDDEN),
        "another decay of the moments": Fault("beta2=0.99", "beta2=0.999", 1, HIDDEN),
        "a decay off by one": Fault("[2, 4], [0.1", "[3, 4], [0.1", 4, HIDDEN),
        "a regulariser counted for both towers": Fault('("decays", scope)', '("decays")', 1, TOWERS_LOSS),
        "the first tower's gradients alone": Fault(
            "zip(*average_gradients(tower_grads))", "zip(*average_gradients(tower_grads[:1]))", 1, HIDDEN
        ),
        "a wrong reduction": Fault("tf.reduce_mean(stacked, 0)", "tf.reduce_max(stacked, 0)", 1, HIDDEN),
        "a layer that is not trained": Fault(
            "zip(gradients, variables)",
            "zip(gradients[:-1], variables)",
            1,
            "variable 'out/w'",
        ),
        "values fetched in another order": Fault(
            "[train_op, loss, accuracy]", "[train_op, accuracy, loss]", 1, TOWERS_LOSS
        ),
    },
    "saving": {
        "another seed of a dropout": Fault("seed=5", "seed=6", 1, MEAN_LOSS),
        "another rate of a dropout": Fault("0.25, seed", "0.2, seed", 1, MEAN_LOSS),
        "updates that are not waited for": Fault(
            "tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS)", "[]", 1, MOVING_MEAN
        ),
        "evaluated as in training": Fault(
            "training: False})\n                print",
            "training: True})\n                print",
            3,
            MEAN_LOSS,
            ("error =", "error ="),
        ),
        "another decay of squares": Fault("(rate, 0.9,", "(rate, 0.95,", 1, KERNEL),
        "no momentum": Fault("momentum=0.5)", "momentum=0.0)", 2, KERNEL),
        "a decay to another rate": Fault("global_step, 5, 0.01)", "global_step, 5, 0.02)", 2, KERNEL),
        "half of the loss": Fault("error(y, out)", "error(y, out, 0.5)", 1, MEAN_LOSS),
        "a summary of another name": Fault('scalar("loss"', 'scalar("cost"', 1, "['loss']"),
        "a summary of another value": Fault('"loss", loss)', '"loss", 2.0 * loss)', 1, "summary 'loss'"),
        "a histogram of another layer": Fault('"out", out)', '"out", hidden)', 1, "summary 'out_1'"),
        "summaries at later steps": Fault(
            "(summary, step)", "(summary, step + 1)", None, "scalar 'logs: loss' has other steps"
        ),
        "a checkpoint too few": Fault(
            "saver.save(sess,",
            "step > 1 and saver.save(sess,",
            None,
            "saved 3 checkpoints, the rewritten program 2",
        ),
        "a checkpoint of the trainable variables": Fault(
            "Saver(max_to_keep=2)",
            "Saver(tf.compat.v1.trainable_variables(), max_to_keep=2)",
            10,
            MOVING_MEAN,
            ("saver.restore", "saver.restore"),
        ),
        "a checkpoint that is not restored": Fault(
            'saver.restore(sess, "model/net-3")',
            "pass",
            10,
            "fetched 0 values, the rewritten program returned 1",
            ("saver.restore", "after 4 steps"),
        ),
        "the test set drawn later": Fault(
            "test = random.rand(10, 4)", "test = np.random.RandomState(11).rand(10, 4)", 1, MEAN_LOSS
        ),
    },
    "by hand, a loop": {
        "a factor of the regulariser": Fault("0.01 * tf.nn", "0.02 * tf.nn", 1, W),
        "a smaller momentum": Fault("momentum=0.9", "momentum=0.8", 2, B),
        "a clip by the global norm": Fault(
            "[tf.clip_by_norm(one, 0.5) for one in gradients]",
            "tf.clip_by_global_norm(gradients, 0.5)[0]",
            1,
            B,
        ),
        "a bias that is not trained": Fault(
            "in gradients], layer.trainable_variables)",
            "in gradients[:1]], layer.trainable_variables[:1])",
            1,
            B,
        ),
        "another constant to begin with": Fault('name="net")', 'name="net", bias_initializer="ones")', 1, B),
    },
    "by hand, fit": {
        "another clip": Fault("clipnorm=0.5", "clipnorm=0.6", 1, B),
        "a clip of all gradients": Fault("clipnorm=0.5", "global_clipnorm=0.5", 1, B),
        "Keras's own batches": Fault("batch_size=8, ", "", 1, B),
        "half of the regulariser": Fault("L2(0.005)", "L2(0.0025)", 1, W),
        "a shuffled data set": Fault("shuffle=False", "shuffle=True", 1, B),
    },
}
# What runs longest is run at night alone.
NIGHTLY = ("by hand, fit", "on devices", "saving")
ROWS = [
    pytest.param(
        program,
        fault,
        id=f"{program}-{fault}",
        marks=[pytest.mark.nightly] if program in NIGHTLY else [],
    )
    for program, faults in FAULTS.items()
    for fault in faults
]


@pytest.mark.by_day(one_in=2)
@pytest.mark.parametrize("program", MIGRATIONS)
def test_without_a_fault_the_programs_are_the_same(compared: Callable[..., Verdict], program: str):
    migration = MIGRATIONS[program]
    verdict = migration.compared(compared, migration.text())
    assert verdict.status is Status.SAME, verdict
    by_hand = program.startswith("by hand")
    assert verdict.parity is not None
    assert by_hand or verdict.parity.equal_to_the_bit


@pytest.mark.by_day(one_in=4)
@pytest.mark.parametrize(("program", "fault"), ROWS)
def test_finds_a_fault_at_its_step_by_its_name(compared: Callable[..., Verdict], program: str, fault: str):
    migration, row = MIGRATIONS[program], FAULTS[program][fault]
    text = migration.text()
    assert text.count(row.old) == 1
    changed = text.replace(row.old, row.new)
    verdict = migration.compared(compared, changed)
    assert verdict.status is Status.DIFFERENT, verdict
    assert row.name in verdict.headline, verdict
    if row.step is None:
        assert not verdict.headline.startswith("at step "), verdict
    else:
        assert verdict.headline.startswith(f"at step {row.step} "), verdict
        assert migration.places(changed, row.made_at) in verdict.headline
