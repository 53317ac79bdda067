"""Whatever files, settings and options are put together, a run ends with a status and words of its own."""

import sys

import pytest

import migrate.pipeline  # noqa: F401
from tests.fuzz.__main__ import tried
from tests.fuzz.command import finding

TOO_LONG = "a" * 300


@pytest.mark.parametrize("seed", range(100))
def test_no_input_is_an_internal_error(tmp_path, seed):
    assert tried(seed, tmp_path) == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["rewrite", TOO_LONG],
        ["inspect", f"{TOO_LONG}/b"],
        ["rewrite", "a.py", f"--output={TOO_LONG}"],
        ["rewrite", "a.py", f"--report=json={TOO_LONG}"],
        ["undo", TOO_LONG],
        ["verify", TOO_LONG],
    ],
)
def test_what_the_system_refuses_is_named(tmp_path, arguments):
    (tmp_path / "a.py").write_bytes(f"import tensorflow as tf\nimport {TOO_LONG}\n".encode())
    assert finding(tmp_path, arguments) == ""


def test_an_internal_error_were_found(tmp_path, monkeypatch):
    def fail(*arguments, **options):
        raise KeyError("x")

    (tmp_path / "a.py").write_bytes(b"import tensorflow as tf\n")
    monkeypatch.setattr(sys.modules["migrate.pipeline"], "migrate", fail)
    assert "internal error" in finding(tmp_path, ["rewrite", "."])
