"""What Python's containers and functions of libraries read and write of what they are given.

Only what is sure: where it is not known whether a function looks into a container, nothing is recorded. What
changes a container in place, as `sort` does, writes it; that it keeps a part of what was there is no reading.
"""

from __future__ import annotations

import collections
import os
import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from .recorder import Recorder

ALL = ("<all>",)  # of an object: all of its elements
SIZE = ("<size>",)  # which elements it has
STATE = "<state>"  # of an iterator or a stream of random numbers

CONTAINERS = (list, dict, set, tuple, collections.deque, np.ndarray, os._Environ)
MUTABLE = (list, dict, set, collections.deque, np.ndarray)
# Taken by name: what goes through others when it is used, not when it is made.
LAZY = {zip, map, filter, enumerate, reversed, iter}
SHALLOW = {len, list, tuple, set, frozenset, dict, any, all}
SHALLOW |= {collections.OrderedDict, collections.deque, collections.Counter}
DEEP = {sum, sorted, max, min, str, repr, print}

# Those of TensorFlow that keep what they are given, and do not look into it.
KEEPING = frozenset({"add_to_collection", "add_to_collections", "make_template"})
STAND_IN = "tests.symbolic."

LIST_WRITES = frozenset(
    {"extend", "insert", "remove", "sort", "reverse", "clear", "appendleft", "extendleft", "rotate"}
    | {"add", "discard", "update", "difference_update", "intersection_update", "symmetric_difference_update"}
)
READS = frozenset(
    {"index", "count", "copy", "items", "keys", "values", "union", "difference", "intersection", "__len__"}
    | {"issubset", "issuperset", "isdisjoint", "__iter__", "__contains__"}
)
ARRAY_WRITES = frozenset({"fill", "sort", "put", "itemset", "resize", "partition", "setfield"})


def is_container(one: Any) -> bool:
    return isinstance(one, CONTAINERS) and not (isinstance(one, tuple) and not one)


def is_mutable(one: Any) -> bool:
    return isinstance(one, MUTABLE)


def is_iterator(one: Any) -> bool:
    kind = type(one)
    return hasattr(kind, "__next__") and kind.__module__ in ("builtins", "itertools", "_io")


def is_instance(one: Any) -> bool:
    """Whether it is an object of a class that the program may have defined."""
    home = type(one).__module__.partition(".")[0]
    return home not in ("builtins", "numpy", "tensorflow", "tests", "compat", "keras", "collections")


def is_element(key: Any) -> bool:
    """Whether a location is one of a container's; those of attributes are plain names."""
    return isinstance(key, tuple)


def key_of(name: str) -> Any:
    return (name,)


def root(one: Any) -> Any:
    """The array that a view is a part of."""
    while isinstance(one, np.ndarray) and isinstance(one.base, np.ndarray):
        one = one.base
    return one


def item(one: Any, key: Any) -> Any:
    """The location of an item: of a dictionary by its key, of others by their place, else all."""
    if isinstance(one, (dict, os._Environ)):
        return (key,)
    if isinstance(one, (list, tuple)) and isinstance(key, int):
        return (key if key >= 0 else len(one) + key,)
    return ALL


def told(key: Any) -> str:
    if not is_element(key):
        return str(key)
    is_plain = key not in (ALL, SIZE) and isinstance(key[0], (str, int))
    return f"[{key[0]!r}]" if is_plain else "[]"


def has_own(one: Any, name: str) -> bool:
    try:
        return name in object.__getattribute__(one, "__dict__")
    except AttributeError:
        return False


After = Callable[[Any], None] | None


def before_call(
    recorder: Recorder, site: int, function: Any, arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> After:
    """Record what a call of a library reads; what is given back records what it writes, by its result."""
    given = [*arguments, *keywords.values()]
    receiver = getattr(function, "__self__", None)
    name = getattr(function, "__name__", "")
    if function in (getattr, setattr, delattr) and len(arguments) > 1 and isinstance(arguments[1], str):
        return _attribute(recorder, site, function, arguments)
    if isinstance(function, collections.abc.Hashable) and _is_lazy(function):
        return lambda result: recorder.takes_from(site, result, tuple(given))
    if function is next:
        recorder.operand(site, arguments[0])
        return None
    if isinstance(receiver, MUTABLE + (tuple, os._Environ)) and type(function).__name__ != "function":
        return _method(recorder, site, receiver, name, given)
    if _stream(function) is not None:
        recorder._follow(_stream(function), -1)
        recorder.read(site, _stream(function), STATE)
        recorder.write(site, _stream(function), STATE)
        if name == "shuffle" and arguments:
            recorder.write(site, arguments[0], ALL)
        return None
    if isinstance(receiver, str) and name == "join" or _is_shallow(function):
        for one in given:
            recorder.operand(site, one)
    elif _looks(function, receiver):
        for one in given:
            recorder.looked(site, one)
    return None


def _is_lazy(function: Any) -> bool:
    try:
        return function in LAZY or getattr(function, "__module__", "") == "itertools"
    except TypeError:
        return False


def _is_shallow(function: Any) -> bool:
    try:
        return function in SHALLOW
    except TypeError:
        return False


def _attribute(recorder: Recorder, site: int, function: Any, arguments: Sequence[Any]) -> After:
    one, name = arguments[:2]
    if function is getattr:
        recorder.read_attribute(site, one, name)
        return None
    return lambda _: recorder.write_attribute(site, one, name)


def _stream(function: Any) -> Any:
    """The stream of random numbers that a function goes on with."""
    receiver = getattr(function, "__self__", None)
    return (
        receiver
        if isinstance(receiver, (np.random.RandomState, random.Random, np.random.Generator))
        else None
    )


def _looks(function: Any, receiver: Any) -> bool:
    """Whether a function looks at all that it is given when it is called."""
    try:
        if function in DEEP:
            return True
    except TypeError:
        return False
    if isinstance(function, np.ufunc):
        return True
    home = getattr(function, "__module__", None) or type(receiver).__module__ or ""
    name = getattr(function, "__name__", "")
    library = home.partition(".")[0] if isinstance(home, str) else ""
    if library == "numpy":
        return name not in ("vectorize", "frompyfunc") and not isinstance(function, type)
    is_tensorflow = library == "tensorflow" or isinstance(home, str) and home.startswith(STAND_IN)
    return is_tensorflow and name not in KEEPING


def _method(recorder: Recorder, site: int, one: Any, name: str, given: Sequence[Any]) -> After:
    """What a method of a container does."""

    def changes(key: Any) -> After:
        return lambda _: recorder.write(site, one, key)

    if isinstance(one, np.ndarray):
        recorder.read(site, one, ALL)
        return changes(ALL) if name in ARRAY_WRITES else None
    if name == "append" and isinstance(one, list):
        place = (len(one),)
        return lambda _: (recorder.write(site, one, place), recorder.write(site, one, SIZE))[0]
    if name in ("append", "appendleft"):
        return changes(ALL)
    if name in ("get", "setdefault", "pop", "popitem") and isinstance(one, (dict, os._Environ)):
        return _of_mapping(recorder, site, one, name, given)
    if name in ("pop", "popleft", "popitem"):
        recorder.read(site, one, ALL)
        return changes(ALL)
    if name in ("extend", "update", "extendleft", "union", "difference", "join"):
        for each in given:
            recorder.operand(site, each)
    if name == "update" and isinstance(one, dict):
        new = [*given[0]] if given and isinstance(given[0], dict) else None
        return (
            (lambda _: [recorder.write(site, one, (key,)) for key in new])
            if new is not None
            else changes(ALL)
        )
    if name in LIST_WRITES:
        return changes(ALL)
    if name in ("items", "keys", "values"):
        return lambda result: recorder.takes_from(site, result, (one,))
    if name in READS:
        recorder.read(site, one, ALL)
    return None


def _of_mapping(recorder: Recorder, site: int, one: Any, name: str, given: Sequence[Any]) -> After:
    key = (given[0],) if given and name != "popitem" else ALL
    if key is not ALL and key[0] in one or key is ALL:
        recorder.read(site, one, key)
        if name in ("pop", "popitem"):
            return lambda _: recorder.write(site, one, SIZE)
        return None
    if name == "setdefault":
        return lambda _: (recorder.write(site, one, key), recorder.write(site, one, SIZE))[0]
    return None
