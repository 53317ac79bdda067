"""Records what the samples' originals compute on TensorFlow 1.15 itself, in a `golden.json` beside each.

    python -m samples.golden TF1_PYTHON

`TF1_PYTHON` is an interpreter with TensorFlow 1.15.5. On the CPU, ten steps from planted values
(`planting.py`), for each number of towers. A test checks the rewritten samples
against them, without TensorFlow 1.15.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from samples.catalogue import FOLDER, Sample, find_golden_samples

STEPS = 10
TIMEOUT = 300.0


def main() -> None:
    """Record all samples."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("python", metavar="TF1_PYTHON")
    options = parser.parse_args()
    for sample in find_golden_samples():
        golden = recorded(sample, options.python)
        (sample.folder / "golden.json").write_text(told(golden) + "\n", encoding="utf-8")
        print(sample.name)


def recorded(sample: Sample, python: str) -> dict[str, Any]:
    """What the sample's original fetched, by the number of towers, and what it started from."""
    runs = {gpus: run(sample, gpus, python) for gpus in sample.gpus}
    fetched = {str(gpus): found.pop("fetched") for gpus, found in runs.items()}
    (about,) = {json.dumps(found) for found in runs.values()}  # the same variables on each number of towers
    return {**json.loads(about), "fetched": fetched}


def told(golden: dict[str, Any]) -> str:
    """The text of a `golden.json`, with a line for each step."""
    text = json.dumps(golden, indent=1)
    return re.sub(r"\[[^\[\]{}]*\]", lambda numbers: " ".join(numbers.group().split()), text)


def run(sample: Sample, gpus: int, python: str) -> dict[str, Any]:
    """One run of the original on TensorFlow 1.15."""
    with tempfile.TemporaryDirectory(prefix="tfmigrate-golden-") as folder:
        result = Path(folder) / "result.json"
        script = sample.before / sample.entry
        command = [python, str(FOLDER / "golden_child.py"), str(result), str(STEPS), str(script)]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "CUDA_VISIBLE_DEVICES": ""}
        environment.pop("PYTHONPATH", None)
        child = subprocess.run(
            [*command, *sample.arguments_for(gpus)],
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        if child.returncode != 0:
            raise SystemExit(f"{sample.name} failed on {python}:\n{child.stderr[-3000:]}")
        found: dict[str, Any] = json.loads(result.read_text())
        return found


if __name__ == "__main__":
    main()
