from migrate.cli.main import main
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.outcome import FileChange, Outcome, ProgramOutcome, Tier, UnitOutcome


def test_status_names_runs_files_and_tiers_the_last_first(project, capsys):
    assert main(["status"]) == 0
    assert capsys.readouterr().out == "no rewrite in this folder can be undone\n"
    main(["rewrite", "src"])
    (project / "src/other.py").write_bytes(b"old\n")
    main(["rewrite", "src"])
    capsys.readouterr()
    assert main(["status"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "undo 1: 1 file",
        "  src/other.py  native",
        "undo 2: 1 file",
        "  src/train.py  native",
    ]


def test_status_tells_what_stands_in_the_way_of_undo(project, capsys):
    main(["rewrite", "src"])
    (project / "src/train.py").write_bytes(b"edited\n")
    capsys.readouterr()
    main(["status"])
    assert "src/train.py  native  edited since" in capsys.readouterr().out


def test_status_tells_what_is_left(project, plant_pipeline, capsys):
    def found(paths):
        places = [("train.py", 3), ("train.py", 9), ("train.py", 4), ("other.py", 1)]
        codes = ["SES254", "SES254", "SES201", "SRC012"]
        left = tuple(
            Diagnostic(code, Severity.WARNING, Span(project / "src" / name, line), "")
            for code, (name, line) in zip(codes, places, strict=True)
        )
        told = Diagnostic("TWR101", Severity.INFO, Span(project / "src/train.py", 5), "")
        train = project / "src/train.py"
        change = FileChange(train, train.read_bytes(), b"new\r\n")
        unit = UnitOutcome((ProgramOutcome(train, Tier.WRAPPED, ""),), (change,), (*left, told))
        return Outcome((unit,))

    plant_pipeline(found)
    main(["rewrite", "src"])
    capsys.readouterr()
    assert main(["status"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "undo 1: 1 file",
        "  src/train.py  wrapped  left: SES201, 2 SES254",
        "  src/other.py  not changed  left: SRC012",
    ]


def test_undo_says_how_many_runs_are_left_and_takes_files(project, capsys):
    main(["rewrite", "src"])
    (project / "src/other.py").write_bytes(b"old\n")
    main(["rewrite", "src"])
    capsys.readouterr()
    assert main(["undo", "src/train.py"]) == 0
    assert capsys.readouterr().out == "src/train.py\n1 file put back · 1 earlier run can be undone\n"
    assert (project / "src/train.py").read_bytes() == b"old\r\n"
    assert (project / "src/other.py").read_bytes() == b"new\n"
    assert main(["undo", "src/train.py"]) == 2
    assert "no run to undo has changed src/train.py" in capsys.readouterr().err
