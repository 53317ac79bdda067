"""Summaries: strings with a tag, and the writers, of which all that is written is seen."""

from __future__ import annotations

import contextlib
from typing import Any

from .graphs import here
from .namespaces import TABLES
from .nodes import Tensor, conv
from .unsure import Modelled, unsure
from .world import now


def _summary(kind: str) -> Any:
    def summary(
        name: Any, tensor: Any = None, *args: Any, collections: Any = None, family: Any = None, **options: Any
    ) -> Tensor:
        value = tensor if tensor is not None else options.pop("values", None)
        if family is not None:
            unsure("a summary of a family")
        words = "".join(one if one.isalnum() or one in "_.-/\\" else "_" for one in str(name)).lstrip("/")
        tag = here().in_scope(words)
        args_ = (
            ("of", kind),
            ("tag", tag),
            ("value", conv(value)),
            ("options", tuple(map(str, (*args, *sorted(options.items()))))),
        )
        if now().replica is not None and now().replica.index:  # TensorFlow writes those of the first alone
            return Tensor("identity", (("value", conv(b"")),), (), "string")
        made = Tensor("summary", args_, (), "string")
        made.label = tag
        for key in collections if collections is not None else ["summaries"]:
            here().collection(key).append(made)
        return made

    return summary


def merge(inputs: Any, collections: Any = None, name: Any = None) -> Any:
    made = Tensor("merge", (("inputs", tuple(conv(one) for one in inputs)),), (), "string", name=name)
    for key in collections or ():
        here().collection(key).append(made)
    return made


def merge_all(key: Any = "summaries", scope: Any = None, name: Any = None) -> Any:
    found = here().get_collection(key, scope)
    return merge(found) if found else None


class FileWriter(Modelled):
    """`tf.summary.FileWriter`, and a writer of TensorFlow 2."""

    def __init__(self, logdir: Any, *args: Any, **kwargs: Any) -> None:
        import os

        self.logdir = str(logdir)
        os.makedirs(self.logdir, exist_ok=True)

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        now().events.append((_text(summary), 0 if global_step is None else int(global_step)))

    def add_graph(self, *_: Any, **__: Any) -> None:
        """No observation."""

    def get_logdir(self) -> str:
        return self.logdir

    @contextlib.contextmanager
    def as_default(self, step: Any = None) -> Any:
        yield self

    add_run_metadata = add_session_log = add_meta_graph = flush = close = reopen = add_graph

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *_: object) -> None:
        """It stays."""


def _text(summary: Any) -> str:
    value = summary.numpy() if isinstance(summary, Tensor) else summary
    return (
        value.decode("latin-1") if isinstance(value, bytes) else unsure("a summary made by hand is written")
    )


for _table in ("tf1", "tf2", "compat"):
    for _kind in ("scalar", "histogram", "image", "audio", "text"):
        if _table != "tf2":
            TABLES["tf1"][f"summary.{_kind}"] = _summary(_kind)
            TABLES["tf1"][f"{_kind}_summary"] = _summary(_kind)
            TABLES["tf1"][f"contrib.deprecated.{_kind}_summary"] = TABLES["compat"][
                f"contrib.deprecated.{_kind}_summary"
            ] = _summary(_kind)
TABLES["tf1"].update(
    {
        "summary.merge": merge,
        "summary.merge_all": merge_all,
        "merge_summary": merge,
        "merge_all_summaries": merge_all,
        "summary.FileWriter": FileWriter,
        "train.SummaryWriter": FileWriter,
        "summary.FileWriterCache.get": FileWriter,
        "contrib.deprecated.merge_summary": merge,
        "contrib.deprecated.merge_all_summaries": merge_all,
    }
)
TABLES["tf2"]["summary.create_file_writer"] = FileWriter
TABLES["compat"].update(
    {
        "create_file_writer": FileWriter,
        "add_summary": lambda writer, summary, global_step=None: writer.add_summary(summary, global_step),
        "merge_summaries": merge,
        "contrib.deprecated.merge_summary": merge,
    }
)
