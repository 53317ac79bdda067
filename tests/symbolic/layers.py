"""`tf.layers`, of which `compat.layers` is the successor: functions, and the objects behind them."""

from __future__ import annotations

from typing import Any

import numpy as np

from .graphs import here
from .namespaces import TABLES
from .nodes import Tensor, conv, is_tensor
from .operations import convolution, pooling, pure
from .randoms import INITIALIZERS, drawn
from .scopes import variable_scope
from .unsure import Modelled, meant, unsure
from .variables import get_variable
from .world import now


class Layer(Modelled):
    """A layer: it makes its variables when it is first called, and finds them again then."""

    words: tuple[str, ...] = ()
    defaults: dict[str, Any] = {}
    base = "layer"
    reuse = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given = {**self.defaults, **dict(zip(self.words, args, strict=False)), **kwargs}
        self.name_given = given.pop("name", None)
        self.trainable = given.pop("trainable", True)
        self.dtype_given = given.pop("dtype", None)
        self.reuse_given = given.pop("_reuse", None)
        self.scope_given = given.pop("_scope", None)
        for word in given:
            if word not in self.words and word not in self.defaults:
                raise meant(TypeError(f"{type(self).__name__}() got an unexpected keyword argument {word!r}"))
        for word in (
            "kernel_constraint",
            "bias_constraint",
            "activity_regularizer",
            "beta_constraint",
            "gamma_constraint",
            "renorm",
            "virtual_batch_size",
        ):
            if given.get(word):
                unsure(f"a layer with {word}")
        self.given = given
        self.scope: Any = None
        self.made: dict[Any, dict[str, Any]] = {}

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__") and name in self.__dict__.get("given", {}):
            return self.given[name]
        return super().__getattr__(name)

    @property
    def name(self) -> str:
        return (
            self.scope.name.split("/")[-1]
            if self.scope is not None
            else self.name_given or unsure("the name of a layer")
        )

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        inputs = conv(inputs)
        graph = here()
        if self.scope is None:
            with variable_scope(self.name_given, default_name=self.base, reuse=self.reuse_given) as scope:
                self.scope = scope
                self.made[graph] = self.build(inputs)
                return self.call(inputs, self.made[graph], *args, **kwargs)
        with variable_scope(self.scope, reuse=True):
            if graph not in self.made:
                self.made[graph] = self.build(inputs)
            return self.call(inputs, self.made[graph], *args, **kwargs)

    apply = __call__

    @property
    def variables(self) -> list[Any]:
        return [one for made in list(self.made.values())[-1:] for one in made.values() if one is not None]

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        return [one for one in self.variables if one.trainable]

    trainable_weights = trainable_variables

    @property
    def kernel(self) -> Any:
        return list(self.made.values())[-1]["kernel"]

    @property
    def bias(self) -> Any:
        return list(self.made.values())[-1]["bias"]

    def build(self, inputs: Any) -> dict[str, Any]:
        return {}

    def call(self, inputs: Any, made: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    def _weight(
        self,
        name: str,
        shape: Any,
        inputs: Any,
        initializer: Any,
        regularizer: Any = None,
        trainable: Any = None,
    ) -> Any:
        dtype = str(inputs.dtype) if "float" in str(inputs.dtype) else "float32"
        return get_variable(
            name,
            shape,
            dtype,
            initializer,
            regularizer,
            self.trainable if trainable is None else trainable and self.trainable,
        )


def _channels(inputs: Any) -> int:
    shape = inputs.known_shape if isinstance(inputs, Tensor) else inputs.shape
    if shape is None or shape[-1] is None:
        raise meant(ValueError("The last dimension of the inputs should be defined. Found `None`."))
    return int(shape[-1])


class Dense(Layer):
    """`tf.layers.Dense`."""

    base = "dense"
    words = (
        "units",
        "activation",
        "use_bias",
        "kernel_initializer",
        "bias_initializer",
        "kernel_regularizer",
        "bias_regularizer",
        "activity_regularizer",
        "kernel_constraint",
        "bias_constraint",
        "trainable",
        "name",
    )
    defaults = {
        "activation": None,
        "use_bias": True,
        "kernel_initializer": None,
        "bias_initializer": None,
        "kernel_regularizer": None,
        "bias_regularizer": None,
    }

    def build(self, inputs: Any) -> dict[str, Any]:
        given = self.given
        made = {
            "kernel": self._weight(
                "kernel",
                [_channels(inputs), int(given["units"])],
                inputs,
                given["kernel_initializer"],
                given["kernel_regularizer"],
            )
        }
        made["bias"] = None
        if given["use_bias"]:
            made["bias"] = self._weight(
                "bias",
                [int(given["units"])],
                inputs,
                given["bias_initializer"] or INITIALIZERS["zeros"](),
                given["bias_regularizer"],
            )
        return made

    def call(self, inputs: Any, made: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        shape = inputs.known_shape if isinstance(inputs, Tensor) else inputs.shape
        out = (
            pure("matmul", {"a": inputs, "b": made["kernel"]})
            if len(shape) == 2
            else pure("tensordot", {"a": inputs, "b": made["kernel"], "axes": [[len(shape) - 1], [0]]})
        )
        if made["bias"] is not None:
            out = pure("bias_add", {"value": out, "bias": made["bias"]})
        return self.given["activation"](out) if self.given["activation"] is not None else out


class Conv2D(Layer):
    """`tf.layers.Conv2D`, channels last."""

    base = "conv2d"
    words = (
        "filters",
        "kernel_size",
        "strides",
        "padding",
        "data_format",
        "dilation_rate",
        "activation",
        "use_bias",
        "kernel_initializer",
        "bias_initializer",
        "kernel_regularizer",
        "bias_regularizer",
        "activity_regularizer",
        "kernel_constraint",
        "bias_constraint",
        "trainable",
        "name",
    )
    defaults = {
        "strides": (1, 1),
        "padding": "valid",
        "data_format": "channels_last",
        "dilation_rate": (1, 1),
        "activation": None,
        "use_bias": True,
        "kernel_initializer": None,
        "bias_initializer": None,
        "kernel_regularizer": None,
        "bias_regularizer": None,
    }

    def build(self, inputs: Any) -> dict[str, Any]:
        given = self.given
        size = given["kernel_size"]
        size = [size, size] if isinstance(size, int) else list(size)
        if given["data_format"] != "channels_last":
            unsure("a convolution of channels first")
        made = {
            "kernel": self._weight(
                "kernel",
                [*size, _channels(inputs), int(given["filters"])],
                inputs,
                given["kernel_initializer"],
                given["kernel_regularizer"],
            )
        }
        made["bias"] = None
        if given["use_bias"]:
            made["bias"] = self._weight(
                "bias",
                [int(given["filters"])],
                inputs,
                given["bias_initializer"] or INITIALIZERS["zeros"](),
                given["bias_regularizer"],
            )
        return made

    def call(self, inputs: Any, made: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        given = self.given
        strides = given["strides"]
        strides = [strides, strides] if isinstance(strides, int) else list(strides)
        if given["dilation_rate"] not in (1, (1, 1), [1, 1]):
            unsure("a dilated convolution")
        out = convolution(
            input=inputs, filter=made["kernel"], strides=strides, padding=given["padding"].upper()
        )
        if made["bias"] is not None:
            out = pure("bias_add", {"value": out, "bias": made["bias"]})
        return given["activation"](out) if given["activation"] is not None else out


class BatchNormalization(Layer):
    """`tf.layers.BatchNormalization`: its updates are in the collection `UPDATE_OPS`."""

    base = "batch_normalization"
    words = (
        "axis",
        "momentum",
        "epsilon",
        "center",
        "scale",
        "beta_initializer",
        "gamma_initializer",
        "moving_mean_initializer",
        "moving_variance_initializer",
        "beta_regularizer",
        "gamma_regularizer",
        "beta_constraint",
        "gamma_constraint",
        "renorm",
        "renorm_clipping",
        "renorm_momentum",
        "fused",
        "trainable",
        "virtual_batch_size",
        "adjustment",
        "name",
    )
    defaults = {
        "axis": -1,
        "momentum": 0.99,
        "epsilon": 1e-3,
        "center": True,
        "scale": True,
        "beta_initializer": None,
        "gamma_initializer": None,
        "moving_mean_initializer": None,
        "moving_variance_initializer": None,
        "beta_regularizer": None,
        "gamma_regularizer": None,
    }

    def build(self, inputs: Any) -> dict[str, Any]:
        given, size = self.given, [_channels(inputs)]
        if given["axis"] not in (-1, 3, 1) or (given["axis"] == 1 and len(inputs.known_shape) != 2):
            unsure("batch normalisation of another axis")
        made: dict[str, Any] = {"gamma": None, "beta": None}
        zeros, ones = INITIALIZERS["zeros"](), INITIALIZERS["ones"]()
        if given["scale"]:
            made["gamma"] = self._weight(
                "gamma", size, inputs, given["gamma_initializer"] or ones, given["gamma_regularizer"]
            )
        if given["center"]:
            made["beta"] = self._weight(
                "beta", size, inputs, given["beta_initializer"] or zeros, given["beta_regularizer"]
            )
        made["moving_mean"] = self._weight(
            "moving_mean", size, inputs, given["moving_mean_initializer"] or zeros, None, False
        )
        made["moving_variance"] = self._weight(
            "moving_variance", size, inputs, given["moving_variance_initializer"] or ones, None, False
        )
        return made

    def call(self, inputs: Any, made: dict[str, Any], training: Any = False, **_: Any) -> Any:
        given = self.given
        axes = list(range(len(inputs.known_shape) - 1))
        batch = [
            pure("part_of_moments", {"x": inputs, "axis": axes, "part": part})
            for part in ("mean", "variance")
        ]
        moving = [made["moving_mean"], made["moving_variance"]]
        if isinstance(training, (bool, int, np.bool_)) or training is None:
            used: list[Any] = batch if training else [one.value() for one in moving]
        else:
            used = [
                pure(
                    "cond",
                    {"pred": training, "true": one, "false": other.value()},
                    dtype=one.dtype,
                    shape=one.known_shape,
                )
                for one, other in zip(batch, moving, strict=False)
            ]
        out = pure(
            "normalized",
            {
                "x": inputs,
                "mean": used[0],
                "variance": used[1],
                "gamma": made["gamma"],
                "beta": made["beta"],
                "epsilon": given["epsilon"],
            },
        )
        if not (training is False or training is None or (isinstance(training, int) and not training)):
            for variable, value in zip(moving, batch, strict=False):
                old = variable.value()
                new = pure("scaled", {"x": old, "batch": value, "momentum": given["momentum"]})
                if not isinstance(training, (bool, int, np.bool_)):
                    new = pure(
                        "cond",
                        {"pred": training, "true": new, "false": old},
                        dtype=new.dtype,
                        shape=new.known_shape,
                    )
                here().collection("update_ops").append(variable.assign(new))
        return out


class Dropout(Layer):
    """`tf.layers.Dropout`."""

    base = "dropout"
    words = ("rate", "noise_shape", "seed", "name")
    defaults = {"rate": 0.5, "noise_shape": None, "seed": None}

    def call(self, inputs: Any, made: dict[str, Any], training: Any = False, **_: Any) -> Any:
        if isinstance(training, (bool, int)) and not training:
            return pure("identity", {"input": inputs})
        dropped = pure(
            "dropout",
            {"x": inputs, "mask": drawn("dropout", (), self.given["seed"], []), "rate": self.given["rate"]},
        )
        if isinstance(training, (bool, int)):
            return dropped
        return pure(
            "cond",
            {"pred": training, "true": dropped, "false": inputs},
            dtype=inputs.dtype,
            shape=inputs.known_shape,
        )


class Flatten(Layer):
    """`tf.layers.Flatten`."""

    base = "flatten"
    words = ("data_format", "name")

    def call(self, inputs: Any, made: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        shape = inputs.known_shape
        size = None if shape is None or None in shape[1:] else int(np.prod(shape[1:] or (1,)))
        out = pure(
            "reshape",
            {
                "tensor": inputs,
                "shape": [-1, size] if size is not None else unsure("flatten() of sizes unknown"),
            },
        )
        if shape[0] is None:
            out.known_shape = (None, size)
        return out


class _Pooling(Layer):
    words = ("pool_size", "strides", "padding", "data_format", "name")
    defaults = {"padding": "valid", "data_format": "channels_last"}
    of = ""

    def call(self, inputs: Any, made: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        pair = [
            [one, one] if isinstance(one, int) else list(one)
            for one in (self.given["pool_size"], self.given["strides"])
        ]
        return pooling(
            self.of,
            {"value": inputs, "ksize": pair[0], "strides": pair[1], "padding": self.given["padding"].upper()},
        )


class MaxPooling2D(_Pooling):
    """`tf.layers.MaxPooling2D`."""

    base, of = "max_pooling2d", "max"


class AveragePooling2D(_Pooling):
    """`tf.layers.AveragePooling2D`."""

    base, of = "average_pooling2d", "avg"


def functional(kind: type[Layer], *, has_training: bool = False) -> Any:
    """The function of a layer: made and called at once."""

    def function(inputs: Any, *args: Any, reuse: Any = None, training: Any = False, **kwargs: Any) -> Any:
        if kind is BatchNormalization and len(args) > 4:
            unsure("batch_normalization by places")
        if kind is Dropout and len(args) > 1:
            unsure("dropout by places")
        layer = kind(*args, **kwargs)
        layer.reuse_given = reuse
        if reuse and layer.name_given is None:
            unsure("a layer that reuses without a name")
        return layer(inputs, training=training) if has_training else layer(inputs)

    return function


_CLASSES = {
    "Dense": Dense,
    "Conv2D": Conv2D,
    "BatchNormalization": BatchNormalization,
    "Dropout": Dropout,
    "Flatten": Flatten,
    "MaxPooling2D": MaxPooling2D,
    "AveragePooling2D": AveragePooling2D,
}
_FUNCTIONS = {
    "dense": Dense,
    "conv2d": Conv2D,
    "batch_normalization": BatchNormalization,
    "dropout": Dropout,
    "flatten": Flatten,
    "max_pooling2d": MaxPooling2D,
    "average_pooling2d": AveragePooling2D,
}
for _name, _class in _CLASSES.items():
    TABLES["tf1"][f"layers.{_name}"] = TABLES["compat"][f"layers.{_name}"] = _class
for _name, _class in _FUNCTIONS.items():
    _made = functional(_class, has_training=_class in (BatchNormalization, Dropout))
    TABLES["tf1"][f"layers.{_name}"] = TABLES["compat"][f"layers.{_name}"] = _made
del is_tensor, now
