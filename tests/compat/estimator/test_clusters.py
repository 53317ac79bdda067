"""`tf.estimator.train_and_evaluate` on clusters of real processes, by TF_CONFIG."""

import json
import sys
from pathlib import Path

import pytest

from .test_programs import HERE, near

RECORDED = json.loads((HERE / "tf1.json").read_text())["collective"]

RUN = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
import names
from programs import of_cluster

strategy = None
if sys.argv[4] == "sessions":
    tf = names.in_sessions()
else:
    tf = names.for_programs() if sys.argv[4] == "programs" else names.for_steps()
    names.refuse_sessions()
if sys.argv[5] == "MultiWorkerMirroredStrategy":
    import tensorflow

    config = json.loads(os.environ["TF_CONFIG"])
    config["cluster"].setdefault("evaluator", ["localhost:1"])  # which such a strategy of 1.15 looks for
    os.environ["TF_CONFIG"] = json.dumps(config)
    strategy = tensorflow.distribute.MultiWorkerMirroredStrategy()  # as the rewriter writes it
elif sys.argv[5] != "no strategy":
    strategy = getattr(tf.contrib.distribute, sys.argv[5])()
given = of_cluster(tf, sys.argv[2], strategy)
with open(sys.argv[2] + "/" + sys.argv[3] + ".json", "w") as out:
    json.dump(given, out)
"""


def trained(cluster, folder, by, strategy="no strategy"):
    """The variables that each task that trains, or evaluates, ends with."""
    outcome = cluster.run([sys.executable, "-c", RUN, str(HERE), str(folder), "{job}_{index}", by, strategy])
    assert outcome.status == 0, str(outcome)
    return {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}


@pytest.mark.cluster(chief=1, ps=2, evaluator=1, hang_timeout=100)
@pytest.mark.nightly
def test_a_chief_and_an_evaluator_around_parameter_servers_as_on_1_15(cluster, tmp_path):
    given = trained(cluster, tmp_path, "steps")
    assert given["chief_0"] == given["evaluator_0"] == near(RECORDED)  # as of two workers with equal batches
    assert list(Path(tmp_path, "eval").glob("events*"))


@pytest.mark.cluster(workers=2, evaluator=1, hang_timeout=100)
@pytest.mark.nightly
def test_two_workers_reduce_their_gradients_beside_an_evaluator_as_on_1_15(cluster, tmp_path):
    given = trained(cluster, tmp_path, "steps", "MultiWorkerMirroredStrategy")
    assert given["worker_0"] == given["worker_1"] == given["evaluator_0"] == near(RECORDED)


@pytest.mark.nightly
@pytest.mark.parametrize("by", ["sessions", "programs"])
@pytest.mark.cluster(workers=2, hang_timeout=100)
def test_two_workers_reduce_their_gradients_where_graphs_are_built(cluster, tmp_path, by):
    given = trained(cluster, tmp_path, by, "CollectiveAllReduceStrategy")
    assert given["worker_0"] == near(RECORDED)


@pytest.mark.nightly
@pytest.mark.parametrize("strategy", ["no strategy", "ParameterServerStrategy"])
@pytest.mark.cluster(chief=1, workers=1, ps=1, evaluator=1, hang_timeout=100)
def test_workers_share_what_parameter_servers_hold(cluster, tmp_path, strategy):
    given = trained(cluster, tmp_path, "steps", strategy)
    assert given.keys() == {"chief_0", "evaluator_0", "worker_0"}
    assert all(given[task]["global_step"][0] >= 10 for task in ("chief_0", "evaluator_0"))
