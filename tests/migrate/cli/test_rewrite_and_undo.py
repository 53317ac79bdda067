import json
from pathlib import Path

import pytest

from migrate.cli.main import main
from migrate.model.outcome import Outcome, ProgramOutcome, Tier, UnitOutcome


def read(project, name="src/train.py"):
    return (project / name).read_bytes()


def test_rewrite_changes_in_place_and_reports(project, capsys):
    assert main(["rewrite", "src"]) == 0
    assert read(project) == b"new\r\n"
    assert capsys.readouterr().out == (
        "src/train.py  native   MirroredStrategy\n"
        "1 program: 1 native · 1 file changed · tfmigrate undo puts them back\n"
    )


def test_undo_puts_back_and_names_what(project, capsys):
    main(["rewrite", "src"])
    capsys.readouterr()
    assert main(["undo"]) == 0
    assert read(project) == b"old\r\n"
    assert capsys.readouterr().out == "src/train.py\n1 file put back\n"


def test_a_second_undo_says_there_is_nothing(project, capsys):
    main(["rewrite", "src"])
    main(["undo"])
    capsys.readouterr()
    assert main(["undo"]) == 2
    assert capsys.readouterr().err.startswith("tfmigrate: nothing to undo")


def test_undo_refuses_a_file_edited_since_by_name(project, capsys):
    main(["rewrite", "src"])
    (project / "src/train.py").write_bytes(b"mine\n")
    assert main(["undo"]) == 2
    assert "src/train.py" in capsys.readouterr().err
    assert read(project) == b"mine\n"


def test_a_second_rewrite_changes_nothing_and_undo_still_works(project):
    main(["rewrite", "src"])
    assert main(["rewrite", "src"]) == 0
    assert main(["undo"]) == 0
    assert read(project) == b"old\r\n"


def test_check_writes_nothing_and_tells_by_its_status(project, capsys):
    assert main(["rewrite", "--check", "src"]) == 1
    assert read(project) == b"old\r\n"
    assert "1 file would change" in capsys.readouterr().out
    assert main(["rewrite", "--check", "src/other.py"]) == 0
    assert not (project / ".tfmigrate").exists()


def test_diff_prints_the_patch_alone_on_stdout_and_writes_nothing(project, capfdbinary):
    assert main(["rewrite", "--diff", "src"]) == 0
    out, err = capfdbinary.readouterr()
    assert out == b"--- a/src/train.py\n+++ b/src/train.py\n@@ -1 +1 @@\n-old\r\n+new\r\n"
    assert b"1 file would change" in err
    assert read(project) == b"old\r\n"


def test_diff_and_check_go_together(project, capsys):
    assert main(["rewrite", "--diff", "--check", "src"]) == 1
    assert capsys.readouterr().out.startswith("--- a/src/train.py")


def test_output_writes_every_python_file_elsewhere(project, capsys):
    assert main(["rewrite", "src", "--output", "out"]) == 0
    assert (read(project, "out/train.py"), read(project, "out/other.py")) == (b"new\r\n", b"fine\n")
    assert read(project) == b"old\r\n"
    assert not (project / ".tfmigrate").exists()
    assert "all written to out" in capsys.readouterr().out


def test_output_into_the_tree_that_is_read_is_refused_before_any_work(project, plant_pipeline, capsys):
    plant_pipeline(None)  # calling it would fail
    assert main(["rewrite", "src", "--output", "src/out"]) == 2
    assert "lies inside src" in capsys.readouterr().err


@pytest.mark.parametrize("flag", ["--diff", "--check"])
def test_flags_that_exclude_each_other_are_a_usage_error(project, flag, capsys):
    assert main(["rewrite", "src", "--output", "out", flag]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (project / "out").exists()


def test_a_file_that_cannot_be_parsed_is_reported_and_the_rest_goes_on(project, capsys):
    (project / "src/bad.py").write_bytes(b"broken old\n")
    assert main(["rewrite", "src"]) == 3
    assert read(project, "src/bad.py") == b"broken old\n"
    assert read(project) == b"new\r\n"
    assert "src/bad.py:1:1 SRC001 error: found a syntax error" in capsys.readouterr().out


def test_a_path_that_does_not_exist_is_one_line(project, capsys):
    assert main(["rewrite", "absent"]) == 2
    assert capsys.readouterr().err == "tfmigrate: absent does not exist\n"


def interrupt(project):
    """Leaves what a run leaves that died between two files."""
    main(["rewrite", "src"])
    journal = project / ".tfmigrate"
    (journal / "last-run.json").rename(journal / "writing.json")
    record = json.loads((journal / "writing.json").read_text())
    record["files"].append({"path": "src/other.py", "before": "ZmluZQo=", "sha256_after": "never written"})
    (journal / "writing.json").write_text(json.dumps(record))


@pytest.mark.parametrize("flags", [["--check"], ["--diff"], ["--output", "out"]])
def test_a_preview_of_a_half_written_tree_is_refused(project, flags, capsys):
    interrupt(project)
    assert main(["rewrite", "src", *flags]) == 2
    assert "run tfmigrate undo first" in capsys.readouterr().err
    assert read(project) == b"new\r\n"


def test_rewrite_first_puts_back_what_an_interrupted_run_left(project, capsys):
    interrupt(project)
    assert main(["rewrite", "src"]) == 0
    assert "put back 2 files" in capsys.readouterr().err
    assert read(project) == b"new\r\n"
    main(["undo"])
    assert read(project) == b"old\r\n"


def test_undo_puts_back_what_an_interrupted_run_left(project):
    interrupt(project)
    assert main(["undo"]) == 0
    assert read(project) == b"old\r\n"


NET = b"""import tensorflow as tf
def net(x):
    return tf.matmul(x, tf.get_variable('w', [2, 1]))
"""
TRAIN = b"""import numpy as np
import tensorflow as tf
from net import net
x = tf.placeholder(tf.float32, [None, 2])
y = tf.reduce_mean(net(x))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    print(session.run(y, {x: np.ones([4, 2])}))
"""


@pytest.mark.parametrize("net", [NET, b"def net(x):\n    return 2 * x\n"])
def test_a_program_whose_other_file_changes_too_is_not_rewritten_by_half(tmp_path, monkeypatch, capsys, net):
    (tmp_path / "net.py").write_bytes(net)
    (tmp_path / "train.py").write_bytes(TRAIN)
    monkeypatch.chdir(tmp_path)
    status = main(["rewrite", "train.py"])
    assert (tmp_path / "net.py").read_bytes() == net
    if net is NET:
        assert status == 3
        assert (
            "train.py SRC011 error: found a program of which other files change too: net.py"
            in capsys.readouterr().out
        )
        assert (tmp_path / "train.py").read_bytes() == TRAIN
    else:
        assert status == 0
        assert (tmp_path / "train.py").read_bytes() != TRAIN


def test_a_least_tier_makes_the_tiers_a_gate(project, plant_pipeline, capsys):
    tiers = [("a.py", Tier.NATIVE), ("b.py", Tier.WRAPPED), ("c.py", None)]
    programs = tuple(ProgramOutcome(Path(name), tier) for name, tier in tiers)
    plant_pipeline(lambda paths: Outcome((UnitOutcome(programs, (), ()),)))
    assert main(["rewrite", "--check", "src"]) == 0
    assert main(["rewrite", "--check", "--min-tier", "compat", "src"]) == 1
    assert capsys.readouterr().err == "tfmigrate: below compat: b.py (wrapped), c.py (unchanged)\n"
    plant_pipeline(lambda paths: Outcome((UnitOutcome(programs[:2], (), ()),)))
    assert main(["rewrite", "--check", "--min-tier", "wrapped", "src"]) == 0


@pytest.mark.parametrize("flags", [["--check"], ["--check", "--min-tier", "native"], []])
def test_a_run_that_may_find_anything_exits_with_0(project, flags):
    (project / "src/bad.py").write_bytes(b"broken\n")
    assert main(["rewrite", *flags, "--exit-zero", "src"]) == 0


def test_usage_errors_stay_what_they_are(project):
    assert main(["rewrite", "--exit-zero", "absent"]) == 2
