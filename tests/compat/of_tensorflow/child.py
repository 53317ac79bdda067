"""Runs tests of TensorFlow's own, each file in a fork of a process that has imported TensorFlow.

    python child.py RESULTS SECONDS FILE...

is read by TensorFlow 1.15's Python, too: it imports nothing but what the tests need, and nothing in it is
newer than Python 3.7. On TensorFlow 2 `compat.tf1` is activated. A line of RESULTS is a file and what became
of each test in it: `passed`, `skipped` with its reason, or the first lines of the error.
"""

import importlib.util
import json
import os
import signal
import socket
import sys
import time
import types
import unittest


def main(results, seconds, files):
    """Run the files one after the other."""
    import tensorflow

    _give_ports()
    if not tensorflow.__version__.startswith("1."):
        from compat import tf1

        tf1.activate()
        _give_back()
    for file in files:
        begun = time.time()
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            status = 1
            try:
                _report(results, file, _outcomes(file, results))
                status = 0
            finally:
                os._exit(status)
        while os.waitpid(child, os.WNOHANG) == (0, 0):
            time.sleep(0.05)
            if time.time() - begun > seconds:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                break
        _end_of(results, file)


def _give_ports():
    """What tests take free ports from, if it is not installed."""
    if importlib.util.find_spec("portpicker") is None:
        sys.modules["portpicker"] = types.ModuleType("portpicker")
        sys.modules["portpicker"].pick_unused_port = _free_port


def _give_back():
    """Let what tests ask of TensorFlow's modules, and no program does, be as it was."""
    import tensorflow as tf
    from tensorflow.python.framework import ops, test_util
    from tensorflow.python.keras import engine

    modes = test_util.run_in_graph_and_eager_modes
    test_util.run_in_graph_and_eager_modes = lambda func=None, reset_test=True, **options: modes(
        func, **options
    )
    ops.RegisterShape = lambda operation: lambda function: function
    engine.network = types.ModuleType("network")
    engine.network.Network = tf.keras.Model
    name = "tensorflow.contrib.rnn.python.kernel_tests"
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].benchmarking = types.ModuleType("benchmarking")


def _free_port():
    with socket.socket() as free:
        free.bind(("", 0))
        return free.getsockname()[1]


def _outcomes(file, results):
    from absl import flags

    name = os.path.basename(file)[:-3]
    spec = importlib.util.spec_from_file_location(name, file)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    outcomes = _Outcomes(results, file)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:  # whatever a file raises is its outcome
        return {"import": _told(error)}
    flags.FLAGS([file], known_only=True)
    unittest.defaultTestLoader.loadTestsFromModule(module).run(outcomes)
    return outcomes.found


class _Outcomes(unittest.TestResult):
    """What became of each test, also of those before one that never ends."""

    def __init__(self, results, file):
        super().__init__()
        self.found = {}
        self._running = results + ".running"
        self._file = file

    def startTest(self, test):
        super().startTest(test)
        self.found[_name(test)] = "never ended"
        with open(self._running, "w") as kept:
            json.dump([self._file, self.found], kept)

    def addSuccess(self, test):
        self.found[_name(test)] = "passed"

    def addSkip(self, test, reason):
        self.found[_name(test)] = "skipped: " + reason

    def addError(self, test, err):
        self.found[_name(test)] = _told(err[1])

    addFailure = addError

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.found[_name(test)] = _told(err[1])


def _name(test):
    return ".".join(test.id().split(".")[-2:])


def _told(error):
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {' '.join(lines[:3])}"[:400]


def _report(results, file, found):
    with open(results, "a") as kept:
        kept.write(json.dumps([file, found]) + "\n")
    if os.path.exists(results + ".running"):
        os.unlink(results + ".running")


def _end_of(results, file):
    """Report what a process had run that was ended, or that ended itself."""
    if os.path.exists(results + ".running"):
        with open(results + ".running") as kept:
            _report(results, *json.load(kept))
        return
    with open(results) if os.path.exists(results) else open(os.devnull) as kept:
        if not any(json.loads(line)[0] == file for line in kept):
            _report(results, file, {"import": "the process ended"})


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3:])
