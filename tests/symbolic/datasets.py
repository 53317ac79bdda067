"""`tf.data`: data sets as sequences of expressions, their iterators, and `compat.input`'s."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .dtypes import as_dtype
from .expressions import Expr, const, expr, show
from .graphs import Graph, pushed
from .namespaces import TABLES
from .nodes import Node, Operation, Tensor, conv, leaves, mapped
from .operations import placeholder, type_of
from .running import Run, compute
from .sessions import fed
from .shape_rules import shape_of
from .steps import TensorSpec, eager, trace
from .tensor_shapes import TensorShape, as_shape
from .unsure import Modelled, meant, op_error, unsure
from .world import now

Elements = Callable[[Run], Iterator[list[Expr]]]


class Dataset(Modelled):
    """`tf.data.Dataset`.

    Args:
      spec: the structure of an element, of `TensorSpec`.
      elements: gives the elements anew, as lists of expressions, for the run that starts an iterator.
    """

    def __init__(self, spec: Any, elements: Elements) -> None:
        self.element_spec = spec
        self._elements = elements

    # -------------------------------------------------------- sources
    @staticmethod
    def from_tensor_slices(tensors: Any, name: Any = None) -> Dataset:
        values = [_array(one) for one in leaves(tensors)]
        specs = iter([TensorSpec(_rest(one), type_of(one)) for one in values])

        def elements(run: Run) -> Iterator[list[Expr]]:
            whole = [run.value(one) for one in values]
            if not whole or whole[0].shape is None or whole[0].shape[0] is None:
                unsure("a data set of a tensor of unknown length")
            if len({one.shape[0] for one in whole}) > 1:
                raise op_error("InvalidArgumentError")("slices of other lengths")
            for place in range(whole[0].shape[0]):
                yield [_at(one, place) for one in whole]

        return Dataset(mapped(_tupled(tensors), lambda _: next(specs)), elements)

    @staticmethod
    def from_tensors(tensors: Any, name: Any = None) -> Dataset:
        values = [_array(one) for one in leaves(tensors)]
        specs = iter([TensorSpec(shape_of(one), type_of(one)) for one in values])

        def elements(run: Run) -> Iterator[list[Expr]]:
            yield [run.value(one) for one in values]

        return Dataset(mapped(_tupled(tensors), lambda _: next(specs)), elements)

    @staticmethod
    def range(*args: Any, **_: Any) -> Dataset:
        values = [conv(one) for one in args]

        def elements(run: Run) -> Iterator[list[Expr]]:
            bounds = [run.value(one).value for one in values]
            if any(one is None for one in bounds):
                unsure("a range of unknown length")
            for number in range(*(int(one) for one in bounds)):
                yield [const(number, "int64")]

        return Dataset(TensorSpec((), "int64"), elements)

    @staticmethod
    def from_generator(
        generator: Any,
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        **_: Any,
    ) -> Dataset:
        if args is not None:
            unsure("from_generator with arguments")
        if output_signature is not None:
            spec = output_signature
        else:
            shapes = (
                [None] * len(leaves(output_types))
                if output_shapes is None
                else _shape_leaves(output_shapes, len(leaves(output_types)))
            )
            rest = iter(shapes)
            spec = mapped(output_types, lambda kind: TensorSpec(next(rest), kind))

        def elements(run: Run) -> Iterator[list[Expr]]:
            for element in generator():
                flat = leaves(element) if len(leaves(spec)) > 1 else [element]
                yield [
                    const(np.asarray(one, as_dtype(kind.dtype).as_numpy_dtype), str(kind.dtype))
                    for one, kind in zip(flat, leaves(spec), strict=False)
                ]

        return Dataset(spec, elements)

    @staticmethod
    def zip(*datasets: Any, **_: Any) -> Dataset:
        many = datasets[0] if len(datasets) == 1 and isinstance(datasets[0], tuple) else datasets

        def elements(run: Run) -> Iterator[list[Expr]]:
            for parts in zip(*(one._elements(run) for one in many), strict=False):
                yield [value for part in parts for value in part]

        return Dataset(tuple(one.element_spec for one in many), elements)

    # -------------------------------------------------------- transformations
    def _with(self, elements: Elements, spec: Any = None) -> Dataset:
        return Dataset(self.element_spec if spec is None else spec, elements)

    def map(
        self, map_func: Any, num_parallel_calls: Any = None, deterministic: Any = None, name: Any = None
    ) -> Dataset:
        call, result = self._traced(map_func)
        spec = mapped(
            _tupled(result),
            lambda one: TensorSpec(
                getattr(conv(one), "known_shape", shape_of(conv(one))), type_of(conv(one))
            ),
        )
        wanted = [conv(one) for one in leaves(result)]
        return self._with(lambda run: (call(run, element, wanted) for element in self._elements(run)), spec)

    def filter(self, predicate: Any, name: Any = None) -> Dataset:
        call, result = self._traced(predicate)
        wanted = [conv(result)]

        def elements(run: Run) -> Iterator[list[Expr]]:
            for element in self._elements(run):
                if bool(np.asarray(show(call(run, element, wanted)[0], now().salt))):
                    yield element

        return self._with(elements)

    def _traced(self, function: Any) -> Any:
        world = now()
        graph = Graph("graph")
        if world.graph is not None:
            graph.known["part_of"] = world.graph
        graph.known["step"] = True
        with pushed(graph):
            inputs = mapped(
                self.element_spec, lambda spec: placeholder(dtype=spec.dtype, shape=spec.known_shape)
            )
            is_spread = isinstance(self.element_spec, tuple) and not hasattr(self.element_spec, "_fields")
            result = function(*inputs) if is_spread else function(inputs)
        holders = leaves(inputs)
        if any(node.effect is not None and node.kind not in ("read",) for node in graph.nodes):
            unsure("a data set whose function has effects or draws")

        def call(run: Run, element: list[Expr], wanted: list[Any]) -> list[Expr]:
            inner = Run(graph, run.state, dict(zip(holders, element, strict=False)))
            inner.memo.update({node: value for node, value in run.memo.items() if node not in inner.memo})
            return [inner.value(one) for one in wanted]

        return call, result

    def batch(
        self,
        batch_size: Any,
        drop_remainder: Any = False,
        num_parallel_calls: Any = None,
        deterministic: Any = None,
        name: Any = None,
    ) -> Dataset:
        size = conv(batch_size)
        fixed = int(size.value) if drop_remainder is True and isinstance(size, Expr) else None
        spec = mapped(
            self.element_spec,
            lambda one: TensorSpec(None if one.known_shape is None else (fixed, *one.known_shape), one.dtype),
        )

        def elements(run: Run) -> Iterator[list[Expr]]:
            many = run.value(size)
            if many.value is None:
                unsure("batches of unknown size")
            waiting: list[list[Expr]] = []
            for element in self._elements(run):
                waiting.append(element)
                if len(waiting) == int(many.value):
                    yield [_stacked(list(parts)) for parts in zip(*waiting, strict=False)]
                    waiting = []
            if waiting and not drop_remainder:
                yield [_stacked(list(parts)) for parts in zip(*waiting, strict=False)]

        return self._with(elements, spec)

    def repeat(self, count: Any = None, name: Any = None) -> Dataset:
        times = conv(count)

        def elements(run: Run) -> Iterator[list[Expr]]:
            number = None if times is None else int(run.value(times).value)
            turn = 0
            while number is None or number < 0 or turn < number:
                turn += 1
                empty = True
                for element in self._elements(run):
                    empty = False
                    yield element
                if empty:
                    return

        return self._with(elements)

    def shuffle(
        self, buffer_size: Any, seed: Any = None, reshuffle_each_iteration: Any = None, name: Any = None
    ) -> Dataset:
        epochs = [0]
        if seed is None and now().seed is None:
            return self._with(lambda run: _unseeded(self._elements(run)))

        def elements(run: Run) -> Iterator[list[Expr]]:
            every = list(self._elements(run))
            epochs[0] += 1
            order = np.random.RandomState(
                (int(seed or 0) * 31 + epochs[0] * (reshuffle_each_iteration is not False)) % 2**31
            ).permutation(len(every))
            return iter([every[place] for place in order])

        return self._with(elements)

    def take(self, count: Any, name: Any = None) -> Dataset:
        def elements(run: Run) -> Iterator[list[Expr]]:
            for place, element in enumerate(self._elements(run)):
                if 0 <= int(count) <= place:
                    return
                yield element

        return self._with(elements)

    def skip(self, count: Any, name: Any = None) -> Dataset:
        return self._with(
            lambda run: (element for place, element in enumerate(self._elements(run)) if place >= int(count))
        )

    def shard(self, num_shards: Any, index: Any, name: Any = None) -> Dataset:
        return self._with(
            lambda run: (
                e for place, e in enumerate(self._elements(run)) if place % int(num_shards) == int(index)
            )
        )

    def concatenate(self, dataset: Any, name: Any = None) -> Dataset:
        def elements(run: Run) -> Iterator[list[Expr]]:
            yield from self._elements(run)
            yield from dataset._elements(run)

        return self._with(elements)

    def prefetch(self, buffer_size: Any = None, name: Any = None) -> Dataset:
        return self

    def cache(self, filename: Any = None, name: Any = None) -> Dataset:
        return self

    def with_options(self, options: Any) -> Dataset:
        return self

    def apply(self, transformation_func: Any) -> Dataset:
        return transformation_func(self)

    # -------------------------------------------------------- what it is of
    @property
    def output_types(self) -> Any:
        return mapped(self.element_spec, lambda one: one.dtype)

    @property
    def output_shapes(self) -> Any:
        return mapped(self.element_spec, lambda one: one.shape)

    def make_one_shot_iterator(self) -> Any:
        return one_shot(self)

    def make_initializable_iterator(self, shared_name: Any = None) -> Any:
        return initializable(self)

    def __iter__(self) -> Iterator[Any]:
        if now().graph is not None:
            raise meant(
                RuntimeError(
                    "__iter__() is only supported inside of tf.function or when eager execution is enabled."
                )
            )
        for element in self._elements(Run(None, now().state)):
            yield _eager(self.element_spec, element)


def _eager(spec: Any, element: list[Expr]) -> Any:
    rest = iter(element)
    return mapped(spec, lambda _: eager(next(rest)))


def _unseeded(elements: Iterator[list[Expr]]) -> Iterator[list[Expr]]:
    unsure("a data set in an order that no seed tells")


def _shape_leaves(shapes: Any, count: int) -> list[Any]:
    if count == 1 and not (
        isinstance(shapes, tuple) and len(shapes) == 1 and isinstance(shapes[0], (TensorShape, list, tuple))
    ):
        return [as_shape(shapes)]
    return [as_shape(one) for one in shapes]


def _tupled(tensors: Any) -> Any:
    """A list is one tensor where it is no structure."""
    return tuple(tensors) if isinstance(tensors, list) else tensors


def _array(one: Any) -> Any:
    return conv(np.asarray(one) if isinstance(one, (list, float, int)) else one)


def _rest(one: Any) -> Any:
    shape = shape_of(one)
    return None if shape is None else shape[1:]


def _at(one: Expr, place: int) -> Expr:
    if one.value is not None:
        return const(one.value[place], one.dtype)
    return compute("item", (("input", one), ("keys", (const(place),))), one.dtype)


def _stacked(parts: list[Expr]) -> Expr:
    if all(part.value is not None for part in parts):
        try:
            return const(np.stack([part.value for part in parts]), parts[0].dtype)
        except ValueError:
            raise op_error("InvalidArgumentError")("Cannot batch tensors with different shapes") from None
    shape = None if parts[0].shape is None else (len(parts), *parts[0].shape)
    return expr("stack", ("values", tuple(parts)), shape=shape, dtype=parts[0].dtype)


# ---------------------------------------------------------------- iterators
class Resource:
    """A position in a data set: one for each session, or one of all steps."""

    def __init__(self, spec: Any) -> None:
        self.spec = spec
        self._open: dict[int, Iterator[list[Expr]]] = {}
        self.at_once: Dataset | None = None

    def start(self, run: Run, dataset: Dataset) -> None:
        now().kept.append(run.state)
        self._open[id(run.state)] = dataset._elements(run)

    def next(self, run: Run) -> list[Expr]:
        key = id(run.state)
        if key not in self._open:
            if self.at_once is None:
                raise op_error("FailedPreconditionError")(
                    "GetNext() failed because the iterator has not been initialized."
                )
            self.start(run, self.at_once)
        try:
            return next(self._open[key])
        except StopIteration:
            raise op_error("OutOfRangeError")("End of sequence") from None


class DataIterator(Modelled):
    """`tf.data.Iterator`, and `compat.input.Iterator`."""

    def __init__(self, resource: Any, dataset: Any = None, chosen: Any = None) -> None:
        self._resource, self._dataset, self._chosen = resource, dataset, chosen

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: Any = None, output_classes: Any = None
    ) -> DataIterator:
        spec = _spec(output_types, output_shapes)
        return DataIterator(once("from_structure", lambda: Resource(spec)))

    @staticmethod
    def from_string_handle(
        string_handle: Any, output_types: Any, output_shapes: Any = None, output_classes: Any = None
    ) -> DataIterator:
        resource = Resource(_spec(output_types, output_shapes))
        return DataIterator(resource, chosen=conv(string_handle))

    def make_initializer(self, dataset: Any, name: Any = None) -> Any:
        return Initializer(self._resource, dataset) if now().is_tf2 else _starting(self._resource, dataset)

    @property
    def initializer(self) -> Any:
        if self._dataset is None:
            raise meant(ValueError("Iterator does not have an initializer."))
        if now().is_tf2:
            return Initializer(self._resource, self._dataset)
        return _starting(self._resource, self._dataset)

    def initialize(self, *args: Any, **kwargs: Any) -> Any:
        return self.initializer.initialize(*args, **kwargs)

    def get_next(self, name: Any = None) -> Any:
        resource, chosen = self._resource, self._chosen

        def pull(run: Run, node: Any) -> list[Expr]:
            source = resource
            if chosen is not None:
                handle = run.value(chosen)
                word = handle.value[()] if handle.value is not None else None
                source = now().files.get(("iterator", word)) or unsure(
                    "an iterator by a handle that is not known"
                )
            return source.next(run)

        if now().graph is None:
            values = resource.next(Run(None, now().state))
            rest = iter(values)
            return mapped(resource.spec, lambda _: eager(next(rest)))
        pulled = Operation("pull", pull, (("handle", chosen),) if chosen is not None else ())
        places = iter(range(1000))

        def part(spec: Any) -> Tensor:
            place = next(places)
            return Tensor(
                "pulled",
                (("of", pulled), ("place", str(place))),
                spec.known_shape,
                spec.dtype,
                effect=lambda run, node: run.value(pulled)[place],
                name=name,
            )

        return mapped(resource.spec, part)

    def string_handle(self, name: Any = None) -> Any:
        word = f"handle {len([one for one in now().files if isinstance(one, tuple)])}"
        found = next(
            (key[1] for key, one in now().files.items() if isinstance(key, tuple) and one is self._resource),
            None,
        )
        if found is None:
            now().files["iterator", word] = self._resource
            found = word
        made = const(found)
        return Tensor("constant", (("value", made),), (), "string")

    @property
    def element_spec(self) -> Any:
        return self._resource.spec

    @property
    def output_types(self) -> Any:
        return mapped(self._resource.spec, lambda one: one.dtype)

    @property
    def output_shapes(self) -> Any:
        return mapped(self._resource.spec, lambda one: one.shape)

    def __iter__(self) -> DataIterator:
        return self

    def __next__(self) -> Any:
        try:
            return self.get_next()
        except op_error("OutOfRangeError"):
            raise StopIteration from None


class Initializer:
    """`compat.input`'s: it is called, or it is an operation of the step that returns it."""

    def __init__(self, resource: Resource, dataset: Any) -> None:
        self._resource, self._dataset = resource, dataset

    def initialize(self, *args: Any, **kwargs: Any) -> Any:
        dataset = (
            self._dataset.of(*args, **kwargs) if isinstance(self._dataset, FedDataset) else self._dataset
        )
        if now().graph is not None:
            return _starting(self._resource, dataset)
        return self._resource.start(Run(None, now().state), dataset)

    def deferred(self) -> Operation:
        return self.initialize()


class FedDataset(Modelled):
    """`compat.input.fed_dataset`: a data set of what its iterator is initialised with."""

    def __init__(self, make: Any, signature: Any) -> None:
        self._names = list(inspect.signature(make).parameters)
        graph = Graph("graph")
        self._traced = trace(make, graph, (list(signature), {}))
        self._dataset = self._traced.returned
        self.element_spec = self._dataset.element_spec

    def of(self, *args: Any, **kwargs: Any) -> Dataset:
        values = [*args, *(kwargs[name] for name in self._names[len(args) :])]
        given = {node: fed(value, node) for node, value in zip(self._traced.inputs, values, strict=False)}
        dataset, graph = self._dataset, self._traced.graph
        return Dataset(self.element_spec, lambda run: dataset._elements(Run(graph, run.state, given)))

    @property
    def output_types(self) -> Any:
        return mapped(self.element_spec, lambda one: one.dtype)

    @property
    def output_shapes(self) -> Any:
        return mapped(self.element_spec, lambda one: one.shape)


def _starting(resource: Resource, dataset: Any) -> Operation:
    return Operation("start", lambda run, node: resource.start(run, dataset))


def _spec(types: Any, shapes: Any) -> Any:
    flat = leaves(types)
    found = (
        [None] * len(flat)
        if shapes is None
        else [as_shape(one) for one in (leaves_of_shapes(shapes, len(flat)))]
    )
    rest = iter(found)
    return mapped(types, lambda kind: TensorSpec(next(rest), kind))


def leaves_of_shapes(shapes: Any, count: int) -> list[Any]:
    if isinstance(shapes, TensorShape) or count == 1 and not isinstance(shapes, (tuple, dict)):
        return [shapes]
    if isinstance(shapes, dict):
        return [shapes[key] for key in sorted(shapes)]
    return list(shapes) if len(shapes) == count else [shapes]


def once(kind: str, make: Callable[[], Resource]) -> Resource:
    """What the first trace of a step has made, for every other; elsewhere made now."""
    graph = now().graph
    store = graph.known.get("store") if graph is not None else None
    if store is None:
        return make()
    replica = now().replica.index if now().replica is not None else None
    key = (kind, replica, tuple(graph.known.get("input names", ())))
    counts = graph.known["counts"]
    counts[key] = counts.get(key, 0) + 1
    full = (*key, counts[key])
    if full not in store._inputs:
        store._inputs[full] = make()
    return store._inputs[full]


def one_shot(dataset: Any) -> DataIterator:
    def make() -> Resource:
        resource = Resource(dataset.element_spec)
        resource.at_once = dataset
        return resource

    return DataIterator(once("one_shot", make))


def initializable(dataset: Any, shared_name: Any = None) -> DataIterator:
    return DataIterator(once("initializable", lambda: Resource(dataset.element_spec)), dataset)


def fed_dataset(*, input_signature: Any) -> Any:
    return lambda make: FedDataset(make, input_signature)


def named(name: str) -> Any:
    import contextlib

    @contextlib.contextmanager
    def inside() -> Iterator[None]:
        known = now().graph.known.setdefault("input names", [])
        known.append(name)
        yield
        known.pop()

    return inside()


for _table in ("tf1", "tf2"):
    TABLES[_table].update(
        {
            "data.Dataset": Dataset,
            "data.Iterator": DataIterator,
            "data.make_one_shot_iterator": one_shot,
            "data.make_initializable_iterator": initializable,
            "data.get_output_types": lambda one: one.output_types,
            "data.get_output_shapes": lambda one: one.output_shapes,
            "data.AUTOTUNE": -1,
            "data.experimental.AUTOTUNE": -1,
            "compat.v1.data.make_one_shot_iterator": one_shot,
            "data.get_output_classes": lambda one: None,
        }
    )
TABLES["compat"].update(
    {
        "input.one_shot_iterator": one_shot,
        "input.initializable_iterator": initializable,
        "input.fed_dataset": fed_dataset,
        "input.Iterator": DataIterator,
        "input.named": named,
    }
)
del Node
