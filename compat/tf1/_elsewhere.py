"""Names that Python, NumPy and TensorFlow's messages have lost since 1.15, and that programs go on using."""

from __future__ import annotations

import base64
import collections
import collections.abc
import fractions
import inspect
import math
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from tensorflow.core.protobuf import config_pb2, rpc_options_pb2

from .. import numpy1


class ArgSpec(NamedTuple):
    """What `inspect.getargspec` gave."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def _getargspec(func: Callable[..., Any]) -> ArgSpec:
    return ArgSpec(*inspect.getfullargspec(func)[:4])


def _random_integers(low: Any, high: Any = None, size: Any = None) -> Any:
    return np.random.randint(1 if high is None else low, (low if high is None else high) + 1, size)


_NUMPY: Mapping[str, Any] = {
    **{"bool": bool, "complex": complex, "float": float, "int": int, "long": int, "object": object},
    **{"str": str, "unicode": str},
    **dict.fromkeys(("Inf", "Infinity", "PINF", "infty"), np.inf),
    **{"NINF": -np.inf, "NaN": np.nan, "NAN": np.nan},
    **{"alltrue": np.all, "sometrue": np.any, "product": np.prod, "cumproduct": np.cumprod},
    **{"bool8": np.bool_, "complex_": np.complex128, "cfloat": np.complex128, "float_": np.float64},
    **{"int0": np.intp, "uint0": np.uintp, "longfloat": np.longdouble, "singlecomplex": np.complex64},
    **{"object0": np.object_, "string_": np.bytes_, "unicode_": np.str_, "issubsctype": np.issubdtype},
    **{"bytes0": np.bytes_, "str0": np.str_, "string0": np.bytes_, "void0": np.void, "infty": np.inf},
    **dict.fromkeys(("clongfloat", "longcomplex"), np.clongdouble),
    **{"byte_bounds": getattr(np.lib, "array_utils", np).byte_bounds, "chararray": np.char.chararray},
    **{"compare_chararrays": np.char.compare_chararrays, "format_parser": np.rec.format_parser},
    **{name: getattr(np.exceptions, name) for name in np.exceptions.__all__},
    **{name: getattr(numpy1, name) for name in numpy1.__all__},
    **{"mat": np.asmatrix, "rank": np.ndim, "round_": np.round, "row_stack": np.vstack},
}
_LOST: Mapping[Any, Mapping[str, Any]] = {
    np: _NUMPY,
    np.random: {"random_integers": _random_integers},
    collections: {name: getattr(collections.abc, name) for name in collections.abc.__all__},
    time: {"clock": time.perf_counter},
    inspect: {"getargspec": _getargspec, "ArgSpec": ArgSpec},
    fractions: {"gcd": math.gcd},
    base64: {"encodestring": base64.encodebytes, "decodestring": base64.decodebytes},
    config_pb2: {"RPCOptions": rpc_options_pb2.RPCOptions},
    threading.Thread: {"isAlive": threading.Thread.is_alive},
}


def give_back() -> None:
    """Give modules what they have lost; what they have by such a name today stays."""
    for owner, names in _LOST.items():
        for name, value in names.items():
            with warnings.catch_warnings():  # that of NumPy about names that it is about to lose
                warnings.simplefilter("ignore")
                is_there = hasattr(owner, name)
            if not is_there:
                setattr(owner, name, value)
