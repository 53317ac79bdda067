"""Runs `programs.py` on a real TensorFlow 1.15 and writes what the programs gave to `tf1.json`.

tf1/bin/python tests/compat/estimator/record.py
"""

import json
import os
import sys
import tempfile

import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from programs import PROGRAMS  # noqa: E402


def rounded(value):
    """With seven digits behind the point: the tests compare five."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 7) if isinstance(value, float) else value


if __name__ == "__main__":
    tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})).close()  # the devices of the process
    recorded = {name: run(tf, tempfile.mkdtemp()) for name, run in PROGRAMS.items()}
    with open(os.path.join(HERE, "tf1.json"), "w") as out:
        json.dump({"tensorflow": tf.__version__, "programs": rounded(recorded)}, out)
        out.write("\n")
