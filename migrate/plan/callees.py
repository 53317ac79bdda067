"""The functions that a driver hands its session to: they are handed the steps that they call instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from migrate.model.edit import Arguments, Signature
from migrate.model.facts import Callee, Driver, Point

from .steps import Step


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
                yield Signature(callee.node, frozenset(callee.handed), tuple(self._added(callee)))

    def arguments(self) -> Iterator[Arguments]:
        """The arguments of each call."""
        for callee in self.driver.callees:
            for call, point in callee.calls.items() if callee.handed else ():
                added = {name: self._known_as(name, point) for name in self._added(callee)}
                yield Arguments(call, callee.arguments[call], added)

    def _added(self, callee: Callee) -> Sequence[str]:
        """The names of what a function is handed, in the order of the steps."""
        if callee.sees_driver:
            return ()
        wanted = self._wanted(callee)
        return [name for name in (*(step.name for step in self.steps), self._store) if name in wanted]

    def _wanted(self, callee: Callee) -> frozenset[str]:
        """What a function uses itself, and what it has to hand on."""
        inside = frozenset(point for point in self.driver.points if callee.point in point.parents)
        own = {step.name for step in self.steps for site in step.sites if site.point in inside}
        own |= {self._store} if inside & self.uses_store else set()
        others = [one for one in self.driver.callees if inside & frozenset(one.calls.values())]
        return frozenset(own).union(*(self._wanted(other) for other in others))

    @property
    def _store(self) -> str:
        return self.variables.removeprefix("self.")

    def _known_as(self, name: str, point: Point) -> str:
        """How the code around a call knows something: the driver's own may know it as an attribute."""
        return name if self.driver.callee(point) is not None else self.driver.shared(name)
