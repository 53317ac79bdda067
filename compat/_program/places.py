"""Where a Program runs, by the target of its session."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .place import Place


def place_of(target: Any, config: Any = None) -> Place:
    """Where a session of `config` on `target` would run.

    Raises:
      TypeError: it is none that a session could have.
      ClusterError: it is no server, or one that cannot be reached.
      ForeignServerError: only a session can run there.
    """
    if target is None or target in ("", b""):
        return Place()
    # What only programs on servers need.
    from .._in_graph import InGraphCluster
    from ..cluster._place import ServerPlace

    filters = () if config is None else config.device_filters
    if isinstance(target, (str, bytes)):
        return ServerPlace(tf.compat.as_str(target), filters)
    if isinstance(target, InGraphCluster):
        return ServerPlace(target, filters)
    raise TypeError(f'Argument `target` must be a string, but got "{type(target).__name__}".')
