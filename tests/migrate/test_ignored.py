"""What the user wants left as it is: the program takes the next tier, and the report says so."""

from pathlib import Path

import pytest

from migrate.model.choices import Codes, Selection
from migrate.model.diagnostic import Severity
from migrate.model.outcome import Outcome, Tier
from migrate.pipeline import migrate

TOWERS = """import numpy as np
import tensorflow as tf
x = tf.placeholder(tf.float32, [None, 2])
opt = tf.train.GradientDescentOptimizer(0.1)
grads = []
parts = tf.split(x, 2)
for i in range(2):{loop}
    with tf.device('/gpu:%d' % i):
        with tf.variable_scope('m', reuse=i > 0):
            w = tf.get_variable('w', [2, 1])
            loss = tf.reduce_mean(tf.matmul(parts[i], w))
            grads.append(opt.compute_gradients(loss))
average = []{average}
for pairs in zip(*grads):
    average.append((tf.reduce_mean(tf.stack([g for g, _ in pairs]), 0), pairs[0][1]))
train = opt.apply_gradients(average)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([train, loss], {{x: np.ones([4, 2])}})[1])
"""


def of_towers(folder: Path, loop: str = "", average: str = "", **codes: tuple[str, ...]) -> Outcome:
    (folder / "train.py").write_text(TOWERS.format(loop=loop, average=average))
    return migrate([folder], selection=Selection(codes=Codes(**codes)))


def tier(outcome: Outcome) -> Tier | None:
    (program,) = (program for unit in outcome.units for program in unit.programs)
    return program.tier


def told(outcome: Outcome) -> list[tuple[str, int, Severity]]:
    return [(one.code, one.span.line, one.severity) for one in outcome.all_diagnostics]


@pytest.mark.parametrize("by", ["comment", "run"])
def test_towers_that_are_not_to_be_replicas_stay_on_their_devices(tmp_path, by):
    if by == "comment":
        outcome = of_towers(tmp_path, loop="  # tfmigrate: ignore[TWR101]")
    else:
        outcome = of_towers(tmp_path, ignored=("TWR",))
    assert tier(outcome) is Tier.COMPAT
    if by == "comment":
        assert ("TWR204", 7, Severity.WARNING) in told(outcome)
        assert not any(one.code == "CFG205" for one in outcome.all_diagnostics)


def test_a_change_that_is_ignored_in_its_line_takes_the_next_tier_and_is_told(tmp_path):
    outcome = of_towers(tmp_path, average="  # tfmigrate: ignore[SES101]")
    assert tier(outcome) is Tier.WRAPPED
    (reason,) = [one for one in outcome.all_diagnostics if one.code == "CFG204"]
    assert (reason.span.line, reason.bars) == (13, (Tier.NATIVE, Tier.COMPAT))


def test_where_no_tier_is_left_the_program_stays_as_it_is_and_that_is_no_error(tmp_path):
    outcome = of_towers(tmp_path, ignored=("SES",))
    assert (tier(outcome), outcome.changes) == (None, ())
    assert told(outcome) == [("CFG204", 0, Severity.WARNING)]


def test_what_is_selected_alone_holds_and_the_longer_beginning_decides():
    codes = Codes(selected=("SES", "TWR101"), ignored=("SES2", "TWR"))
    assert [
        code for code in ("SES101", "SES203", "TWR101", "TWR204", "HAZ101") if not codes.leave_out(code)
    ] == [
        "SES101",
        "TWR101",
    ]


def test_findings_are_not_told_where_they_are_ignored(tmp_path):
    assert {code for code, _, _ in told(of_towers(tmp_path))} == {"HAZ101", "HAZ108"}
    assert told(of_towers(tmp_path, ignored=("HAZ",))) == []
    at_line = of_towers(tmp_path, loop="  # tfmigrate: ignore[HAZ101, HAZ108]")
    assert told(at_line) == []


def test_a_comment_that_ignores_nothing_is_told(tmp_path):
    outcome = of_towers(tmp_path, loop="  # tfmigrate: ignore[HAZ]", average="  # tfmigrate: ignore[API101]")
    assert tier(outcome) is Tier.NATIVE
    assert told(outcome) == [("CFG205", 13, Severity.WARNING)]


def test_lines_of_python_2_are_those_of_the_file(tmp_path):
    text = "# one\nimport tensorflow as tf\nfor k, v in {1: 2}.iteritems():\n    print k\n"
    text += (
        "w = tf.get_variable('w', [])  # tfmigrate: ignore[SES101]\nsess = tf.Session()\nprint sess.run(w)\n"
    )
    (tmp_path / "train.py").write_text(text)
    lines = {(one.code, one.span.line) for one in migrate([tmp_path]).all_diagnostics}
    assert {("CFG204", 5)} == {one for one in lines if one[0].startswith("CFG")}


PARTS = {
    "net.py": "import tensorflow as tf\ndef net(x):\n    return tf.log(tf.get_variable('w', []))\n",
    "train.py": "import tensorflow as tf\nfrom net import net\nprint(tf.Session().run(net(1)))\n",
}


@pytest.mark.parametrize("how", ["skip-file", "exclude"])
def test_a_program_of_which_a_file_is_left_stays_whole_and_that_is_no_error(tmp_path, how):
    for name, text in PARTS.items():
        skipped = "# tfmigrate: skip-file\n" if how == "skip-file" and name == "net.py" else ""
        (tmp_path / name).write_text(skipped + text)
    (tmp_path / ".gitignore").write_text("net.py\n" if how == "exclude" else "")
    outcome = migrate([tmp_path])
    assert outcome.changes == ()
    assert [(one.code, one.span.path.name, one.severity) for one in outcome.all_diagnostics] == [
        ("SRC012", "net.py", Severity.WARNING)
    ]


def test_files_without_tensorflow_never_make_a_run_fail(tmp_path):
    (tmp_path / "template.py").write_text("import {{ name }}\n")
    (tmp_path / "latin.py").write_bytes(b"city = 'Orl\xe9ans'\n")
    (tmp_path / "gone.py").symlink_to("nowhere.py")
    outcome = migrate([tmp_path])
    assert {one.severity for one in outcome.all_diagnostics} == {Severity.WARNING}
    assert len(outcome.all_diagnostics) == 3
    (tmp_path / "template.py").write_text("import tensorflow as {{ name }}\n")
    assert migrate([tmp_path]).has_errors
    (tmp_path / "template.py").write_text("# tfmigrate: skip-file\nimport tensorflow as {{ name }}\n")
    assert not migrate([tmp_path]).has_errors
