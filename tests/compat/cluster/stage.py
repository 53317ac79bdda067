"""Imports TensorFlow once, and forks a process for each task of a cluster that is asked for.

Nothing of TensorFlow runs here, so that a forked process is what a started one is, and comes at once.
A request is a line of JSON on stdin: the function to call, as `"file:name"`, its arguments, and the files for
its output and its result. The answer is the process's id. The processes form one group with this one.
"""

import importlib.util
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any


def main() -> None:
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    sys.path.insert(0, str(Path(__file__).parents[3]))
    import tensorflow as tf  # noqa: F401

    import compat.cluster._home
    import compat.train  # noqa: F401

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _be(request)
        print(child, flush=True)


def _be(request: dict[str, Any]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with open(request["log"], "ab", buffering=0) as log, open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    try:
        path, _, name = request["function"].rpartition(":")
        spec = importlib.util.spec_from_file_location("task", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        result = {"value": getattr(module, name)(*request["arguments"])}
    except BaseException as error:
        traceback.print_exc()
        sys.last_value = error  # as the interpreter does before it ends
        kinds = [kind.__name__ for kind in type(error).__mro__]
        result = {"error": str(error), "kinds": kinds}
    Path(request["result"] + ".part").write_text(json.dumps(result))
    os.rename(request["result"] + ".part", request["result"])
    # What a program does at its end, and the rest as fast as it comes.
    import atexit

    sys.stdout.flush()
    sys.stderr.flush()
    atexit._run_exitfuncs()
    os._exit(0)


if __name__ == "__main__":
    main()
