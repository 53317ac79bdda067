"""Programs that only serve, beside those that train on their servers."""

from pathlib import Path

import pytest

from migrate.model.choices import Strategy
from migrate.pipeline import migrate

PROGRAMS = Path(__file__).parents[2] / "conformance" / "programs"
SERVER = """import sys
import tensorflow as tf

config = tf.ConfigProto(log_device_placement=True)
cluster = tf.train.ClusterSpec({'ps': [sys.argv[3]], 'worker': sys.argv[4].split(',')})
server = tf.train.Server(cluster, job_name=sys.argv[1], task_index=int(sys.argv[2]), config=config)
print(server.target)
"""
WITH_SLEEP = SERVER.replace("import sys", "import sys\nimport time") + "while True:\n    time.sleep(60)\n"


def rewritten(folder: Path, server: str, client: str | None, strategy: Strategy | None = None) -> str:
    """What becomes of a program that serves, beside a client."""
    path = folder / "server.py"
    path.write_text(server)
    if client is not None:
        (folder / "client.py").write_bytes((PROGRAMS / client).read_bytes())
    outcome = migrate([folder], strategy)
    (change,) = (one for one in outcome.changes if one.path == path)
    return change.after.decode()


@pytest.mark.parametrize("client", ["cluster_async.py", "in_graph_client.py"])
def test_a_server_beside_a_client_with_steps_is_one_of_compat(tmp_path, client):
    text = rewritten(tmp_path, SERVER + "server.join()\n", client)
    assert "server = compat.Server(cluster, job_name=sys.argv[1], task_index=int(sys.argv[2]))\n" in text
    assert text.endswith("server.join()\n")
    assert "tf1" not in text


def test_what_never_ran_behind_a_server_does_not_run_now(tmp_path):
    text = rewritten(tmp_path, SERVER + "server.join()\nprint('never')\n", "cluster_async.py")
    assert "server.join()\nraise SystemExit\nprint('never')\n" in text
    text = rewritten(tmp_path, WITH_SLEEP, "cluster_async.py")
    assert "while True:\n    server.join()\n    raise SystemExit\n" in text


def test_a_server_of_workers_that_hold_all_by_themselves_holds_nothing(tmp_path):
    text = rewritten(tmp_path, SERVER + "server.join()\n", "cluster_sync.py", Strategy.MULTI_WORKER_MIRRORED)
    assert "compat.CollectiveServer(cluster" in text


def test_a_server_of_which_nobody_knows_the_clients_stays_one(tmp_path):
    text = rewritten(tmp_path, SERVER + "server.join()\n", None)
    assert "import compat" not in text
    assert "tf.distribute.Server(cluster, job_name=sys.argv[1]" in text


def test_a_server_beside_a_client_with_a_graph_is_one_for_programs(tmp_path):
    text = rewritten(tmp_path, SERVER + "server.join()\n", "cluster_first_workers_variable.py")
    assert "server = compat.train.SharedServer(cluster, job_name=sys.argv[1]" in text
    assert "build_graph" not in text


def test_a_server_that_is_given_away_stays_one(tmp_path):
    text = rewritten(tmp_path, SERVER + "watch(server)\nserver.join()\n", "cluster_async.py")
    assert "server = tf.distribute.Server(cluster, job_name=sys.argv[1]" in text
