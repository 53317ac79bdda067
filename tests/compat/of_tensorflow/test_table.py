"""What `make tensorflow-tests` says of what came out; the tests of TensorFlow themselves are not run here."""

import json
from collections import Counter

from .__main__ import KINDS, REASONS, Reason, files, judged, known, table

ERROR = "AssertionError: 1 != 2"


def test_each_file_is_named_once_and_each_reason_is_of_a_kind():
    paths = files()
    assert len(paths) == len(set(paths)) > 100
    assert all(path.endswith("_test.py") for path in paths)
    assert {one.kind for one in REASONS} == {"differs", "not applicable"}
    assert all(one.reason for one in REASONS)


def test_a_test_that_does_not_pass_needs_a_reason():
    tests = {"A.passes": "passed", "A.skips": "skipped: no GPU", "A.fails": ERROR}
    told = {test: kind for test, kind, _ in judged("a_test.py", tests, {})}
    assert told == dict(zip(tests, ("passed", "not applicable", "no reason known"), strict=True))
    before = {"A.fails": "ValueError: there, too"}
    assert list(judged("a_test.py", {"A.fails": ERROR}, before)) == [
        ("A.fails", "not applicable", "fails on 1.15.5, too: ValueError: there, too")
    ]


def test_a_reason_is_that_of_a_file_a_test_and_an_error():
    reason = Reason("b/*", "*fails", "", "differs", "so it is")
    assert reason.is_that_of("b/a_test.py", "A.fails", ERROR)
    assert not reason.is_that_of("c/a_test.py", "A.fails", ERROR)
    assert not reason.is_that_of("b/a_test.py", "A.other", ERROR)
    assert not Reason("", "", "*3*", "differs", "so it is").is_that_of("b/a_test.py", "A.fails", ERROR)


def test_the_table_counts_what_is_kept(tmp_path, capsys):
    results, sources = (
        tmp_path / "kept.json",
        {"a_test.py": tmp_path / "a_test.py", "b_test.py": tmp_path / "b"},
    )
    assert known(results, sources) == {}
    tests = {"A.passes": "passed", "A.test_session": "skipped: Not a test.", "A.fails": ERROR}
    results.write_text(json.dumps([str(sources["a_test.py"]), tests]) + "\n")
    outcomes = known(results, sources)
    assert outcomes == {"a_test.py": {"A.passes": "passed", "A.fails": ERROR}}
    assert table(outcomes, {}) == Counter({"passed": 1, "no reason known": 1})
    printed = capsys.readouterr().out
    assert "| `a_test.py` | 1 | 0 | 0 | 1 |" in printed
    assert f"a_test.py A.fails: {ERROR}" in printed
    assert len(KINDS) == 4
