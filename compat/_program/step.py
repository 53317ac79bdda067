"""One set of fetches and feeds as a function of the eager runtime."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import tensorflow as tf

from .. import _tf
from .lifting import Lifted, handle_argument, handle_node, lift
from .place import Place
from .randomness import counter_nodes, stream_name

_numbers = itertools.count()


class Resources:
    """The variables, queues, tables and iterators of one program: made once, shared by its steps."""

    def __init__(self, graph: tf.Graph, place: Place, runtime: _tf.Runtime) -> None:
        self.graph = graph
        self.place = place
        self.runtime = runtime
        self.library: set[str] = set()
        self._handles: dict[str, Any] = {}
        self._streams: dict[str, Any] = {}
        self._functions: list[str] = []

    def of(self, ops: Sequence[Any]) -> list[Any]:
        """The handles of the resources that `ops` name."""
        _tf.register_library(self.graph, self.library)
        for op in ops:
            if op.name not in self._handles:
                self._handles[op.name] = _tf.make_resource(handle_node(op, self.place))
        return [self._handles[op.name] for op in ops]

    def streams_of(self, ops: Sequence[Any]) -> list[Any]:
        """The handles of what counts for the random `ops`."""
        new = [op for op in ops if stream_name(op) not in self._streams]
        if new:
            nodes = tf.compat.v1.GraphDef()
            nodes.node.extend(node for op in new for node in counter_nodes(op, self.place.own_container))
            names = [stream_name(op) for op in new]
            results, targets = [f"{name}:0" for name in names], [f"{name}/set" for name in names]
            made = self.runtime.call(self.register(Lifted(nodes, [], [], [], results, targets)), [], len(new))
            self._streams.update(zip(names, made, strict=True))
        return [self._streams[stream_name(op)] for op in ops]

    def register(self, lifted: Lifted) -> str:
        """The name of a new function of what was `lifted`."""
        _tf.register_library(self.graph, self.library)
        handles = [(handle_argument(op), op.outputs[0]) for op in lifted.handles]
        handles += [(stream_name(op), None) for op in lifted.streams]
        body = _tf.import_nodes(lifted.nodes, handles, self.graph)
        name = f"__program_step_{next(_numbers)}"
        _tf.register_function(
            name,
            body,
            [body.get_tensor_by_name(f"{argument}:0") for argument in lifted.arguments],
            [
                body.get_tensor_by_name(result if ":" in result else f"{result}:0")
                for result in lifted.results
            ],
            [body.get_operation_by_name(target) for target in lifted.targets],
        )
        self._functions.append(name)
        return name

    def release(self) -> None:
        """Delete everything that the program holds; what is on a server stays there."""
        held = [*self._streams.values(), *(() if self.place.is_shared else self._handles.values())]
        for handle in held:
            _tf.destroy(handle)
        for name in self._functions:
            _tf.unregister_function(name)


class Step:
    """A function, of this `name`, that computes what one set of fetches needs, and runs nothing else."""

    def __init__(
        self, resources: Resources, fetches: Sequence[Any], targets: Sequence[Any], feeds: Sequence[Any]
    ) -> None:
        lifted = lift(fetches, targets, feeds, resources.place)
        held = (resources.place.device_of(op) for op in lifted.handles)
        self.devices = frozenset([*(node.device for node in lifted.nodes.node), *held])
        self._handles = resources.of(lifted.handles) + resources.streams_of(lifted.streams)
        self.name = resources.register(lifted)
        self._outputs = len(lifted.results)
        self._runtime = resources.runtime

    def __call__(self, arguments: list[Any], seconds: float | None = None) -> list[Any]:
        """The values of the fetches as NumPy values, within so many `seconds`, if it is told.

        Raises:
          tf.errors.OpError: an op failed.
        """
        values = self._runtime.call(self.name, arguments + self._handles, self._outputs, seconds)
        return [value.numpy() for value in values]
