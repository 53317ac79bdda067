"""Estimators give what TensorFlow 1.15 gave (recorded by `record.py`): in sessions, by steps, by Programs."""

import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RECORDED = json.loads((HERE / "tf1.json").read_text())["programs"]
# How programs are run, and which.
RUNS = {
    "sessions": ["custom", "keras"],
    "steps": ["custom", "keras", "mirrored", "train_and_evaluate"],
    "more-steps": ["canned", "learn", "towers", "tpu"],
    "programs": ["custom", "keras", "mirrored", "train_and_evaluate"],
}

RUN = """
import json, sys, tempfile
import emulate
emulate.gpus(2)
sys.path.insert(0, sys.argv[1])
import names

kind, wanted = sys.argv[3], sys.argv[4:]
if kind == "sessions":
    tf = names.in_sessions()
else:
    tf = names.for_programs() if kind == "programs" else names.for_steps()
    names.refuse_sessions()
from programs import PROGRAMS

devices = dict.fromkeys(("mirrored", "towers"), {"devices": ["/gpu:0", "/gpu:1"]})
given = {}
for name in wanted:
    given[name] = PROGRAMS[name](tf, tempfile.mkdtemp(dir=sys.argv[2]), **devices.get(name, {}))
with open(sys.argv[2] + "/given.json", "w") as out:
    json.dump(given, out)
"""


@pytest.fixture(
    scope="module",
    params=[
        "sessions",
        *(pytest.param(name, marks=pytest.mark.nightly) for name in ("steps", "more-steps", "programs")),
    ],
)
def given(request, python, tmp_path_factory):
    folder = tmp_path_factory.mktemp("estimator")
    run = python("-c", RUN, str(HERE), str(folder), request.param, *RUNS[request.param], timeout=280)
    assert run.returncode == 0, run.stderr[-3000:]
    return json.loads((folder / "given.json").read_text())


def test_every_recorded_program_runs():
    assert {name for names in RUNS.values() for name in names} == RECORDED.keys()


def test_as_1_15(given):
    assert given == {name: near(RECORDED[name]) for name in given}


def near(value):
    """What nested values are equal to if their floats are within 1e-5."""
    if isinstance(value, dict):
        return {key: near(one) for key, one in value.items()}
    if isinstance(value, list):
        return [near(one) for one in value]
    return pytest.approx(value, rel=1e-5, abs=1e-5) if isinstance(value, float) else value
