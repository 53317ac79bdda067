"""Sets of objects, the edges along which they flow, and what is done for each object that comes to one.

The constraints of the points-to analysis are two: all that a set holds is in another set, too (`flow`), and
something is done for each object of a set (`each`), by which more constraints may come. They are solved as
they come, by difference propagation: an object goes along each edge once, and each watcher sees it once. So
for n edges and watchers and k objects there are at most n * k steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from functools import partial

from migrate.model.objects import Object

Watcher = Callable[[Object], None]


class TooLarge(Exception):
    """Raised where a program takes more than the bounded number of steps to analyse."""


class Node:
    """A set of objects that only grows: in a fixed order, so that each run does the same."""

    __slots__ = ("held", "new", "targets", "watchers")

    def __init__(self) -> None:
        self.held: dict[Object, None] = {}
        self.new: list[Object] = []  # those of `held` that have not gone on yet
        self.targets: dict[Node, None] = {}
        self.watchers: list[Watcher] = []


# What is never an object, such as a number, and where results go that nobody asks for: it stays empty.
NOTHING = Node()


class Flow:
    """The worklist: sets that have grown, and what else is to be done.

    Args:
      most_steps: how many times an object may go along an edge or come to a watcher.
    """

    def __init__(self, most_steps: int) -> None:
        self.steps = 0
        self._most_steps = most_steps
        self._pending: deque[Callable[[], None]] = deque()

    def settle(self) -> None:
        """Go on until every constraint holds.

        Raises:
          TooLarge: it has taken too many steps.
        """
        while self._pending:
            self._pending.popleft()()
            if self.steps > self._most_steps:
                raise TooLarge

    def later(self, do: Callable[[], None]) -> None:
        """Do something when what is being done is done: nothing here is recursive."""
        self._pending.append(do)

    def put(self, node: Node, objects: Collection[Object]) -> None:
        """Some objects, each of which is given once, are in a set."""
        if node is NOTHING:
            return
        self.steps += len(objects)
        held = node.held
        new = [one for one in objects if one not in held]
        if new:
            held.update(dict.fromkeys(new))
            if not node.new:
                self._pending.append(partial(self._deliver, node))
            node.new.extend(new)

    def flow(self, source: Node, *targets: Node) -> None:
        """All that `source` holds, and will hold, is in `targets`, too."""
        for target in targets:
            is_edge = source is not NOTHING and target is not NOTHING and source is not target
            if is_edge and target not in source.targets:
                source.targets[target] = None
                self.put(target, source.held)

    def each(self, node: Node, do: Watcher) -> None:
        """Do something once for each object that a set holds, and will hold."""
        if node is NOTHING:
            return
        node.watchers.append(do)
        known = list(node.held)[: len(node.held) - len(node.new)]
        if known:
            self._pending.append(partial(self._show, do, known))

    def join(self, *nodes: Node) -> Node:
        """A set that holds what any of some sets holds."""
        several = [one for one in dict.fromkeys(nodes) if one is not NOTHING]
        if len(several) < 2:
            return several[0] if several else NOTHING
        joined = Node()
        for one in several:
            self.flow(one, joined)
        return joined

    def only(self, *objects: Object) -> Node:
        """A set of objects that are known."""
        node = Node()
        self.put(node, objects)
        return node

    def _deliver(self, node: Node) -> None:
        new, node.new = node.new, []
        targets, watchers = tuple(node.targets), tuple(node.watchers)
        for target in targets:
            self.put(target, new)
        for do in watchers:
            self._show(do, new)

    def _show(self, do: Watcher, objects: Iterable[Object]) -> None:
        for one in objects:
            self.steps += 1
            do(one)
