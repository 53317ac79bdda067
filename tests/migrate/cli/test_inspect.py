"""`tfmigrate inspect`: what it tells of programs, in text and as values."""

import json
import shutil
from pathlib import Path

import pytest

from migrate.cli.main import main

ROOT = Path(__file__).parents[3]
TOWERS = ROOT / "samples/towers/cnn_two_files/before"
CLUSTER = ROOT / "samples/clusters/synchronous/before"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, empty."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "40")  # which changes nothing
    return tmp_path


def inspected(capsys, *paths: str) -> dict:
    main(["inspect", *paths, "--report", "json"])
    return json.loads(capsys.readouterr().out)


def test_towers_and_runs_are_told_in_eighty_columns(project, capsys):
    shutil.copytree(TOWERS, project, dirs_exist_ok=True)
    before = {path: path.read_bytes() for path in project.iterdir()}
    assert main(["inspect", "."]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert text.splitlines()[:9] == [
        "train.py  native   MirroredStrategy",
        "  entry       154: if __name__ == '__main__':",
        "  imports     model.py",
        "  session     128: tf.Session",
        "  block       91: train",
        "    towers    111: on '/gpu:%d' % i for range(FLAGS.num_gpus); gradients",
        "              averaged by average_gradients",
        "    run       131: initialises by init",
        "    run       138: fetches train_op (applies gradients), loss; feeds images =",
    ]
    assert all(len(line) <= 80 for line in text.splitlines())
    assert {path: path.read_bytes() for path in project.iterdir()} == before


def test_the_same_is_there_as_values(project, capsys):
    shutil.copytree(TOWERS, project, dirs_exist_ok=True)
    content = inspected(capsys, ".")
    (facts,) = content["facts"]
    assert facts["entry"]["text"] == "if __name__ == '__main__':"
    assert facts["imports"] == ["model.py"]
    (block,) = facts["blocks"]
    assert [(one["purpose"], one["expression"]) for one in block["runs"]] == [
        ("initialise", "init"),
        ("step", "[train_op, loss]"),
    ]
    assert block["runs"][1]["feeds"] == [
        {"key": "images", "value": "batch_images"},
        {"key": "labels", "value": "batch_labels"},
    ]
    (towers,) = block["towers"]
    assert (towers["device"], towers["over"], towers["averaged_by"], towers["collects"]) == (
        "'/gpu:%d' % i",
        "range(FLAGS.num_gpus)",
        "average_gradients",
        ["tower_grads"],
    )
    assert towers["place"]["line"] == 111
    assert {file["path"] for file in content["files"]} == {"model.py", "train.py"}


def test_a_cluster_is_told_by_what_makes_it(project, capsys):
    (facts,) = inspected(capsys, str(CLUSTER))["facts"]
    assert [one["symbol"] for one in facts["cluster"]] == [
        "tf.train.ClusterSpec",
        "tf.train.Server",
        "tf.train.replica_device_setter",
        "tf.train.SyncReplicasOptimizer",
    ]
    assert [one["symbol"] for one in facts["sessions"]] == ["tf.train.MonitoredTrainingSession"]


WRAPPED = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [2])
w = tf.get_variable('w', [2])
loss = tf.reduce_sum(w * x)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Graph().as_default():
    w = tf.get_variable('w', [2])
    other = tf.reduce_sum(w)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        print(sess.run(other))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    print(sess.run([loss, train_op], {x: [1, 2]}))
"""


def test_why_a_program_is_on_no_higher_tier_is_first_among_what_is_left(project, capsys):
    (project / "a.py").write_text(WRAPPED)
    (project / "bad.py").write_text("import tensorflow\ndef f(:\n")
    content = inspected(capsys, ".")
    (program,) = content["programs"]
    assert program["tier"] == "wrapped"
    error, *reasons = content["to_do"]
    assert (error["finding"]["code"], error["worth"]) == ("SRC001", "the file can be read")
    assert [one["finding"]["place"]["line"] for one in reasons] == [6, 8]
    for reason in reasons:
        assert reason["finding"]["bars"] == ["native"]
        assert reason["worth"] == "one of 2 reasons that keep 1 program from native"
        assert reason["finding"]["instead"] == "a function for each graph"
        place = reason["finding"]["place"]
        assert place["text"] == WRAPPED.splitlines()[place["line"] - 1]
    assert main(["inspect", "."]) == 3
    text = capsys.readouterr().out
    assert "  2. a.py:6:1 SES215: one of 2 reasons that keep 1 program from native\n" in text
    assert f"     | {WRAPPED.splitlines()[5]}\n" in text


def test_each_program_is_told_the_reasons_of_what_it_runs_and_none_of_those_beside_it(project, capsys):
    model = "import time\nimport tensorflow as tf\n\ndef loss():\n    return tf.get_variable('w', [2]) * {}\n"
    (project / "model.py").write_text(model.format("time.time()"))
    (project / "clean.py").write_text(model.format("2.0"))
    run = "import tensorflow as tf\nimport {}\nloss = {}.loss()\nwith tf.Session() as sess:\n"
    run += "    sess.run(tf.global_variables_initializer())\n" + "    print(sess.run(loss))\n" * 2
    (project / "a.py").write_text(run.format("model", "model") + "    print(sess.graph)\n")
    (project / "b.py").write_text(run.format("model", "model"))
    (project / "c.py").write_text(run.format("clean, model", "clean"))
    content = inspected(capsys, ".")
    assert {one["path"]: one["tier"] for one in content["programs"]}["c.py"] == "native"
    (unit,) = content["units"]
    kept = {(one["place"]["path"], *one["programs"]) for one in unit["findings"] if one["bars"]}
    assert kept == {("model.py", "a.py", "b.py"), ("a.py", "a.py")}
    assert main(["inspect", "."]) == 0
    text = capsys.readouterr().out
    assert text.index("a.py:8") < text.index("\nb.py") < text.index("model.py:5")
    assert "which a.py, b.py run" in text


def test_every_reason_is_told_and_the_nearest_to_a_higher_tier_comes_first(project, capsys):
    (project / "a.py").write_text(WRAPPED + "    print(sess.graph)\n    sess.partial_run_setup([loss])\n")
    (project / "b.py").write_text(
        "import tensorflow as tf\nx = tf.placeholder(tf.float32)\nwith tf.Session() as sess:\n"
        "    print(sess.run(x + 1, {x: 1.0}))\n    print(sess.graph)\n"
    )
    content = inspected(capsys, ".")
    assert {one["path"]: one["tier"] for one in content["programs"]} == {"a.py": "graph", "b.py": "wrapped"}
    told = [
        (one["finding"]["place"]["path"], one["finding"]["code"], one["worth"]) for one in content["to_do"]
    ]
    of_native = [worth for path, code, worth in told if path == "a.py" and "native" in worth]
    assert told[0] == ("a.py", "SES216", "1 program may rise to wrapped")
    assert [one for one in told if one[0] == "b.py"] == told[1:3]
    assert {worth for _, _, worth in told[1:3]} == {"one of 2 reasons that keep 1 program from native"}
    assert len(of_native) > 3
    assert set(of_native) == {f"one of {len(of_native)} reasons that keep 1 program from native"}
    assert {code for path, code, _ in told if path == "a.py"} >= {"SES215", "SES201", "SES216"}


def test_a_reason_of_several_tiers_is_told_once(project, capsys):
    (project / "a.py").write_text(
        "import tensorflow as tf\nfrom tensorflow.python import debug as tf_debug\n"
        "sess = tf_debug.LocalCLIDebugWrapperSession(tf.Session())\nprint(sess.run(tf.constant(1)))\n"
    )
    found = [one["finding"] for one in inspected(capsys, ".")["to_do"]]
    assert len({(one["code"], one["place"]["line"], one["found"]) for one in found}) == len(found)


def test_places_in_notebooks_and_old_python_are_those_of_the_file(project, capsys):
    (project / "old.py").write_text(
        "import tensorflow as tf\nprint 'a'\nprint tf.Session().run(tf.constant(1))\n"
    )
    cells = [
        {"cell_type": "markdown", "source": "# A title", "metadata": {}},
        {"cell_type": "code", "source": ["import tensorflow as tf\n"], "metadata": {}, "outputs": []},
        {
            "cell_type": "code",
            "source": ["sess = tf.Session()\n", "sess.run(tf.constant(1))\n"],
            "metadata": {},
            "outputs": [],
        },
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 2}
    (project / "a.ipynb").write_text(json.dumps(notebook, indent=1))
    found = {one["path"]: one for one in inspected(capsys, ".")["facts"]}
    (session,) = found["a.ipynb"]["sessions"]
    assert (session["place"]["cell"], session["place"]["line"]) == (3, 1)
    assert session["place"]["text"] == "sess = tf.Session()"
    (session,) = found["old.py"]["sessions"]
    assert session["place"]["text"] == "print tf.Session().run(tf.constant(1))"


def test_nothing_to_tell_is_one_line(project, capsys):
    (project / "a.py").write_text("x = 1\n")
    assert main(["inspect", "."]) == 0
    assert capsys.readouterr().out == "0 programs · 0 files would change\n"


def test_what_is_so_at_several_places_is_told_once_and_is_each_of_the_values(project, capsys):
    graph = "import tensorflow as tf\n\nx = tf.constant(1.0)\nwith tf.Session() as sess:\n"
    graph += "    print(sess.run(x))\n"
    (project / "train.py").write_text(graph + "    print(sess.graph.version)\n" * 3)
    main(["inspect", "."])
    text = " ".join(capsys.readouterr().out.split())
    assert "2 things left to do" in text
    assert text.count("also at 7:11, 8:11") == 2
    assert "tfmigrate explain" in text
    assert len(inspected(capsys, ".")["to_do"]) == 6
