"""What NumPy 1 had beside the names that it still has: TensorFlow 2 needs a NumPy that has lost it.

Names mean what they meant in NumPy 1.18, the last that TensorFlow 1.15 was made for. What NumPy has by
another name today has that one, and is not here.

docs/examples.md has an example of each public name, and a test runs them.
"""

from __future__ import annotations

import ast
import math
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

__all__ = [
    "NZERO",
    "PZERO",
    "alen",
    "asfarray",
    "asscalar",
    "cast",
    "disp",
    "fastCopyAndTranspose",
    "find_common_type",
    "issctype",
    "issubclass_",
    "loads",
    "math",
    "maximum_sctype",
    "msort",
    "nbytes",
    "obj2sctype",
    "recfromcsv",
    "recfromtxt",
    "safe_eval",
    "sctype2char",
    "sctypes",
    "typeDict",
]

_T = TypeVar("_T")
# What numpy.genfromtxt reads: a file, its name, or its lines.
_File: TypeAlias = "str | Path | Iterable[str] | IO[str] | IO[bytes]"

typeDict = np.sctypeDict
PZERO, NZERO = 0.0, -0.0
loads = pickle.loads
safe_eval = ast.literal_eval

sctypes: dict[str, list[type]] = {
    "int": [np.int8, np.int16, np.int32, np.int64],
    "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
    "float": [np.float16, np.float32, np.float64, np.longdouble],
    "complex": [np.complex64, np.complex128, np.clongdouble],
    "others": [bool, object, bytes, str, np.void],
}


def obj2sctype(rep: object, default: type | None = None) -> type | None:
    """As NumPy 1's `obj2sctype`: the type of scalars that `rep` stands for, be it a type, a name or an array.

    Args:
      rep: anything.
      default: what is given where it stands for none.
    """
    if isinstance(rep, type) and issubclass(rep, np.generic):
        return rep
    try:
        found: type = (rep.dtype if isinstance(rep, np.ndarray) else np.dtype(rep)).type  # type: ignore[call-overload]
        return found
    except (TypeError, ValueError):
        return default


def issctype(rep: object) -> bool:
    """As NumPy 1's `issctype`: whether `rep`, a type or a dtype, stands for scalars; `object` does not."""
    if not isinstance(rep, (type, np.dtype)):
        return False
    found = obj2sctype(rep)
    return found is not None and found is not np.object_


def sctype2char(sctype: object) -> str:
    """As NumPy 1's `sctype2char`: the character that stands for a type of scalars.

    Raises:
      ValueError: `sctype` stands for none.
    """
    found = obj2sctype(sctype)
    if found is None:
        raise ValueError("unrecognized type")
    return str(np.dtype(found).char)


def maximum_sctype(t: _T) -> type | _T:
    """As NumPy 1's `maximum_sctype`: the largest type of the kind of `t`; its own where that has no sizes."""
    found = obj2sctype(t)
    if found is None:
        return t
    kind = {"i": "int", "u": "uint", "f": "float", "c": "complex"}.get(np.dtype(found).kind)
    return sctypes[kind][-1] if kind else found


def issubclass_(arg1: object, arg2: object) -> bool:
    """As NumPy 1's: `issubclass(arg1, arg2)`, but `False` where that would raise a `TypeError`."""
    try:
        return issubclass(arg1, arg2)  # type: ignore[arg-type]
    except TypeError:
        return False


def find_common_type(
    array_types: Iterable[DTypeLike], scalar_types: Iterable[DTypeLike]
) -> np.dtype[Any] | None:
    """As NumPy 1's `find_common_type`: the type for arrays and scalars together.

    Args:
      array_types: of the arrays.
      scalar_types: of the scalars, which count if they are of a higher kind.

    Raises:
      TypeError: one is no type.
    """
    arrays, scalars = (_promoted(types) for types in (array_types, scalar_types))
    if arrays is None or scalars is None:
        return arrays or scalars
    kinds = "buifcSUVOMm"
    if kinds.index(scalars.kind) > kinds.index(arrays.kind):
        return np.promote_types(scalars, arrays)
    return arrays


def _promoted(types: Iterable[DTypeLike]) -> np.dtype[Any] | None:
    found = [np.dtype(one) for one in types]
    return np.result_type(*found) if found else None


class _ByType(Mapping[Any, Any]):
    """What `make` gives for each type of scalars, under whatever stands for that type."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __getitem__(self, key: Any) -> Any:
        found = obj2sctype(key)
        if found is None:
            raise KeyError(key)
        return self._make(found)

    def __iter__(self) -> Iterator[Any]:
        return iter(dict.fromkeys(np.sctypeDict.values()))

    def __len__(self) -> int:
        return len(dict.fromkeys(np.sctypeDict.values()))


cast = _ByType(lambda kind: lambda values: np.asarray(values).astype(kind))
nbytes = _ByType(lambda kind: np.dtype(kind).itemsize)


def asscalar(a: ArrayLike) -> Any:
    """As NumPy 1's `asscalar`: the one element of `a`, as Python's own number.

    Raises:
      ValueError: it has not one element.
    """
    return np.asarray(a).item()


def asfarray(a: ArrayLike, dtype: DTypeLike = np.float64) -> np.ndarray[Any, Any]:
    """As NumPy 1's `asfarray`: `a` as floats, of `dtype`, or of 64 bits where that is of no float."""
    if not np.issubdtype(dtype, np.inexact):
        dtype = np.float64
    return np.asarray(a, dtype=dtype)


def alen(a: ArrayLike) -> int:
    """As NumPy 1's `alen`: the length of the first axis of `a`; 1 of a scalar."""
    return len(np.atleast_1d(a))


def msort(a: ArrayLike) -> np.ndarray[Any, Any]:
    """As NumPy 1's `msort`: a copy of `a` that is sorted along the first axis."""
    return np.sort(a, axis=0)


def fastCopyAndTranspose(a: ArrayLike) -> np.ndarray[Any, Any]:  # noqa: N802 - NumPy's own name
    """As NumPy 1's: a copy of `a`, [rows, columns], with these swapped."""
    return np.asarray(a).T.copy()


def disp(mesg: object, device: IO[str] | None = None, linefeed: bool = True) -> None:
    """As NumPy 1's `disp`: write `mesg` to `device`, or print it; with the end of a line if `linefeed`."""
    print(mesg, file=device, end="\n" if linefeed else "", flush=True)


def recfromtxt(fname: _File, **kwargs: Any) -> np.ndarray[Any, Any]:
    """As NumPy 1's `recfromtxt`: a record array of a text file, by `numpy.genfromtxt`; strings are bytes.

    Args:
      fname: a file, its name, or its lines.
      kwargs: those of `numpy.genfromtxt`.

    Raises:
      OSError: there is no such file.
    """
    settings = {"dtype": None, "encoding": "bytes", **kwargs}
    return _records(np.genfromtxt(fname, **settings), settings)


def recfromcsv(fname: _File, **kwargs: Any) -> np.ndarray[Any, Any]:
    """As NumPy 1's `recfromcsv`: `recfromtxt` of a file with commas, whose first line names the fields.

    Args:
      fname: a file, its name, or its lines.
      kwargs: those of `numpy.genfromtxt`.

    Raises:
      OSError: there is no such file.
    """
    return recfromtxt(fname, **{"case_sensitive": "lower", "names": True, "delimiter": ",", **kwargs})


def _records(found: np.ndarray[Any, Any], settings: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    if settings.get("usemask"):
        from numpy.ma.mrecords import MaskedRecords

        return found.view(MaskedRecords)
    return found.view(np.recarray)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
