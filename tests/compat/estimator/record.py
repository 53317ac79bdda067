"""Runs `programs.py` on a real TensorFlow 1.15 and writes what the programs gave to `tf1.json`.

tf1/bin/python tests/compat/estimator/record.py
"""

import json
import os
import socket
import subprocess
import sys
import tempfile

import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from programs import PROGRAMS, of_cluster  # noqa: E402


def rounded(value):
    """With seven digits behind the point: the tests compare five."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 7) if isinstance(value, float) else value


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def collective():
    """What two workers that reduce their gradients together end with."""
    cluster = {"worker": [f"127.0.0.1:{free_port()}" for _ in range(2)]}
    folder = tempfile.mkdtemp()
    tasks = []
    for index in range(2):
        config = {"cluster": cluster, "task": {"type": "worker", "index": index}}
        environment = dict(os.environ, TF_CONFIG=json.dumps(config))
        tasks.append(subprocess.Popen([sys.executable, __file__, folder], env=environment))
    assert [task.wait() for task in tasks] == [0, 0]
    with open(os.path.join(folder, "given.json")) as given:
        return json.load(given)


if __name__ == "__main__" and sys.argv[1:]:
    results = of_cluster(tf, sys.argv[1], tf.contrib.distribute.CollectiveAllReduceStrategy())
    if json.loads(os.environ["TF_CONFIG"])["task"]["index"] == 0:
        with open(os.path.join(sys.argv[1], "given.json"), "w") as out:
            json.dump(results, out)
elif __name__ == "__main__":
    tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})).close()  # the devices of the process
    recorded = {name: run(tf, tempfile.mkdtemp()) for name, run in PROGRAMS.items()}
    results = {"programs": rounded(recorded), "collective": rounded(collective())}
    with open(os.path.join(HERE, "tf1.json"), "w") as out:
        json.dump(dict(results, tensorflow=tf.__version__), out, sort_keys=True)
        out.write("\n")
