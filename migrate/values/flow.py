"""Sets of objects, the edges along which they flow, and what is done for each object that comes to one.

The constraints of the points-to analysis are two: all that a set holds is in another set, too (`flow`), and
something is done for each object of a set (`each`), by which more constraints may come. They are solved as
they come, by difference propagation: a set that has grown goes along each of its edges, and each watcher sees
each object once. So for n edges and watchers and k objects there are at most n * k steps.

A set is a number with a bit for each of its objects, in the order in which these were first put somewhere. So
a set goes along an edge in one operation; and what most edges lead to holds nothing but what their source
does: then both are the same number in memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from migrate.model.objects import Object

Watcher = Callable[[Object], None]


class TooLarge(Exception):
    """Raised where a program takes more than the bounded number of steps to analyse."""


class Node:
    """A set of objects that only grows. `Flow.objects_in` gives them, in the same order in each run.

    There are very many of them, and most lead to none or one: so what they lead to takes room when it comes.
    """

    __slots__ = ("held", "seen", "targets", "watchers")

    def __init__(self) -> None:
        self.held = 0
        self.seen = 0  # those of `held` that have gone on
        self.targets: tuple[Node, ...] | dict[Node, None] = ()
        self.watchers: tuple[Watcher, ...] | list[Watcher] = ()

    def lead_to(self, target: Node) -> bool:
        """What it holds goes to another one; whether that is new."""
        targets = self.targets
        if target in targets:
            return False
        if isinstance(targets, dict):
            targets[target] = None
        elif len(targets) < _FEW:
            self.targets = (*targets, target)
        else:
            self.targets = dict.fromkeys((*targets, target))
        return True

    def watch(self, do: Watcher) -> None:
        """Something is to be done for each object that comes to it."""
        watchers = self.watchers
        if isinstance(watchers, list):
            watchers.append(do)
        else:
            self.watchers = (*watchers, do) if len(watchers) < _FEW else [*watchers, do]


_FEW = 3
_MOST_WATCHERS = 120_000  # 200 MB
_MANY = 20  # bits: from there on it is faster to look for them in the digits of a number than one by one

# What is never an object, such as a number, and where results go that nobody asks for: it stays empty.
NOTHING = Node()


class Flow:
    """The worklist: sets that have grown, and what else is to be done.

    Args:
      most_steps: how many times a set may go along an edge, or an object come to a watcher.

    Steps bound the time. The watchers bound the memory: each keeps what it will need, 2 KB with its sets.
    """

    def __init__(self, most_steps: int) -> None:
        self.steps = 0
        self.watched = 0
        self._most_steps = most_steps
        self._pending: deque[Callable[[], None]] = deque()
        self._places: dict[Object, int] = {}
        self._order: list[Object] = []
        self._bits: list[int] = []  # each of them as a set of its own
        self._joined: dict[frozenset[Node], Node] = {}
        self._only: dict[frozenset[Object], Node] = {}

    def objects_in(self, node: Node) -> Sequence[Object]:
        """The objects of a set, as it is now."""
        return self.decoded(node.held)

    def settle(self) -> None:
        """Go on until every constraint holds.

        Raises:
          TooLarge: it has taken too many steps, or too much memory.
        """
        while self._pending:
            self._pending.popleft()()
            if self.steps > self._most_steps or self.watched > _MOST_WATCHERS:
                raise TooLarge

    def later(self, do: Callable[[], None]) -> None:
        """Do something when what is being done is done: nothing here is recursive."""
        self._pending.append(do)

    def put(self, node: Node, objects: Iterable[Object]) -> None:
        """Some objects are in a set."""
        self._add(node, self.encoded(objects))

    def flow(self, source: Node, target: Node) -> None:
        """All that `source` holds, and will hold, is in `target`, too."""
        is_edge = source is not NOTHING and target is not NOTHING and source is not target
        if is_edge and source.lead_to(target):
            self._add(target, source.held)

    def each(self, node: Node, do: Watcher) -> None:
        """Do something once for each object that a set holds, and will hold."""
        if node is NOTHING:
            return
        self.watched += 1
        node.watch(do)
        if node.seen:
            self._pending.append(partial(self._show, do, self.decoded(node.seen)))

    def join(self, *nodes: Node) -> Node:
        """A set that holds what any of some sets holds: nothing else is put there."""
        several = [one for one in dict.fromkeys(nodes) if one is not NOTHING]
        if len(several) < 2:
            return several[0] if several else NOTHING
        known = frozenset(several)
        joined = self._joined.get(known)
        if joined is None:
            joined = self._joined[known] = Node()
            for one in several:
                self.flow(one, joined)
        return joined

    def only(self, *objects: Object) -> Node:
        """A set of objects that are known: nothing else is put there."""
        known = frozenset(objects)
        node = self._only.get(known)
        if node is None:
            node = self._only[known] = Node()
            self.put(node, objects)
        return node

    def _add(self, node: Node, objects: int) -> None:
        """All of a set are in another one."""
        self.steps += 1
        held = node.held | objects
        if held != node.held and node is not NOTHING:
            if node.seen == node.held:
                self._pending.append(partial(self._deliver, node))
            node.held = objects if held == objects else held

    def _deliver(self, node: Node) -> None:
        new, node.seen = node.held ^ node.seen, node.held
        targets, watchers = tuple(node.targets), tuple(node.watchers)
        for target in targets:
            self._add(target, node.seen)
        if watchers:
            objects = self.decoded(new)
            for do in watchers:
                self._show(do, objects)

    def _show(self, do: Watcher, objects: Sequence[Object]) -> None:
        self.steps += len(objects)
        for one in objects:
            do(one)

    def forget(self) -> None:
        """All constraints hold, or nobody asks any more: what finds those of one kind is not needed."""
        self._joined.clear()
        self._only.clear()
        self._pending.clear()

    def encoded(self, objects: Iterable[Object]) -> int:
        """The number that has a bit for each of some objects, and no other."""
        bits = 0
        for one in objects:
            place = self._places.setdefault(one, len(self._order))
            if place == len(self._order):
                self._order.append(one)
                self._bits.append(1 << place)
            bits = bits | self._bits[place] if bits else self._bits[place]
        return bits

    def decoded(self, bits: int) -> Sequence[Object]:
        """The objects of which a number has the bits."""
        if not bits & (bits - 1):  # one, as nearly always
            return (self._order[bits.bit_length() - 1],) if bits else ()
        found = list[Object]()
        if bits.bit_count() > _MANY:
            digits = f"{bits:b}"[::-1]
            place = digits.find("1")
            while place >= 0:
                found.append(self._order[place])
                place = digits.find("1", place + 1)
            return found
        while bits:
            lowest = bits & -bits
            found.append(self._order[lowest.bit_length() - 1])
            bits ^= lowest
        return found
