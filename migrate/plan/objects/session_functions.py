"""The functions that a driver hands its session to: they are handed the steps that they call instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from migrate.model.driver import Callee, Driver, Point
from migrate.model.edit import Arguments, Signature

from ..statements.new_names import Names
from ..steps.step import Step, name_of_values


@dataclass(frozen=True)
class Handovers:
    """What the functions of one driver are handed after it has been lowered.

    Args:
      driver: the block, and the functions.
      steps: all of its steps.
      variables: the name of its store of variables.
      uses_store: the statements that name this store.
    """

    driver: Driver
    steps: Sequence[Step]
    variables: str
    uses_store: frozenset[Point]

    def signatures(self) -> Iterator[Signature]:
        """The parameters of each function: steps for the session, and nothing for parts of the graph."""
        for callee in self.driver.callees:
            if callee.handed:
                added = tuple(self._added(callee).values())
                yield Signature(callee.node, frozenset(callee.handed), added)

    def arguments(self) -> Iterator[Arguments]:
        """The arguments of each call."""
        for callee in self.driver.callees:
            for call, point in callee.calls.items() if callee.handed else ():
                added = {own: self.known_as(name, point) for name, own in self._added(callee).items()}
                yield Arguments(call, callee.arguments[call], added)

    def known_as(self, name: str, point: Point) -> str:
        """How the code at a point knows a step or the store; the driver's own may know it as an attribute."""
        callee = self.driver.callee(point)
        if callee is None or callee.sees_driver:
            return self.driver.shared(name)
        return self._added(callee).get(name, name)

    def _added(self, callee: Callee) -> Mapping[str, str]:
        """The names of what a function is handed, with those that it has in the function."""
        if callee.sees_driver:
            return {}
        wanted = self._wanted(callee)
        if self._is_shared(callee):
            return self._own_names(callee)
        return {name: name for name in (*(step.name for step in self.steps), self._store) if name in wanted}

    def _wanted(self, callee: Callee) -> frozenset[str]:
        """What a function uses itself, and what it has to hand on."""
        inside = frozenset(point for point in self.driver.points if callee.point in point.parents)
        own = {step.name for step in self.steps for site in step.sites if site.point in inside}
        own |= {self._store} if inside & self.uses_store else set()
        others = [one for one in self.driver.callees if inside & frozenset(one.calls.values())]
        return frozenset(own).union(*(self._wanted(other) for other in others))

    def _own_names(self, callee: Callee) -> Mapping[str, str]:
        """Names for what a function is handed that say nothing of the driver, as others call it too.

        In the order in which the function uses it.
        """
        names = Names(callee.bindings.module.tree)
        wanted: dict[str, str] = {}
        for point in self.driver.under(callee.node):
            for step in self.steps:
                for site in step.sites:
                    if site.point is point:
                        wanted.setdefault(
                            step.name, "train_step" if step.updates else name_of_values(site.written)
                        )
            if point in self.uses_store:
                wanted.setdefault(self._store, self._store)
            for other in self.driver.callees:
                if point in other.calls.values():
                    wanted = {**self._added(other), **wanted}
        return {name: names.new(own) if name != self._store else own for name, own in wanted.items()}

    def _is_shared(self, callee: Callee) -> bool:
        """Whether a function may run for others than the driver."""
        called = {call.func for call in callee.calls}
        callers = (self.driver.callee(point) for point in callee.calls.values())
        return any(node not in called for _, node in callee.named) or any(
            self._is_shared(one) for one in callers if one is not None
        )

    @property
    def _store(self) -> str:
        return self.variables.removeprefix("self.")
