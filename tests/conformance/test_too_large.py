"""Programs that are too large to be followed: the tool says so, and does not fail on them."""

import pytest

from migrate.model.effects import Detail
from migrate.values import points_to

from .program import Program, Rewritten, find_programs


@pytest.mark.by_day(one_in=40)
@pytest.mark.parametrize("program", find_programs(), ids=lambda program: program.path.stem)
def test_a_program_that_is_too_large_has_no_steps(program: Program, tmp_path, monkeypatch):
    monkeypatch.setattr(points_to, "_MOST_STEPS", dict.fromkeys(Detail, 1))
    rewritten = Rewritten(program, tmp_path / "program")
    assert "INT201" not in [one.code for one in rewritten.outcome.all_diagnostics]
    assert not rewritten.has_steps
