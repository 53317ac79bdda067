"""Operations without effects: what is known of each by name, and how Python's operators call them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from . import shape_rules
from .dtypes import as_dtype
from .expressions import const
from .folding import fold
from .nodes import Node, Operation, Tensor, conv, is_tensor
from .shape_rules import BINARY, REDUCE, UNARY, infer
from .unsure import meant, unsure
from .world import now

# Operations by the name of the function, where another one does the same.
SAME = {
    "string_join": "join",
    "mul": "multiply",
    "sub": "subtract",
    "neg": "negative",
    "divide": "truediv",
    "pack": "stack",
    "concat_v2": "concat",
    "arg_max": "argmax",
    "arg_min": "argmin",
    "floor_div": "floordiv",
    "floordiv": "floordiv",
    "mod": "floormod",
    "floormod": "floormod",
    "softmax_cross_entropy_with_logits_v2": "softmax_cross_entropy_with_logits",
    "lin_space": "linspace",
    "matrix_diag": "diag",
    "is_nan": "is_nan",
    "realdiv": "truediv",
    "select": "where",
    "gather_v2": "gather",
    "local_response_normalization": "lrn",
    "batch_matmul": "matmul",
    "reduce_any": "reduce_any",
    "where_v2": "where",
    "clip_by_value": "clip_by_value",
    "unpack": "unstack",
    "div_no_nan": "div_no_nan",
    "log_sigmoid": "log_sigmoid",
}

PURE = {
    *UNARY,
    *BINARY,
    *REDUCE,
    *[
        "matmul",
        "add_n",
        "accumulate_n",
        "concat",
        "stack",
        "reshape",
        "transpose",
        "expand_dims",
        "squeeze",
        "argmax",
        "argmin",
        "one_hot",
        "gather",
        "gather_nd",
        "tile",
        "shape",
        "size",
        "rank",
        "l2_loss",
        "sparse_softmax_cross_entropy_with_logits",
        "softmax_cross_entropy_with_logits",
        "tensordot",
        "where",
        "range",
        "global_norm",
        "linspace",
        "fill",
        "zeros",
        "ones",
        "in_top_k",
        "eye",
        "diag",
        "pad",
        "norm",
        "sequence_mask",
        "slice",
        "scatter_nd",
        "lrn",
        "xw_plus_b",
        "unsorted_segment_sum",
        "embedding_lookup",
        "einsum",
        "diag_part",
        "trace",
        "cross",
        "unsorted_segment_mean",
        "segment_sum",
        "boolean_mask",
        "broadcast_to",
        "weighted_cross_entropy_with_logits",
        "count_nonzero",
        "log_poisson_loss",
        "space_to_depth",
        "depth_to_space",
        "zero_fraction",
        "string_join",
        "string_to_number",
        "tensor_scatter_nd_update",
        "roll",
        "ctc_loss",
        "histogram_fixed_width",
        "confusion_matrix",
        "strings.join",
        "as_string",
        "edit_distance",
        "batch_to_space",
        "space_to_batch",
        "nn.with_space_to_batch",
        "matrix_band_part",
        "matrix_transpose",
        "segment_mean",
        "decode_raw",
        "resize_images",
        "resize_bilinear",
        "image_resize",
        "rgb_to_grayscale",
        "convert_image_dtype",
        "string_split",
        "join",
        "decode_csv",
    ],
} - {"dropout"}

BOOLEAN = {
    "equal",
    "not_equal",
    "less",
    "greater",
    "less_equal",
    "greater_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "logical_not",
    "in_top_k",
    "is_nan",
    "is_finite",
    "is_inf",
    "reduce_all",
    "reduce_any",
    "sequence_mask",
}
OPERATORS = {
    "add",
    "subtract",
    "multiply",
    "truediv",
    "pow",
    "floormod",
    "floordiv",
    "maximum",
    "minimum",
    "squared_difference",
}
# What is no number, whose parameter decides no type.
WORDS = {
    "axis",
    "keepdims",
    "dtype",
    "output_type",
    "name",
    "out_type",
    "perm",
    "shape",
    "num",
    "depth",
    "multiples",
    "transpose_a",
    "transpose_b",
}


def pure(
    kind: str, arguments: dict[str, Any], *, name: str | None = None, dtype: Any = None, shape: Any = None
) -> Tensor:
    """The tensor that an operation without effects gives.

    Raises:
      ValueError: the shapes do not fit.
    """
    kind = SAME.get(kind, kind)
    given = {
        key: value
        for key, value in arguments.items()
        if value is not None and value is not False and key != "name"
    }
    given = _converted(kind, given)
    args = tuple((key, conv(value)) for key, value in given.items())
    kind_of = as_dtype(dtype) if dtype is not None else _dtype(kind, given, args)
    known = shape if shape is not None else infer(kind, args)
    return Tensor(kind, args, known, kind_of, name=name)


def _converted(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Python's numbers as the type of the tensor beside them."""
    if kind not in OPERATORS and kind not in BOOLEAN and kind not in ("where", "clip_by_value"):
        return given
    typed = next((one for key, one in given.items() if key != "condition" and is_tensor(one)), None)
    if typed is None:
        return given
    kind_of = str(typed.dtype)
    return {
        key: const(value, kind_of)
        if isinstance(value, (bool, int, float, list, np.ndarray, np.generic))
        and key not in ("condition", *WORDS)
        and not _holds_tensors(value)
        else value
        for key, value in given.items()
    }


def _holds_tensors(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(is_tensor(one) or _holds_tensors(one) for one in value)


def _dtype(kind: str, given: dict[str, Any], args: tuple[Any, ...]) -> Any:
    if kind in BOOLEAN:
        return "bool"
    for word in ("dtype", "output_type", "out_type"):
        if word in given:
            return as_dtype(given[word])
    if kind in ("argmax", "argmin"):
        return "int64"
    if kind in ("shape", "size", "rank", "count_nonzero"):
        return "int64" if kind == "count_nonzero" else "int32"
    if kind in ("one_hot", "eye", "zeros", "ones"):
        return as_dtype(given.get("dtype", "float32"))
    if kind.startswith("sparse_softmax"):
        return given["logits"].dtype
    if kind == "fill":
        return type_of(dict(args)["value"])
    if kind in ("join", "string_join", "as_string"):
        return "string"
    if kind == "string_to_number":
        return "float32"
    if kind == "decode_csv":
        unsure("tf.decode_csv")
    if kind in ("gather", "embedding_lookup", "gather_nd"):
        return type_of(dict(args)["params"])
    if kind == "where" and "x" not in given:
        return "int64"
    if kind == "where":
        return type_of(dict(args)["x"]) or type_of(dict(args)["y"])
    found = [type_of(one) for key, one in args if key not in WORDS]
    return next((one for one in found if one is not None), "float32")


def type_of(one: Any) -> Any:
    """The type of numbers of an argument."""
    if isinstance(one, tuple):
        return next((kind for part in one if (kind := type_of(part)) is not None), None)
    return None if isinstance(one, str) else getattr(one, "dtype", None)


def folded_now(tensor: Tensor) -> Any:
    """What a tensor is known to be without a run, or `None`."""
    if tensor.fixed is not None:
        return tensor.fixed.value
    known = _static(tensor)
    return None if known is None else known.value


def _static(one: Any) -> Any:
    if isinstance(one, tuple):
        parts = tuple(_static(part) for part in one)
        return None if any(part is None for part in parts) else parts
    if not isinstance(one, Node):
        return one
    if one.effect is not None or not isinstance(one, Tensor):
        return None
    if one.fixed is not None:
        return one.fixed if one.fixed.value is not None else None
    if one.kind in ("shape", "size", "rank"):
        shape = shape_rules.shape_of(one.args[0][1])
        if shape is None or (None in shape and one.kind != "rank"):
            return None
        number = {"shape": list(shape), "size": int(np.prod(shape or (1,))), "rank": len(shape)}[one.kind]
        return const(np.asarray(number), str(one.dtype))
    if one.kind == "placeholder":
        return None
    args = []
    for key, value in one.args:
        known = _static(value)
        if known is None:
            return None
        args.append((key, known))
    return fold(one.kind, tuple(args), str(one.dtype))


def item(tensor: Tensor, key: Any) -> Tensor:
    """`tensor[key]`."""
    parts: list[Any] = []
    for one in key if isinstance(key, tuple) else (key,):
        if isinstance(one, slice):
            parts.append(("slice", *(conv(bound) for bound in (one.start, one.stop, one.step))))
        elif one is None:
            parts.append("newaxis")
        elif one is Ellipsis:
            parts.append("ellipsis")
        elif is_tensor(one) and one.dtype == "bool":
            return pure("boolean_mask", {"tensor": tensor, "mask": one})
        else:
            parts.append(conv(one))
    args = (("input", tensor), ("keys", tuple(parts)))
    return Tensor("item", args, infer("item", args), tensor.dtype)


def _operator(kind: str, flip: bool = False) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        if other is None or isinstance(other, (str, dict, set)):
            return NotImplemented
        left, right = (other, self) if flip else (self, other)
        if kind == "matmul":
            return pure("matmul", {"a": left, "b": right})
        return pure(kind, {"x": left, "y": right})

    return operator


def _equality(kind: str) -> Callable[[Any, Any], Any]:
    """By value in TF 2, but in graphs of sessions, and where the player itself looks up nodes."""
    operator = _operator(kind)

    def compared(self: Any, other: Any) -> Any:
        world, caller = now(), sys._getframe(1).f_globals.get("__name__", "")
        in_step = world.graph is None or world.graph.known.get("step", False)
        is_own = caller.startswith(f"{__package__}.")
        return operator(self, other) if world.compares_by_value and in_step and not is_own else NotImplemented

    return compared


def _not(self: Any) -> Any:
    return pure("logical_not", {"x": self})


OPERATOR_METHODS: dict[str, Callable[..., Any]] = {
    **{
        f"__{side}{word}__": _operator(kind, flip=side == "r")
        for word, kind in {
            "add": "add",
            "sub": "subtract",
            "mul": "multiply",
            "truediv": "truediv",
            "pow": "pow",
            "matmul": "matmul",
            "mod": "floormod",
            "floordiv": "floordiv",
            "and": "logical_and",
            "or": "logical_or",
            "xor": "logical_xor",
        }.items()
        for side in ("", "r")
    },
    **{
        f"__{word}__": _operator(kind)
        for word, kind in {"lt": "less", "gt": "greater", "le": "less_equal", "ge": "greater_equal"}.items()
    },
    "__eq__": _equality("equal"),
    "__ne__": _equality("not_equal"),
    "__neg__": lambda self: pure("negative", {"x": self}),
    "__abs__": lambda self: pure("abs", {"x": self}),
    "__invert__": _not,
}
for _name, _method in OPERATOR_METHODS.items():
    setattr(Tensor, _name, _method)


# ---------------------------------------------------------------- functions with more to them than a node
KERNELS: dict[str, Callable[..., Any]] = {}


def kernel(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What a function of TensorFlow does, by its shortest name; it is given all arguments by name."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            KERNELS[name] = function
        return function

    return add


@kernel("constant")
def constant(*, value: Any, dtype: Any = None, shape: Any = None, name: str | None = None, **_: Any) -> Any:
    if isinstance(value, Tensor):
        return value
    if value is None or is_tensor(value):
        raise meant(ValueError("None values not supported."))
    kind = str(as_dtype(dtype)) if dtype is not None else None
    if _holds_tensors(value):
        return pure("stack", {"values": value})
    made = const(_plain(value), kind)
    if shape is not None:
        from .tensor_shapes import as_shape

        made = const(
            np.broadcast_to(made.value, as_shape(shape))
            if made.value.size == 1
            else made.value.reshape(as_shape(shape)),
            made.dtype,
        )
    return Tensor("constant", (("value", made),), made.shape, made.dtype, name=name)


def _plain(value: Any) -> Any:
    return value.as_list() if hasattr(value, "as_list") else value


@kernel("convert_to_tensor")
def convert_to_tensor(*, value: Any, dtype: Any = None, name: Any = None, **_: Any) -> Any:
    if isinstance(value, Tensor) or is_tensor(value):
        if dtype is not None and as_dtype(dtype) != value.dtype:
            raise meant(
                ValueError(f"Tensor conversion requested dtype {dtype} for Tensor with dtype {value.dtype}")
            )
        return value if isinstance(value, Tensor) else value.symbolic_value()
    return constant(value=value, dtype=dtype, name=name)


@kernel("identity")
def identity(*, input: Any, name: str | None = None, **_: Any) -> Any:
    return pure("identity", {"input": input}, name=name)


@kernel("cast")
def cast(*, x: Any, dtype: Any, name: str | None = None) -> Any:
    if is_tensor(x) and x.dtype == as_dtype(dtype):
        return x if isinstance(x, Tensor) else x.symbolic_value()
    return pure("cast", {"x": x, "dtype": as_dtype(dtype)}, name=name, dtype=dtype)


for _word, _kind in {
    "to_float": "float32",
    "to_int32": "int32",
    "to_int64": "int64",
    "to_double": "float64",
}.items():
    KERNELS[_word] = lambda *, x, name=None, _kind=_kind: cast(x=x, dtype=_kind, name=name)


@kernel("div")
def div(*, x: Any, y: Any, name: str | None = None) -> Any:
    whole = next((one.dtype.is_integer for one in (x, y) if is_tensor(one)), False)
    return pure("floordiv" if whole else "truediv", {"x": x, "y": y}, name=name)


@kernel("split")
def split(
    *, value: Any, num_or_size_splits: Any, axis: Any = 0, num: Any = None, name: Any = None
) -> list[Tensor]:
    if isinstance(num_or_size_splits, (list, tuple)):
        count = len(num_or_size_splits)
    elif isinstance(num_or_size_splits, (int, np.integer)):
        count = int(num_or_size_splits)
    else:
        unsure("tf.split by a tensor")
    common = {"value": value, "sizes": const(num_or_size_splits), "axis": const(axis)}
    return [pure("part_of_split", {**common, "number": const(number)}) for number in range(count)]


@kernel("unstack")
def unstack(*, value: Any, num: Any = None, axis: int = 0, name: Any = None) -> list[Tensor]:
    value = value if is_tensor(value) else constant(value=value)
    shape = value.shape.known if isinstance(value, Tensor) else value.symbolic_value().shape.known
    count = num if num is not None else shape[axis] if shape else None
    if count is None:
        raise meant(ValueError("Cannot infer num from shape"))
    return [
        pure("part_of_unstack", {"value": value, "axis": const(axis), "number": const(number)})
        for number in range(count)
    ]


@kernel("nn.moments", "moments")
def moments(*, x: Any, axes: Any, keepdims: Any = False, name: Any = None, **_: Any) -> tuple[Tensor, ...]:
    return tuple(
        pure("part_of_moments", {"x": x, "axis": axes, "keepdims": keepdims, "part": part})
        for part in ("mean", "variance")
    )


@kernel("nn.top_k", "top_k")
def top_k(*, input: Any, k: Any = 1, sorted: Any = True, name: Any = None, **_: Any) -> Any:
    import collections

    parts = [
        pure(
            "part_of_top_k",
            {"input": input, "k": conv(k), "part": part},
            dtype="int32" if part == "indices" else None,
        )
        for part in ("values", "indices")
    ]
    return collections.namedtuple("TopKV2", ["values", "indices"])(*parts)


@kernel("clip_by_global_norm")
def clip_by_global_norm(
    *, t_list: Any, clip_norm: Any, use_norm: Any = None, name: Any = None
) -> tuple[list[Any], Any]:
    tensors = [None if one is None else conv(one) for one in t_list]
    there = [one for one in tensors if one is not None]
    norm = use_norm if use_norm is not None else pure("global_norm", {"t_list": there})
    clipped = [
        None if t is None else pure("clipped", {"t": t, "norm": norm, "clip_norm": clip_norm})
        for t in tensors
    ]
    return clipped, norm


@kernel("global_norm")
def global_norm(*, t_list: Any, name: str | None = None) -> Tensor:
    return pure("global_norm", {"t_list": [conv(one) for one in t_list if one is not None]}, name=name)


@kernel("nn.conv2d", "nn.convolution", "nn.conv1d", "nn.conv3d", "nn.depthwise_conv2d")
def convolution(**given: Any) -> Tensor:
    name = given.pop("name", None)
    given.pop("use_cudnn_on_gpu", None)
    given["filter"] = given.get("filter") if given.get("filter") is not None else given.pop("filters", None)
    strides = given.get("strides")
    if isinstance(strides, (list, tuple)) and len(strides) == 4:
        given["strides"] = list(strides[1:3])
    if given.get("data_format") in ("NHWC", None):
        given.pop("data_format", None)
    else:
        unsure("a convolution of channels first")
    given.pop("dilations", None) if given.get("dilations") in (None, (1, 1, 1, 1), [1, 1, 1, 1]) else None
    return pure("convolution", given, name=name)


@kernel("nn.max_pool", "nn.avg_pool", "nn.max_pool2d", "nn.avg_pool2d", "nn.max_pool_v2")
def pool(**given: Any) -> Tensor:
    unsure("pooling by tf.nn")


def pooling(kind: str, given: dict[str, Any]) -> Tensor:
    """`tf.nn.max_pool` and its kin, channels last."""
    name = given.pop("name", None)
    source = given.pop("input", None)
    value = given.pop("value", None)
    source = source if source is not None else value
    middle = {
        word: list(given[word])[1:3] if np.ndim(given[word]) and len(given[word]) == 4 else given[word]
        for word in ("ksize", "strides")
    }
    return pure("pool", {"input": source, **middle, "padding": given["padding"], "of": kind}, name=name)


KERNELS["nn.max_pool"] = KERNELS["nn.max_pool2d"] = KERNELS["nn.max_pool_v2"] = lambda **given: pooling(
    "max", given
)
KERNELS["nn.avg_pool"] = KERNELS["nn.avg_pool2d"] = KERNELS["nn.avg_pool_v2"] = lambda **given: pooling(
    "avg", given
)


@kernel("zeros", "ones")
def _of_one_value(**_: Any) -> Any:
    unsure("tf.zeros")


def filled(kind: str, shape: Any, dtype: Any, name: Any) -> Tensor:
    return pure(
        kind,
        {"shape": conv(shape.as_list() if hasattr(shape, "as_list") else shape, "int32")},
        dtype=dtype or "float32",
        name=name,
    )


KERNELS["zeros"] = lambda *, shape, dtype="float32", name=None, **_: filled("zeros", shape, dtype, name)
KERNELS["ones"] = lambda *, shape, dtype="float32", name=None, **_: filled("ones", shape, dtype, name)


@kernel("zeros_like", "ones_like")
def _like(**_: Any) -> Any:
    unsure("tf.zeros_like")


def filled_like(kind: str, tensor: Any, dtype: Any, name: Any) -> Tensor:
    tensor = tensor if is_tensor(tensor) else constant(value=tensor)
    return pure(kind, {"tensor": tensor}, dtype=dtype or tensor.dtype, name=name)


for _kind in ("zeros_like", "ones_like"):
    KERNELS[_kind] = lambda *, tensor=None, input=None, dtype=None, name=None, _kind=_kind, **_: filled_like(
        _kind, tensor if tensor is not None else input, dtype, name
    )


@kernel("range")
def range_of(*, start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: Any = None) -> Tensor:
    if limit is None:
        start, limit = 0, start
    given = {"start": conv(start), "limit": conv(limit), "delta": conv(delta)}
    kind = (
        dtype
        or next((type_of(one) for one in given.values() if is_tensor(one)), None)
        or type_of(given["limit"])
    )
    return pure("range", given, dtype=kind, name=name)


@kernel("group")
def group(*, inputs: Any = (), name: Any = None, **_: Any) -> Operation:
    from .nodes import leaves, node_of

    nodes = tuple(node_of(one) for one in leaves(inputs) if one is not None)
    return Operation("group", lambda run, node: [run.value(one) for one in nodes] and None, nodes, name=name)


@kernel("no_op")
def no_op(*, name: Any = None) -> Operation:
    return group(name=name)


@kernel("tuple")
def tuple_of(*, tensors: Any, name: Any = None, control_inputs: Any = None) -> list[Any]:
    from .nodes import node_of

    together = tuple(node_of(one) for one in (*tensors, *(control_inputs or ())) if one is not None)

    def behind(one: Any) -> Any:
        if one is None:
            return None
        first = conv(one)
        return Tensor(
            "identity",
            (),
            first.known_shape,
            first.dtype,
            effect=lambda run, node: (run.value(together), run.value(first))[1],
        )

    return [behind(one) for one in tensors]


@kernel("stop_gradient")
def stop_gradient(*, input: Any, name: Any = None) -> Tensor:
    return pure("stop_gradient", {"input": input}, name=name)


@kernel("placeholder")
def placeholder(*, dtype: Any, shape: Any = None, name: str | None = None) -> Tensor:
    from .tensor_shapes import as_shape
    from .world import now

    if now().graph is None:
        raise meant(RuntimeError("tf.placeholder() is not compatible with eager execution."))
    return Tensor("placeholder", (), as_shape(shape), dtype, name=name or "Placeholder")


@kernel("placeholder_with_default")
def placeholder_with_default(*, input: Any, shape: Any, name: str | None = None) -> Tensor:
    from .tensor_shapes import as_shape

    value = conv(input)
    return Tensor(
        "identity",
        (("input", value),),
        as_shape(shape),
        type_of(value),
        name=name or "PlaceholderWithDefault",
    )


@kernel("Print")
def print_tensor(*, input_: Any, data: Any = None, message: Any = None, **_: Any) -> Any:
    return conv(input_)


@kernel("size", "shape", "rank")
def _of_shape(**_: Any) -> Any:
    unsure("tf.shape")


for _kind in ("size", "shape", "rank"):
    KERNELS[_kind] = lambda *, input, name=None, out_type="int32", optimize=True, _kind=_kind, **_: pure(
        _kind, {"input": input if is_tensor(input) else constant(value=input)}, dtype=out_type, name=name
    )


def of_kind(same_as: str, arguments: dict[str, Any]) -> Any:
    """Call a function of TensorFlow by its shortest name, with all its arguments by name."""
    found = KERNELS.get(same_as)
    if found is not None:
        return found(**arguments)
    last = same_as.rpartition(".")[2]
    kind = SAME.get(last, last)
    if kind in KERNELS:
        return KERNELS[kind](**arguments)
    if kind not in PURE:
        unsure(f"tf.{same_as}")
    return pure(kind, arguments, name=arguments.get("name"))
