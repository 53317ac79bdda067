"""`tf.distribute.MirroredStrategy`: replicas are traced in turns, each by a thread, up to where all meet."""

from __future__ import annotations

import contextlib
import copy
import threading
from collections.abc import Callable, Iterator
from typing import Any

from .graphs import Context, VariableScope, here
from .namespaces import TABLES
from .nodes import conv, leaves, mapped
from .operations import pure
from .unsure import Modelled, meant, unsure
from .world import now


class PerReplica(Modelled):
    """One value of each replica."""

    def __init__(self, values: list[Any]) -> None:
        self.values = tuple(values)


class Replica(Modelled):
    """One replica while it is traced: the replica context of TensorFlow."""

    def __init__(self, index: int, team: Team) -> None:
        self.index, self._team = index, team
        self.thread: threading.Thread | None = None
        self.turn, self.result, self.error = threading.Semaphore(0), None, None
        self.is_done = False
        self.given: Any = None
        self.merge: Callable[[list[Any]], Any] | None = None

    @property
    def num_replicas_in_sync(self) -> int:
        return len(self._team.replicas)

    def gather(self, pairs: list[Any]) -> list[Any]:
        """The pairs of all replicas."""
        return self._team.meet(self, pairs, lambda every: every)

    def apply_gradients(self, optimizer: Any, pairs: list[Any], global_step: Any, *, summed: bool) -> None:
        """Update each variable once: by the sum of the gradients, or by one of them where all are equal."""

        def merged(every: list[Any]) -> Any:
            if not summed:
                return optimizer.update(every[0], global_step)
            together = [
                (pure("tower_sum", {"inputs": [conv(one) for one, _ in many]}), many[0][1])
                for many in zip(*every, strict=False)
                if many[0][0] is not None
            ]
            return optimizer.update(together, global_step)

        self._team.meet(self, pairs, merged)


class Team:
    """The replicas of one call of `strategy.run`."""

    def __init__(self, count: int) -> None:
        self.replicas = [Replica(index, self) for index in range(count)]
        self._back = threading.Semaphore(0)

    def run(self, body: Callable[[], Any]) -> list[Any]:
        graph, world = here(), now()
        outer = graph.context
        states: list[Any] = []
        for replica in self.replicas:
            context = Context(outer)
            if replica.index:
                scope = context.scopes[-1]
                reusing = VariableScope(scope.name, True, "", scope)
                reusing.original_name_scope = scope.original_name_scope
                context.scopes.append(reusing)
            states.append([context, dict(graph.taken), copy.deepcopy(graph.scope_counts)])
        try:
            while not all(replica.is_done for replica in self.replicas):
                for replica, state in zip(self.replicas, states, strict=False):
                    graph.context, graph.taken, graph.scope_counts = state
                    world.replica = replica
                    self._resume(replica, body)
                    state[:] = graph.context, graph.taken, graph.scope_counts
                    if replica.error is not None:
                        raise replica.error
                world.replica, graph.context = None, outer
                _, graph.taken, graph.scope_counts = states[0]
                self._merge(states)
        finally:
            world.replica, graph.context = None, outer
            _, graph.taken, graph.scope_counts = states[0]
            self._end()
        return [replica.result for replica in self.replicas]

    def _resume(self, replica: Replica, body: Callable[[], Any]) -> None:
        if replica.thread is None:

            def work() -> None:
                replica.turn.acquire()
                try:
                    replica.result = body()
                except BaseException as error:  # noqa: BLE001 - it is raised again where the strategy was called
                    replica.error = error
                replica.is_done = True
                self._back.release()

            replica.thread = threading.Thread(target=work, daemon=True)
            replica.thread.start()
        replica.turn.release()
        self._back.acquire()

    def meet(self, replica: Replica, given: Any, merge: Callable[[list[Any]], Any]) -> Any:
        """Wait for the others, and go on with what `merge` makes of what all have given."""
        replica.given, replica.merge = given, merge
        self._back.release()
        replica.turn.acquire()
        if isinstance(replica.given, _Ended):
            raise SystemExit
        return replica.given

    def _merge(self, states: list[Any]) -> None:
        waiting = [replica for replica in self.replicas if not replica.is_done]
        if not waiting:
            return
        if len(waiting) != len(self.replicas):
            unsure("replicas that do not meet")
        merge = waiting[0].merge
        assert merge is not None
        merged = merge([replica.given for replica in waiting])
        for replica in waiting:
            replica.given = merged

    def _end(self) -> None:
        """End the threads of replicas that wait where another one failed."""
        for replica in self.replicas:
            if replica.thread is not None and not replica.is_done:
                replica.given = _Ended()
                replica.turn.release()


class _Ended:
    """What a replica is given when there is nothing to go on with."""


class MirroredStrategy(Modelled):
    """`tf.distribute.MirroredStrategy` on the devices that are named."""

    def __init__(self, devices: Any = None, cross_device_ops: Any = None) -> None:
        if devices is None:
            unsure("a strategy on all GPUs")
        self._count = 1 if isinstance(devices, str) else len(devices)

    @property
    def num_replicas_in_sync(self) -> int:
        return self._count

    @contextlib.contextmanager
    def scope(self) -> Iterator[MirroredStrategy]:
        yield self

    def run(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        world = now()
        if world.graph is None:
            unsure("strategy.run outside of a function")
        if world.replica is not None:
            raise meant(RuntimeError("strategy.run inside of a replica"))
        team = Team(self._count)

        def body() -> Any:
            index = now().replica.index
            own = [
                mapped(one, lambda leaf: leaf.values[index] if isinstance(leaf, PerReplica) else leaf)
                for one in args
            ]
            return fn(*own, **(kwargs or {}))

        results = team.run(body)
        if self._count == 1:
            return results[0]
        flat = [leaves(one) for one in results]
        rest = iter([PerReplica(list(many)) for many in zip(*flat, strict=False)])
        return mapped(results[0], lambda _: next(rest))

    def experimental_local_results(self, value: Any) -> Any:
        return value.values if isinstance(value, PerReplica) else (value,)

    def reduce(self, reduce_op: Any, value: Any, axis: Any = None) -> Any:
        unsure("strategy.reduce")


TABLES["tf2"]["distribute.MirroredStrategy"] = MirroredStrategy
TABLES["tf2"]["distribute.get_replica_context"] = lambda: now().replica
