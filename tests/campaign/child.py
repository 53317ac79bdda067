"""Runs many programs in this process, each in a thread and graph of its own, and keeps what they print.

    python child.py original|eager|graph JOBS.json

`JOBS.json` holds pairs of a program's file and the file for its result.
"""

import contextlib
import io
import json
import os
import pickle
import shutil
import sys
import tempfile
import threading
import traceback

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf
from absl import flags

import compat
import emulate

v1 = tf.compat.v1


class Run:
    """One program: what it printed, and its variables at the end."""

    def __init__(self, reads_last):
        self.reads_last = reads_last
        self.printed = io.StringIO()
        self.variables = {}
        self.ended = self.error = ""
        self._made = []

    def create(self, create, **spec):
        variable = create(**spec)
        if tf.executing_eagerly():
            self._made.append(variable)
        return variable

    def execute(self, path):
        environment, work, folder = dict(os.environ), os.getcwd(), tempfile.mkdtemp(prefix="campaign-")
        defined = set(flags.FLAGS)
        os.chdir(folder)
        np.random.seed(0)
        names = {"__name__": "__main__", "__file__": path}
        try:
            with open(path) as file:
                code = compile(file.read(), path, "exec")
            with (
                tf.variable_creator_scope(self.create)
                if tf.executing_eagerly()
                else contextlib.nullcontext(),
                contextlib.redirect_stdout(self.printed),
            ):
                exec(code, names)
            self.variables.update({one.name.partition(":")[0]: one.numpy() for one in self._made})
        except BaseException as error:
            self.ended = type(error).__name__
            self.error = traceback.format_exc()
        finally:
            for name in set(flags.FLAGS) - defined:  # the next program may define it, too
                delattr(flags.FLAGS, name)
            os.environ.clear()
            os.environ.update(environment)
            os.chdir(work)
            shutil.rmtree(folder, ignore_errors=True)


def watch(owner, current):
    """Keep the variables of a session when it ends; `reads_last` is as in `migrate.verify`."""
    real, close = owner.run, owner.close

    def values(session):
        keys = (v1.GraphKeys.GLOBAL_VARIABLES, v1.GraphKeys.LOCAL_VARIABLES)
        found = {one.op.name: one for key in keys for one in session.graph.get_collection(key)}
        try:
            return found, real(session, found) if found else {}
        except tf.errors.FailedPreconditionError:  # some have no value in this session
            last = {}
            for name, one in found.items():
                with contextlib.suppress(tf.errors.FailedPreconditionError):
                    last[name] = real(session, one)
            return found, last

    def run(session, fetches, *args, **kwargs):
        result = real(session, fetches, *args, **kwargs)
        if not current[0].reads_last:
            return result
        found, last = values(session)
        names = {id(variable): name for name, variable in found.items()}
        sources, given = tf.nest.flatten(fetches), tf.nest.flatten(result)
        if len(sources) != len(given):
            return result
        pairs = zip(sources, given, strict=True)
        given = [last.get(names.get(id(source)), value) for source, value in pairs]
        return tf.nest.pack_sequence_as(result, given)

    def closed(session):
        if current[0] is not None and session.graph.version:
            with contextlib.suppress(RuntimeError):  # closed already
                current[0].variables.update(values(session)[1])
        close(session)

    def leave(session, *error):
        closed(session)
        return left(session, *error)

    left = owner.__exit__
    owner.run, owner.close, owner.__exit__ = run, closed, leave


def main():
    side, jobs = sys.argv[1:]
    emulate.gpus(2)
    current = [None]
    if side == "original":
        from compat import tf1

        tf1.activate()
        v1.enable_resource_variables()
    sessions = [v1.Session] if side != "eager" else [v1.Session, compat.Program]
    for owner in sessions:
        watch(owner, current)
    with open(jobs) as file:
        pairs = json.load(file)
    for path, result in pairs:
        run = current[0] = Run(reads_last=side == "original")
        thread = threading.Thread(target=run.execute, args=(path,))
        thread.start()
        thread.join()
        with open(result, "wb") as file:
            kept = {"printed": run.printed.getvalue(), "variables": run.variables}
            pickle.dump({**kept, "ended": run.ended, "error": run.error}, file)


if __name__ == "__main__":
    main()
