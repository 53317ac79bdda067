"""`tf.train.ExponentialMovingAverage`, also over tensors."""

from __future__ import annotations

from typing import Any

from .graphs import here
from .namespaces import TABLES
from .nodes import Operation, Tensor, conv, is_tensor
from .operations import pure
from .randoms import INITIALIZERS
from .running import Run, compute
from .unsure import Modelled, unsure
from .variables import GLOBAL, TRAINABLE, Variable, create
from .world import now


class ExponentialMovingAverage(Modelled):
    """`tf.train.ExponentialMovingAverage`."""

    def __init__(
        self,
        decay: Any,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        if zero_debias:
            unsure("a moving average without bias")
        self._decay, self._count, self.name = decay, num_updates, name
        self._kept: dict[Any, Variable] = {}

    def apply(self, var_list: Any = None) -> Operation:
        """The operation that updates the averages, made where this is called."""
        followed = here().get_collection(TRAINABLE) if var_list is None else list(var_list)
        pairs = []
        if now().replica is not None:
            unsure("moving averages in a replica")
        for one in followed:
            one = getattr(one, "variable", one) if isinstance(one, Tensor) else one
            if one not in self._kept:
                controls = here().context.controls
                controls.append(())
                self._kept[one] = self._made(one)
                controls.pop()
            elif getattr(now().creator, "collect", None) is not None:
                now().creator.collect(here(), self._kept[one])
            if isinstance(one, Variable) and one not in here().collection("moving_average_variables"):
                here().collection("moving_average_variables").append(one)
            pairs.append((self._kept[one], conv(one)))
        decay = conv(self._decay)
        number = conv(self._count)

        def effect(run: Run, node: Any) -> None:
            rate = run.value(decay), run.value(number)
            new = []
            for average, value in pairs:
                old = run.read(average, late=True)
                args = (("x", old), ("value", run.value(value)), ("decay", rate[0]), ("num_updates", rate[1]))
                new.append((average, compute("scaled", args, str(average.dtype), average.known_shape)))
            for average, value in new:
                run.write(average, value)

        inputs = tuple((f"v{place}", value) for place, (_, value) in enumerate(pairs))
        return Operation("averaged", effect, inputs, name=self.name)

    def _made(self, one: Any) -> Variable:
        graph = here()
        if isinstance(one, Variable):
            full = graph.unique(f"{one.full}/{self.name}")
            first = (
                one.initialized_value
                if now().graph is not None and now().creator is None
                else lambda: one.read_value()
            )
            return create(
                first() if now().graph is not None and now().creator is None else first,
                False,
                [GLOBAL],
                full=full,
                dtype=one.dtype,
            )
        full = graph.unique(f"{one.op.name}/{self.name}")
        sizes = one.known_shape
        if sizes is None or None in sizes:
            unsure("the average of a tensor of unknown shape")
        return create(
            lambda: INITIALIZERS["zeros"]()(list(sizes), one.dtype),
            False,
            [GLOBAL],
            full=full,
            dtype=one.dtype,
        )

    def average(self, var: Any) -> Any:
        return self._kept.get(var)

    def average_name(self, var: Any) -> str:
        if var in self._kept:
            return self._kept[var].full
        return f"{var.full if isinstance(var, Variable) else var.op.name}/{self.name}"

    def variables_to_restore(self, moving_avg_variables: Any = None) -> dict[str, Any]:
        averaged = moving_avg_variables
        if averaged is None:
            averaged = [*here().get_collection(TRAINABLE), *here().get_collection("moving_average_variables")]
        found = {self.average_name(one): one for one in dict.fromkeys(averaged)}
        names = {one.full for one in averaged}
        for one in here().get_collection(GLOBAL):
            if one.full not in names:
                found.setdefault(one.full, one)
        return found


for _table in ("tf1", "tf2"):
    TABLES[_table]["train.ExponentialMovingAverage"] = ExponentialMovingAverage
TABLES["compat"]["ExponentialMovingAverage"] = ExponentialMovingAverage
del is_tensor, pure
