"""The files of tests in docs/emulate-tensorflow2.md pass as they stand."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "emulate-tensorflow2.md"


# What they show, the tests beside this one test; here it is their text.
@pytest.mark.nightly
def test_the_pages_tests_pass(tmp_path, forked_pytest):
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(blocks) == 5
    for number, block in enumerate(blocks):
        (tmp_path / f"test_{number}.py").write_text(block, encoding="utf-8")
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    arguments = ["-p", "emulate.plugin", "-p", "no:cacheprovider", "-q", "--emulate-gpus=1,2"]
    done = forked_pytest(arguments, tmp_path, {"PYTHONPATH": path, "TF_CPP_MIN_LOG_LEVEL": "3"}, 200)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "8 passed" in done.stdout
