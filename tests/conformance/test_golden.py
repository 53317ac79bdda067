"""The rewritten samples compute what TensorFlow 1.15.5 itself computed; `samples/golden.py` recorded that."""

import json
from pathlib import Path

import numpy as np
import pytest
from catalogue import Sample, find_golden_samples
from planting import digest, drawn, told

from migrate.verify import Record
from migrate.verify.processes import Assignment, run_child
from migrate.verify.records import Writer

SAMPLES = find_golden_samples()
STEPS = 10
TOLERANCE = 1e-5
CASES = [pytest.param(sample, gpus, id=f"{sample.name}-{gpus}") for sample in SAMPLES for gpus in sample.gpus]


@pytest.mark.parametrize(("sample", "gpus"), CASES)
def test_computes_what_tensorflow_1_15_computed(sample: Sample, gpus: int, tmp_path: Path):
    golden = json.loads((sample.folder / "golden.json").read_text())
    assert golden["tensorflow"] == "1.15.5"
    initial = {name: drawn(name, shape) for name, shape in golden["planted"].items()}
    assert digest(initial) == golden["digest"]
    steps = list(run(sample, gpus, initial, tmp_path).steps())
    computed = [[told(value) for _, value in step.fetched] for step in steps]
    assert len(computed) == len(golden["fetched"][str(gpus)]) == STEPS
    for number, (ours, fetched) in enumerate(zip(computed, golden["fetched"][str(gpus)], strict=True), 1):
        theirs, beside = fetched[: len(ours)], fetched[len(ours) :]
        assert beside in ([], [[number]])  # slim's loop fetches the number of the step, too
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=TOLERANCE, err_msg=f"step {number}")


def run(sample: Sample, gpus: int, initial: dict[str, np.ndarray], folder: Path) -> Record:
    """What the rewritten sample does from `initial` values."""
    plant, record = folder / "plant", folder / "record"
    plant.mkdir()
    record.mkdir()
    writer = Writer(plant)
    writer.add_initial(initial)
    writer.flush()
    arguments = tuple(sample.arguments_for(gpus))
    script = sample.after / sample.entry
    run_child(Assignment("rewritten", script, arguments, gpus, STEPS, record, plant=plant), timeout=120)
    return Record(record)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_each_step_counts(sample: Sample):
    golden = json.loads((sample.folder / "golden.json").read_text())
    assert set(golden["fetched"]) == {str(gpus) for gpus in sample.gpus}
    assert all(
        np.ptp([step[0][-1] for step in steps]) > 100 * TOLERANCE for steps in golden["fetched"].values()
    )
