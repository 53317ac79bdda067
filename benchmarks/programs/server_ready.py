"""A task that is ready when its server listens: starts it, says so, and ends."""

import json
import os

import tensorflow as tf

config = json.loads(os.environ["TF_CONFIG"])
task = config["task"]
tf.distribute.Server(config["cluster"], job_name=task["type"], task_index=task["index"])
print("READY", flush=True)
os._exit(0)
