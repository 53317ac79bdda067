"""What `[tool.tfmigrate]` says is what options say that are called the same."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from migrate.cli.main import main, tfmigrate
from migrate.model.choices import Codes, Selection
from migrate.model.outcome import Outcome, ProgramOutcome, Tier, UnitOutcome


@pytest.fixture
def asked(project, monkeypatch):
    """Runs `rewrite src --check` with more arguments; gives the status and what the pipeline was asked."""
    import sys

    seen: list[Selection] = []

    def migrate(paths, *chosen, selection, **wished):
        seen.append(selection)
        return Outcome((UnitOutcome((ProgramOutcome(Path("src/train.py"), Tier.WRAPPED),), (), ()),))

    monkeypatch.setattr(sys.modules["migrate.pipeline"], "migrate", migrate)

    def run(*arguments: str) -> tuple[int, Selection]:
        done = CliRunner().invoke(tfmigrate, ["rewrite", "src", "--check", *arguments], standalone_mode=False)
        assert done.exception is None
        return done.return_value, seen[-1]

    return run


def test_the_project_chooses_codes_and_the_least_tier(project, asked):
    settings = "[tool.tfmigrate]\nignore = ['haz', 'TWR101']\nselect = ['SES,TWR']\nmin-tier = 'compat'\n"
    (project / "pyproject.toml").write_text(settings)
    assert asked() == (1, Selection(codes=Codes(("SES", "TWR"), ("HAZ", "TWR101"))))


def test_the_command_line_comes_before_the_project(project, asked):
    (project / "pyproject.toml").write_text("[tool.tfmigrate]\nignore = ['HAZ']\nmin-tier = 'compat'\n")
    given = ("--ignore", "TWR1,TWR2", "--ignore", "SES", "--min-tier", "wrapped", "--exclude", "third_party/")
    codes = Codes((), ("TWR1", "TWR2", "SES"))
    assert asked(*given) == (0, Selection(("third_party/",), codes))


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("python = 3.12", 'python is a text, such as "3.10"'),
        ("python = '2.7'", "no python is called '2.7': there are 3.10, 3.11, "),
        ("tensorflow = '1.15'", "no tensorflow is called '1.15': there are 2.16, 2.17, "),
    ],
)
def test_a_version_that_is_not_known_is_a_usage_error(project, setting, complaint, capsys):
    (project / "pyproject.toml").write_text(f"[tool.tfmigrate]\n{setting}\n")
    assert main(["rewrite", "src"]) == 2
    assert complaint in capsys.readouterr().err


def test_a_code_that_no_rule_has_is_a_usage_error(project):
    done = CliRunner().invoke(tfmigrate, ["rewrite", "src", "--ignore", "XYZ1"])
    assert done.exit_code == 2
    assert " ignore XYZ1: no code begins so" in done.output
