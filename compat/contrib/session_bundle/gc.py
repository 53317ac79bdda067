"""`tf.contrib.session_bundle.gc`: which of several versions stay, as Estimators keep theirs."""

from __future__ import annotations

from ... import estimator as _estimator

_estimator.allow_imports()

from tensorflow_estimator.python.estimator import gc as _gc  # noqa: E402

Path = _gc.Path
get_paths = _gc._get_paths
largest_export_versions = _gc._largest_export_versions
mod_export_version = _gc._mod_export_version
negation = _gc._negation
one_of_every_n_export_versions = _gc._one_of_every_n_export_versions
union = _gc._union
