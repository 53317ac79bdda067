"""`tf.contrib.session_bundle`, from before SavedModel: models exported for what goes on serving them so."""

from __future__ import annotations

from ..._listing import listed
from .._names import lookup
from . import constants as constants
from . import exporter as exporter
from . import gc as gc
from . import manifest_pb2 as manifest_pb2

__dir__ = listed(__name__)

__getattr__ = lookup(
    "session_bundle", [], {"session_bundle": "tf.saved_model", "bundle_shim": "tf.saved_model"}
)
