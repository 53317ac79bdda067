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


LOOKS = """\
import tensorflow as tf
import model

with tf.Session() as sess:
    print(sess.graph.get_operations(), sess.run(model.double(tf.ones([2]))))
"""
RUNS = """\
import tensorflow as tf
import model

x = tf.placeholder(tf.float32, [2])
y = model.double(x)
with tf.Session() as sess:
    print(sess.run(y, {x: [1, 2]}))
"""
MODEL = """\
def double(x):
    return 2 * x
"""


def tiers(folder):
    outcome = migrate([folder])
    return {
        program.path.name: program.tier and program.tier.value
        for unit in outcome.units
        for program in unit.programs
    }


def test_programs_that_share_a_file_have_tiers_of_their_own(tmp_path):
    for name, text in {"model.py": MODEL, "looks.py": LOOKS, "runs.py": RUNS}.items():
        (tmp_path / name).write_text(text)
    assert tiers(tmp_path) == {"looks.py": "wrapped", "runs.py": "native"}
    assert len(migrate([tmp_path]).units) == 1


def test_a_program_that_another_one_imports_has_no_tier_of_its_own(tmp_path):
    looks = f"import runs\n{LOOKS}"
    for name, text in {"model.py": MODEL, "looks.py": looks, "runs.py": RUNS}.items():
        (tmp_path / name).write_text(text)
    assert tiers(tmp_path) == {"looks.py": "wrapped", "runs.py": "wrapped"}


def test_programs_that_import_each_other_have_no_tiers_of_their_own(tmp_path):
    runs = f"import looks\n{RUNS}"
    looks = f"import runs\n{LOOKS}"
    for name, text in {"model.py": MODEL, "looks.py": looks, "runs.py": runs}.items():
        (tmp_path / name).write_text(text)
    assert tiers(tmp_path) == {"looks.py": "wrapped", "runs.py": "wrapped"}


def test_a_script_without_a_session_is_rewritten_beside_programs_on_several_tiers(tmp_path):
    script = "import tensorflow as tf\nimport model\n\nprint(tf.app.flags, model.double(2))\n"
    for name, text in {"model.py": MODEL, "looks.py": LOOKS, "runs.py": RUNS, "script.py": script}.items():
        (tmp_path / name).write_text(text)
    assert tiers(tmp_path) == {"looks.py": "wrapped", "runs.py": "native"}
    assert "script.py" in [change.path.name for change in migrate([tmp_path]).changes]


def test_a_unit_with_a_file_that_cannot_be_parsed_stays_whole(tmp_path):
    (tmp_path / "train.py").write_text("import layers\n" + PROGRAM)
    (tmp_path / "layers.py").write_text("import tensorflow as tf\n\n\ndef double(x:\n    return x\n")
    (tmp_path / "other.py").write_text(PROGRAM)
    outcome = migrate([tmp_path])
    assert [change.path.name for change in outcome.changes] == ["other.py"]
    errors = [one for one in outcome.all_diagnostics if one.severity is Severity.ERROR]
    assert [(one.code, one.span.path.name) for one in errors] == [
        ("SRC001", "layers.py"),
        ("SES214", "train.py"),
    ]
