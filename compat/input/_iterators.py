"""TF 1's iterators over `tf.data`: made once, initialised when the program says so, pulled from in steps."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import tensorflow as tf

from .. import _tf
from .. import _traces as traces
from .._errors import InputError
from .._types import Classes, Operation, Shapes, Spec, Types
from ._fed import FedDataset
from ._feeds import Resource
from ._graphs import in_graphs

_NAMED: set[Resource] = set()  # by string handles, in which nothing holds them


class Initializer(traces.Deferred):
    """What `sess.run(iterator.initializer)` ran, as TensorFlow 1 had it for an iterator.

    A step that returns it runs it; a step that only holds it does not. An `Iterator` has one: a program makes
    none itself of a `resource` and a `dataset`.
    """

    def __init__(self, resource: Resource, dataset: tf.data.Dataset | FedDataset) -> None:
        self._resource = resource
        self._dataset = dataset

    def initialize(self, *fed: Any, **named: Any) -> Operation:
        """Start the iterator over, with the first element; in a trace, the operation that does.

        Args:
          fed: what a `FedDataset` is made of.
          named: more of it, by the names of the arguments.

        Raises:
          InputError: called by the program on a dataset that was built in a step: return it from the step.
        """
        if isinstance(self._dataset, FedDataset):
            return self._resource.start(self._dataset.of(*fed, **named))
        if tf.executing_eagerly() and _tf.is_traced(tf.data.experimental.to_variant(self._dataset)):
            raise InputError(
                "The dataset was built in a step: return the initializer from a step, and call that"
            )
        return self._resource.start(self._dataset)

    def operation(self) -> tf.Operation:
        """The operation, in the step being traced."""
        return self.initialize()


class Iterator:
    """An iterator of TF 1: one position in a dataset, whatever steps pull from it.

    Made by `one_shot_iterator`, `initializable_iterator`, `Iterator.from_structure` and
    `Iterator.from_string_handle`, by the program itself or in a step; these give it its `resource` and its
    `initializer`.
    """

    def __init__(self, resource: Resource, initializer: Initializer | None = None) -> None:
        self._resource = resource
        self._initializer = initializer

    @staticmethod
    def from_structure(
        output_types: Types,
        output_shapes: Shapes = None,
        shared_name: str | None = None,
        output_classes: Classes = None,
    ) -> Iterator:
        """An iterator for any dataset of this structure, which `make_initializer` gives it."""
        del shared_name
        spec = _tf.element_spec(output_types, output_shapes, output_classes)
        return Iterator(_resource("from_structure", spec))

    @staticmethod
    def from_string_handle(
        string_handle: Any, output_types: Types, output_shapes: Shapes = None, output_classes: Classes = None
    ) -> Iterator:
        """The iterator that `string_handle` names, such as one of several that a step is fed."""
        spec = _tf.element_spec(output_types, output_shapes, output_classes)
        types, shapes = _tf.element_types(spec)
        with tf.device("/device:CPU:0"):
            handle = tf.raw_ops.IteratorFromStringHandleV2(
                string_handle=string_handle, output_types=types, output_shapes=shapes
            )
        return Iterator(Resource(spec, handle))

    def make_initializer(self, dataset: tf.data.Dataset | FedDataset, name: str | None = None) -> Initializer:
        """What makes this iterator start with the first element of `dataset`.

        Raises:
          TypeError: the elements of `dataset` have another structure or type.
        """
        del name
        spec, given = self.element_spec, dataset.element_spec
        tf.nest.assert_same_structure(spec, given)
        for ours, theirs in zip(tf.nest.flatten(spec), tf.nest.flatten(given), strict=True):
            if not ours.is_compatible_with(theirs):
                raise TypeError(f"Expected elements of {ours}, but the dataset has {theirs}")
        return Initializer(self._resource, dataset)

    @property
    def initializer(self) -> Initializer:
        """What starts the iterator over.

        Raises:
          ValueError: it has none: it is a one-shot iterator, or `make_initializer` makes it.
        """
        if self._initializer is None:
            raise ValueError("Iterator does not have an initializer.")
        return self._initializer

    def initialize(self, *fed: Any, **named: Any) -> Operation:
        """Start over, with the first element, as `sess.run(iterator.initializer)` did.

        Args:
          fed: what that run fed, to the placeholders of the data set.
          named: more of it, by the names of the arguments.
        """
        return self.initializer.initialize(*fed, **named)

    def get_next(self, name: str | None = None) -> Any:
        """The next element; in a step, tensors that each call of the step pulls anew.

        Raises:
          tf.errors.OutOfRangeError: there is none left.
          tf.errors.FailedPreconditionError: the iterator was never initialised.
        """
        return self._resource.next(name)

    def string_handle(self, name: str | None = None) -> tf.Tensor:
        """A scalar string that names this iterator, for `from_string_handle`; what has a name lives on."""
        _NAMED.add(self._resource)
        with tf.device("/device:CPU:0"):
            return tf.raw_ops.IteratorToStringHandle(resource_handle=self._resource.handle, name=name)

    @property
    def element_spec(self) -> Spec:
        """The structure of `tf.TypeSpec` of an element."""
        return self._resource.spec

    @property
    def output_types(self) -> Types:
        """The types of an element's tensors, in its structure."""
        return tf.compat.v1.data.get_output_types(self)

    @property
    def output_shapes(self) -> Shapes:
        """The shapes of an element's tensors, in its structure."""
        return tf.compat.v1.data.get_output_shapes(self)

    @property
    def output_classes(self) -> Classes:
        """The classes of an element's tensors, in its structure."""
        classes: Classes = tf.compat.v1.data.get_output_classes(self)
        return classes


@in_graphs(tf.compat.v1.data.make_one_shot_iterator)
def one_shot_iterator(dataset: tf.data.Dataset) -> Iterator:
    """`tf.compat.v1.data.make_one_shot_iterator`: each element once, in all steps together.

    Args:
      dataset: of what it gives.

    Raises:
      InputError: the dataset depends on an argument of the step in which it was built.
    """
    trace = traces.running()
    if trace is None:
        resource = Resource(dataset.element_spec)
        resource.start(dataset)
        return Iterator(resource)

    def make() -> tuple[Resource, tf.data.Dataset]:
        made = _outside(dataset)
        resource = Resource(made.element_spec)
        resource.start(made)
        return resource, dataset

    key = trace.key("one_shot_iterator", *_identity(trace, dataset))
    resource, _ = trace.state.once(key, make)
    return Iterator(resource)


@in_graphs(tf.compat.v1.data.make_initializable_iterator)
def initializable_iterator(dataset: tf.data.Dataset | FedDataset, shared_name: str | None = None) -> Iterator:
    """`tf.compat.v1.data.make_initializable_iterator`: nothing to pull until it is initialised.

    Args:
      dataset: of what it gives, or a `FedDataset` of what its initialiser is given.
      shared_name: without an effect.

    Raises:
      tf.errors.FailedPreconditionError: from a step that pulls before.
    """
    del shared_name
    trace = traces.running()
    identity = () if trace is None or isinstance(dataset, FedDataset) else _identity(trace, dataset)
    resource = _resource("initializable_iterator", dataset.element_spec, *identity)
    return Iterator(resource, Initializer(resource, dataset))


def _resource(kind: str, spec: Any, *identity: Hashable) -> Resource:
    """An iterator for elements of `spec`; in a trace, the one that earlier traces found."""
    trace = traces.running()
    if trace is None:
        return Resource(spec)
    return trace.state.once(trace.key(kind, repr(spec), *identity), lambda: Resource(spec))


def _identity(trace: traces.Trace, dataset: tf.data.Dataset) -> tuple[Hashable, ...]:
    variant = tf.data.experimental.to_variant(dataset)
    if not _tf.is_traced(variant):
        return (id(dataset),)
    trace.went_into_pipeline([variant])
    return (trace.fingerprint([variant]),)


def _outside(dataset: tf.data.Dataset) -> tf.data.Dataset:
    """`dataset`, rebuilt outside of the trace that built it."""
    variant = tf.data.experimental.to_variant(dataset)
    if not _tf.is_traced(variant):
        return dataset
    try:
        (made,) = _tf.lift([variant])()([])
    except Exception as error:
        raise InputError(
            "The dataset depends on an argument of the step: use initializable_iterator, and return its "
            "initializer from a step that takes the argument"
        ) from error
    return tf.data.experimental.from_variant(made, dataset.element_spec)
