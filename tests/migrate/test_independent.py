"""What nothing connects is analysed apart, by other processes too, and comes out the same."""

import pytest

from migrate import discover, jobs, parse
from migrate.independent import independent
from migrate.pipeline import inspect
from migrate.syntax.imports import Imports

TRAIN = """\
import tensorflow as tf
x = tf.placeholder(tf.float32, [])
y = tf.log(x){more}
with tf.Session() as sess:
    print(sess.run(y, {{x: 1.0}}))
"""
FILES = {
    "alone.py": TRAIN.format(more=""),
    "model.py": "import tensorflow as tf\ndef net(x):\n    return tf.log(x)\n",
    "train.py": "import model\n" + TRAIN.format(more=" + model.net(x)"),
    "chosen.py": "import importlib, sys\nnet = importlib.import_module(sys.argv[1])\n"
    + TRAIN.format(more=" + net.build(x)"),
    "deep.py": "def build(x):\n    return x\n",
    "serve/server.py": "import sys\nimport tensorflow as tf\n"
    "cluster = tf.train.ClusterSpec({'ps': ['a:1'], 'worker': ['b:1']})\n"
    "tf.train.Server(cluster, job_name='ps', task_index=0).join()\n",
    "serve/client.py": TRAIN.format(more="").replace("Session()", "Session('grpc://b:1')"),
    "other/beside.py": TRAIN.format(more="").replace("Session()", "Session('grpc://b:1')"),
}


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_parts_hold_what_programs_may_need_of_each_other(folder):
    modules = [parse.parse(source) for source in discover.find([folder]).sources]
    parts = {
        frozenset(one.path.relative_to(folder).as_posix() for group in part for one in group)
        for part in independent(modules, Imports(modules))
    }
    assert parts == {
        frozenset({"alone.py"}),
        frozenset({"model.py", "train.py"}),
        frozenset({"chosen.py", "deep.py"}),
        frozenset({"serve/server.py", "serve/client.py"}),
        frozenset({"other/beside.py"}),
    }


def test_several_processes_find_the_same(folder, monkeypatch):
    monkeypatch.setattr(jobs, "_LEAST", 1)
    alone, together = (inspect([folder], jobs=number, every_reason=True) for number in (1, 3))
    assert alone == together
    assert len(alone.facts) == 6
