"""`compat.VariableStore`: what a program sees of its variables, and of the steps that use them."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
import tensorflow as tf

from .._cluster_types import Cluster, Device
from .._home import Home
from .._homes import home_of
from .._initial_values import InitialValues
from .._names import GLOBAL_STEP, op_name
from .creation import Creation
from .earlier import EarlierVariables
from .kept import KEYS, Kept
from .names import Names
from .step_functions import StepFunctions

_Result = TypeVar("_Result")
_Variable = TypeVar("_Variable")


class VariableStore:
    """Holds the variables of a migrated program under their TF 1 names.

    TF 1 code creates its variables where it builds its graph, with `tf.compat.v1.get_variable`,
    `tf.compat.v1.Variable` or inside an optimizer. In TF 2 that code is the body of a step, which may be
    traced several times: the store creates each variable in the first trace, outside of it, and hands the
    same one to every later trace. In a trace, `variable_scope`, reuse, regularisers and collections
    (`tf.compat.v1.trainable_variables()`) work as they did in the graph.

    Args:
      strategy: the variables are created under it (mirrored, for `MirroredStrategy`); `None` for a
        program that is not distributed. Under a `MultiWorkerMirroredStrategy` each worker has its copy, and
        `prepare` makes all equal to the chief's.
      cluster: the variables are shared by all tasks of a cluster, under their names, on those that hold
        variables: the `compat.Server` of this task, or its `target`; or for a process that is none the
        cluster, or the `target` of a server; `""` where there is no cluster. They have values when
        `prepare` has returned, which `MonitoredSteps` calls, or a task has called `initialize`. Or a
        `compat.InGraphCluster`, if the program itself names the devices of variables and towers. Or the
        `ClusterCoordinator` of a `ParameterServerStrategy`: a step that updates variables is done by a
        worker that is free, and what it gives waits for that when it is looked at; all else is done here,
        behind the steps before it.
      device: where in the cluster variables are: a function of operations, such as
        `tf.compat.v1.train.replica_device_setter` gives, or a name. By default that is the first task that
        holds variables, as TensorFlow 1 had it; with an `InGraphCluster`, this process.
    """

    def __init__(
        self,
        strategy: tf.distribute.Strategy | None = None,
        *,
        cluster: Cluster = None,
        device: Device = None,
    ) -> None:
        home = home_of(self, strategy, cluster, device)
        self._compose(strategy, home, InitialValues(), Kept(), Names())

    def _compose(
        self,
        strategy: tf.distribute.Strategy | None,
        home: Home,
        drawing: InitialValues,
        kept: Kept,
        names: Names,
    ) -> None:
        self._strategy = strategy
        self._home = home
        self._drawing = drawing
        self._kept = kept
        self._names = names
        self._creation = Creation(kept, names, home, drawing, strategy)
        self._every = EarlierVariables(kept, self._creation, None)
        self._steps = StepFunctions(self._creation, home, drawing)
        self._step_name: str | None = None

    @property
    def variables(self) -> dict[str, tf.Variable]:
        """The variables so far, by TF 1 name (`'conv1/weights'`), in the order of creation."""
        return dict(self._kept.variables)

    @property
    def step_name(self) -> str:
        """The TF 1 name of the variable that counts the steps.

        That is the one that the program says, or else the only one of the collection of that name, or
        `global_step`.
        """
        collected = list(self._kept.within(tf.compat.v1.GraphKeys.GLOBAL_STEP))
        return self._step_name or (collected[0] if len(collected) == 1 else GLOBAL_STEP)

    def counts_steps(self, variable: _Variable) -> _Variable:
        """Know a variable, under whatever name, as the one that counts the steps; returns it.

        Raises:
          ValueError: the store has no such variable.
        """
        name = op_name(variable)
        if name not in self._kept.variables:
            raise ValueError(f"{name} counts no steps: it is no variable of this store")
        self._step_name = name
        return variable

    def next_part(self) -> VariableStore:
        """The same store for what TF 1 code built next in its graph: another object, with steps of its own.

        The variables are one set. What is built by the part finds the names of the graph before it taken, as
        in TF 1: its first `tf.compat.v1.Variable` may be `Variable_1`. It shares a variable of another part
        only if it asks for it, by `tf.compat.v1.get_variable` where its scope reuses; `trainable_variables()`
        lists those of the parts before, too.
        """
        part = VariableStore.__new__(VariableStore)
        names = self._names.next_part(self._kept.variables)
        part._compose(self._strategy, self._home, self._drawing, self._kept, names)
        return part

    @contextlib.contextmanager
    def scope(self) -> Iterator[None]:
        """What is created inside belongs to the store, and to its strategy's scope.

        What runs inside at once finds variables by their names, and lists of them, as in a TF 1 graph. A
        variable that exists is taken again, since code may run many times that built a graph once.
        """
        with self._creation.scope():
            if not tf.executing_eagerly():
                yield
                return
            with self._creation.at_once():
                yield

    @property
    def global_variables(self) -> dict[str, tf.Variable | list[tf.Variable]]:
        """What a TF 1 `Saver` saved: all variables but local ones, which metrics have.

        A partitioned variable is the list of its parts under its own name, as a checkpoint has it.
        """
        return self._every.global_variables

    @property
    def trainable_variables(self) -> dict[str, tf.Variable | list[tf.Variable]]:
        """Those of the `global_variables` that optimizers update."""
        return self._every.trainable_variables

    def listed(self) -> contextlib.AbstractContextManager[None]:
        """Inside, TensorFlow's own functions list the variables so far, as in a TF 1 graph.

        For code that chooses by name what a `Saver` is to save, from `tf.compat.v1.trainable_variables()`, or
        by `ExponentialMovingAverage.variables_to_restore()`. What is chosen is used behind it.
        """
        return self._every.listed()

    def mark(self, place: str) -> None:
        """In a step: its code so far stood in front of `place` in the graph's code, and what follows behind.

        A TF 1 `Saver` saved the variables that there were where it was made: none of the slots of an
        optimizer that was built behind it, say. All of the graph's code is traced before a saver is made now,
        so the steps tell where it stood, and `before(place)` gives what there was.

        Args:
          place: what the place is called.
        """
        self._creation.mark(place)

    def before(self, place: str) -> EarlierVariables:
        """The variables that the graph had at a place of its code, which steps `mark`.

        Where no step that was traced marks it, all variables stood in front of it.
        """
        return EarlierVariables(self._kept, self._creation, place)

    @contextlib.contextmanager
    def again(self) -> Iterator[None]:
        """Inside, code that has made variables in the steps, by `get_variable`, is given these.

        For lists and dictionaries of variables that are used beside the steps, such as by a `Saver`. What is
        computed inside is a part of nothing.
        """
        with self._steps.again():
            yield

    def initialize(
        self, collection: str = KEYS.GLOBAL_VARIABLES, *, again: bool = False, new_session: bool = False
    ) -> None:
        """Give the variables of a collection their initial values again, random ones newly drawn.

        What running `tf.compat.v1.global_variables_initializer()` again did, or with
        `tf.compat.v1.GraphKeys.LOCAL_VARIABLES` the local one. When they are made, variables have their
        initial values already, but for those on other tasks of a cluster: there any task may do this, for
        all, as any could run the initialiser in a session of its server.

        Args:
          collection: the key of the collection.
          again: whether the initial values that variables have since they were made stand for a run of
            the initialiser. Seeds fix other numbers for each run in one session, the next ones of their
            streams; the first call takes the first ones, unless it is told so.
          new_session: whether it is the first run in a session behind another one: each session began
            with the first numbers.

        Raises:
          ClusterError: a task that holds variables does not answer.
        """
        found = self._kept.within(collection).items()
        with self._drawing.run(new_session=new_session, again=again):
            self._home.initialize([(variable, self._kept.initial_values[name]) for name, variable in found])

    def report_uninitialized_variables(self) -> np.ndarray[Any, np.dtype[np.object_]]:
        """The names (bytes) of the variables that have no values yet: none but in a cluster.

        What running `tf.compat.v1.report_uninitialized_variables()` gave: other tasks wait by it for the one
        that initialises.

        Raises:
          ClusterError: a task that holds variables does not answer.
        """
        return np.array([op_name(one).encode() for one in self._home.without_values()], dtype=object)

    def prepare(
        self,
        *,
        is_chief: bool = True,
        restore: Callable[[], object] | None = None,
        max_wait_secs: float = 7200.0,
        again: bool = False,
    ) -> None:
        """Give the variables of a cluster their values, if this is the chief, or wait until it has.

        A chief that is started again goes on from the values that are there. Where there is no cluster,
        variables have their initial values since they were made.

        Args:
          is_chief: whether this task does it, for all.
          restore: reads a checkpoint into all variables; without one they have their initial values.
          max_wait_secs: for how long others wait.
          again: without a cluster: whether variables have their initial values once more.

        Raises:
          ClusterError: the chief did not come, another one was there before, a task that holds variables does
            not answer, or another program shares variables of these names and other shapes.
        """
        if self._home.is_shared:
            with self._drawing.run(new_session=True, again=False):
                self._home.prepare(is_chief, restore, max_wait_secs)
            return
        if again:
            self.initialize(new_session=True)
            self.initialize(KEYS.LOCAL_VARIABLES)
        self._home.prepare(is_chief, restore, max_wait_secs)

    def restart_input(self) -> None:
        """Have the input of the steps begin with its first element again, as each session of TF 1 began it.

        A data set in an order that is random goes on to the next order, as in each of its epochs. What only
        a step starts, by an iterator's initialiser, is not started here.
        """
        self._steps.restart_input()

    def reading(self, function: Callable[[], _Result]) -> _Result:
        """What `function` returns, which reads or writes variables beside the steps.

        Raises:
          ClusterError: a task that holds variables does not answer.
        """
        return self._home.reading(function)

    def global_step(self) -> int | None:
        """The global step once all steps are done that were begun, or `None` if only a read can tell it.

        A coordinator hands out steps, and counts them, before workers have done them.
        """
        return self._home.global_step()

    def ends_at(self, last_step: Callable[[], int | None]) -> None:
        """Know what tells up to which global step the training goes: so far, steps may be begun ahead."""
        self._home.ends_at(last_step)

    def finish(self, *, is_chief: bool = True) -> None:
        """Tell other tasks of a cluster that this one has come to the end of the training.

        Once the chief has, one that comes then begins anew. Under a `MultiWorkerMirroredStrategy` the
        training ends for all when any worker has: this waits until all have come so far.
        """
        self._home.finish(is_chief)

    def function(
        self,
        body: Callable[..., Any] | None = None,
        *,
        input_signature: Sequence[tf.TypeSpec] | None = None,
    ) -> Any:
        """`tf.function` for a step whose variables belong to the store; use as a decorator.

        AutoGraph is off, since TF 1 code means Python's own `if` and `for`. With an `input_signature` the
        step is traced here, once, as a graph was built once where its code stood: Python values that
        change later do not reach it. Without one it is traced when it is called.

        Args:
          body: the step.
          input_signature: one `tf.TensorSpec` per argument of `body`, in its order; arrays of another type
            are converted, as those fed to a placeholder were, so that no batch causes another trace. A
            `tf.SparseTensorSpec` takes what was fed to a sparse placeholder: its value, or three arrays.
        """
        if body is None:
            return functools.partial(self.function, input_signature=input_signature)

        return self._steps.function(body, input_signature)

    def pruned(
        self,
        body: Callable[..., Any] | None = None,
        *,
        input_signature: Sequence[tf.TypeSpec] = (),
        returns_inputs: bool = False,
    ) -> Any:
        """A step that runs only what it returns, as `Session.run` ran only what was fetched; a decorator.

        For steps with effects that are not to happen in every call of the step, such as the updates of
        `tf.GraphKeys.UPDATE_OPS` in an evaluation: `tf.function` would run them all. It is traced here, once,
        without automatic control dependencies: effects have the order that data and
        `tf.control_dependencies` give them. It cannot run inside `strategy.run`.

        The body returns tensors, operations, variables and `None`, in nested lists, tuples and dictionaries.
        A call returns the same structure of NumPy values, with `None` for each operation; a variable is read
        after all else has run, as TF 1.15's reference variables were.

        Args:
          body: the step.
          input_signature: one `tf.TensorSpec` per argument of `body`, in its order; arrays of another type
            are converted, as those fed to a placeholder were. A `tf.SparseTensorSpec` takes what was fed to
            a sparse placeholder: its value, or three arrays.
          returns_inputs: the body has no arguments; it returns a list of those tensors, such as placeholders
            that a model makes for itself, for which calls give values, and then its results. Of a dictionary
            in the list's place, calls give a dictionary with some of its names, or with names and indices,
            such as `("xs", 0)`, as keys: what it leaves out is computed, or has its default. The step's
            `keys("xs")` gives keys for all tensors in one, in its structure of lists, dictionaries and
            objects: `keys("nets")[0].x`. A tuple of keys is fed as many values. Other values of an object
            are as the trace left them; what it computes, it has not.

        Raises:
          ValueError: from a call, where a value does not fit the shape of its argument, or its structure.
          InputError: from a call, where a variable is fed, or a tensor by two keys.
        """
        if body is None:
            return functools.partial(
                self.pruned, input_signature=input_signature, returns_inputs=returns_inputs
            )

        return self._steps.pruned(body, input_signature, returns_inputs)
