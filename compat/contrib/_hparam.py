"""`HParams`: a program's hyperparameters, typed by their first value."""

from __future__ import annotations

import json
import numbers
import re
from collections.abc import Mapping
from typing import Any

# name, name[index], then = and either one value or a [list].
_ASSIGNMENT = re.compile(
    r"""
  (?P<name>[a-zA-Z][\w\.]*)
  (\[\s*(?P<index>\d+)\s*\])?
  \s*=\s*
  ((?P<val>[^,\[]*)|\[(?P<vals>[^\]]*)\])
  ($|,\s*)""",
    re.VERBOSE,
)


class HParams:
    """Hyperparameters as attributes, as `tf.contrib.training.HParams`; each keeps its first type.

    Raises:
      ValueError: a name is taken, or a value is an empty list.
    """

    def __init__(self, hparam_def: Any = None, model_structure: Any = None, **kwargs: Any) -> None:
        if hparam_def is not None:
            raise ValueError("hparam_def is not supported: give the values as keyword arguments")
        self._hparam_types: dict[str, tuple[type, bool]] = {}
        self._model_structure = model_structure
        for name, value in kwargs.items():
            self.add_hparam(name, value)

    def add_hparam(self, name: str, value: Any) -> None:
        """Add one under a new name."""
        if getattr(self, name, None) is not None:
            raise ValueError(f"Hyperparameter name is reserved: {name}")
        if isinstance(value, list | tuple):
            if not value:
                raise ValueError(f"Multi-valued hyperparameters cannot be empty: {name}")
            self._hparam_types[name] = (type(value[0]), True)
        else:
            self._hparam_types[name] = (type(value), False)
        setattr(self, name, value)

    def set_hparam(self, name: str, value: Any) -> None:
        """Set one to another value of its type."""
        kind, is_list = self._hparam_types[name]
        if isinstance(value, list):
            if not is_list:
                raise ValueError(f"Must not pass a list for single-valued parameter: {name}")
            setattr(self, name, [_cast(name, kind, one) for one in value])
        elif is_list:
            raise ValueError(f"Must pass a list for multi-valued parameter: {name}.")
        else:
            setattr(self, name, _cast(name, kind, value))

    def del_hparam(self, name: str) -> None:
        """Remove one; nothing happens if it is not there."""
        if hasattr(self, name):
            delattr(self, name)
            del self._hparam_types[name]

    def parse(self, values: str) -> HParams:
        """Set those in a string `name=value,name=[value,value],name[1]=value`."""
        types = {name: kind for name, (kind, _) in self._hparam_types.items()}
        return self.override_from_dict(parse_values(values, types))

    def override_from_dict(self, values_dict: Mapping[str, Any]) -> HParams:
        """Set those in a dictionary."""
        for name, value in values_dict.items():
            if isinstance(value, dict):
                items = list(getattr(self, name))
                for index, item in value.items():
                    items[index] = item
                value = items
            self.set_hparam(name, value)
        return self

    def set_from_map(self, values_map: Mapping[str, Any]) -> HParams:
        """Same as `override_from_dict`."""
        return self.override_from_dict(values_map)

    def set_model_structure(self, model_structure: Any) -> None:
        """Keep a model's structure beside the values."""
        self._model_structure = model_structure

    def get_model_structure(self) -> Any:
        """What `set_model_structure` kept."""
        return self._model_structure

    def to_json(self, indent: Any = None, separators: Any = None, sort_keys: bool = False) -> str:
        """The values as JSON."""
        return json.dumps(self.values(), indent=indent, separators=separators, sort_keys=sort_keys)

    def parse_json(self, values_json: str) -> HParams:
        """Set those in a JSON object."""
        return self.override_from_dict(json.loads(values_json))

    def values(self) -> dict[str, Any]:
        """All values by name."""
        return {name: getattr(self, name) for name in self._hparam_types}

    def get(self, key: str, default: Any = None) -> Any:
        """One value, or `default`, which must be of its type."""
        if key not in self._hparam_types:
            return default
        if default is not None:
            kind, is_list = self._hparam_types[key]
            if isinstance(default, list) != is_list:
                raise ValueError(f"HParam '{key}' of type '{kind}' is incompatible with default={default}")
            for one in default if is_list else [default]:
                _cast(key, kind, one)
        return getattr(self, key)

    def __contains__(self, key: str) -> bool:
        return key in self._hparam_types

    def __str__(self) -> str:
        return str(sorted(self.values().items()))

    def __repr__(self) -> str:
        return f"HParams({sorted(self.values().items())})"


def parse_values(values: str, type_map: Mapping[str, type], ignore_unknown: bool = False) -> dict[str, Any]:
    """The assignments in a string `name=value,…`, as values of the types given; `name[i]=…` as a dictionary.

    Raises:
      ValueError: the string is malformed, names what is not in `type_map`, or a name twice.
    """
    results: dict[str, Any] = {}
    position = 0
    while position < len(values):
        match = _ASSIGNMENT.match(values, position)
        if not match:
            raise ValueError(f"Malformed hyperparameter value: {values[position:]}")
        position = match.end()
        name, index = match["name"], match["index"]
        if name not in type_map:
            if ignore_unknown:
                continue
            raise ValueError(f"Unknown hyperparameter type for {name}")
        if match["vals"] is not None:
            if index is not None:
                raise ValueError("Assignment of a list to a list index.")
            value: Any = [
                _parse(name, type_map[name], one, values) for one in re.split("[ ,]", match["vals"]) if one
            ]
        else:
            value = _parse(name, type_map[name], match["val"], values)
        if index is None:
            if name in results:
                raise ValueError(f"Multiple assignments to variable '{name}' in {values}")
            results[name] = value
        else:
            items = results.setdefault(name, {})
            if not isinstance(items, dict) or int(index) in items:
                raise ValueError(f"Multiple assignments to variable '{name}[{index}]' in {values}")
            items[int(index)] = value
    return results


def _parse(name: str, kind: type, text: str, values: str) -> Any:
    try:
        if kind is bool:
            return text in ("true", "True") or (text not in ("false", "False") and bool(int(text)))
        return kind(text)
    except ValueError as error:
        raise ValueError(
            f"Could not parse hparam '{name}' of type '{kind.__name__}' with value '{text}' in {values}"
        ) from error


def _cast(name: str, kind: type, value: Any) -> Any:
    if type(value) is kind or kind is type(None):
        return value
    fits = not (
        (issubclass(kind, str | bytes) and not isinstance(value, str | bytes))
        or issubclass(kind, bool) != isinstance(value, bool)
        or (issubclass(kind, numbers.Integral) and not isinstance(value, numbers.Integral))
        or (issubclass(kind, numbers.Number) and not isinstance(value, numbers.Number))
    )
    if not fits:
        raise ValueError(f"Could not cast hparam '{name}' of type '{kind}' from value {value!r}")
    return kind(value)
