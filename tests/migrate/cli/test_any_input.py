"""Whatever files, settings and options are put together, a run ends with a status and words of its own."""

import random
import sys

import pytest

import migrate.pipeline  # noqa: F401
from tests.fuzz.command import finding, some_command
from tests.fuzz.trees import small_tree


@pytest.mark.parametrize("seed", range(80))
def test_no_input_is_an_internal_error(tmp_path, seed):
    chance = random.Random(seed)
    small_tree(tmp_path, chance)
    assert finding(tmp_path, *some_command(chance)) == ""


def test_an_internal_error_were_found(tmp_path, monkeypatch):
    def fail(*arguments, **options):
        raise KeyError("x")

    (tmp_path / "a.py").write_bytes(b"import tensorflow as tf\n")
    monkeypatch.setattr(sys.modules["migrate.pipeline"], "migrate", fail)
    assert "internal error" in finding(tmp_path, ["rewrite", "."])
