"""What programs compute, as hash-consed expressions: two that are equal are one object.

A value that a program looks at is a NumPy array filled from the hash of its expression. So branches,
`float()`, formats and what is fed back need no model: they go the same way on both sides if the expressions
are equal. Constants have their own values, and whole numbers, such as counters and shapes, are computed.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from .unsure import Modelled, unsure

Shape = "tuple[int | None, ...] | None"


class Expr:
    """An operation and its arguments: expressions, tuples of these, and plain words.

    Attributes:
      shape: as far as it is known, at run time.
      value: the number itself, of a constant.
    """

    __slots__ = ("op", "args", "digest", "shape", "dtype", "value", "__weakref__")

    op: str
    args: tuple[Any, ...]
    digest: str
    shape: tuple[int | None, ...] | None
    dtype: str
    value: Any


_TABLE: dict[Any, Expr] = {}
_SHOWN: dict[Any, Any] = {}


def forget() -> None:
    """Empty the tables, between two pairs of programs."""
    _TABLE.clear()
    _SHOWN.clear()


def expr(op: str, *args: Any, shape: Any = None, dtype: str = "float32", value: Any = None) -> Expr:
    """The expression of this operation on these arguments."""
    key = (op, args)
    found = _TABLE.get(key)
    if found is None:
        found = _TABLE[key] = Expr()
        found.op, found.args, found.shape, found.dtype, found.value = op, args, shape, dtype, value
        text = repr((op, _digests(args))).encode()
        found.digest = hashlib.blake2b(text, digest_size=16).hexdigest()
    return found


def _digests(args: tuple[Any, ...]) -> list[Any]:
    return [
        one.digest if isinstance(one, Expr) else _digests(one) if isinstance(one, tuple) else repr(one)
        for one in args
    ]


def const(value: Any, dtype: str | None = None) -> Expr:
    """A constant, as TensorFlow makes it: Python floats are of 32 bits, and so are whole numbers."""
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    array = np.array(value)
    if array.dtype.kind in "SU" or (
        array.dtype == object and all(isinstance(v, (str, bytes)) for v in array.flat)
    ):
        words = [v.decode("latin-1") if isinstance(v, bytes) else str(v) for v in array.flat]
        array = np.array(words, dtype=object).reshape(array.shape)
        return expr(
            "const", "string", array.shape, tuple(words), shape=array.shape, dtype="string", value=array
        )
    if array.dtype == object:
        unsure(f"a constant of objects: {value!r:.60}")
    if dtype is not None and dtype != "string":
        array = array.astype("float32" if dtype == "bfloat16" else dtype)
    elif not isinstance(value, (np.ndarray, np.generic)):
        narrow = {"float64": "float32", "int64": "int32"}.get(str(array.dtype))
        array = array.astype(narrow) if narrow and not _has_numpy(value) else array
    kind = dtype if dtype is not None and dtype != "string" else str(array.dtype)
    return expr("const", kind, array.shape, array.tobytes(), shape=array.shape, dtype=kind, value=array)


def _has_numpy(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_has_numpy(one) for one in value)
    return isinstance(value, (np.ndarray, np.generic))


def show(one: Expr, salt: int) -> Any:
    """The NumPy value of an expression: its own if it is a constant, else numbers from its hash."""
    while one.op == "var":  # whose name is for gradients
        one = one.args[1]
    if one.value is not None:
        if one.dtype == "string":
            shown = np.array([word.encode("latin-1") for word in one.value.flat], dtype=object)
            return shown.reshape(one.shape) if one.shape else shown[0]
        return one.value.copy() if one.shape else one.value[()]
    if one.dtype == "string" and one.shape in ((), None):
        return one.digest.encode()
    if one.shape is None or any(size is None for size in one.shape):
        return Opaque(one)
    key = (one, salt)
    if key not in _SHOWN:
        begun = hashlib.blake2b(f"{salt}{one.digest}".encode(), digest_size=4).hexdigest()
        _SHOWN[key] = _numbers(one, np.random.RandomState(int(begun, 16)))
    value = _SHOWN[key]
    return value.copy() if value.shape else value[()]


def _numbers(one: Expr, random: np.random.RandomState) -> Any:
    shape = tuple(one.shape or ())
    if one.dtype.startswith(("int", "uint")):
        return np.asarray(random.randint(0, 10, shape)).astype(one.dtype)
    if one.dtype == "bool":
        return np.asarray(random.rand(*shape) < 0.5)
    if one.dtype == "string":
        words = [f"{one.digest}{place}".encode() for place in range(int(np.prod(shape)))]
        return np.array(words, dtype=object).reshape(shape)
    return np.asarray(random.rand(*shape) * 4 + 0.01).astype(
        "float32" if one.dtype == "bfloat16" else one.dtype
    )


class Opaque(Modelled):
    """A fetched value of a shape that is not known: it can be printed and fed, and nothing else."""

    def __init__(self, of: Expr) -> None:
        self.expr = of

    def __repr__(self) -> str:
        return f"<{self.expr.digest}>"

    def _looked_at(self, *_: Any) -> Any:
        unsure(f"a fetched value of unknown shape is looked at ({self.expr.op})")

    __float__ = __int__ = __bool__ = __len__ = __iter__ = __getitem__ = __array__ = __index__ = _looked_at
    __add__ = __radd__ = __mul__ = __rmul__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = _looked_at
    __lt__ = __gt__ = __le__ = __ge__ = __neg__ = __abs__ = __pow__ = _looked_at

    def __format__(self, spec: str) -> str:
        return repr(self) if not spec else self._looked_at()

    def numpy(self) -> Opaque:
        """Itself: it stands for an eager tensor, too."""
        return self
