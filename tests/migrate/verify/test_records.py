import numpy as np
import pytest

from migrate.verify import ParityError, Record, records
from migrate.verify.records import Step, Writer, same_bytes


def test_reads_what_was_written(tmp_path):
    writer = Writer(tmp_path)
    writer.add_initial({"a/w": np.zeros(3, np.float32)})
    writer.add_initial({"b": np.array(7)})
    step = Step(
        (("loss:0", np.float32(0.5)),), {"a/w": np.ones(3, np.float32), "b": np.array(7)}, ("x",), 0.25
    )
    writer.add_step(step)
    writer.flush()
    record = Record(tmp_path)
    assert {name: value.tolist() for name, value in record.initial().items()} == {"a/w": [0, 0, 0], "b": 7}
    assert record.variable_names() == {"a/w", "b"}
    (read,) = record.steps()
    assert read.fetched[0][0] == "loss:0"
    assert read.fetched[0][1].dtype == np.float32
    assert {name: value.tolist() for name, value in read.variables.items()} == {"a/w": [1, 1, 1], "b": 7}
    assert (read.apart, read.seconds) == (("x",), 0.25)


def test_keeps_only_variables_that_changed(tmp_path):
    writer = Writer(tmp_path)
    frozen = np.zeros(1000, np.float32)
    for value in range(3):
        writer.add_step(Step((), {"frozen": frozen, "w": np.array(value)}, (), 0.0))
    writer.flush()
    sizes = [file.stat().st_size for file in sorted(tmp_path.glob("step-*"))]
    assert sizes[0] > 4000
    assert sizes[1] < 4000
    assert [int(step.variables["w"]) for step in Record(tmp_path).steps()] == [0, 1, 2]
    assert all(same_bytes(step.variables["frozen"], frozen) for step in Record(tmp_path).steps())


def test_knows_whether_a_variable_changed(tmp_path):
    writer = Writer(tmp_path)
    writer.add_initial({"w": np.array([1.0, np.nan])})
    assert not writer.changed({"w": np.array([1.0, np.nan])}, {})
    assert writer.changed({"w": np.array([1.5, np.nan])}, {"w": np.array([1.5, np.nan])})
    assert writer.changed({"new": np.array(0)}, {})
    assert not writer.changed({"new": np.array(0)}, {"new": np.array(0)})


def test_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "_MOST_BYTES", 10_000)
    writer = Writer(tmp_path)
    steps = [Step((), {"w": np.full(500, value, np.float32)}, (), 0.0) for value in range(6)]
    for step in steps[:4]:
        writer.add_step(step)
    with pytest.raises(ParityError, match="compare fewer steps"):
        writer.add_step(steps[4])
    writer.flush()
    assert Record(tmp_path).length == 4


def test_keeps_little_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "_BYTES_IN_MEMORY", 5_000)
    writer = Writer(tmp_path)
    for value in range(5):
        writer.add_step(Step((), {"w": np.full(500, value, np.float32)}, (), 0.0))
    assert Record(tmp_path).length == 3
    writer.flush()
    assert [float(step.variables["w"][0]) for step in Record(tmp_path).steps()] == [0, 1, 2, 3, 4]


def test_same_bytes_tells_types_and_shapes_apart():
    assert same_bytes(np.array([1.0]), np.array([1.0]))
    assert not same_bytes(np.array([1.0], np.float32), np.array([1065353216], np.int32))
    assert not same_bytes(np.array([1.0]), np.array(1.0))
