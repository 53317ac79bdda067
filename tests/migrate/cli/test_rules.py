from migrate.cli.main import main
from migrate.cli.rules_page import all_pages


def test_all_codes_are_listed_with_their_titles(capsys):
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(all_pages())
    assert "TWR101  " in "".join(lines)
    assert lines == sorted(lines)


def test_codes_are_listed_by_their_beginning(capsys):
    assert main(["rules", "twr2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert all(line.startswith("TWR2") for line in lines)
    assert main(["rules", "NONE"]) == 2
