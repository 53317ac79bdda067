"""Functions of tf_slim for variables without operations, as those of steps are, which no graph holds."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import tensorflow as tf

from .. import _tf
from .. import _traces as traces
from .._checkpoints import Saver
from .._names import op_name

_log = logging.getLogger(__name__)
_Pairs = Sequence[tuple[Any, tf.Variable]]


class _Named:
    """What stands for a variable where its operation is asked for its name."""

    def __init__(self, variable: tf.Variable) -> None:
        self.op = SimpleNamespace(name=op_name(variable))


def of_named(summarise: Callable[[list[tuple[Any, Any]]], Any]) -> Callable[[_Pairs], Any]:
    """`add_gradients_summaries` for pairs of gradients and any variables."""

    @functools.wraps(summarise)
    def called(grads_and_vars: _Pairs) -> Any:
        return summarise([(grad, _Named(variable)) for grad, variable in grads_and_vars])

    return called


def multiplying(multiply: Callable[..., list[tuple[Any, Any]]]) -> Callable[..., list[tuple[Any, Any]]]:
    """`multiply_gradients` for pairs of gradients and any variables."""

    @functools.wraps(multiply)
    def called(grads_and_vars: _Pairs, gradient_multipliers: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
        factors = gradient_multipliers
        if isinstance(factors, dict):
            factors = {op_name(key) if isinstance(key, tf.Variable) else key: factors[key] for key in factors}
        multiplied = multiply([(grad, _Named(one)) for grad, one in grads_and_vars], factors)
        pairs = zip(multiplied, grads_and_vars, strict=True)
        return [(grad, variable) for (grad, _), (_, variable) in pairs]

    return called


def restoring(in_graph: Callable[..., Any]) -> Callable[..., Any]:
    """`assign_from_checkpoint_fn`, whose result restores at once where no graph is built."""

    @functools.wraps(in_graph)
    def called(
        model_path: str,
        var_list: Mapping[str, Any] | Iterable[tf.Variable],
        ignore_missing_vars: bool = False,
        reshape_variables: bool = False,
    ) -> Callable[[Any], None] | None:
        if traces.builds_plain_graph():
            return in_graph(  # type: ignore[no-any-return]
                model_path, var_list, ignore_missing_vars, reshape_variables
            )
        if not var_list:
            raise ValueError("var_list cannot be empty")
        is_named = isinstance(var_list, Mapping)
        named = dict(var_list if is_named else {op_name(variable): variable for variable in var_list})
        if ignore_missing_vars:
            reader = tf.train.load_checkpoint(model_path)
            for name in [name for name in named if not reader.has_tensor(name)]:
                _log.warning("Variable %s missing in checkpoint %s", name, model_path)
                del named[name]
        if not named:
            _log.warning("No Variables to restore")
            return None

        def restore(session: Any) -> None:
            del session
            with _tf.eagerly():
                Saver(named, reshape=reshape_variables).restore(None, model_path)

        return restore

    return called


def replace(modules: Iterable[ModuleType], name: str, around: Callable[[Any], Any]) -> None:
    """Put one function around the one of that name that the modules have."""
    replaced: dict[Any, Any] = {}
    for module in modules:
        own = getattr(module, name, None)
        if own is not None:
            setattr(module, name, replaced.setdefault(own, around(own)))
