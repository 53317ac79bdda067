"""Programs that already had strategies, or Keras on many GPUs, train on as they did on TensorFlow 1.15.5."""

import json
from pathlib import Path

import pytest

from migrate.model.diagnostic import Severity
from migrate.pipeline import migrate

HERE = Path(__file__).parent / "strategies"
RECORDED = json.loads((HERE / "tf1.json").read_text(encoding="utf-8"))
# One process for those of a kind.
RUN = """
import contextlib, io, json, runpy, sys
import emulate
emulate.{devices}
found = {{}}
for path in sys.argv[1:]:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        runpy.run_path(path, run_name="__main__")
    found[path] = [line.split() for line in out.getvalue().splitlines()]
print(json.dumps(found))
"""
# TF 1 gave each replica of `fit` a whole batch of a data set, which HAZ121 tells.
HAZARD = ("batch(8)", "batch(8 * distribution.num_replicas_in_sync)")


def came_out(folder, name):
    """What becomes of a program: its tier and strategy, its codes, and where it is."""
    path = folder / f"{name}.py"
    path.write_bytes((HERE / path.name).read_bytes())
    outcome = migrate([path])
    (unit,) = outcome.units
    (program,), (change,) = unit.programs, outcome.changes
    path.write_bytes(change.after)
    codes = {one.code for one in outcome.all_diagnostics if one.severity is Severity.INFO}
    return f"{program.tier.value} {program.strategy}", codes, path


@pytest.fixture
def printed(python):
    """Gives the numbers that programs print, by program and name, on emulated devices."""

    def run(devices, paths):
        done = python("-c", RUN.format(devices=devices), *map(str, paths), timeout=200)
        assert done.returncode == 0, done.stderr[-3000:]
        lines = json.loads(done.stdout.splitlines()[-1])
        return {
            Path(path).stem: {name: [float(value) for value in values] for name, *values in those}
            for path, those in lines.items()
        }

    return run


def test_models_of_keras_on_two_gpus(tmp_path, printed):
    names = ("optimizers", "sequence", "given_to_compile")
    became = [came_out(tmp_path, name) for name in names]
    assert [tier for tier, _, _ in became] == ["native MirroredStrategy"] * 3
    assert [codes for _, codes, _ in became] == [set(), {"HAZ122"}, {"HAZ121"}]
    last = became[-1][2]
    assert HAZARD[0] in last.read_text(encoding="utf-8")
    last.write_text(last.read_text(encoding="utf-8").replace(*HAZARD), encoding="utf-8")
    found = printed("gpus(2)", [path for _, _, path in became])
    for name in names:
        assert RECORDED[name]
        for key, values in RECORDED[name].items():
            assert found[name][key] == pytest.approx(values, rel=1e-5), (name, key)


def test_an_estimator_on_two_gpus(tmp_path, printed):
    tier, codes, path = came_out(tmp_path, "estimator")
    assert (tier, codes) == ("compat MirroredStrategy", {"SES302"})
    assert "contrib" not in path.read_text(encoding="utf-8").partition('"""\n')[2]
    found = printed("gpus(2)", [path])["estimator"]
    for key, values in RECORDED["estimator"].items():
        assert found[key] == pytest.approx(values, rel=1e-5), key


@pytest.mark.nightly
def test_a_model_of_keras_on_the_cores_of_a_tpu(tmp_path, printed):
    tier, codes, path = came_out(tmp_path, "on_tpu")
    assert (tier, codes) == ("native TPUStrategy", set())
    found = printed("tpus(2)", [path])["on_tpu"]
    assert found["losses"] == pytest.approx(RECORDED["on_tpu"]["losses"], rel=1e-5)
