"""A run as a whole."""

from migrate import plan
from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate

PROGRAM = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
y = x * 2
with tf.Session() as sess:
    print(sess.run(y, {x: [1, 2]}))
"""


def test_a_defect_of_ours_is_told_and_the_other_programs_go_on(tmp_path, monkeypatch):
    (tmp_path / "one.py").write_text(PROGRAM)
    (tmp_path / "two.py").write_text(PROGRAM)
    real = plan.plans

    def failing(unit):
        if unit[0].bindings.module.path.name == "one.py":
            raise KeyError("oops")
        return real(unit)

    monkeypatch.setattr(plan, "plans", failing)
    outcome = migrate([tmp_path])
    assert [change.path.name for change in outcome.changes] == ["two.py"]
    (found,) = outcome.all_diagnostics
    assert (found.code, found.severity, found.span.path.name) == ("INT201", Severity.ERROR, "one.py")


def test_a_defect_in_the_analysis_of_a_program_is_told_too(tmp_path, monkeypatch):
    from migrate.analyse import modules

    (tmp_path / "one.py").write_text(PROGRAM)
    (tmp_path / "two.py").write_text(PROGRAM)
    real = modules.drivers

    def failing(tree, bindings):
        if bindings.module.path.name == "one.py":
            raise RecursionError("too deep")
        return real(tree, bindings)

    monkeypatch.setattr(modules, "drivers", failing)
    outcome = migrate([tmp_path])
    assert [change.path.name for change in outcome.changes] == ["two.py"]
    assert [found.code for found in outcome.all_diagnostics] == ["INT201"]


def test_the_program_being_rewritten_is_not_executed(tmp_path):
    ran = tmp_path / "ran"
    (tmp_path / "one.py").write_text(f"open({str(ran)!r}, 'w')\n{PROGRAM}")
    assert migrate([tmp_path]).changes
    assert not ran.exists()
