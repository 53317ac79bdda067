"""`verify` runs all tasks of a cluster, and compares what its first worker sees."""

from pathlib import Path

import pytest

from migrate.cli.main import main
from migrate.pipeline import migrate

PROGRAM = Path(__file__).parents[2] / "conformance" / "programs" / "cluster_async.py"
SAMPLES = Path(__file__).parents[3] / "samples" / "clusters"
TASK = ["--job_name={job}", "--task_index={index}", "--ps_hosts={ps_hosts}", "--worker_hosts={worker_hosts}"]
PLAIN_SESSION = """
import tensorflow as tf
flags = tf.app.flags
for name in ("job_name", "ps_hosts", "worker_hosts"):
    flags.DEFINE_string(name, "", "")
flags.DEFINE_integer("task_index", 0, "")
FLAGS = flags.FLAGS

def main(_):
    cluster = tf.train.ClusterSpec({"ps": FLAGS.ps_hosts.split(","), "worker": FLAGS.worker_hosts.split(",")})
    server = tf.train.Server(cluster, job_name=FLAGS.job_name, task_index=FLAGS.task_index)
    if FLAGS.job_name == "ps":
        server.join()
    with tf.device("/job:ps/task:0"):
        w = tf.get_variable("w", [2], initializer=tf.random_normal_initializer())
    x = tf.placeholder(tf.float32, [])
    loss = tf.reduce_sum(tf.square(w * x))
    train_op = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
    with tf.Session(server.target) as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(4):
            print(sess.run([train_op, loss], {x: 1.0 + step})[1], sess.run(w))

tf.app.run()
"""
ONE_WORKER = ["--ps", "1", "--workers", "1", "--timeout", "100"]


@pytest.fixture
def programs(tmp_path) -> tuple[Path, Path]:
    before, after = (tmp_path / name / "train.py" for name in ("before", "after"))
    for path in (before, after):
        path.parent.mkdir()
        path.write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
    (change,) = migrate([after]).changes
    after.write_bytes(change.after)
    return before, after


@pytest.mark.nightly
def test_a_program_of_a_cluster_is_proved_before_it_is_written(programs, monkeypatch, capsys):
    before, after = programs
    monkeypatch.chdir(before.parent)
    command = " ".join(["train.py", *TASK, "--last_step=6"])
    assert main(["rewrite", "train.py", "--verify", command, *ONE_WORKER]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert told == f"{command}: on compat same: 6 steps equal to the bit"
    assert before.read_bytes() == after.read_bytes()


def test_the_worker_of_a_cluster_is_compared_step_by_step(programs, capsys):
    before, after = programs
    text = after.read_text(encoding="utf-8")
    assert "AdamOptimizer(0.05)" in text
    after.write_text(text.replace("AdamOptimizer(0.05)", "AdamOptimizer(0.06)"), encoding="utf-8")
    assert main(["verify", str(before), str(after), *ONE_WORKER, "--", *TASK, "--last_step=6"]) == 1
    assert capsys.readouterr().out.startswith("different: at step 1 variable ")


@pytest.mark.nightly
def test_variables_may_be_there_before_they_are_initialised(tmp_path, monkeypatch, capsys):
    (tmp_path / "train.py").write_text(PLAIN_SESSION)
    monkeypatch.chdir(tmp_path)
    command = " ".join(["train.py", *TASK])
    assert main(["rewrite", "train.py", "--verify", command, *ONE_WORKER]) == 0
    told = capsys.readouterr().out.splitlines()[-1]
    assert told == f"{command}: on compat same: 4 steps equal to the bit"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("sample", "status", "told"),
    [
        ("mirrored_workers", 1, "different: at step 1 fetched value 1 (global_step:0) differs by 1 "),
        ("synchronous", 0, "same: 6 steps equal to the bit\n"),
        (
            "parameter_server",
            2,
            "not compared: the programs cannot be compared step by step\ntwo runs of the ",
        ),
    ],
)
def test_workers_that_become_replicas_or_do_what_they_are_handed_are_compared(sample, status, told, capsys):
    folder = SAMPLES / sample
    command = ["verify", str(folder / "before"), str(folder / "after"), "--entry", "train.py", *ONE_WORKER]
    assert main([*command, "--", *TASK, "--train_steps=5"]) == status
    printed = capsys.readouterr().out
    assert printed.startswith(told)
    if status == 1:  # the step that a replica is told is the one after its update
        assert "\nmay explain it: train.py:65 HAZ102 " in printed


def test_a_task_that_fails_is_told_with_what_it_wrote(programs, capsys):
    before, after = programs
    assert main(["verify", str(before), str(after), *ONE_WORKER, "--", *TASK, "--last_step=many"]) == 2
    printed = capsys.readouterr().out
    assert printed.startswith("not compared: the original ended with ")
    assert "[worker:0] " in printed
    assert "invalid int value: 'many'" in printed


def test_tasks_that_print_without_end_are_ended(programs, monkeypatch, capsys):
    monkeypatch.setattr("migrate.verify.processes._MOST_PRINTED_BY_TASKS", 5000)
    before, after = programs
    before.write_text("import time\nprint('x' * 9999, flush=True)\ntime.sleep(600)\n", encoding="utf-8")
    assert main(["verify", str(before), str(after), "--workers", "1"]) == 2
    told = capsys.readouterr().out
    assert told.startswith("not compared: the original printed more than its tasks may before its first step")
    assert told.splitlines()[-1].startswith("try: let its tasks print less")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--ps", "1"], "--ps: a cluster that trains has --workers, too"),
        (["--workers", "1", "--oracle", __file__], "--oracle: TensorFlow 1.15 runs no clusters here"),
    ],
)
def test_options_that_make_no_sense_are_refused(programs, options, complaint, capsys):
    assert main(["verify", *map(str, programs), *options]) == 2
    assert complaint in capsys.readouterr().err
