"""TF 1's optimizers: each update is an uninterpreted function of numbers, gradient, variable and slots."""

from __future__ import annotations

from typing import Any

from .expressions import const, expr
from .gradients import gradients
from .graphs import here
from .nodes import Operation, conv, is_tensor
from .randoms import INITIALIZERS
from .running import Run, compute
from .unsure import Modelled, meant, unsure
from .variables import TRAINABLE, Variable, create
from .world import now

# The slots of each, in the order of their creation. All have the optimizer's name, and get numbers behind it.
SLOTS: dict[str, tuple[str, ...]] = {
    "GradientDescent": (),
    "Momentum": ("momentum",),
    "Adam": ("m", "v"),
    "RMSProp": ("rms", "momentum"),
    "Adagrad": ("accumulator",),
    "Adadelta": ("accum", "accum_update"),
    "Ftrl": ("accum", "linear"),
    "ProximalGradientDescent": (),
    "ProximalAdagrad": ("accumulator",),
}
PARAMETERS = {
    "GradientDescent": ("learning_rate",),
    "Momentum": ("learning_rate", "momentum", "use_locking", "name", "use_nesterov"),
    "Adam": ("learning_rate", "beta1", "beta2", "epsilon"),
    "RMSProp": ("learning_rate", "decay", "momentum", "epsilon", "use_locking", "centered", "name"),
    "Adagrad": ("learning_rate", "initial_accumulator_value"),
    "Adadelta": ("learning_rate", "rho", "epsilon"),
    "Ftrl": (
        "learning_rate",
        "learning_rate_power",
        "initial_accumulator_value",
        "l1_regularization_strength",
        "l2_regularization_strength",
    ),
    "ProximalGradientDescent": ("learning_rate", "l1_regularization_strength", "l2_regularization_strength"),
    "ProximalAdagrad": (
        "learning_rate",
        "initial_accumulator_value",
        "l1_regularization_strength",
        "l2_regularization_strength",
    ),
}
DEFAULTS = {
    "Adam": {"learning_rate": 0.001, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8},
    "RMSProp": {"decay": 0.9, "momentum": 0.0, "epsilon": 1e-10},
    "Adagrad": {"initial_accumulator_value": 0.1},
    "Adadelta": {"learning_rate": 0.001, "rho": 0.95, "epsilon": 1e-8},
}
# What a slot begins with, where that is not zeros.
FIRST = {
    ("Adagrad", "accumulator"): "initial_accumulator_value",
    ("ProximalAdagrad", "accumulator"): "initial_accumulator_value",
    ("RMSProp", "rms"): 1.0,
    ("Ftrl", "accum"): "initial_accumulator_value",
}


class Optimizer(Modelled):
    """`tf.train.Optimizer`, which programs also derive from."""

    GATE_NONE, GATE_OP, GATE_GRAPH = 0, 1, 2
    kind = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not self.kind:
            unsure("an optimizer of the program's own")
        names = PARAMETERS[self.kind]
        names = names if "name" in names else (*names, "use_locking", "name")
        given = {**DEFAULTS.get(self.kind, {}), **dict(zip(names, args, strict=False)), **kwargs}
        for word in given:
            if word not in names:
                raise meant(
                    TypeError(f"{self.kind}Optimizer.__init__() got an unexpected keyword argument {word!r}")
                )
        given.pop("use_locking", None)
        self._name = given.pop("name", None) or self.kind
        self.numbers = {
            word: value for word, value in given.items() if value is not None and value is not False
        }
        self.slots: dict[Any, Variable] = {}
        self.powers: dict[Any, list[Variable]] = {}

    def get_name(self) -> str:
        return self._name

    def compute_gradients(
        self,
        loss: Any,
        var_list: Any = None,
        gate_gradients: Any = 1,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: Any = False,
        grad_loss: Any = None,
    ) -> list[Any]:
        """Pairs of a gradient, which may be `None`, and a variable."""
        loss = loss() if callable(loss) and not is_tensor(loss) else loss
        variables = here().get_collection(TRAINABLE) if var_list is None else var_list
        variables = variables if isinstance(variables, (list, tuple)) else [variables]
        if not variables:
            raise meant(ValueError("No variables to optimize."))
        found = gradients(loss, list(variables), grad_loss)
        if all(one is None for one in found):
            raise meant(ValueError(f"No gradients provided for any variable: {[v.name for v in variables]}"))
        return list(zip(found, variables, strict=False))

    def minimize(
        self,
        loss: Any,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: Any = 1,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: Any = False,
        name: Any = None,
        grad_loss: Any = None,
    ) -> Any:
        pairs = self.compute_gradients(loss, var_list, grad_loss=grad_loss)
        return self.apply_gradients(pairs, global_step=global_step, name=name)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: Any = None) -> Any:
        """The operation that updates the variables, and then counts the step.

        Raises:
          ValueError: there is no gradient.
        """
        replica = now().replica
        if replica is not None:
            return replica.apply_gradients(self, list(grads_and_vars), global_step, summed=True)
        return self.update(list(grads_and_vars), global_step, name)

    def update(self, grads_and_vars: list[Any], global_step: Any, name: Any = None) -> Any:
        pairs = [(conv(gradient), variable) for gradient, variable in grads_and_vars if gradient is not None]
        if not grads_and_vars:
            raise meant(ValueError("No variables provided."))
        if not pairs:
            raise meant(ValueError("No gradients provided for any variable."))
        pairs = [(gradient, getattr(variable, "variable", variable)) for gradient, variable in pairs]
        key = id(now().graph) if now().creator is None else 0
        if key in self.powers:
            for power in self.powers[key]:
                self._again(power)
        else:
            self.powers[key] = (
                [
                    self._own(word, (), self.numbers[beta])
                    for word, beta in (("beta1_power", "beta1"), ("beta2_power", "beta2"))
                ]
                if self.kind == "Adam"
                else []
            )
        powers = self.powers[key]
        made = {variable: [self._slot(variable, word) for word in SLOTS[self.kind]] for _, variable in pairs}
        numbers = tuple(
            (word, conv(value() if callable(value) and not is_tensor(value) else value))
            for word, value in sorted(self.numbers.items())
        )

        def effect(run: Run, node: Any) -> None:
            values = tuple((word, run.value(value)) for word, value in numbers)
            grads = [run.value(gradient) for gradient, _ in pairs]
            beside = [run.read(power, late=True) for power in powers]
            for gradient, (_, variable) in zip(grads, pairs, strict=False):
                old = [run.read(slot, late=True) for slot in made[variable]]
                args = (self.kind, values, gradient, run.read(variable, late=True), *old, *beside)
                for slot in made[variable]:
                    run.write(
                        slot,
                        expr("slot", slot.full, *args, shape=variable.known_shape, dtype=str(variable.dtype)),
                    )
                run.write(
                    variable, expr("update", *args, shape=variable.known_shape, dtype=str(variable.dtype))
                )
            for power, old_power in zip(powers, beside, strict=False):
                run.write(power, expr("power", power.full, values, old_power, shape=()))
            if global_step is not None:
                count(run, global_step)

        inputs = tuple((f"g{place}", gradient) for place, (gradient, _) in enumerate(pairs))
        operation = Operation("apply", effect, inputs, name=name or self._name)
        graph = here()
        train_ops = graph.collection("train_op")
        if operation not in train_ops:
            train_ops.append(operation)
        return operation

    def variables(self) -> list[Variable]:
        return [*self.slots.values(), *(one for many in self.powers.values() for one in many)]

    def get_slot(self, var: Any, name: str) -> Any:
        return self.slots.get((var, name))

    def get_slot_names(self) -> list[str]:
        return sorted({word for _, word in self.slots})

    def _slot(self, variable: Variable, word: str) -> Variable:
        key = (variable, word)
        if key in self.slots:
            return self._again(self.slots[key])
        first = FIRST.get((self.kind, word), 0.0)
        value = self.numbers.get(first, 0.1) if isinstance(first, str) else first
        self.slots[key] = self._own(
            f"{variable.full}/{self._name}", variable.known_shape, value, str(variable.dtype)
        )
        return self.slots[key]

    def _again(self, slot: Variable) -> Variable:
        """A slot that an earlier trace has made is in the collections of this one, and has its name there."""
        collect, graph = getattr(now().creator, "collect", None), now().graph
        if collect is not None and graph is not None:
            if slot not in graph.collection("global_variables"):
                graph.unique(slot.full)
            collect(graph, slot)
        return slot

    def _own(self, name: str, shape: Any, value: Any, dtype: str = "float32") -> Variable:
        graph = here()
        full = graph.unique(name)
        sizes = list(shape or ())
        first = INITIALIZERS["constant"](value)
        return create(lambda: first(sizes, dtype), False, None, full=full, dtype=dtype)


def count(run: Run, step: Any, by: int = 1) -> None:
    """Add one to the global step."""
    step = getattr(step, "variable", step)
    old = run.read(step, late=True)
    run.write(step, compute("add", (("x", old), ("y", const(by, str(step.dtype)))), str(step.dtype), ()))


def optimizer_class(kind: str) -> type[Optimizer]:
    return type(f"{kind}Optimizer", (Optimizer,), {"kind": kind})


OPTIMIZERS = {kind: optimizer_class(kind) for kind in SLOTS}
