"""Imports what every child of `migrate.verify` imports, and forks for each that is asked for.

TensorFlow is imported, and the part of `emulate` that changes it, but nothing has run: it has no context, no
devices and no threads yet, so that in a forked process `import tensorflow` has just come back. Run as
`python server.py 5`, with the number of a socket.

A request is one line of JSON: what would be Python's arguments, the environment, the folder to run in, and
the numbers for the descriptors that come beside it. Two lines answer it: the process's id, and how it ended,
as `subprocess.Popen.returncode` says it. What is run is the child of `migrate.verify`, `-m emulate`, a
script, or a program behind `-c`. A request for a branch names a module instead: the server forks itself, and
the branch, which imports that first, with what goes with it, serves the socket that comes beside the request.
"""

import atexit
import contextlib
import gc
import importlib
import json
import os
import random
import select
import signal
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).parents[2])

import numpy as np
import numpy.random  # NumPy would only import it when it is used, in each child  # noqa: F401

from emulate import _child as emulated
from emulate import _launch as launch
from emulate._cli import emulate
from emulate._tf.kernels import running_on_cpus
from migrate.verify.children import __main__ as verified

_OFTEN = ("input", "layers", "train")
_MOST_BYTES = 1 << 20
_MOST_DESCRIPTORS = 8
_FREE = 1000  # descriptors from here on are in nobody's way


def main() -> None:
    """Serve until the other end of the socket is closed."""
    running_on_cpus()  # from here on known, which takes each child a while else
    _serve(socket.socket(fileno=int(sys.argv[1])))


def _serve(client: socket.socket) -> None:
    """Answer the client's requests; a forked process is the child, and ends as one."""
    gc.collect()
    gc.freeze()  # what is collected is copied
    while True:
        line, descriptors, _, _ = socket.recv_fds(client, _MOST_BYTES, _MOST_DESCRIPTORS)
        if not line:
            return
        module = json.loads(line).get("branch")
        child = os.fork()
        if module is not None:
            branch = socket.socket(fileno=descriptors[0])
            if child == 0:
                client.close()
                _import(module)
                _serve(branch)
                os._exit(0)
            branch.close()
            continue
        if child == 0:
            client.close()
            _become(json.loads(line), descriptors)
            _leave(_status_of(partial(_run, sys.argv)))
        for descriptor in descriptors:
            os.close(descriptor)
        client.sendall(b"%d\n" % child)
        status = _wait(child, client)
        with contextlib.suppress(BrokenPipeError):
            client.sendall(b"%d\n" % status)


def _import(module: str) -> None:
    """Import a module of `compat`, and what programs have it import later, which else each child does."""
    importlib.import_module(module)
    for part in _OFTEN:
        importlib.import_module(f"{module.partition('.')[0]}.{part}")


def _wait(child: int, client: socket.socket) -> int:
    """How the child ended; with the client, which says nothing meanwhile, its whole session ends."""
    handle = os.pidfd_open(child)
    if handle not in select.select([handle, client], [], [])[0]:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    os.close(handle)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _become(request: dict[str, Any], descriptors: list[int]) -> None:
    """Make this process what a new one would be: a session, environment and chance of its own."""
    os.setsid()
    kept = [os.dup2(one, _FREE + place) for place, one in enumerate(descriptors)]
    for one in descriptors:
        os.close(one)
    for one, number in zip(kept, request["descriptors"], strict=True):
        os.dup2(one, number)
        os.close(one)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.argv = request["arguments"]
    random.seed()
    np.random.seed()


def _run(arguments: list[str]) -> None:
    """What Python would do with these arguments."""
    if arguments[0] == verified.__file__:
        verified.main()
    elif arguments[:2] == ["-m", "emulate"]:
        _launch(arguments[2:])
    else:
        _run_program(arguments)


def _run_program(arguments: list[str]) -> None:
    """A script, or what stands behind `-c`, as the main module."""
    main_module = sys.modules["__main__"] = ModuleType("__main__")
    if arguments[0] == "-c":
        sys.path[0], name, text = "", "<string>", arguments[1]
        sys.argv = ["-c", *arguments[2:]]
    else:
        name = main_module.__file__ = arguments[0]
        sys.path[0], text = str(Path(name).resolve().parent), Path(name).read_text(encoding="utf-8")
        sys.argv = arguments
    exec(compile(text, name, "exec", dont_inherit=True), vars(main_module))


def _launch(arguments: list[str]) -> None:
    """`python -m emulate`; what it would start is forked first, apart from what the launcher does itself."""
    launcher, program = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        launcher.close()
        _run_emulated(program)
    program.close()

    def run_group(command: list[str], environment: dict[str, str]) -> int:
        with launcher:
            launcher.sendall(json.dumps([command, environment]).encode())
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return status if status >= 0 else 128 - status

    launch._run_group = run_group
    emulate(arguments, prog_name="python -m emulate")


def _run_emulated(launcher: socket.socket) -> NoReturn:
    """Run what the launcher tells, emulated as where `emulate._inject` sees that TensorFlow is imported."""
    with launcher.makefile("rb") as told:
        text = told.read()
    if not text:  # the launcher has refused
        os._exit(0)
    command, environment = json.loads(text)
    os.environ.clear()
    os.environ.update(environment)
    if command[0] == "env":
        assigned = list(takewhile(lambda word: "=" in word, command[1:]))
        os.environ.update(word.split("=", 1) for word in assigned)
        command = command[1 + len(assigned) :]
    emulated.start()
    _leave(_status_of(partial(_run_program, command[1:])))


def _status_of(run: Callable[[], None]) -> int:
    """With what Python would end after `run`; what it would say is said."""
    try:
        run()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


def _leave(status: int) -> NoReturn:
    """End as Python does, but leave what is in memory to the system: to take it apart is to copy it first."""
    threading._shutdown()  # waits for threads that are no daemons
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
