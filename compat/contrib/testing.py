"""`tf.contrib.testing`: what tests of TensorFlow 1 asked of summaries and of files of events."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import tensorflow as tf

from .._listing import listed
from .._tf.contrib import show_event_writer as _show_event_writer
from ._names import lookup

__dir__ = listed(__name__)

__getattr__ = lookup("testing", [])

_SPEED = "global_step/sec"  # which a thread writes when it comes to it


class FakeSummaryWriter:
    """Keeps what a `tf.summary.FileWriter` would write, for a test that then asks for it.

    While it is installed, `tf.summary.FileWriterCache` and what else asks TensorFlow's own modules for a
    writer gets one of these.
    """

    _replaced: ClassVar[Any] = None

    @classmethod
    def install(cls) -> None:
        """Stand for TensorFlow's writer.

        Raises:
          ValueError: it does already.
        """
        if cls._replaced is not None:
            raise ValueError("FakeSummaryWriter already installed.")
        cls._replaced = _show_event_writer(cls)

    @classmethod
    def uninstall(cls) -> None:
        """Give TensorFlow its writer back.

        Raises:
          ValueError: it has it.
        """
        if cls._replaced is None:
            raise ValueError("FakeSummaryWriter not installed.")
        _show_event_writer(cls._replaced)
        cls._replaced = None

    def __init__(self, logdir: str, graph: Any = None) -> None:
        self._logdir = logdir
        self._graph = graph
        self._summaries: dict[Any, list[Any]] = {}
        self._added_graphs: list[Any] = []
        self._added_meta_graphs: list[Any] = []
        self._added_session_logs: list[Any] = []
        self._added_run_metadata: dict[str, Any] = {}

    @property
    def summaries(self) -> dict[Any, list[Any]]:
        """The summaries of each step."""
        return self._summaries

    def assert_summaries(
        self,
        test_case: Any,
        expected_logdir: str | None = None,
        expected_graph: Any = None,
        expected_summaries: Mapping[Any, Mapping[str, float]] | None = None,
        expected_added_graphs: Sequence[Any] | None = None,
        expected_added_meta_graphs: Sequence[Any] | None = None,
        expected_session_logs: Sequence[Any] | None = None,
    ) -> None:
        """Have `test_case`, a `unittest.TestCase`, fail unless what was written is as it is given here."""
        same = test_case.assertEqual
        if expected_logdir is not None:
            same(expected_logdir, self._logdir)
        if expected_graph is not None:
            same(id(expected_graph), id(self._graph))
        for step, expected in (expected_summaries or {}).items():
            written = [value for summary in self._summaries.get(step, ()) for value in summary.value]
            same(expected, {one.tag: one.simple_value for one in written if one.tag != _SPEED})
            same(step in self._summaries, True)
        for wanted, added in (
            (expected_added_graphs, self._added_graphs),
            (expected_added_meta_graphs, self._added_meta_graphs),
            (expected_session_logs, self._added_session_logs),
        ):
            if wanted is not None:
                same(list(wanted), added)

    def add_summary(self, summ: Any, current_global_step: Any) -> None:
        """As a writer's, of a `Summary` or its bytes."""
        summary = tf.compat.v1.Summary.FromString(summ) if isinstance(summ, bytes) else summ
        self._summaries.setdefault(current_global_step, []).append(summary)

    def add_graph(self, graph: Any, global_step: int | None = None, graph_def: Any = None) -> None:
        """As a writer's."""
        _check_step(global_step)
        if graph_def is not None:
            raise ValueError(f"Unexpected graph_def {graph_def}.")
        self._added_graphs.append(graph)

    def add_meta_graph(self, meta_graph_def: Any, global_step: int | None = None) -> None:
        """As a writer's."""
        _check_step(global_step)
        self._added_meta_graphs.append(meta_graph_def)

    def add_session_log(self, session_log: Any, global_step: int | None = None) -> None:
        """As a writer's."""
        self._added_session_logs.append(session_log)

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: int | None = None) -> None:
        """As a writer's."""
        _check_step(global_step)
        self._added_run_metadata[tag] = run_metadata

    def flush(self) -> None:
        """As a writer's; there is nothing to do."""

    def reopen(self) -> None:
        """As a writer's; there is nothing to do."""

    def close(self) -> None:
        """As a writer's; there is nothing to do."""


def assert_summary(
    expected_tags: Iterable[str], expected_simple_values: Mapping[str, float], summary_proto: Any
) -> None:
    """Check that a summary has these tags and no others, and some of their values to two digits.

    Raises:
      AssertionError: a value is another.
      ValueError: the tags are others.
    """
    for value in summary_proto.value:
        if value.tag in expected_simple_values:
            np.testing.assert_almost_equal(
                value.simple_value, expected_simple_values[value.tag], decimal=2, err_msg=value.tag
            )
    expected, found = set(expected_tags), {value.tag for value in summary_proto.value}
    if expected != found:
        raise ValueError(f"Expected tags {expected}, got {found}.")


def to_summary_proto(summary_str: bytes) -> Any:
    """The `Summary` of these bytes."""
    return tf.compat.v1.Summary.FromString(summary_str)


def latest_event_file(base_dir: str) -> str | None:
    """The last file of events in a folder, by their names."""
    return max((os.path.join(base_dir, file.name) for file in Path(base_dir).glob("events.*")), default=None)


def latest_events(base_dir: str) -> Iterable[Any]:
    """The events of the last file in a folder; none if it has none."""
    file = latest_event_file(base_dir)
    return tf.compat.v1.train.summary_iterator(file) if file is not None else []


def latest_summaries(base_dir: str) -> list[Any]:
    """The events of the last file in a folder that have summaries."""
    return [event for event in latest_events(base_dir) if event.HasField("summary")]


def simple_values_from_events(events: Iterable[Any], tags: Collection[str]) -> dict[str, float]:
    """The values of these tags, of each the one of the latest step.

    Raises:
      ValueError: a summary of such a tag is not a number.
    """
    steps: dict[str, int] = {}
    values: dict[str, float] = {}
    wanted = ((one.step, value) for one in events for value in one.summary.value if value.tag in tags)
    for step, value in wanted:
        if not value.HasField("simple_value"):
            raise ValueError(f"Summary for {value.tag} is not a simple_value.")
        if step > steps.get(value.tag, -1):
            steps[value.tag], values[value.tag] = step, value.simple_value
    return values


def _check_step(step: int | None) -> None:
    if step is not None and step < 0:
        raise ValueError(f"Invalid global_step {step}.")
