"""The base of TF 1's layers: a scope, the variables in it, and what they add to the collections."""

from __future__ import annotations

import copy
import inspect
import re
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .._types import Constraint, DType, Initializer, Name, Regularizer, Reuse, Shape, Variables
from ._reach import reached
from ._spec import InputSpec, check_input

_V1 = tf.compat.v1
_KEYS = _V1.GraphKeys


class Layer:
    """Base class of layers, to be subclassed as `tf.layers.Layer` was: `build`, `call`, `add_weight`.

    Reproduces TF 1.15's `tf.layers.Layer`: the variables are made by `tf.compat.v1.get_variable` in a
    variable scope of the layer's own, whose name is given, or made unique in the graph when the layer is
    first called; regularisation losses and updates go into the graph's collections. A layer that lives
    outside of a step is built again in each trace, where a `VariableStore` gives it the same variables.

    Args:
      trainable: whether its variables go into `TRAINABLE_VARIABLES`.
      name: the name of its variable scope, made unique.
      dtype: of its variables; by default that of the first input.
      activity_regularizer: adds a loss of the output, divided by the batch size.

    Raises:
      TypeError: an argument has another name.
    """

    def __init__(
        self,
        trainable: bool = True,
        name: Name = None,
        dtype: DType | None = None,
        *,
        activity_regularizer: Regularizer = None,
        _scope: Name = None,
        _reuse: Reuse = None,
        **unknown: Any,
    ) -> None:
        if unknown:
            raise TypeError(f"Keyword argument not understood: {', '.join(unknown)}")
        self.trainable = trainable
        self.input_spec: InputSpec | None = None
        self.built = False
        self._activity_regularizer = activity_regularizer
        self._reuse = _reuse
        self._dtype = None if dtype is None else tf.as_dtype(dtype)
        self._trainable_weights: list[Any] = []
        self._non_trainable_weights: list[Any] = []
        self._losses: list[tuple[Any, bool]] = []  # and whether each depends on inputs
        self._updates: list[tuple[Any, bool]] = []  # the same
        self._inputs: Sequence[Any] = ()  # of the call that is going on
        self._graph: weakref.ref[Any] | None = None
        self._call_has_scope_arg = "scope" in inspect.signature(self.call).parameters
        self._name, self._base_name = self._names(name)
        self._scope: Any = None
        self._current_scope: Any = None
        if _scope:
            with _V1.variable_scope(_scope) as captured:
                self._scope = captured

    def _names(self, name: Name) -> tuple[str, str]:
        if not name or isinstance(name, _V1.VariableScope):
            words = snake_case(type(self).__name__)
            return f"{words}_{_tf.count_in_graph(words)}", name.name if name else words
        return name, name

    @property
    def name(self) -> str:
        """The layer's name; its variables' names begin with `scope_name` instead."""
        return self._name

    @property
    def dtype(self) -> tf.DType | None:
        """The name of the type of its variables, `None` before the first call."""
        return None if self._dtype is None else self._dtype.name

    @property
    def activity_regularizer(self) -> Callable[..., Any] | None:
        """What adds a loss of the output."""
        return self._activity_regularizer

    @activity_regularizer.setter
    def activity_regularizer(self, regularizer: Callable[..., Any] | None) -> None:
        self._activity_regularizer = regularizer

    @property
    def graph(self) -> tf.Graph:
        """The graph in which it was last called."""
        return None if self._graph is None else self._graph()

    @property
    def scope_name(self) -> str:
        """The name of its variable scope, which is determined by the first call.

        Raises:
          ValueError: there was none.
        """
        if self._scope is None:
            raise ValueError(
                f'No name available for layer scope because the layer "{self._name}" has not been used yet. '
                "The scope name is determined the first time the layer instance is called. You must "
                "therefore call the layer before querying `scope_name`."
            )
        return str(self._scope.name)

    @property
    def trainable_weights(self) -> Variables:
        """Its variables that are trained."""
        return list(self._trainable_weights) if self.trainable else []

    @property
    def non_trainable_weights(self) -> Variables:
        """Its variables that are not trained."""
        if self.trainable:
            return list(self._non_trainable_weights)
        return self._trainable_weights + self._non_trainable_weights

    @property
    def weights(self) -> Variables:
        """All its variables, those that are trained first."""
        return self.trainable_weights + self.non_trainable_weights

    @property
    def trainable_variables(self) -> Variables:
        """Same as `trainable_weights`."""
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> Variables:
        """Same as `non_trainable_weights`."""
        return self.non_trainable_weights

    @property
    def variables(self) -> Variables:
        """Same as `weights`."""
        return self.weights

    @property
    def losses(self) -> list[Any]:
        """What it added to the losses of the current graph."""
        return [loss for loss, _ in self._losses]

    @property
    def updates(self) -> list[tf.Operation]:
        """The operations that it added to the updates of the current graph."""
        return [update for update, _ in self._updates] if self.trainable else []

    def get_updates_for(self, inputs: Any) -> list[Any]:
        """Those of its updates that depend on these inputs; with `None` those that depend on none."""
        return _for_inputs(self._updates, inputs) if self.trainable else []

    def get_losses_for(self, inputs: Any) -> list[Any]:
        """Those of its losses that depend on these inputs; with `None` those of its variables alone."""
        return _for_inputs(self._losses, inputs)

    def count_params(self) -> int:
        """The number of elements of its variables.

        Raises:
          ValueError: it has none yet.
        """
        if not self.built:
            raise ValueError(
                f"You tried to call `count_params` on {self._name}, but the layer isn't built. "
                f"You can build it manually via: `{self._name}.build(batch_input_shape)`."
            )
        return sum(int(variable.shape.num_elements()) for variable in self.weights)

    def build(self, input_shape: Shape) -> None:
        """Make the variables; a subclass's own one ends by setting `self.built`."""
        self.built = True

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """What the layer computes; for subclasses."""
        return inputs

    def compute_output_shape(self, input_shape: Shape) -> tf.TensorShape:
        """The static shape of the output for inputs of `input_shape`; for subclasses.

        Raises:
          NotImplementedError: the subclass does not define it, as in TF 1: only who asks needs it.
        """
        raise NotImplementedError(f"{type(self).__name__} does not tell the shape of its output")

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Same as calling the layer."""
        return self(inputs, *args, **kwargs)

    def add_loss(self, losses: Any, inputs: Any = None) -> None:
        """Add tensors, or functions that compute them, to `REGULARIZATION_LOSSES`.

        Those that depend on inputs of the layer are given with these.
        """
        new = [loss() if callable(loss) else loss for loss in tf.nest.flatten(losses)]
        new = [loss for loss in new if loss is not None]
        self._losses += [(loss, inputs is not None) for loss in new]
        _collect(new, _KEYS.REGULARIZATION_LOSSES)

    def add_update(self, updates: Any, inputs: Any = None) -> None:
        """Add operations, or functions that make them, to its updates; a call puts them into `UPDATE_OPS`.

        Which of them depend on inputs of the layer is seen in the graph, whatever is given.
        """
        del inputs
        new = [_operation(update() if callable(update) else update) for update in tf.nest.flatten(updates)]
        of_inputs = reached(self._inputs)
        self._updates += [(update, id(update) in of_inputs) for update in new]

    def add_variable(self, *args: Any, **kwargs: Any) -> tf.Variable:
        """Same as `add_weight`."""
        return self.add_weight(*args, **kwargs)

    def add_weight(
        self,
        name: str,
        shape: Shape = None,
        dtype: DType | None = None,
        initializer: Initializer = None,
        regularizer: Regularizer = None,
        trainable: bool | None = None,
        constraint: Constraint = None,
        use_resource: bool | None = None,
        synchronization: tf.VariableSynchronization = tf.VariableSynchronization.AUTO,
        aggregation: tf.VariableAggregation = _V1.VariableAggregation.NONE,
        partitioner: Callable[..., Sequence[int]] | None = None,
        experimental_autocast: bool = True,
    ) -> tf.Variable:
        """Make a variable in the layer's scope, or find it there where the scope reuses.

        A regulariser's loss is added where the variable is new in the graph, not where it is shared.

        Args:
          name: of the variable, in the layer's scope.
          shape: by default a scalar.
          dtype: by default the layer's.
          initializer: gives the first value; `None`: what the variable scope has.
          regularizer: gives a loss of it.
          trainable: whether it goes into `TRAINABLE_VARIABLES`; by default as `synchronization` is.
          constraint: gives what takes its place after an update.
          use_resource: without an effect in a step, whose variables are resources.
          synchronization, aggregation: what replicas do with their copies of it.
          partitioner: gives how many parts it is cut into along each dimension.
          experimental_autocast: without an effect.

        Raises:
          ValueError: replicas keep it apart, and it is to be trained.
        """
        del experimental_autocast
        on_read = synchronization == tf.VariableSynchronization.ON_READ
        if on_read and trainable:
            raise ValueError(
                "Synchronization value can be set to VariableSynchronization.ON_READ only for "
                "non-trainable variables. You have specified trainable=True and "
                "synchronization=VariableSynchronization.ON_READ."
            )
        trainable = not on_read if trainable is None else trainable
        self._set_scope(None)
        before = {id(part) for variable in _V1.global_variables() for part in _parts(variable)}
        reuse = self.built or self._reuse
        with (
            _V1.variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as scope,
            _V1.name_scope(scope.original_name_scope),
        ):
            self._current_scope = scope
            variable = _V1.get_variable(
                name,
                shape=() if shape is None else shape,
                dtype=tf.as_dtype(dtype or self._dtype or tf.float32),
                initializer=_initializer(initializer),
                trainable=trainable and self.trainable,
                constraint=constraint,
                partitioner=partitioner,
                use_resource=use_resource,
                synchronization=synchronization,
                aggregation=aggregation,
            )
            if regularizer is not None and not any(id(part) in before for part in _parts(variable)):
                for part in _parts(variable):
                    with _V1.name_scope(name + "/Regularizer"):
                        self.add_loss(regularizer(part))
        self._remember(variable)
        return variable

    def _remember(self, variable: Any) -> None:
        for part in _parts(variable):
            weights = self._trainable_weights if _is_trained(part) else self._non_trainable_weights
            if all(part is not known for known in weights):
                weights.append(part)

    def _set_scope(self, scope: Name) -> None:
        if self._scope is not None:
            return
        if self._reuse:
            opened = _V1.variable_scope(scope if scope is not None else self._base_name)
        else:
            opened = _V1.variable_scope(scope, default_name=self._base_name)
        with opened as captured:
            self._scope = captured

    def _enter_graph(self) -> None:
        graph = _tf.root_graph()
        if self._graph is not None:
            if self._graph() is graph:
                return
            self._trainable_weights, self._non_trainable_weights = [], []
            self._losses, self._updates = [], []
            self.built = False
        self._graph = weakref.ref(graph)

    def __deepcopy__(self, memo: dict[int, Any]) -> Layer:
        """Another layer with the same variables, tensors and scope, and copies of all else."""
        copied = memo[id(self)] = type(self).__new__(type(self))
        for one in tf.nest.flatten(list(vars(self).values())):
            if tf.is_tensor(one) or isinstance(one, tf.Variable | tf.Operation):
                memo[id(one)] = one
        for scope in (self._scope, self._current_scope):
            memo[id(scope)] = copy.copy(scope)
        vars(copied).update(copy.deepcopy(vars(self), memo))
        return copied

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the outputs; makes the variables, if this graph does not have them yet."""
        scope = kwargs.pop("scope", None)
        self._set_scope(scope)
        self._enter_graph()
        reuse = True if self.built else self._reuse
        with _V1.variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as scope:
            self._current_scope = scope
            if self._call_has_scope_arg:
                kwargs["scope"] = scope
            with _V1.name_scope(scope.original_name_scope):
                inputs = tf.nest.map_structure(tensor_of, inputs)
                self._check_input(inputs)
                if not self.built:
                    self._build(inputs)
                self._inputs = tf.nest.flatten(inputs)
                outputs = self.call(inputs, *args, **kwargs)
                self._inputs = ()
                self._regularize_activity(inputs, outputs)
        _collect(self.updates, _KEYS.UPDATE_OPS)
        return outputs

    def _check_input(self, inputs: Any) -> None:
        if self.input_spec is not None:
            for place, value in enumerate(tf.nest.flatten(inputs)):
                check_input(self.input_spec, self._name, value, place)

    def _build(self, inputs: Any) -> None:
        values = tf.nest.flatten(inputs)
        if self._dtype is None and values:
            self._dtype = values[0].dtype.base_dtype
        self.build(tf.nest.map_structure(lambda value: value.shape, inputs))
        self.built = True
        self._check_input(inputs)

    def _regularize_activity(self, inputs: Any, outputs: Any) -> None:
        if self._activity_regularizer is None:
            return
        with _V1.name_scope("ActivityRegularizer"):
            for output in tf.nest.flatten(outputs):
                loss = self._activity_regularizer(output)
                self.add_loss(loss / tf.cast(tf.shape(output)[0], loss.dtype), inputs)


def snake_case(name: str) -> str:
    """`Conv2DTranspose` as `conv2d_transpose`, the way TF 1 named layers."""
    words = re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    words = re.sub("([a-z])([A-Z])", r"\1_\2", words).lower()
    return f"private{words}" if words.startswith("_") else words


def own_weight(layer: Layer, name: str, shape: Sequence[int], dtype: Any = None) -> Any:
    """A variable that is trained, by the layer's own attributes for it.

    These are `<name>_initializer`, `<name>_regularizer` and `<name>_constraint`, the name without `_kernel`.
    """
    given = name.removesuffix("_kernel")
    return layer.add_weight(
        name,
        shape,
        dtype,
        getattr(layer, f"{given}_initializer"),
        getattr(layer, f"{given}_regularizer"),
        trainable=True,
        constraint=getattr(layer, f"{given}_constraint"),
    )


def _initializer(initializer: Any) -> Any:
    if isinstance(initializer, Mapping):  # as a configuration has it
        known: Sequence[Any] = [kind for kind in vars(_V1.initializers).values() if isinstance(kind, type)]
        kinds = {kind.__name__: kind for kind in known}
        return kinds[initializer["class_name"]].from_config(initializer["config"])
    if not isinstance(initializer, str):
        return initializer
    found = getattr(_V1, f"{initializer}_initializer", None)
    found = found or getattr(_V1.initializers, initializer, None)
    if found is None:
        raise ValueError(f"Unknown initializer: {initializer}")
    return found()


def _for_inputs(added: Sequence[tuple[Any, bool]], inputs: Any) -> list[Any]:
    """What was added of these inputs, or with `None` of none."""
    if inputs is None:
        return [one for one, is_of_inputs in added if not is_of_inputs]
    found = reached(tf.nest.flatten(inputs))
    return [one for one, is_of_inputs in added if is_of_inputs and id(one) in found]


def _parts(variable: Any) -> Sequence[Any]:
    return list(variable) if isinstance(variable, _tf.PartitionedVariable) else [variable]


def _is_trained(variable: Any) -> bool:
    return bool(variable.trainable)


def tensor_of(value: Any) -> Any:
    """`value` as a tensor, if it is nothing of the kind yet."""
    if isinstance(value, tf.SparseTensor | tf.TensorArray) or tf.is_tensor(value):
        return value
    return tf.convert_to_tensor(value)


def _operation(update: Any) -> Any:
    return update if isinstance(update, tf.Operation) else getattr(update, "op", update)


def _collect(values: Sequence[Any], key: str) -> None:
    members = _V1.get_collection_ref(key)
    known = {id(member) for member in members}
    members.extend(value for value in values if id(value) not in known)
