"""Counting the bytes that are alive on each device while a graph runs, op by op."""

from collections import Counter
from collections.abc import Iterable, Mapping

Value = tuple[str, int]  # a node and one of its outputs


class Tally:
    """The bytes alive on each device as a graph runs, and their peaks.

    `last` is the place of the op that reads a value last on each device. What is read on another device than
    its own is copied there, from its first reader there to its last.
    """

    def __init__(self, last: Mapping[tuple[Value, str], int]) -> None:
        self.peak: Counter[str] = Counter()
        self._live: Counter[str] = Counter()
        self._held: dict[tuple[Value, str], int] = {}
        self._size: dict[Value, tuple[str, int]] = {}
        self._last = dict(last)
        self._dying: dict[int, list[tuple[Value, str]]] = {}
        final: dict[Value, int] = {}
        for (value, _), place in last.items():
            final[value] = max(place, final.get(value, place))
        self._final = final
        for key, place in last.items():
            self._dying.setdefault(place, []).append(key)

    def make(self, value: Value, device: str, size: int, *, in_place: bool) -> None:
        """Counts a value that an op gives; `in_place` if it takes the buffer of an input that dies."""
        if not size:
            return
        self._size[value] = device, size
        if value not in self._final:  # nobody reads it
            self._touch(device, 0 if in_place else size)
            return
        self._hold(value, device, size, extra=-size if in_place else 0)
        own = value, device
        if self._last.get(own, -1) < self._final[value]:  # read elsewhere after the last reader here
            if own in self._last:
                self._dying[self._last[own]].remove(own)
            self._last[own] = self._final[value]
            self._dying.setdefault(self._final[value], []).append(own)

    def know(self, value: Value, device: str, size: int) -> None:
        """Notes a value that is counted elsewhere, for its copies."""
        self._size[value] = device, size

    def copy(self, value: Value, device: str) -> None:
        """Counts the copy of a value that is read on another device than its own."""
        home, size = self._size.get(value, (device, 0))
        if home != device and (value, device) not in self._held:
            self._hold(value, device, size)

    def burst(self, needs: Mapping[str, int]) -> None:
        """Counts what a called function needs while it runs."""
        for device, size in needs.items():
            self._touch(device, size)

    def dying_here(self, values: Iterable[Value], place: int, device: str) -> list[int]:
        """Returns the sizes of the values that nobody reads after `place`."""
        keys = [(value, device) for value in dict.fromkeys(values)]
        return [self._held[key] for key in keys if key in self._held and self._last.get(key) == place]

    def end(self, place: int) -> None:
        """Drops what the op at `place` was the last to read."""
        for key in self._dying.get(place, ()):
            self._live[key[1]] -= self._held.pop(key, 0)

    def _hold(self, value: Value, device: str, size: int, extra: int = 0) -> None:
        self._held[value, device] = size
        self._live[device] += size
        self._touch(device, extra)

    def _touch(self, device: str, extra: int) -> None:
        self.peak[device] = max(self.peak[device], self._live[device] + extra)
