"""The JSON report keeps to its schema, and the schema to the values that it describes."""

import dataclasses
import json
import math
import re
from pathlib import Path

import jsonschema
import pytest

from migrate.cli.main import main
from migrate.report import result as values
from migrate.report.result import Result, Verification
from migrate.report.structured import json_report, schema

ROOT = Path(__file__).parents[3]
PROGRAMS = ROOT / "tests/conformance/programs"
SCHEMA = schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def checked(text: str) -> dict:
    content = json.loads(text)
    VALIDATOR.validate(content)
    return content


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert re.fullmatch(SCHEMA["properties"]["schema_version"]["pattern"], values.VERSION)


@pytest.mark.parametrize("name", [*sorted(SCHEMA["$defs"]), "Result"])
def test_the_schema_describes_every_value_that_a_report_has(name):
    told = SCHEMA["$defs"].get(name, SCHEMA)
    fields = [field.name for field in dataclasses.fields(getattr(values, name))]
    assert [key for key in told["properties"] if key != "schema_version"] == fields
    assert [key for key in told["required"] if key != "schema_version"] == fields
    assert all(one["description"] for one in told["properties"].values())


def test_every_value_of_a_report_is_in_the_schema():
    found = {name for name, one in vars(values).items() if dataclasses.is_dataclass(one)}
    assert found == {*SCHEMA["$defs"], "Result"}


def test_the_page_names_every_value_at_the_top():
    page = (ROOT / "docs/reports.md").read_text(encoding="utf-8")
    assert [key for key in SCHEMA["properties"] if f"`{key}`" not in page] == []
    assert f"version {values.VERSION}" in page


@pytest.mark.parametrize(
    "paths",
    [
        ["samples/towers/cnn_two_files/before"],
        ["samples/clusters/synchronous/before"],
        ["tests/conformance/programs/given_made_twice.py", "tests/conformance/programs/graphs_named_two.py"],
    ],
)
@pytest.mark.parametrize("command", [["rewrite", "--check"], ["inspect"]])
def test_what_commands_report_of_programs_keeps_to_the_schema(paths, command, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    main([*command, *paths, "--report", "json"])
    content = checked(capsys.readouterr().out)
    assert content["command"] == command[0]
    assert len(content["programs"]) == len(paths)
    assert bool(content["facts"]) == (command == ["inspect"])


def test_what_cannot_be_read_and_old_python_keep_to_the_schema(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text("def f(:  # tensorflow\n")
    (tmp_path / "old.py").write_text("import tensorflow as tf\nprint tf.Session().run(tf.constant(1))\n")
    assert main(["rewrite", ".", "--check", "--report", "json"]) == 3
    content = checked(capsys.readouterr().out)
    assert [(one["code"], one["place"]["line"]) for one in content["stray"]] == [("SRC001", 1)]
    assert content["stray"][0]["place"]["text"] == "def f(:  # tensorflow"
    (file,) = content["files"]
    assert {code for hunk in file["hunks"] for one in hunk["changes"] for code in one["rules"]} == {"SES102"}


def test_hostile_values_and_numbers_that_are_none_keep_to_the_schema(hostile: Result):
    (one,) = hostile.verifications
    endless = dataclasses.replace(one, largest=math.inf, beyond=None)
    content = checked(json_report(dataclasses.replace(hostile, verifications=(endless,))))
    assert content["verifications"][0]["largest"] is None
    assert content["programs"][0]["path"] == hostile.programs[0].path


def test_a_verification_that_compared_nothing_keeps_to_the_schema():
    nothing = Verification("a.py", "a.py", None, "not compared", "it hangs", (), (), "1 GPU", 1e-6)
    assert checked(json_report(Result("verify", "1", verifications=(nothing,))))["programs"] == []
