"""What is not modelled, and the errors that TensorFlow itself would raise."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

_Error = TypeVar("_Error", bound=BaseException)


class Unsure(BaseException):
    """A program does what is not modelled: there is no verdict.

    It is no `Exception`, so that programs do not catch it; one that does is told apart by `noted`.
    """


class Ended(BaseException):
    """The program has made as many steps as were asked for."""


_noted: list[str] = []


def unsure(what: str) -> NoReturn:
    """End the program without a verdict; `what` is the reason that is told."""
    _noted.append(what)
    raise Unsure(what)


def take_noted() -> str | None:
    """The first reason since the last call, also where the program has swallowed it."""
    first = _noted[0] if _noted else None
    _noted.clear()
    return first


def meant(error: _Error) -> _Error:
    """Mark an error as one that TensorFlow raises; others that begin in this package are its slips."""
    error.meant = True  # type: ignore[attr-defined]
    return error


def is_meant(error: BaseException) -> bool:
    """Whether TensorFlow would raise this error, too."""
    return bool(getattr(error, "meant", False))


# What this package asks of an object, which most do not have.
_OWN = {
    "deferred",
    "depends",
    "inside",
    "is_sparse",
    "as_list",
    "variable",
    "known_shape",
    "dtype",
    "is_operation",
    "fixed",
    "_fields",
}


class Modelled:
    """An object of TensorFlow of which only the attributes that are written out are known."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "symbolic_")) or name in _OWN:
            raise AttributeError(name)
        unsure(f"{type(self).__name__}.{name}")


class OpError(Exception):
    """`tf.errors.OpError`: what TensorFlow raises when it runs an operation."""

    meant = True

    def __init__(self, *args: Any) -> None:
        # TensorFlow's own are made with a node, an operation and a message.
        super().__init__(*args)
        self.message = str(args[-1]) if args else ""
        self.op = self.node_def = None


_ERRORS: dict[str, type[OpError]] = {"OpError": OpError}


def op_error(kind: str) -> type[OpError]:
    """The class `tf.errors.<kind>`, such as `OutOfRangeError`."""
    return _ERRORS.setdefault(kind, type(kind, (OpError,), {}))
