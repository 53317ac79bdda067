"""Variables: the store behind `get_variable`, and parts of partitioned ones."""

from __future__ import annotations

import contextlib
import inspect
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import tensorflow as tf
from tensorflow.python.distribute import ps_values
from tensorflow.python.distribute import values as distribute_values
from tensorflow.python.eager import context
from tensorflow.python.framework import ops
from tensorflow.python.ops import resource_variable_ops, variable_scope, variables

from .graphs import VARIABLE_STORE


def share_variables(graph: tf.Graph, find: Callable[[str], Any]) -> None:
    """Let `get_variable` in `graph` take, where its scope reuses, what `find` knows by its name."""
    graph._collections[VARIABLE_STORE] = [_SharedStore(find)]


class VariablesAtOnce:
    """What code that runs at once finds of variables: by their names, and in the collections `keys`.

    Args:
      find: gives a variable by its name, or None.
      keys: the collections that are its own. All others are those of the process.
    """

    def __init__(self, find: Callable[[str], Any], keys: Sequence[str]) -> None:
        store = _SharedStore(find)
        store._store_eager_variables = True
        self._own: dict[Any, list[Any]] = {VARIABLE_STORE: [store], **{key: [] for key in keys}}

    @contextlib.contextmanager
    def found(self) -> Iterator[None]:
        """Inside, it is found."""
        held = ops.get_default_graph()._collections
        before = {key: held.get(key) for key in self._own}
        held.update(self._own)
        try:
            yield
        finally:
            for key, members in before.items():
                if members is None:
                    held.pop(key, None)
                else:
                    held[key] = members

    def is_found(self) -> bool:
        """Whether it is found now."""
        return ops.get_default_graph()._collections.get(VARIABLE_STORE) is self._own[VARIABLE_STORE]


class _SharedStore(variable_scope._VariableStore):
    """The store behind `get_variable` in one trace; what its scope reuses it takes from other traces."""

    def __init__(self, find: Callable[[str], Any]) -> None:
        super().__init__()
        self._find = find

    def _get_single_variable(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("reuse") is False and name in self._vars:
            # What TensorFlow says, where it asks the variable for an operation that those here may lack.
            raise ValueError(
                f"Variable {name} already exists, disallowed. Did you mean to set reuse=True or "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        known = self._find(name) if kwargs.get("reuse") and name not in self._vars else None
        if known is not None:
            kwargs["reuse"] = None
            initializer = kwargs.get("initializer")
            is_shaped = callable(initializer) and bool(inspect.signature(initializer).parameters)
            if kwargs.get("shape") is None and (initializer is None or is_shaped):
                kwargs["shape"] = known.shape
        variable = super()._get_single_variable(name, *args, **kwargs)
        if context.executing_eagerly():  # it is in its collections twice
            for members in ops.get_default_graph()._collections.values():
                if members and members[-1] is variable and any(one is variable for one in members[:-1]):
                    members.pop()
        return variable

    def _get_partitioned_variable(self, name: str, *args: Any, **kwargs: Any) -> Any:
        if (
            kwargs.get("reuse") is True
            and name not in self._partitioned_vars
            and self._find(f"{name}/part_0") is not None
        ):
            kwargs["reuse"] = None
        return super()._get_partitioned_variable(name, *args, **kwargs)


def may_be_part(variable: tf.Variable) -> tf.Variable:
    """Lets optimizers make slots for `variable` where it is, or becomes, a part of a partitioned one.

    They ask a part's operation for the name that its slots begin with; outside of a graph it has none. A
    mirrored variable asks one of its replicas.
    """
    replicas = variable.values if isinstance(variable, distribute_values.DistributedVariable) else [variable]
    for one in replicas:
        if type(one) is resource_variable_ops.ResourceVariable:
            one.__class__ = _PerhapsPart
        elif type(one) in _WITH_PARTS_WITHIN:
            may_be_part(one._v)
            one.__class__ = _WITH_PARTS_WITHIN[type(one)]
    return variable


def any_copy(variable: tf.Variable) -> tf.Variable:
    """What a variable's value is read from soonest: a replica's copy, where all replicas have the same."""
    is_copied = isinstance(variable, distribute_values.MirroredVariable)
    return variable.values[0] if is_copied else variable


def is_captured(graph: tf.Graph, variable: tf.Variable) -> bool:
    """Whether a function's graph reads or updates a variable that was made outside of it."""
    replicas = variable.values if isinstance(variable, distribute_values.DistributedVariable) else [variable]
    handles = {id(getattr(one, "handle", None)) for one in replicas}
    return any(id(outer) in handles for outer, _ in getattr(graph, "captures", ()))


class _NamedPart(resource_variable_ops.BaseResourceVariable):
    @property
    def op(self) -> Any:
        if self._in_graph_mode:
            return super().op
        name = self.name.partition(":")[0]
        return types.SimpleNamespace(name=name, type="VarHandleOp", graph=None, traceback=None)


class GivesAssigned(resource_variable_ops.BaseResourceVariable):
    """A variable whose assignments are known by the scopes that they are made in."""

    def _lazy_read(self, op: Any) -> Any:
        read = super()._lazy_read(op)
        read.__class__ = _Assigned
        return read


class _Assigned(GivesAssigned, resource_variable_ops._UnreadVariable):
    """What an assignment gives: known by the scope that it was made in, as in a graph.

    TensorFlow calls all of those in functions alike, so that no collection finds them by a scope. No gradient
    flows through it: to TF 1's own variables the operations that assign had none.
    """

    @property
    def name(self) -> str:
        return str(getattr(self._parent_op, "name", super().name))

    def _read_variable_op(self, *args: Any, **kwargs: Any) -> tf.Tensor:
        return self._read(super()._read_variable_op, *args, **kwargs)

    def sparse_read(self, *args: Any, **kwargs: Any) -> tf.Tensor:
        return self._read(super().sparse_read, *args, **kwargs)

    def gather_nd(self, *args: Any, **kwargs: Any) -> tf.Tensor:
        return self._read(super().gather_nd, *args, **kwargs)

    def _read(self, read: Callable[..., tf.Tensor], *args: Any, **kwargs: Any) -> tf.Tensor:
        """Read behind the assignment, for which TensorFlow does not wait where it reads a part alone."""
        own = dict.fromkeys(_READING, _NO_GRADIENT)
        with tf.control_dependencies([self._parent_op]), ops.get_default_graph().gradient_override_map(own):
            return read(*args, **kwargs)


_READING = ("ReadVariableOp", "ResourceGather", "ResourceGatherNd")
_NO_GRADIENT = "TfmigrateAssigned"


def _no_gradient(op: tf.Operation, *_: tf.Tensor) -> list[None]:
    return [None] * len(op.inputs)


if _NO_GRADIENT not in ops.gradient_registry.list():  # the package may be imported by both of its names
    tf.RegisterGradient(_NO_GRADIENT)(_no_gradient)


def give_assigned(builds_graph: Callable[[], bool]) -> None:
    """Where `builds_graph()`, let what assigns a resource variable give what TF 1's own variables gave."""

    def _lazy_read(variable: Any, op: Any) -> Any:
        read = _lazy_read_of_resource(variable, op)
        if builds_graph():
            read.__class__ = _Assigned
        return read

    resource_variable_ops.BaseResourceVariable._lazy_read = _lazy_read


_lazy_read_of_resource = resource_variable_ops.BaseResourceVariable._lazy_read


class _PerhapsPart(GivesAssigned, _NamedPart, resource_variable_ops.ResourceVariable):
    pass


class _PartWithin(_NamedPart):
    def _set_save_slice_info(self, part: Any) -> None:
        super()._set_save_slice_info(part)
        self._v._set_save_slice_info(part)


# What the strategies with central storage and with parameter servers make, around a variable.
_WITH_PARTS_WITHIN = {
    kind: type(kind.__name__, (_PartWithin, kind), {})
    for kind in (ps_values.AggregatingVariable, ps_values.CachingVariable)
}


def name_of_whole(variable: tf.Variable) -> str | None:
    """The name of the partitioned variable that `variable` is a part of, `None` where it is whole."""
    part = variable._save_slice_info
    return None if part is None else str(part.full_name)


PartitionedVariable = variables.PartitionedVariable
