"""TensorFlow 1.15's names on TensorFlow 2, for code that builds graphs and runs them in sessions.

`from compat import tf1 as tf` in place of `import tensorflow as tf`. Importing this turns TensorFlow 2's
behaviour off in the whole process (`disable_v2_behavior`): graphs instead of eager mode, reference variables,
and the control flow of TensorFlow 1. Names are looked up when they are used, first in `tensorflow.compat.v1`;
a name that there is nothing for raises `SymbolError`, which says what to use instead. `activate()` puts the
names under `import tensorflow` itself. What the sessions of a cluster share stands on the tasks where 1.15
put it.
"""

from __future__ import annotations

from typing import Any

import tensorflow

from .. import _state_placement as state_placement
from .. import _tf
from .. import estimator as _estimator
from .._tf import moved_names as _moved_names
from . import _elsewhere, _imports
from ._activation import activate as activate
from ._surface import surface

tensorflow.compat.v1.disable_v2_behavior()
_tf.give_initialized_value()
_tf.leave_queues_on_devices()
_tf.look_for_the_chief_each(1.0)
state_placement.install()

_root = surface(__name__, tensorflow.compat.v1)
_imports.install(__name__, _root)
_imports.install("tensorflow", _root, only=("contrib", "examples"))  # which TensorFlow 2 has not
_moved_names.install(_root)
_estimator.allow_imports()
_elsewhere.give_back()

__version__ = _root.__version__


def __getattr__(name: str) -> Any:
    return getattr(_root, name)


def __dir__() -> list[str]:
    return dir(_root)
