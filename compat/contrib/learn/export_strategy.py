"""`tf.contrib.learn.ExportStrategy`: how an experiment exports what it trained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import tensorflow as tf

from ..._listing import listed

__dir__ = listed(__name__)


class ExportStrategy(NamedTuple):
    """A name for the folder, and what exports into it."""

    name: str
    export_fn: Callable[..., Any]
    strip_default_attrs: bool | None = None

    def export(
        self,
        estimator: Any,
        export_path: str,
        checkpoint_path: str | None = None,
        eval_result: Mapping[str, Any] | None = None,
    ) -> Any:
        """Export into `export_path`; returns what `export_fn` gives."""
        asked = {"checkpoint_path": checkpoint_path, "eval_result": eval_result}
        code = getattr(self.export_fn, "__code__", None)
        known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()
        return self.export_fn(
            estimator, export_path, **{name: value for name, value in asked.items() if name in known}
        )


def make_export_strategy(
    serving_input_fn: Callable[[], Any],
    default_output_alternative_key: str | None = None,
    assets_extra: Mapping[str, str] | None = None,
    as_text: bool = False,
    exports_to_keep: int | None = 5,
    strip_default_attrs: bool | None = None,
) -> ExportStrategy:
    """Exports a SavedModel, and keeps the newest `exports_to_keep` of them."""

    def export(estimator: Any, export_dir_base: str, checkpoint_path: str | None = None) -> Any:
        path = estimator.export_savedmodel(
            export_dir_base,
            serving_input_fn,
            assets_extra=assets_extra,
            as_text=as_text,
            checkpoint_path=checkpoint_path,
        )
        if exports_to_keep:
            found = (one for one in Path(export_dir_base).iterdir() if one.name.isdigit())
            for old in sorted(found, key=lambda one: int(one.name))[:-exports_to_keep]:
                tf.io.gfile.rmtree(str(old))
        return path

    del default_output_alternative_key
    return ExportStrategy("Servo", export, strip_default_attrs)
