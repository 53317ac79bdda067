"""Runs one program, before or after: `python child.py original|rewritten|by_hand GPUS SCRIPT [ARGUMENTS]`.

`pace.py`, which the programs import, tells how many steps they are to make.
"""

from __future__ import annotations

import os
import runpy
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf

import emulate


def main() -> None:
    """Prepare TensorFlow as the program knows it, and run the program."""
    side, gpus, script, *arguments = sys.argv[1:]
    if int(gpus):
        emulate.gpus(int(gpus))
    if side == "original":
        from compat import tf1

        tf1.activate()
        tf.compat.v1.enable_resource_variables()
    sys.argv = [script, *arguments]
    sys.path[0] = os.path.dirname(os.path.abspath(script))
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    main()
