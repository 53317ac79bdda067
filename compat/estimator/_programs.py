"""What the library runs its graphs by: Programs, where graphs are built for them, and else sessions.

A Program needs no session, and gives what one gave, to the bit. A server of TensorFlow's own, which
`TF_CONFIG` asks of the library, knows sessions only.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .. import _tf
from ..program import Program
from ..program.building import is_building
from ..train import ChiefSessionCreator

_v1 = tf.compat.v1


def session(target: str = "", graph: Any = None, config: Any = None) -> Any:
    """What stands for `tf.compat.v1.Session`."""
    return (Program if _has_programs(target) else _v1.Session)(target, graph, config)


def chief_session_creator(scaffold: Any = None, master: str = "", *args: Any, **kwargs: Any) -> Any:
    """What stands for `tf.compat.v1.train.ChiefSessionCreator`."""
    creator = ChiefSessionCreator if _has_programs(master) else _v1.train.ChiefSessionCreator
    return creator(scaffold, master, *args, **kwargs)


def _has_programs(target: str) -> bool:
    return not target and is_building()


monitored_training_session = _tf.monitored_training_session_by(chief_session_creator)
evaluate_once = _tf.evaluate_once_by(chief_session_creator)
