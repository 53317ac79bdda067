"""The SARIF report: what the standard requires of a log is tested here, by its words.

With SARIF_SCHEMA=FILE in the environment, the schema of SARIF 2.1.0 that OASIS publishes, reports are
validated against that too. It is not in this repository, since its licence is not this one's.
"""

import dataclasses
import json
import os
from pathlib import Path
from urllib.parse import unquote

import jsonschema
import pytest

from migrate.cli.main import main
from migrate.report.result import Finding, Place, Result, Unit
from migrate.report.sarif import sarif_report

ROOT = Path(__file__).parents[3]
LEVELS = {"none", "note", "warning", "error"}
KINDS = {"pass", "open", "informational", "notApplicable", "review", "fail"}


def run_of(text: str) -> dict:
    """The one run of a log, which has what the standard requires."""
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    assert "sarif-schema-2.1.0" in log["$schema"]
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"]
    identifiers = [rule["id"] for rule in driver["rules"]]
    assert sorted(identifiers) == sorted(set(identifiers))
    for result in run["results"]:
        assert result["message"]["text"]
        assert result.get("level", "warning") in LEVELS
        assert result.get("kind", "fail") in KINDS
        assert result.get("kind", "fail") == "fail" or result["level"] == "none"  # 3.27.10
        if "ruleIndex" in result:
            assert identifiers[result["ruleIndex"]] == result["ruleId"]
        for location in result["locations"]:
            physical = location["physicalLocation"]
            uri = physical["artifactLocation"]["uri"]
            assert uri == uri.encode("ascii").decode()
            assert not set('<>" ') & set(uri)
            base = physical["artifactLocation"].get("uriBaseId")
            assert base in run["originalUriBaseIds"] or (base is None and uri.startswith("/"))
            region = physical.get("region", {"startLine": 1, "startColumn": 1})
            assert region["startLine"] >= 1
            assert region["startColumn"] >= 1
    return run


def test_what_a_command_reports_is_a_log(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    main(["rewrite", "samples/clusters/synchronous/before", "--check", "--report", "sarif"])
    run = run_of(capsys.readouterr().out)
    assert [one["ruleId"] for one in run["results"]] == ["CLU101", "SES104"]
    assert {one["level"] for one in run["results"]} == {"note"}


def test_names_are_escaped_in_addresses_and_nowhere_else(hostile: Result):
    found, verified = run_of(sarif_report(hostile))["results"]
    for one in (found, verified):
        assert unquote(one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) == (
            hostile.programs[0].path
        )
    assert found["properties"]["notOnTiers"] == ["native"]
    assert verified["level"] == "error"


@pytest.mark.parametrize(
    ("status", "kind", "level"),
    [("same", "pass", "none"), ("not compared", "open", "none"), ("different", "fail", "error")],
)
def test_a_verification_passes_fails_or_is_open(hostile: Result, status, kind, level):
    one = dataclasses.replace(hostile.verifications[0], status=status)
    *_, verified = run_of(sarif_report(dataclasses.replace(hostile, verifications=(one,))))["results"]
    assert (verified["kind"], verified["level"]) == (kind, level)


def test_columns_count_characters_and_cells_are_no_lines_of_the_file():
    line = "s = '\N{HANGUL SYLLABLE GA}'; run(s)"
    column = len(line[: line.index("run")].encode()) + 1
    places = [
        Place("a.py", 1, column, text=line),
        Place("b.ipynb", 2, 1, cell=4),
        Place("c.py"),
        Place("/d.py", 1, 1),
    ]
    findings = tuple(Finding("SES205", "error", place, "it", "") for place in places)
    results = run_of(sarif_report(Result("rewrite", "1", units=(Unit(1, findings),))))["results"]
    one, two, three, _ = (result["locations"][0] for result in results)
    assert one["physicalLocation"]["region"]["startColumn"] == line.index("run") + 1
    assert two["message"]["text"] == "cell 4, line 2"
    assert "region" not in two["physicalLocation"]
    assert "region" not in three["physicalLocation"]


@pytest.mark.skipif("SARIF_SCHEMA" not in os.environ, reason="SARIF_SCHEMA names no copy of OASIS's schema")
def test_reports_are_valid_by_the_schema_of_oasis(hostile: Result, monkeypatch, capsys):
    schema = json.loads(Path(os.environ["SARIF_SCHEMA"]).read_text(encoding="utf-8"))
    monkeypatch.chdir(ROOT)
    main(["inspect", "samples", "--report", "sarif"])
    for text in (sarif_report(hostile), capsys.readouterr().out):
        jsonschema.Draft7Validator(schema).validate(json.loads(text))
