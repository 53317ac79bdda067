import dataclasses

from migrate.report.github import github_report
from migrate.report.result import Finding, Place, Result, Unit


def report_of(found: Finding) -> str:
    return github_report(Result("rewrite", "1", units=(Unit(1, (found,)),)))


def test_a_finding_is_an_annotation_at_its_line():
    found = Finding(
        "SES205", "warning", Place("src/a.py", 3, 5, text="    x"), "an effect", "a value", ("native",)
    )
    assert report_of(found) == (
        "::warning file=src/a.py,line=3,col=5,title=tfmigrate SES205::"
        "found an effect: not native · instead a value\n"
    )


def test_what_would_end_a_command_is_escaped():
    found = Finding("SES205", "error", Place("50%, a:b\r\nc.py", 1, 1), "1%\r\n::error::x, y: z", "")
    assert report_of(found) == (
        "::error file=50%25%2C a%3Ab%0D%0Ac.py,line=1,col=1,title=tfmigrate SES205::"
        "found 1%25%0D%0A::error::x, y: z\n"
    )


def test_a_cell_is_told_in_words_and_a_whole_file_has_no_line():
    cell = Finding("SRC010", "info", Place("a.ipynb", 2, 1, cell=4), "it", "")
    assert report_of(cell) == "::notice file=a.ipynb,title=tfmigrate SRC010::cell 4, line 2: found it\n"
    whole = Finding("SRC004", "error", Place("a"), "it", "")
    assert report_of(whole) == "::error file=a,title=tfmigrate SRC004::found it\n"


def test_a_verification_is_an_annotation_too(hostile: Result):
    (one,) = hostile.verifications
    told = dataclasses.replace(
        one, command="train.py", path="train.py", headline="at step 2", details=("so",)
    )
    *_, last = github_report(dataclasses.replace(hostile, verifications=(told,))).splitlines()
    assert last == "::error file=train.py,title=tfmigrate verify train.py::different: at step 2%0Aso"
