"""Keys of what a step may be fed: the tensors that its code holds, in lists, dictionaries and objects."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from ._errors import InputError
from ._sparse import components


@dataclass(frozen=True)
class Attribute:
    """The step from an object to what it has under a name."""

    name: str


@dataclass(frozen=True)
class Key:
    """Stands for a tensor of a step: by a name of what this may be fed, and by where in that it is.

    It has nothing of a tensor but that it can be a key of what is fed, alone or in a tuple of such.
    """

    path: tuple[Hashable, ...]


class Parts:
    """An object of a step's code, with keys in the place of tensors: its attributes, in their structure."""

    __slots__ = ("__path", "__whole")

    def __init__(self, whole: object, path: tuple[Hashable, ...]) -> None:
        self.__whole = whole
        self.__path = path

    def __getattr__(self, name: str) -> Any:
        held = vars(self.__whole)
        if name not in held:
            kind = type(self.__whole).__name__
            raise AttributeError(f"{name} is no attribute that the step gave its {kind}: feed one that is")
        return keys_of(held[name], (*self.__path, Attribute(name)))


def keys_of(source: Any, path: tuple[Hashable, ...]) -> Any:
    """The keys of the tensors in `source`, in its structure; `path` is where that is. Other values stay."""
    if _is_tensor(source) or isinstance(source, tf.Variable):
        return Key(path)
    if isinstance(source, Mapping):
        return {name: keys_of(part, (*path, name)) for name, part in source.items()}
    if isinstance(source, (list, tuple)):
        parts = [keys_of(part, (*path, index)) for index, part in enumerate(source)]
        return type(source)(*parts) if hasattr(source, "_fields") else type(source)(parts)
    return Parts(source, path) if hasattr(source, "__dict__") else source


def fed_tensors(inputs: Mapping[str, Any], feed: Mapping[Any, Any]) -> Iterator[tuple[tf.Tensor, Any]]:
    """The tensors among `inputs` that the keys of `feed` stand for, each with what is fed for it.

    Raises:
      InputError: a key stands for a variable, for another object, or for a tensor that another one has fed.
      ValueError: what is fed for a structure has another number of values.
    """
    by: dict[int, object] = {}
    for key, value in _single(feed):
        source = _found(inputs, key)
        tensors = tf.nest.flatten(source, expand_composites=True)
        for tensor, leaf in zip(tensors, leaves_of(source, value), strict=True):
            if isinstance(tensor, tf.Variable) or not tf.is_tensor(tensor):
                raise InputError(f"{key} stands for {tensor!r}, which no step is fed: assign it the value")
            if by.setdefault(id(tensor), key) != key:
                raise InputError(f"{key} and {by[id(tensor)]} stand for one tensor: feed it once")
            yield tensor, leaf


def _single(feed: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """The entries, where a structure of keys is fed one by one for each of these."""
    for key, value in feed.items():
        if not isinstance(key, tuple) or key and isinstance(key[0], str):
            yield key, value
            continue
        keys, values = tf.nest.flatten(key), tf.nest.flatten(value)
        if len(keys) != len(values):
            raise ValueError(f"Cannot feed {len(values)} values for the {len(keys)} tensors of {key}")
        yield from zip(keys, values, strict=True)


def _found(inputs: Mapping[str, Any], key: Any) -> Any:
    """What a key stands for: a name, a name and indices in a tuple, or what `keys_of` gave."""
    name, *parts = key.path if isinstance(key, Key) else key if isinstance(key, tuple) else (key,)
    source: Any = inputs[str(name)]
    for part in parts:
        source = getattr(source, part.name) if isinstance(part, Attribute) else source[part]
    return source


def leaves_of(source: Any, value: Any) -> Sequence[Any]:
    """What is fed for the tensors of `source`."""
    if isinstance(source, tf.SparseTensor):
        return components(value)
    return tf.nest.flatten(value) if tf.nest.is_nested(source) else [value]


def _is_tensor(value: Any) -> bool:
    return tf.is_tensor(value) or isinstance(value, tf.Operation)
