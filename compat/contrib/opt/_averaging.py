"""Asynchronous training with a model of each worker's own, which is drawn to, or replaced by, an average."""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from typing import Any

import tensorflow as tf

from ..._tf import optimizers

_V1 = tf.compat.v1
_GLOBAL = [_V1.GraphKeys.GLOBAL_VARIABLES]
_LOCAL = [_V1.GraphKeys.LOCAL_VARIABLES]
_CENTER = "global_center_variable"
_LOCAL_CENTER = "local_center_variable"


class _Getter(abc.ABC):
    """Makes trainable variables local ones, on `worker_device`, with a global one for each."""

    def __init__(self, worker_device: str) -> None:
        self._worker_device = worker_device

    def __call__(
        self,
        getter: Callable[..., Any],
        name: str,
        trainable: Any,
        collections: Any,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        if not trainable:
            device = self._worker_device if _LOCAL[0] in (collections or ()) else None
            with tf.device(device):
                return getter(name, *args, trainable=trainable, collections=collections, **kwargs)
        with tf.device(self._worker_device):
            local = getter(name, *args, trainable=True, collections=_LOCAL, **kwargs)
        self._centers(local, getter, name, args, kwargs)
        return local

    @abc.abstractmethod
    def _centers(
        self, local: Any, getter: Callable[..., Any], name: str, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> None:
        """Make what `local` is drawn to, or replaced by, from the arguments that `local` was made of."""


class ElasticAverageCustomGetter(_Getter):
    """The `custom_getter` of a model that `ElasticAverageOptimizer` trains."""

    def __init__(self, worker_device: str) -> None:
        super().__init__(worker_device)
        self._local_map: dict[Any, Any] = {}
        self._global_map: dict[Any, Any] = {}

    def _centers(
        self, local: Any, getter: Callable[..., Any], name: str, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> None:
        if kwargs.get("reuse") is True:
            return
        center = getter(f"{_CENTER}/{name}", *args, trainable=False, collections=_GLOBAL, **kwargs)
        with tf.device(self._worker_device):
            near = getter(f"{_LOCAL_CENTER}/{name}", *args, trainable=False, collections=_LOCAL, **kwargs)
        whole = kwargs.get("partitioner") is None
        parts = ([part] if whole else list(part) for part in (local, center, near))
        for one, of_all, own in zip(*parts, strict=True):
            self._global_map[one.ref()] = of_all
            self._local_map[one.ref()] = own


class ModelAverageCustomGetter(_Getter):
    """The `custom_getter` of a model that `ModelAverageOptimizer` trains."""

    def __init__(self, worker_device: str) -> None:
        super().__init__(worker_device)
        self._local_2_global: dict[Any, Any] = {}

    def _centers(
        self, local: Any, getter: Callable[..., Any], name: str, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> None:
        center = _V1.Variable(
            name=f"{_CENTER}/{name}",
            initial_value=local.initialized_value(),
            trainable=False,
            collections=_GLOBAL,
        )
        self._local_2_global[local.ref()] = center


class _Averaging(tf.compat.v1.train.Optimizer):
    """Another optimizer's updates of local variables, and now and then something with the global ones."""

    def __init__(self, opt: Any, num_worker: int, period: int, use_locking: bool, name: str) -> None:
        super().__init__(use_locking, name)
        self._opt = opt
        self._num_worker = num_worker
        self._period = period
        self._local_step = _V1.get_variable(
            initializer=0, trainable=False, collections=_LOCAL, name="local_step"
        )
        optimizers.prepare(self._opt)

    def _now_and_then(self, updates: Any, action: Callable[[], Any]) -> Any:
        """Count a step after `updates`, and do `action` each time that a period is over."""
        with tf.control_dependencies([updates]):
            counted = _V1.assign_add(self._local_step, 1, name="local_step_update").op
        with tf.control_dependencies([counted]):
            is_over = tf.equal(tf.math.floormod(self._local_step, self._period), 0)
            return _V1.cond(is_over, action, tf.no_op)


class ElasticAverageOptimizer(_Averaging):
    """Elastic averaging SGD (arxiv.org/abs/1412.6651): each worker's model is drawn to a common center.

    The loss gets `rho` times the squared distance to the center, which, every `communication_period` steps,
    is drawn to the worker's model at `moving_rate`, as that is to the center.
    """

    BETA = 0.9

    def __init__(
        self,
        opt: Any,
        num_worker: int,
        ea_custom_getter: ElasticAverageCustomGetter,
        communication_period: int = 10,
        moving_rate: float | None = None,
        rho: float | None = None,
        use_locking: bool = True,
        synchronous: bool = False,
        name: str = "ElasticAverageOptimizer",
    ) -> None:
        super().__init__(opt, num_worker, communication_period, use_locking, name)
        self._local_map = ea_custom_getter._local_map
        self._global_map = ea_custom_getter._global_map
        self._synchronous = synchronous
        self._moving_rate = (
            self.BETA / communication_period / num_worker if moving_rate is None else moving_rate
        )
        self._rho = self._moving_rate / optimizers.learning_rate(opt) if rho is None else rho

    def compute_gradients(
        self,
        loss: Any,
        var_list: Any = None,
        gate_gradients: int = _V1.train.Optimizer.GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> Any:
        """Gradients of the loss and of the distance to the center."""
        variables = var_list or _V1.trainable_variables()
        distances = [tf.nn.l2_loss(one - self._local_map[one.ref()]) for one in variables]
        return self._opt.compute_gradients(
            loss + self._rho * tf.add_n(distances),
            variables,
            gate_gradients,
            aggregation_method,
            colocate_gradients_with_ops,
            grad_loss,
        )

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Update the worker's model, and now and then the center, which counts as a global step."""
        pairs = list(grads_and_vars)
        before = {variable.ref() for variable in _V1.global_variables()}
        updates = self._opt.apply_gradients(pairs)
        _make_local([one for one in _V1.global_variables() if one.ref() not in before])
        variables = [variable for gradient, variable in pairs if gradient is not None]
        return self._now_and_then(updates, lambda: self._drawn(variables, global_step))

    def _drawn(self, variables: Sequence[Any], global_step: Any) -> Any:
        centers = [self._global_map[one.ref()] for one in variables]
        own = [self._local_map[one.ref()] for one in variables]
        read = [near.assign(center) for near, center in zip(own, centers, strict=True)]
        updates, steps = [], []
        with tf.control_dependencies(read):
            for variable, near in zip(variables, own, strict=True):
                with tf.device(variable.device):
                    steps.append(self._moving_rate * (variable - near))
            for targets, change in ((variables, _V1.assign_sub), (centers, _V1.assign_add)):
                for target, step in zip(targets, steps, strict=True):
                    with tf.device(target.device):
                        updates.append(change(target, step))
            if global_step is not None:
                with _V1.colocate_with(global_step):
                    updates.append(_V1.assign_add(global_step, 1))
        return tf.group(*updates)

    def get_init_op(self, task_index: int) -> Any:
        """Gives the worker's model the center's values; where synchronous, once all workers have come so far.

        Raises:
          ValueError: there are no variables of `ElasticAverageCustomGetter`.
        """
        variables = _V1.trainable_variables()
        if not variables or not self._global_map:
            raise ValueError("The lists of local and center variables should not be empty")
        values = [
            _V1.assign(target, self._global_map[one.ref()])
            for one in variables
            for target in (one, self._local_map[one.ref()])
        ]
        if not self._synchronous:
            return tf.group(*values)
        queues = [
            _V1.FIFOQueue(self._num_worker, [tf.bool], [[]], shared_name=f"variable_init_sync_queue{index}")
            for index in range(self._num_worker)
        ]
        with tf.control_dependencies([tf.group(*values)]):
            told = [queue.enqueue(False) for index, queue in enumerate(queues) if index != task_index]
        return tf.group(*told, queues[task_index].dequeue_many(self._num_worker - 1))

    def make_session_run_hook(self, is_chief: bool, task_index: int) -> Any:
        """The hook that runs `get_init_op`."""
        return _Hook(lambda: self.get_init_op(task_index), [])

    def swapping_saver(self, var_list: Any = None, name: str = "swapping_saver", **kwargs: Any) -> Any:
        """A saver that saves the center under the names of the worker's variables.

        Raises:
          RuntimeError: there is no center.
        """
        if not self._global_map:
            raise RuntimeError("global_center_variable is empty: is ElasticAverageCustomGetter used?")
        variables = _V1.trainable_variables() if var_list is None else var_list
        named = variables if isinstance(variables, dict) else {one.op.name: one for one in variables}
        swapped = {key: self._global_map.get(one.ref(), one) for key, one in named.items()}
        return _V1.train.Saver(swapped, name=name, **kwargs)


class ModelAverageOptimizer(_Averaging):
    """Every `interval_steps` steps, all workers' models become their mean (Zinkevich et al., 2010).

    Raises:
      ValueError: in `apply_gradients`, there are no variables or no global step.
    """

    def __init__(
        self,
        opt: Any,
        num_worker: int,
        is_chief: bool,
        ma_custom_getter: ModelAverageCustomGetter,
        interval_steps: int = 100,
        use_locking: bool = True,
        name: str = "ModelAverageOptimizer",
    ) -> None:
        super().__init__(opt, num_worker, interval_steps, use_locking, name)
        self._is_chief = is_chief
        self._local_2_global = ma_custom_getter._local_2_global
        self._accumulators: list[tuple[Any, str]] = []
        self._chief_init_op: Any = None

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """Those of the optimizer inside."""
        return self._opt.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """Update the worker's model, and now and then average all, which counts as a global step."""
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required")
        updates = self._opt.apply_gradients(pairs)
        variables = [variable for gradient, variable in pairs if gradient is not None]
        update = self._now_and_then(updates, lambda: self._averaged(variables, global_step))
        starts = []
        for accumulator, device in self._accumulators:
            with tf.device(device):
                starts.append(accumulator.set_global_step(global_step, name="SetGlobalStep"))
        self._chief_init_op = tf.group(*starts)
        return update

    def _averaged(self, variables: Sequence[Any], global_step: Any) -> Any:
        centers = [self._local_2_global[one.ref()] for one in variables]
        with _V1.colocate_with(global_step):
            queue = _V1.FIFOQueue(-1, [tf.bool], [[]], shared_name="sync_queue")
        given, means = [], []
        with _V1.name_scope(None, f"{self.get_name()}/global"):
            for variable, center in zip(variables, centers, strict=True):
                with tf.device(center.device):
                    accumulator = _V1.ConditionalAccumulator(
                        variable.dtype.base_dtype, variable.shape, shared_name=f"{center.name}/var_accum"
                    )
                    value = variable.read_value()
                    given.append(accumulator.apply_grad(value, local_step=global_step))
                    means.append(accumulator.take_grad(self._num_worker))
                self._accumulators.append((accumulator, center.device))
        if self._is_chief:
            updates = []
            with tf.control_dependencies(given):
                for mean, center in zip(means, centers, strict=True):
                    with tf.device(center.device):
                        updates.append(_V1.assign(center, mean))
                with tf.device(global_step.device):
                    updates.append(_V1.assign_add(global_step, 1))
            with tf.control_dependencies(updates), tf.device(global_step.device):
                synced = queue.enqueue_many(tf.fill([self._num_worker - 1], False))
        else:
            with tf.control_dependencies(given), tf.device(global_step.device):
                synced = queue.dequeue()
        with tf.control_dependencies([synced]):
            return self._taken(variables)

    def _taken(self, variables: Sequence[Any]) -> Any:
        if not variables:
            raise ValueError("The list of local_variables should not be empty")
        updates = []
        for variable in variables:
            with tf.device(variable.device):
                updates.append(_V1.assign(variable, self._local_2_global[variable.ref()].read_value()))
        return tf.group(*updates)

    def get_init_op(self) -> Any:
        """Gives the worker's model the common values."""
        return self._taken(_V1.trainable_variables())

    def make_session_run_hook(self) -> Any:
        """The hook that runs `get_init_op`."""
        first = [self._chief_init_op] if self._is_chief and self._chief_init_op is not None else []
        return _Hook(self.get_init_op, first)


class _Hook(tf.compat.v1.train.SessionRunHook):
    """Runs what a worker begins with, once its session is there."""

    def __init__(self, make: Callable[[], Any], first: Sequence[Any]) -> None:
        self._make = make
        self._first = first

    def begin(self) -> None:
        """Build it."""
        self._operation = self._make()

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Run it."""
        if self._first:
            session.run(self._first)
        session.run(self._operation)


def _make_local(variables: Sequence[Any]) -> None:
    """Take variables out of the graph's global ones, and put them among its local ones."""
    collection = _V1.get_collection_ref(_GLOBAL[0])
    for variable in variables:
        collection[:] = [one for one in collection if one is not variable]
        _V1.add_to_collection(_LOCAL[0], variable)
