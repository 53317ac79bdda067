"""`tf.contrib.session_bundle.gc`: which of several versions stay, as Estimators keep theirs."""

from __future__ import annotations

from ..._listing import listed
from ..._tf.estimator_parts import Version as Path
from ..._tf.estimator_parts import (
    get_paths,
    largest_export_versions,
    mod_export_version,
    negation,
    one_of_every_n_export_versions,
    union,
)

__dir__ = listed(__name__)

__all__ = [
    "Path",
    "get_paths",
    "largest_export_versions",
    "mod_export_version",
    "negation",
    "one_of_every_n_export_versions",
    "union",
]
