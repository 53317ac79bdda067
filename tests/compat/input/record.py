"""Runs `programs.py` on a real TensorFlow 1.15, with queue runners, and writes what it gave to `tf1.json`.

tf1/bin/python tests/compat/input/record.py
"""

import json
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import programs  # noqa: E402


class Names:
    """`tf.train`'s names, and `tf`'s readers, as one."""

    def __getattr__(self, name):
        return getattr(tf.train, name) if hasattr(tf.train, name) else getattr(tf, name)


def run(build):
    with tf.Graph().as_default(), tf.Session() as session:
        fetched = build(tf, Names())
        shapes = [str(tensor.shape) for tensor in programs.flat(fetched)]
        session.run(tf.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        steps = programs.steps(lambda: session.run(fetched), tf.errors.OutOfRangeError)
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=5, ignore_live_threads=True)
    return {"shapes": shapes, "steps": steps}


if __name__ == "__main__":
    os.chdir(tempfile.mkdtemp())
    programs.write_files(tf)
    recorded = {name: run(build) for name, build in sorted(programs.PROGRAMS.items())}
    with open(os.path.join(HERE, "tf1.json"), "w") as out:
        json.dump({"numpy": np.__version__, "tensorflow": tf.__version__, "programs": recorded}, out)
