"""Names of the core: graphs, sessions, variables, scopes, optimizers, random numbers."""

from __future__ import annotations

import contextlib
import types
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import gradients as of_gradients
from .control import cond, while_loop
from .dtypes import DType, as_dtype
from .graphs import Graph, VariableScope, here
from .namespaces import TABLES, known, late, start_graph
from .nodes import Operation, Tensor, conv, is_tensor, leaves, mapped
from .operations import KERNELS, kernel, pure
from .optimizers import OPTIMIZERS, Optimizer
from .randoms import INITIALIZERS, INITIALIZERS_2, drawn, random_function
from .scopes import AUTO_REUSE, control_dependencies, name_scope, variable_scope
from .sessions import InteractiveSession, Session
from .signatures import signatures
from .steps import TensorSpec, tf_function
from .tensor_shapes import Dimension, TensorShape, static_value
from .unsure import Modelled, meant, op_error, unsure
from .variables import (
    GLOBAL,
    LOCAL,
    TRAINABLE,
    Variable,
    get_local_variable,
    get_variable,
    global_step,
    initializing,
)
from .world import now

KEYS = {
    "GLOBAL_VARIABLES": GLOBAL,
    "VARIABLES": GLOBAL,
    "TRAINABLE_VARIABLES": TRAINABLE,
    "LOCAL_VARIABLES": LOCAL,
    "REGULARIZATION_LOSSES": "regularization_losses",
    "LOSSES": "losses",
    "UPDATE_OPS": "update_ops",
    "MODEL_VARIABLES": "model_variables",
    "SUMMARIES": "summaries",
    "GLOBAL_STEP": "global_step",
    "TRAIN_OP": "train_op",
    "INIT_OP": "init_op",
    "READY_OP": "ready_op",
    "LOCAL_INIT_OP": "local_init_op",
    "SAVERS": "savers",
    "SUMMARY_OP": "summary_op",
    "QUEUE_RUNNERS": "queue_runners",
    "MOVING_AVERAGE_VARIABLES": "moving_average_variables",
    "TABLE_INITIALIZERS": "table_initializer",
    "ACTIVATIONS": "activations",
    "BIASES": "biases",
    "WEIGHTS": "weights",
    "METRIC_VARIABLES": "metric_variables",
    "EVAL_STEP": "eval_step",
    "ASSET_FILEPATHS": "asset_filepaths",
    "SAVEABLE_OBJECTS": "saveable_objects",
    "COND_CONTEXT": "cond_context",
    "WHILE_CONTEXT": "while_context",
    "CONCATENATED_VARIABLES": "concatenated_variables",
    "TRAINABLE_RESOURCE_VARIABLES": "trainable_resource_variables",
}


GPUS = 3  # that both programs see, as where the conformance programs are run


class Loose:
    """An object whose attributes mean nothing here, such as a `ConfigProto`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.__dict__.update(kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__dict__[name] = Loose()
        return self.__dict__[name]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return None


def _v1_collection(key: str) -> Any:
    return lambda scope=None: here().get_collection(key, scope)


def set_seed(seed: Any) -> None:
    here().seed = seed
    now().seed = seed


def reset_default_graph() -> None:
    stack = now().stack
    if len([one for one in stack[1:] if one is not None]) > 0 and stack[-1] is not stack[0]:
        unsure("reset_default_graph() inside of a graph")
    stack[-1] = Graph("graph")


def _group(*inputs: Any, **kwargs: Any) -> Operation:
    return KERNELS["group"](inputs=inputs, name=kwargs.get("name"))


def _global_step(sess: Any, global_step_tensor: Any) -> int:
    return int(sess.run(global_step_tensor))


class Flags(Modelled):
    """`tf.app.flags.FLAGS`: the defaults, and what the command line says."""

    def __getattr__(self, name: str) -> Any:
        world = now()
        if name.startswith("__"):
            raise AttributeError(name)
        if world.parsed is None:
            world.parsed = _parse()
        if name not in world.flags:
            if name in ("mark_as_parsed", "unparse_flags"):
                return lambda *_: None
            raise meant(AttributeError(name))
        return world.flags[name]

    def __setattr__(self, name: str, value: Any) -> None:
        now().flags[name] = value

    def __getitem__(self, name: str) -> _Flag:
        getattr(self, name)
        return _Flag(name)

    def __call__(self, argv: Any = None, known_only: bool = False) -> list[str]:
        return ["program"]

    def flag_values_dict(self) -> dict[str, Any]:
        return dict(now().flags)


@dataclass
class _Flag:
    """What `FLAGS[name]` gives."""

    name: str

    @property
    def value(self) -> Any:
        return now().flags[self.name]

    @value.setter
    def value(self, value: Any) -> None:
        now().flags[self.name] = value


def _parse() -> bool:
    import sys

    words = sys.argv[1:]
    place = 0
    while place < len(words):
        name, has_value, value = words[place].lstrip("-").partition("=")
        place += 1
        if name not in now().flags:
            continue
        kind = now().globals.get("flag kinds", {}).get(name, str)
        if not has_value and kind is bool:
            value = "true"
        elif not has_value and place < len(words):
            value = words[place]
            place += 1
        now().flags[name] = value.lower() in ("true", "1", "t", "yes") if kind is bool else kind(value)
    return True


def _define(kind: Any) -> Any:
    def define(name: str, default: Any = None, help: Any = None, *rest: Any, **_: Any) -> None:
        now().flags[name] = default
        now().globals.setdefault("flag kinds", {})[name] = kind
        now().parsed = None

    return define


def _app_run(main: Any = None, argv: Any = None) -> None:
    import sys

    main = main or now().globals["main"]
    sys.exit(main(argv or ["program"]))


def _device(*_: Any, **__: Any) -> Any:
    return contextlib.nullcontext()


def _assign(method: str) -> Any:
    def assign(ref: Any, value: Any, *args: Any, name: Any = None, **kwargs: Any) -> Any:
        return getattr(ref, method)(value, name=name)

    return assign


def _cond1(
    pred: Any,
    true_fn: Any = None,
    false_fn: Any = None,
    strict: Any = False,
    name: Any = None,
    fn1: Any = None,
    fn2: Any = None,
) -> Any:
    return cond(pred, true_fn or fn1, false_fn or fn2, name)


def _cond2(pred: Any, true_fn: Any = None, false_fn: Any = None, name: Any = None) -> Any:
    return cond(pred, true_fn, false_fn, name)


def _while1(
    cond: Any,
    body: Any,
    loop_vars: Any,
    shape_invariants: Any = None,
    *args: Any,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
    **kwargs: Any,
) -> Any:
    found = while_loop(
        cond, body, loop_vars, shape_invariants=shape_invariants, maximum_iterations=maximum_iterations
    )
    if (
        not now().is_tf2
        and not return_same_structure
        and isinstance(found, (list, tuple))
        and len(found) == 1
    ):
        return found[0]
    return found


def _case(*args: Any, **kwargs: Any) -> Any:
    unsure("tf.case")


def _loss(kind: str) -> Any:
    """`tf.losses.mean_squared_error` and its kin: an uninterpreted number, in the collection of losses."""
    signature = signatures(1)[f"losses.{kind}"]

    def function(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(args, kwargs)
        collection = given.pop("loss_collection", "losses")
        given.pop("scope", None)
        reduction = given.pop("reduction", None)
        if reduction == "none":
            unsure("a loss without a reduction")
        value = pure(
            "loss_mean",
            {"of": kind, **{word: one if one is None else conv(one) for word, one in given.items()}},
            dtype="float32",
            shape=(),
        )
        if collection is not None:
            here().collection(collection).append(value)
        return value

    return function


def _total_loss(add_regularization_losses: bool = True, name: str = "total_loss", scope: Any = None) -> Any:
    found = here().get_collection("losses", scope)
    if add_regularization_losses:
        found = found + here().get_collection("regularization_losses", scope)
    return pure("add_n", {"inputs": found}, name=name)


def _regularization_loss(scope: Any = None, name: str = "total_regularization_loss") -> Any:
    found = here().get_collection("regularization_losses", scope)
    return pure("add_n", {"inputs": found}, name=name) if found else KERNELS["constant"](value=0.0)


def regularizer(kind: str) -> Any:
    """`l1_regularizer` or `l2_regularizer`."""

    def make(scale: float, scope: Any = None) -> Any:
        if isinstance(scale, int):
            raise meant(ValueError(f"scale cannot be an integer: {scale}"))
        if scale == 0.0:
            return lambda _: None

        def of(weights: Any, name: Any = None) -> Tensor:
            size = (
                pure("l2_loss", {"t": weights})
                if kind == "l2"
                else pure("reduce_sum", {"input_tensor": pure("abs", {"x": weights})})
            )
            return pure("multiply", {"x": KERNELS["constant"](value=scale), "y": size})

        return of

    return make


def _decay(kind: str) -> Any:
    """`tf.train.exponential_decay` and its kin: a number that depends on the step."""
    signature = signatures(1)[f"train.{kind}"]

    def function(*args: Any, **kwargs: Any) -> Any:
        given = signature.bind(args, kwargs)
        name = given.pop("name", None)

        def number() -> Tensor:
            return pure(
                "learning_rate",
                {"of": kind, **{word: conv(one) for word, one in given.items() if one is not None}},
                dtype="float32",
                name=name,
            )

        if now().graph is None:
            return number  # in eager mode TensorFlow gives a function
        return number()

    return function


def _one_of(*args: Any, **kwargs: Any) -> Any:
    unsure("tf.random")


def _map_structure(func: Any, *structures: Any, **_: Any) -> Any:
    if len(structures) > 1:
        rest = [iter(leaves(one)) for one in structures]
        return mapped(structures[0], lambda _: func(*(next(one) for one in rest)))
    return mapped(structures[0], func)


def _is_tensor(one: Any) -> bool:
    return is_tensor(one)


def _get_static(tensor: Any, partial: bool = False) -> Any:
    return static_value(tensor) if isinstance(tensor, Tensor) else np.asarray(tensor)


def _variables_initializer(key: str) -> Any:
    return lambda: initializing(here().get_collection(key))


ENTRIES: dict[str, Any] = {
    "Variable": Variable,
    "get_variable": get_variable,
    "get_local_variable": get_local_variable,
    "variable_scope": variable_scope,
    "VariableScope": VariableScope,
    "get_variable_scope": lambda: here().context.scopes[-1],
    "AUTO_REUSE": AUTO_REUSE,
    "name_scope": name_scope,
    "variable_op_scope": lambda values, name_or_scope=None, default_name=None, **kwargs: variable_scope(
        name_or_scope, default_name, **kwargs
    ),
    "op_scope": lambda values, name, default_name=None: name_scope(name, default_name),
    "no_gradient": _one_of,
    "Session": Session,
    "InteractiveSession": InteractiveSession,
    "Graph": Graph,
    "get_default_graph": lambda: here(),
    "get_default_session": lambda: now().sessions[-1] if now().sessions else None,
    "reset_default_graph": reset_default_graph,
    "python.framework.ops.reset_default_graph": reset_default_graph,
    "control_dependencies": control_dependencies,
    "device": _device,
    "group": _group,
    "GraphKeys": types.SimpleNamespace(**KEYS),
    "Tensor": Tensor,
    "Operation": Operation,
    "TensorShape": TensorShape,
    "Dimension": Dimension,
    "DType": DType,
    "as_dtype": as_dtype,
    "TensorSpec": TensorSpec,
    "function": tf_function,
    "IndexedSlices": of_gradients.IndexedSlices,
    "is_tensor": _is_tensor,
    "contrib.framework.is_tensor": _is_tensor,
    "get_static_value": _get_static,
    "contrib.util.constant_value": _get_static,
    "gradients": of_gradients.gradients,
    "cond": _cond1,
    "while_loop": _while1,
    "case": _case,
    "global_variables_initializer": _variables_initializer(GLOBAL),
    "initialize_all_variables": _variables_initializer(GLOBAL),
    "initialize_variables": lambda var_list, name="init": initializing(var_list, name),
    "initializers.global_variables": _variables_initializer(GLOBAL),
    "local_variables_initializer": _variables_initializer(LOCAL),
    "initialize_local_variables": _variables_initializer(LOCAL),
    "variables_initializer": lambda var_list, name="init": initializing(var_list, name),
    "trainable_variables": _v1_collection(TRAINABLE),
    "global_variables": _v1_collection(GLOBAL),
    "all_variables": _v1_collection(GLOBAL),
    "local_variables": _v1_collection(LOCAL),
    "model_variables": _v1_collection("model_variables"),
    "moving_average_variables": _v1_collection("moving_average_variables"),
    "get_collection": lambda key, scope=None: here().get_collection(key, scope),
    "get_collection_ref": lambda key: here().collection(key),
    "add_to_collection": lambda name, value: here().add_to_collection(name, value),
    "add_to_collections": lambda names, value: here().add_to_collections(names, value),
    "assign": _assign("assign"),
    "assign_add": _assign("assign_add"),
    "assign_sub": _assign("assign_sub"),
    "set_random_seed": set_seed,
    "random.set_random_seed": set_seed,
    "random.set_seed": set_seed,
    "executing_eagerly": lambda: now().graph is None,
    "ConfigProto": Loose,
    "GPUOptions": Loose,
    "GraphOptions": Loose,
    "OptimizerOptions": Loose,
    "RunOptions": Loose,
    "RunMetadata": Loose,
    "config.set_soft_device_placement": lambda *_: None,
    "config.list_physical_devices": lambda kind=None: [Loose() for _ in range(GPUS)],
    "config.experimental.set_memory_growth": lambda *_: None,
    "disable_tensor_equality": lambda: setattr(now(), "compares_by_value", False),
    "enable_resource_variables": lambda: None,
    "disable_v2_tensorshape": lambda: None,
    "disable_resource_variables": lambda: unsure("reference variables"),
    "enable_eager_execution": lambda *_, **__: unsure("eager execution in TF 1"),
    "disable_v2_behavior": start_graph,
    "disable_eager_execution": start_graph,
    "app.run": _app_run,
    "app.flags.FLAGS": Flags(),
    "flags.FLAGS": Flags(),
    "truncatediv": _one_of,
    "train.Optimizer": Optimizer,
    "train.get_global_step": lambda graph=None: global_step(False),
    "train.get_or_create_global_step": lambda graph=None: global_step(True),
    "train.create_global_step": lambda graph=None: global_step(True),
    "contrib.framework.get_or_create_global_step": lambda graph=None: global_step(True),
    "contrib.framework.get_global_step": lambda graph=None: global_step(False),
    "contrib.framework.create_global_step": lambda graph=None: global_step(True),
    "train.global_step": _global_step,
    "losses.get_losses": lambda scope=None, loss_collection="losses": here().get_collection(
        loss_collection, scope
    ),
    "losses.get_regularization_losses": lambda scope=None: here().get_collection(
        "regularization_losses", scope
    ),
    "losses.get_total_loss": _total_loss,
    "losses.get_regularization_loss": _regularization_loss,
    "losses.add_loss": lambda loss, loss_collection="losses": here().add_to_collection(loss_collection, loss),
    "nest.map_structure": _map_structure,
    "contrib.framework.nest.map_structure": _map_structure,
    "nest.flatten": lambda one, **_: leaves(one),
    "contrib.framework.nest.flatten": lambda one, **_: leaves(one),
    "compat.dimension_value": lambda one: getattr(one, "value", one),
    "dimension_value": lambda one: getattr(one, "value", one),
    "compat.as_bytes": lambda one, encoding="utf-8": one.encode(encoding) if isinstance(one, str) else one,
    "compat.as_str": lambda one, encoding="utf-8": one.decode(encoding) if isinstance(one, bytes) else one,
    "compat.as_text": lambda one, encoding="utf-8": one.decode(encoding) if isinstance(one, bytes) else one,
    "compat.as_str_any": lambda one, encoding="utf-8": (
        one.decode(encoding) if isinstance(one, bytes) else str(one)
    ),
    "contrib.layers.l2_regularizer": regularizer("l2"),
    "contrib.layers.l1_regularizer": regularizer("l1"),
    "contrib.slim.l2_regularizer": regularizer("l2"),
    "contrib.slim.l1_regularizer": regularizer("l1"),
    "errors.OpError": op_error("OpError"),
    "test.is_gpu_available": lambda *_, **__: True,
}
for _table in ("tf1", "tf2"):
    TABLES[_table].update(ENTRIES)
    for _level in (
        "debug",
        "info",
        "warn",
        "warning",
        "error",
        "fatal",
        "log",
        "set_verbosity",
        "log_every_n",
        "log_first_n",
        "log_if",
        "flush",
    ):
        TABLES[_table][f"logging.{_level}"] = lambda *_, **__: None
    for _level in ("DEBUG", "INFO", "WARN", "ERROR", "FATAL"):
        TABLES[_table][f"logging.{_level}"] = _level
    for _kind, _type in {
        "string": str,
        "integer": int,
        "float": float,
        "bool": bool,
        "boolean": bool,
        "enum": str,
        "list": str,
    }.items():
        for _place in ("app.flags", "flags"):
            TABLES[_table][f"{_place}.DEFINE_{_kind}"] = _define(_type)
    for _kind in OPTIMIZERS:
        TABLES["tf1"][f"train.{_kind}Optimizer"] = OPTIMIZERS[_kind]
    for _kind in [
        "mean_squared_error",
        "sparse_softmax_cross_entropy",
        "softmax_cross_entropy",
        "absolute_difference",
        "sigmoid_cross_entropy",
        "huber_loss",
        "log_loss",
        "hinge_loss",
        "cosine_distance",
    ]:
        TABLES["tf1"][f"losses.{_kind}"] = _loss(_kind)
    for _kind in [
        "exponential_decay",
        "polynomial_decay",
        "inverse_time_decay",
        "natural_exp_decay",
        "cosine_decay",
        "piecewise_constant",
        "noisy_linear_cosine_decay",
    ]:
        if f"train.{_kind}" in signatures(1):
            TABLES["tf1"][f"train.{_kind}"] = _decay(_kind)
for _table, _classes in (("tf1", INITIALIZERS), ("tf2", INITIALIZERS_2)):
    for _kind, _class in _classes.items():
        for _path in (f"{_kind}_initializer", f"initializers.{_kind}", f"keras.initializers.{_kind}"):
            TABLES[_table][_path] = _class
TABLES["tf1"]["contrib.layers.xavier_initializer"] = lambda uniform=True, seed=None, dtype="float32": (
    INITIALIZERS["glorot_uniform" if uniform else "glorot_normal"](seed=seed, dtype=dtype)
)
TABLES["tf1"]["contrib.layers.variance_scaling_initializer"] = (
    lambda factor=2.0, mode="FAN_IN", uniform=False, seed=None, dtype="float32": INITIALIZERS[
        "variance_scaling"
    ](factor, mode, str(uniform), seed=seed, dtype=dtype)
)
TABLES["tf1"]["contrib.slim.xavier_initializer"] = TABLES["tf1"]["contrib.layers.xavier_initializer"]
TABLES["tf2"]["cond"] = _cond2
KERNELS["random_normal"] = KERNELS["random.normal"] = random_function("random_normal", "mean", "stddev", None)
KERNELS["truncated_normal"] = KERNELS["random.truncated_normal"] = random_function(
    "truncated_normal", "mean", "stddev", None
)
KERNELS["random_uniform"] = KERNELS["random.uniform"] = random_function(
    "random_uniform", "minval", "maxval", None
)


@kernel("nn.dropout")
def dropout(
    *,
    x: Any,
    keep_prob: Any = None,
    rate: Any = None,
    noise_shape: Any = None,
    seed: Any = None,
    name: Any = None,
) -> Tensor:
    """Of rate and keep_prob the complement is one expression: `1 - keep_prob`, as TensorFlow computes it."""
    value = conv(x)
    if keep_prob is not None:
        rate = (
            1 - keep_prob
            if isinstance(keep_prob, (int, float))
            else pure("subtract", {"x": 1, "y": keep_prob})
        )
    if isinstance(rate, (int, float)) and rate == 0:
        return value
    mask = drawn("dropout", (), seed, [], initial=False)
    return pure("dropout", {"x": value, "mask": mask, "rate": rate, "noise_shape": noise_shape}, name=name)


def py_identity(one: Any) -> Any:
    return one


known("no_op")(lambda name=None: KERNELS["no_op"](name=name))
known("add_check_numerics_ops")(lambda: KERNELS["no_op"]())
known("get_logger")(lambda: __import__("logging").getLogger("tensorflow"))
late(py_identity)
