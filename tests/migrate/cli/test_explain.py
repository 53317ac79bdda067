import sys
import types

import pytest

from migrate.cli import rules_page
from migrate.cli.main import main
from migrate.report.input_pages import InputPage


@pytest.fixture(autouse=True)
def registry(monkeypatch):
    """A stand-in for the registry, with one rule."""
    rule = InputPage("TWR101", "A tower loop", "Why.", "before()", "after()")
    module = types.SimpleNamespace(all_rules=lambda: (rule,))
    monkeypatch.setitem(sys.modules, "migrate.rewrite.registry", module)


@pytest.mark.parametrize("code", ["TWR101", "twr101"])
def test_a_rule_is_explained_with_before_and_after(code, capsys):
    assert main(["explain", code]) == 0
    text = capsys.readouterr().out
    assert text.startswith("## TWR101: A tower loop")
    assert text.index("before()") < text.index("after()")


def test_a_finding_that_no_rule_makes_is_explained_too(capsys):
    assert main(["explain", "PY2001"]) == 0
    assert "Python 2" in capsys.readouterr().out


def test_an_unknown_code_is_a_usage_error(capsys):
    assert main(["explain", "XYZ999"]) == 2
    assert "XYZ999" in capsys.readouterr().err


def run_rules_page(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        rules_page.rules_page(arguments)
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_document_is_current_until_a_rule_changes(tmp_path, monkeypatch, capsys):
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run_rules_page("--check") == 1
    assert run_rules_page() == 0
    assert run_rules_page("--check") == 0
    sys.modules["migrate.rewrite.registry"].all_rules = lambda: ()
    assert run_rules_page("--check") == 1
    assert "make docs" in capsys.readouterr().err
