"""What of a session's ConfigProto still has a meaning where a Program stands for it."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .._configuration import configure_still


def apply(config: Any | None) -> bytes:
    """Set in this process what `config` asks for, if TensorFlow still lets it; give its graph options back.

    Devices and threads are fixed when TensorFlow first runs something: after that, what cannot be changed any
    more is logged and stays as it is.

    Raises:
      TypeError: `config` is no ConfigProto.
      CompatError: the machine has no GPU of a number that it lists.
    """
    if config is None:
        return b""
    of_process = tf.compat.v1.ConfigProto()
    of_process.CopyFrom(config)
    of_process.ClearField("graph_options")  # which are those of this Program's runs alone
    configure_still(of_process)
    return bytes(config.graph_options.SerializeToString())
