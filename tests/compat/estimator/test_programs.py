"""Estimators on `compat.tf1` give what TensorFlow 1.15 gave (recorded by `record.py`)."""

import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RECORDED = json.loads((HERE / "tf1.json").read_text())["programs"]

RUN = """
import json, sys, tempfile
import emulate
emulate.gpus(2)
from compat.tf1 import activate
activate()
sys.path.insert(0, sys.argv[1])

import tensorflow as tf
from programs import PROGRAMS

devices = dict.fromkeys(("mirrored", "towers"), {"devices": ["/gpu:0", "/gpu:1"]})
given = {}
for name, run in PROGRAMS.items():
    given[name] = run(tf, tempfile.mkdtemp(dir=sys.argv[2]), **devices.get(name, {}))
with open(sys.argv[2] + "/given.json", "w") as out:
    json.dump(given, out)
"""


@pytest.fixture(scope="module")
def given(python, tmp_path_factory):
    folder = tmp_path_factory.mktemp("estimator")
    run = python("-c", RUN, str(HERE), str(folder), timeout=280)
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads((folder / "given.json").read_text())


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_as_1_15(given, name):
    assert given[name] == near(RECORDED[name])


def near(value):
    """What nested values are equal to if their floats are within 1e-5."""
    if isinstance(value, dict):
        return {key: near(one) for key, one in value.items()}
    if isinstance(value, list):
        return [near(one) for one in value]
    return pytest.approx(value, rel=1e-5, abs=1e-5) if isinstance(value, float) else value
