"""A run that sees what an earlier one saw is not done again."""

import sys

import pytest

from migrate.cli import remembered
from migrate.cli.main import main


@pytest.fixture
def runs(project, monkeypatch):
    """The runs that were not remembered."""
    monkeypatch.delenv("TFMIGRATE_NO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(project / "cache"))
    module = sys.modules["migrate.pipeline"]
    real, seen = module.migrate, []

    def migrate(paths, *chosen, **wished):
        seen.append(paths)
        return real(paths, *chosen, **wished)

    monkeypatch.setattr(module, "migrate", migrate)
    return seen


def test_the_second_run_tells_and_writes_the_same(project, runs, capsys):
    assert main(["rewrite", "src", "--check"]) == 1
    first = capsys.readouterr()
    assert main(["rewrite", "src", "--check"]) == 1
    assert (capsys.readouterr(), len(runs)) == (first, 1)
    assert main(["rewrite", "src"]) == 0
    assert (project / "src/train.py").read_bytes() == b"new\r\n"
    assert "1 file changed · tfmigrate undo" in capsys.readouterr().out
    assert len(runs) == 1


@pytest.mark.parametrize("change", ["file", "new file", "settings", "options", "asked not to"])
def test_whatever_a_run_depends_on_makes_it_another(project, runs, change):
    assert main(["rewrite", "src", "--check"]) == 1
    more = []
    if change == "file":
        (project / "src/train.py").write_bytes(b"old, but another\n")
    elif change == "new file":
        (project / "src/compat").mkdir()
    elif change == "settings":
        (project / "pyproject.toml").write_text("[tool.tfmigrate]\nstrategy = 'explicit'\n")
    else:
        more = ["--ignore", "HAZ"] if change == "options" else ["--no-cache"]
    assert main(["rewrite", "src", "--check", *more]) == 1
    assert len(runs) == 2


@pytest.mark.parametrize("lost", [lambda kept: kept[:-9] + bytes(9), lambda kept: kept[:40], lambda _: b""])
def test_what_is_damaged_is_found_anew_and_the_oldest_go(project, runs, monkeypatch, lost):
    monkeypatch.setattr(remembered, "_MOST", 1)
    main(["rewrite", "src", "--check"])
    (kept,) = (project / "cache/tfmigrate").iterdir()
    kept.write_bytes(lost(kept.read_bytes()))
    assert main(["rewrite", "src", "--check"]) == 1
    assert main(["rewrite", "src/train.py", "--check"]) == 1
    assert len(runs) == 3
    assert len(list((project / "cache/tfmigrate").iterdir())) == 1


def test_what_is_edited_while_it_is_read_is_not_remembered(project, runs, monkeypatch):
    keys = iter("abbb")
    monkeypatch.setattr(remembered, "_key", lambda *asked: next(keys))
    main(["rewrite", "src", "--check"])
    assert not (project / "cache").exists()
