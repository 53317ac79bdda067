"""TensorFlow's types of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from .unsure import meant, unsure

NAMES = [
    "bfloat16",
    "float16",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "bool",
    "string",
    "complex64",
    "complex128",
    "resource",
    "variant",
]


class DType(str):
    """`tf.DType`."""

    @property
    def name(self) -> str:
        return str.__str__(self)

    @property
    def base_dtype(self) -> DType:
        return self

    real_dtype = base_dtype

    @property
    def as_numpy_dtype(self) -> Any:
        return object if self == "string" else np.dtype(str.__str__(self)).type

    @property
    def is_floating(self) -> bool:
        return "float" in self

    @property
    def is_integer(self) -> bool:
        return "int" in self

    @property
    def is_bool(self) -> bool:
        return self == "bool"

    @property
    def is_complex(self) -> bool:
        return "complex" in self

    @property
    def size(self) -> int:
        return int(np.dtype(self.as_numpy_dtype).itemsize)

    @property
    def min(self) -> Any:
        return (np.finfo if self.is_floating else np.iinfo)(self.as_numpy_dtype).min

    @property
    def max(self) -> Any:
        return (np.finfo if self.is_floating else np.iinfo)(self.as_numpy_dtype).max

    def is_compatible_with(self, other: Any) -> bool:
        return self == as_dtype(other)

    def __eq__(self, other: object) -> bool:
        if other is None:
            return False
        try:
            return str.__eq__(self, as_dtype(other))
        except TypeError:
            return False

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __str__(self) -> str:
        return str.__str__(self)

    def __format__(self, spec: str) -> str:
        return format(f"<dtype: '{self.name}'>", spec)


DTYPES = {name: DType(name) for name in NAMES}


def as_dtype(given: Any) -> DType:
    """`tf.as_dtype`.

    Raises:
      TypeError: there is no such type.
    """
    if isinstance(given, DType):
        return given
    if isinstance(given, str):
        name = given.removesuffix("_ref")
    elif given is float:
        name = "float32"
    elif given is int:
        name = "int64"
    elif given is bool:
        name = "bool"
    elif given in (str, bytes, object):
        name = "string"
    else:
        try:
            name = np.dtype(given).name
        except TypeError:
            raise meant(TypeError(f"Cannot convert {given!r} to a TensorFlow DType.")) from None
    if name == "object" or name.startswith(("str", "bytes")):
        name = "string"
    name = {"double": "float64", "float": "float32", "half": "float16", "int": "int64"}.get(name, name)
    return DTYPES[name] if name in DTYPES else unsure(f"a type of numbers: {name}")
