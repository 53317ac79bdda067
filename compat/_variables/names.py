"""What the variables of a store are called: each by the name that TF 1 gave it in its graph."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping

import tensorflow as tf

from .. import _tf


@dataclasses.dataclass(frozen=True)
class Before:
    """The graph before a part of it: its variables, and how often its operations have taken each name."""

    variables: tuple[str, ...] = ()
    counts: Mapping[str, int] = dataclasses.field(default_factory=dict)


class Names:
    """The names in one part of a graph, of which each step is traced into a graph of its own.

    In TF 1 variables and operations of one graph shared their names, and a second `w` became `w_1`. Each
    trace begins with the names that the one graph had taken where the code of the step stood.

    Args:
      before: the graph before this part.
      counts: how often operations have taken each name, in lower case, in all parts.
    """

    def __init__(self, before: Before | None = None, counts: dict[str, int] | None = None) -> None:
        self._before = before or Before()
        self._counts = {} if counts is None else counts
        self._outside: list[str] = []  # of variables made outside of all traces: each finds them taken
        self._claimed = _Claimed(self._before.variables)  # in the step being traced, or outside

    def next_part(self, variables: Iterable[str]) -> Names:
        """The names in the next part of the graph, which has `variables` so far."""
        return Names(Before(tuple(variables), dict(self._counts)), self._counts)

    @property
    def known(self) -> list[str]:
        """The variables that a trace finds: those of parts before, and those made outside of all traces."""
        return [*self._before.variables, *self._outside]

    @contextlib.contextmanager
    def traced(self, graph: tf.Graph) -> Iterator[None]:
        """Inside, a step is traced into `graph`."""
        arguments = _tf.names_taken(graph)
        _tf.take_names(graph, self._before.counts)
        _tf.take_names(graph, dict.fromkeys(map(str.lower, self._outside), 1))
        outer, self._claimed = self._claimed, _Claimed(self.known)
        try:
            yield
        finally:
            self._claimed = outer
            for name, count in _tf.names_taken(graph).items():
                if arguments.get(name) != count:  # those were placeholders, under other names
                    self._counts[name] = max(count, self._counts.get(name, 0))

    def free(self, asked: str | None, is_used: Callable[[str], bool] | None) -> str:
        """Claim the name that TF 1 gave a variable for which `asked` was, in the scope that is open.

        Args:
          asked: what the code calls it, if it says.
          is_used: whether the trace uses the variable of a name, maybe without having asked for it; `None`
            outside of traces. An optimizer makes its variables in the first trace that it updates in, and has
            them in those that follow: it claims no names there, and what another one asked for by them would
            be given its own.
        """

        def is_taken(name: str) -> bool:
            return is_used is not None and is_used(name) or self._claimed.has(name)

        name = _tf.name_in_scope(asked)
        # The graph counts on, from what it has itself.
        while is_used is not None and is_taken(name):
            following = _tf.name_in_scope(asked)
            if following == name:
                break  # made outside of the graph that is traced, where nothing counts
            name = following
        stem, _, count = name.rpartition("_")
        if is_used is not None and is_used(name) and count.isdigit() and is_taken(stem):
            name = stem  # a scope of its own for each slot of an optimizer, which the trace has not counted
        return self._claimed.claim(name, is_taken)

    def made_outside(self, name: str) -> None:
        """Know a variable that was made outside of all traces."""
        self._outside.append(name)
        self._counts.setdefault(name.lower(), 1)

    def share(self, name: str, graph: tf.Graph | None) -> None:
        """Let a variable of a part before be had by its name, where it is asked for so in `graph`."""
        if name in self._before.variables:
            self._claimed.release(name)
            if graph is not None:
                _tf.release_name(graph, name)


class _Claimed:
    """Names taken in one graph: a second `w`, or a `W`, becomes `w_1`, or `W_1`, as in TF 1."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {name.lower() for name in taken}

    def has(self, name: str) -> bool:
        return name.lower() in self._taken

    def release(self, name: str) -> None:
        """Let a name be claimed again, by what shares a variable."""
        self._taken.discard(name.lower())

    def claim(self, name: str, is_taken: Callable[[str], bool]) -> str:
        """The name, or what it becomes where it is taken."""
        unique, count = name, 0
        while is_taken(unique):
            count += 1
            unique = f"{name}_{count}"
        self._taken.add(unique.lower())
        return unique
