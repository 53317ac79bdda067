"""Every program of `programs.py` gives, step by step, what TensorFlow 1.15 gave (recorded by `record.py`)."""

import importlib.util
import json
from pathlib import Path

import pytest
import tensorflow as tf

import compat

HERE = Path(__file__).parent
RECORDED = json.loads((HERE / "tf1.json").read_text())["programs"]
_SPEC = importlib.util.spec_from_file_location("programs", HERE / "programs.py")
programs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(programs)


@pytest.fixture(scope="module", autouse=True)
def _files(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("input"))
        programs.write_files(tf)
        yield


@pytest.fixture(params=["function", "pruned"])
def step_of(request):
    return getattr(compat.VariableStore(), request.param)


@pytest.mark.by_day(one_in=5)
@pytest.mark.parametrize("name", sorted(programs.PROGRAMS))
def test_a_step_gives_what_a_run_gave(name, step_of):
    shapes = []

    @step_of
    def step():
        fetched = programs.PROGRAMS[name](tf.compat.v1, compat.input)
        shapes[:] = [str(tensor.shape).replace("None", "?") for tensor in programs.flat(fetched)]
        return fetched

    assert programs.steps(step, tf.errors.OutOfRangeError) == RECORDED[name]["steps"]
    if name != "sparse":  # the size of a batch is known here, and was not in TF 1
        assert shapes == RECORDED[name]["shapes"]
