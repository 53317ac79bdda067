"""Children are emulated like their parent, whatever environment it gives them.

On a machine with GPUs a program's children see them even if it starts them with a `PYTHONPATH` or an
environment of their own. Emulation travels in variables, so those that a child would lack are put back where
Python starts a process. What a shell replaces, or `env -i`, is out of reach.

Loaded by `inject/sitecustomize.py` at the start of every Python, by its path: imports nothing but what is
there already.
"""

from __future__ import annotations

import _posixsubprocess
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

_PREFIX = b"TFMIGRATE_EMULATE"
_PATH = b"PYTHONPATH"
_SEPARATOR = os.pathsep.encode()
_ENVIRONMENT_ARGUMENT = 5  # of `_posixsubprocess.fork_exec`, in Python 3.10 to 3.13

Environment = dict[bytes, bytes]


def keep(folder: str) -> None:
    """Lets what this process starts inherit its emulation, and `folder` on its `PYTHONPATH`."""
    first = os.fsencode(folder)
    own = {name: value for name, value in os.environb.items() if name.startswith(_PREFIX)}

    def with_folder(path: bytes) -> bytes:
        entries = path.split(_SEPARATOR) if path else []
        return path if first in entries else _SEPARATOR.join([first, *entries])

    def complete(environment: Environment) -> Environment:
        return {**own, **environment, _PATH: with_folder(environment.get(_PATH, b""))}

    def putenv(name: Any, value: Any) -> None:
        put(name, with_folder(os.fsencode(value)) if os.fsencode(name) == _PATH else value)

    def unsetenv(name: Any) -> None:
        if os.fsencode(name) == _PATH:
            put(name, first)
        elif not os.fsencode(name).startswith(_PREFIX):
            unset(name)

    put, unset = os.putenv, os.unsetenv
    os.putenv, os.unsetenv = putenv, unsetenv
    # their third argument, which the first two forms of a call give by position, is the environment
    for name in ("execve", "posix_spawn", "posix_spawnp"):
        setattr(os, name, _completing_third(getattr(os, name), complete))
    fork_exec = _completing_list(_posixsubprocess.fork_exec, complete)
    _posixsubprocess.fork_exec = fork_exec
    if "subprocess" in sys.modules and hasattr(sys.modules["subprocess"], "_fork_exec"):
        sys.modules["subprocess"]._fork_exec = fork_exec  # type: ignore[attr-defined]


def _completing_third(
    original: Callable[..., Any], complete: Callable[[Environment], Environment]
) -> Callable[..., Any]:
    def start(path: Any, argv: Any, env: Mapping[Any, Any], *args: Any, **kwargs: Any) -> Any:
        encoded = {os.fsencode(name): os.fsencode(value) for name, value in env.items()}
        return original(path, argv, complete(encoded), *args, **kwargs)

    return start


def _completing_list(
    original: Callable[..., Any], complete: Callable[[Environment], Environment]
) -> Callable[..., Any]:
    def fork_exec(*args: Any) -> Any:
        given = args[_ENVIRONMENT_ARGUMENT]
        if given is None:  # this process's own, which `putenv` has kept complete
            return original(*args)
        environment = {name: value for name, _, value in (entry.partition(b"=") for entry in given)}
        entries = [name + b"=" + value for name, value in complete(environment).items()]
        return original(*args[:_ENVIRONMENT_ARGUMENT], entries, *args[_ENVIRONMENT_ARGUMENT + 1 :])

    return fork_exec
