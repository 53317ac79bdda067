"""`tf.estimator.train_and_evaluate` on clusters of real processes, by TF_CONFIG."""

import json
import sys
from pathlib import Path

import pytest

from .test_programs import HERE, near

RECORDED = json.loads((HERE / "tf1.json").read_text())["collective"]

RUN = """
import json, sys
sys.path.insert(0, sys.argv[1])
import names
from programs import of_cluster

if sys.argv[4] == "collective":
    tf = names.in_sessions()
    strategy = tf.contrib.distribute.CollectiveAllReduceStrategy()
else:
    tf, strategy = names.for_programs(), None
given = of_cluster(tf, sys.argv[2], strategy)
with open(sys.argv[2] + "/" + sys.argv[3] + ".json", "w") as out:
    json.dump(given, out)
"""


def command(folder, kind):
    return [sys.executable, "-c", RUN, str(HERE), str(folder), "{job}_{index}", kind]


@pytest.mark.cluster(chief=1, workers=1, ps=1, evaluator=1, hang_timeout=100)
def test_a_chief_a_worker_and_an_evaluator_around_a_parameter_server(cluster, tmp_path):
    outcome = cluster.run(command(tmp_path, "servers"))
    assert outcome.status == 0, outcome.output("chief:0")[-2000:]
    for task in ("chief_0", "worker_0", "evaluator_0"):
        assert json.loads(Path(tmp_path, f"{task}.json").read_text())["global_step"][0] >= 10
    assert list(Path(tmp_path, "eval").glob("events*"))


@pytest.mark.cluster(workers=2, hang_timeout=100)
def test_two_workers_reduce_their_gradients_as_on_1_15(cluster, tmp_path):
    outcome = cluster.run(command(tmp_path, "collective"))
    assert outcome.status == 0, outcome.output("worker:0")[-2000:]
    assert json.loads(Path(tmp_path, "worker_0.json").read_text()) == near(RECORDED)
