"""All conformance programs that come out as steps are the same programs, as far as can be said."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .verdict import Verdict

ROOT = Path(__file__).parents[2]

# What is compared, of all that come out as steps; the others run on the real TensorFlow alone.
SHARE = 0.85

# Programs that do something else than their original, in what the runs on TensorFlow do not compare.
KNOWN = {
    "step_restore_or_initialise": "a saver beside steps writes no .meta file, which the program lists",
    "tower_weights_in_dictionary": "a print of what builds a tower comes once for each step that builds it",
    "step_optimizers_of_two_steps": "the stand-in claims no names for an optimizer of another trace",
    "look_assert_shapes": "a tensor is shown by the name of a parameter, as its first line says",
    "look_that_ends_the_program": "a graph that an exception ends has a variable without a value",
}


@pytest.mark.nightly
@pytest.mark.timeout(600)
def test_rewritten_programs_are_the_same(kept_outcomes: Path):
    command = [sys.executable, "-m", "tests.symbolic.conformance", "--json", "--cache", str(kept_outcomes)]
    # In a process of its own, whose children can import it, too.
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found = {name: Verdict(**verdict) for name, verdict in json.loads(done.stdout).items()}
    different = {name: verdict.what for name, verdict in found.items() if verdict.kind == "different"}
    unsure = {name: verdict.what for name, verdict in found.items() if verdict.kind == "unsure"}
    for name, why in sorted(unsure.items(), key=lambda pair: pair[1]):
        print(f"not compared: {name}: {why}")
    assert {name: what for name, what in different.items() if name not in KNOWN} == {}
    assert len(unsure) <= (1 - SHARE) * len(found), unsure
