"""Records in tf1.json what the programs beside this one print on TensorFlow 1.15.5, on a host without GPUs.

Run as `python record.py` by an interpreter that has it. Two CPUs stand for two GPUs, and one core for a TPU.
"""

import contextlib
import io
import json
import os
import runpy
import sys

import tensorflow as tf
from tensorflow.python.distribute import mirrored_strategy
from tensorflow.python.keras.utils import multi_gpu_utils

HERE = os.path.dirname(os.path.abspath(__file__))
CPUS = [f"/job:localhost/replica:0/task:0/device:CPU:{index}" for index in range(2)]


def stand_in():
    multi_gpu_utils._get_available_devices = lambda: ["/device:CPU:0", "/device:GPU:0", "/device:GPU:1"]
    mirrored_strategy.all_local_devices = lambda num_gpus=None: tuple(CPUS)
    cpu = tf.config.experimental.list_physical_devices("CPU")[0]
    two = [tf.config.experimental.VirtualDeviceConfiguration()] * 2
    tf.config.experimental.set_virtual_device_configuration(cpu, two)
    tf.contrib.cluster_resolver.TPUClusterResolver = lambda tpu: None
    tf.contrib.tpu.TPUDistributionStrategy = lambda resolver: None
    tf.contrib.tpu.keras_to_tpu_model = lambda model, strategy: model


def printed(program):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(os.path.join(HERE, program + ".py"))
    lines = (line.split() for line in out.getvalue().splitlines())
    return {name: [float(value) for value in values] for name, *values in lines}


if __name__ == "__main__":
    stand_in()
    programs = sys.argv[1:]
    path = os.path.join(HERE, "tf1.json")
    recorded = {program: printed(program) for program in programs}
    if os.path.exists(path):
        with open(path) as before:
            recorded = dict(json.load(before), **recorded)
    with open(path, "w") as out:
        json.dump(recorded, out, indent=1, sort_keys=True)
        out.write("\n")
