"""`tf.flags`: TensorFlow's own, on absl, for programs that are older than absl's flags.

A program may define a flag that a library has taken for itself: absl's logging has `log_dir`, `v` and
`verbosity`, and it is imported with TensorFlow. The program's own then takes its place. Beside what 1.15's
`FLAGS` had there is what programs from before TensorFlow 1.5 ask of it: `_parse_flags()`, and the values as
`FLAGS.__dict__['__flags']`.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any

import absl.logging
import tensorflow as tf

_flags = tf.compat.v1.flags
_logging: Any = absl.logging

# Whose flags give way to a program's.
_LIBRARIES = ("absl", "tensorflow", "tf_keras", "keras", "tensorboard")


class _Values(MutableMapping[str, Any]):
    """The values of all flags by their names, as they are now."""

    def __init__(self, flags: Any) -> None:
        self._flags = flags

    def __getitem__(self, name: str) -> Any:
        if name not in self._flags:
            raise KeyError(name)
        return getattr(self._flags, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self._flags, name, value)

    def __delitem__(self, name: str) -> None:
        delattr(self._flags, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._flags)

    def __len__(self) -> int:
        return len(self._flags)

    def __repr__(self) -> str:
        return repr(dict(self))

    def copy(self) -> dict[str, Any]:
        """The values as a dictionary of their own."""
        return dict(self)


class _FlagValues(type(_flags.FLAGS)):  # type: ignore[misc]
    """`tf.flags.FLAGS`, which parses the command line when the first flag is read."""

    def __init__(self, wrapped: Any) -> None:
        super().__init__(wrapped)
        self.__dict__["__flags"] = _Values(self)

    def __getattribute__(self, name: str) -> Any:
        return functools.partial(_parse, self) if name == "_parse_flags" else super().__getattribute__(name)


def _parse(flags: Any, args: list[str] | None = None) -> dict[str, Any]:
    """Parse `args`, the command line without the program, and leave what is no flag: as it was before 1.5."""
    flags(sys.argv if args is None else [sys.argv[0], *args], known_only=True)
    values: dict[str, Any] = flags.flag_values_dict()
    return values


class _Logging:
    """`FLAGS` as absl's logging sees it: with its own flags still, where a program's have their names."""

    def __init__(self, flags: Any) -> None:
        self.__dict__.update(flags=flags, taken={})

    def __getattr__(self, name: str) -> Any:
        return self.taken[name].value if name in self.taken else getattr(self.flags, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.taken:
            self.taken[name].value = value
        else:
            setattr(self.flags, name, value)

    def __getitem__(self, name: str) -> Any:
        return self.taken[name] if name in self.taken else self.flags[name]

    def __setitem__(self, name: str, flag: Any) -> None:
        self.flags[name] = flag

    def __contains__(self, name: str) -> bool:
        return name in self.flags


def _giving_way(define: Callable[..., Any]) -> Callable[..., Any]:
    """`define`, one of absl's functions, for a name that a library may have defined."""
    parameters = [*inspect.signature(define).parameters]

    @functools.wraps(define)
    def defined(*args: Any, **kwargs: Any) -> Any:
        given = {**dict(zip(parameters, args, strict=False)), **kwargs}
        name = given.get("name", given.get("flag_name", getattr(given.get("flag"), "name", None)))
        flags = given.get("flag_values", _flags.FLAGS)
        if name in flags and flags.find_module_defining_flag(name).split(".")[0] in _LIBRARIES:
            flags[name].allow_override = True
            if flags is _flags.FLAGS:
                if not isinstance(_logging.FLAGS, _Logging):
                    _logging.FLAGS = _Logging(_logging.FLAGS)
                _logging.FLAGS.taken[name] = flags[name]
        return define(*args, **kwargs)

    return defined


def _public() -> dict[str, Any]:
    public = {name: value for name, value in vars(_flags).items() if not name.startswith("_")}
    for name, value in public.items():
        if name.startswith("DEFINE"):
            public[name] = _giving_way(value)
    return {**public, "FLAGS": _FlagValues(_flags.FLAGS.__dict__["__wrapped"])}


globals().update(_public())
# absl asks which module defines a flag: not this one, but the one that calls it.
_flags.disclaim_key_flags()
