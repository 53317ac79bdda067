"""The shapes of results, while a graph is built and when it runs: a rule for each operation.

An operation without a rule gives a value of unknown shape, which a program cannot look into.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .expressions import Expr
from .unsure import meant

Dims = "tuple[int | None, ...] | None"


class Given:
    """The arguments of an operation, with what is known of them: shapes, and values of constants."""

    def __init__(self, args: tuple[Any, ...]) -> None:
        self.args = dict(args)

    def __contains__(self, name: str) -> bool:
        return self.args.get(name) is not None

    def first(self) -> Any:
        return shape_of(next(iter(self.args.values())))

    def shape(self, name: str) -> Any:
        return shape_of(self.args.get(name))

    def value(self, name: str, default: Any = None) -> Any:
        """The value of a constant; `None` where it is not known."""
        one = self.args.get(name)
        return default if one is None else value_of(one)

    def each(self, name: str) -> list[Any]:
        """The shapes of the tensors in a list, or of the parts of one that was stacked from constants."""
        one = self.args.get(name)
        if isinstance(one, tuple):
            return [shape_of(part) for part in one]
        shape = shape_of(one)
        return [shape[1:]] * shape[0] if shape and shape[0] is not None else [None]


def shape_of(one: Any) -> Any:
    if isinstance(one, Expr):
        return one.shape
    if isinstance(one, tuple):
        parts = [shape_of(part) for part in one]
        if not parts or any(part is None for part in parts):
            return None
        return (len(parts), *parts[0])
    if hasattr(one, "fixed"):
        return one.fixed.shape if one.fixed is not None else getattr(one, "known_shape", None)
    return None


def value_of(one: Any) -> Any:
    if isinstance(one, Expr):
        return one.value
    if isinstance(one, tuple):
        parts = [value_of(part) for part in one]
        return None if any(part is None for part in parts) else np.array(parts)
    if getattr(one, "fixed", None) is not None:
        return one.fixed.value
    if hasattr(one, "kind") and one.kind in ("constant", "identity") and one.args and one.effect is None:
        return value_of(one.args[0][1])
    if isinstance(one, str):
        return one
    return None


Rule = Callable[[Given], Any]
RULES: dict[str, Rule] = {}


def rule(*kinds: str) -> Callable[[Rule], Rule]:
    def add(function: Rule) -> Rule:
        for kind in kinds:
            RULES[kind] = function
        return function

    return add


def infer(kind: str, args: tuple[Any, ...]) -> Any:
    """The shape of the result, as far as it is known.

    Raises:
      ValueError: the arguments do not fit, as TensorFlow would say.
    """
    found = RULES.get(kind)
    return found(Given(args)) if found is not None else None


def broadcast(shapes: list[Any], kind: str = "") -> Any:
    if any(shape is None for shape in shapes):
        return None
    result: list[int | None] = []
    rank = max(map(len, shapes))
    for place in range(rank):
        sizes = [s[place - rank + len(s)] for s in shapes if place - rank + len(s) >= 0]
        real = {size for size in sizes if size not in (1, None)}
        if len(real) > 1:
            raise meant(ValueError(f"Dimensions must be equal, but are {shapes} for {kind}"))
        result.append(real.pop() if real else None if None in sizes else 1)
    return tuple(result)


UNARY = [
    "abs",
    "negative",
    "square",
    "sqrt",
    "rsqrt",
    "exp",
    "log",
    "log1p",
    "expm1",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "sigmoid",
    "relu",
    "relu6",
    "elu",
    "softplus",
    "softmax",
    "log_softmax",
    "sign",
    "floor",
    "ceil",
    "round",
    "stop_gradient",
    "zeros_like",
    "ones_like",
    "reciprocal",
    "l2_normalize",
    "leaky_relu",
    "selu",
    "softsign",
    "identity",
    "is_nan",
    "is_finite",
    "is_inf",
    "clip_by_value",
    "clip_by_norm",
    "clip_by_average_norm",
    "cast",
    "log_sigmoid",
    "erf",
    "cumsum",
    "cumprod",
    "swish",
    "logical_not",
    "print",
    "check_numerics",
    "reverse",
    "clipped",
    "dropout",
    "batch_normalization",
    "lrn",
    "local_response_normalization",
    "sort",
    "bias_add",
    "normalized",
    "prevent_gradient",
    "part_of_group",
    "invert_permutation",
    "one_of",
    "lgamma",
    "digamma",
    "rint",
    "cumulative",
    "scaled",
    "as_string",
    "sequence_part",
    "matrix_inverse",
    "cholesky",
    "reverse_sequence",
    "placeholder_value",
    "pull",
    "random_shuffle",
    "crelu_not",
    "conj",
    "tower_mean_one",
    "hard_sigmoid",
    "gelu",
]
BINARY = [
    "add",
    "subtract",
    "multiply",
    "truediv",
    "pow",
    "mod",
    "floordiv",
    "maximum",
    "minimum",
    "squared_difference",
    "equal",
    "not_equal",
    "less",
    "greater",
    "less_equal",
    "greater_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "atan2",
    "sigmoid_cross_entropy_with_logits",
    "realdiv",
    "div_no_nan",
    "floormod",
    "igamma",
    "xdivy",
]
REDUCE = [
    "reduce_mean",
    "reduce_sum",
    "reduce_max",
    "reduce_min",
    "reduce_prod",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_std",
    "reduce_variance",
]


@rule(*UNARY)
def _same(given: Given) -> Any:
    return given.first()


@rule(*BINARY)
def _broadcast(given: Given) -> Any:
    operands = [one for one in given.args.values() if not isinstance(one, str)]
    return broadcast([shape_of(one) for one in operands])


@rule("where", "select")
def _where(given: Given) -> Any:
    if "x" not in given:
        return None
    return (
        broadcast([given.shape("condition"), given.shape("x"), given.shape("y")])
        if given.shape("condition")
        else given.shape("x")
    )


@rule(
    "l2_loss",
    "size",
    "rank",
    "global_norm",
    "learning_rate",
    "scalar",
    "parse_scalar",
    "summary",
    "loss_mean",
    "count_nonzero_all",
)
def _scalar(given: Given) -> Any:
    return ()


@rule(*REDUCE, "argmax", "argmin", "norm", "count_nonzero")
def _reduced(given: Given) -> Any:
    shape, axis, keeps = given.first(), given.args.get("axis"), given.value("keepdims", False)
    is_arg = False
    if axis is None:
        return () if not keeps else None if shape is None else (1,) * len(shape)
    axis = value_of(axis)
    if shape is None or axis is None:
        return None
    axes = {int(one) % len(shape) for one in np.atleast_1d(axis)} if len(shape) else set()
    del is_arg
    if keeps:
        return tuple(1 if place in axes else size for place, size in enumerate(shape))
    return tuple(size for place, size in enumerate(shape) if place not in axes)


@rule("reshape")
def _reshape(given: Given) -> Any:
    asked, shape = given.value("shape"), given.first()
    if asked is None:
        parts = given.args.get("shape")
        if isinstance(parts, tuple):
            return tuple(_dim(value_of(one)) for one in parts)
        return None
    sizes = [int(one) for one in np.atleast_1d(asked)]
    if shape is not None and None not in shape:
        total, known = int(np.prod(shape or (1,))), int(np.prod([s for s in sizes if s != -1] or [1]))
        if -1 in sizes:
            if known == 0 or total % known:
                raise meant(ValueError(f"Cannot reshape {shape} to {sizes}"))
            return tuple(total // known if size == -1 else size for size in sizes)
        if total != known:
            raise meant(ValueError(f"Cannot reshape a tensor with {total} elements to shape {sizes}"))
    return tuple(None if size == -1 else size for size in sizes)


def _dim(value: Any) -> int | None:
    return None if value is None or int(value) < 0 else int(value)


@rule("fill", "zeros", "ones", "broadcast_to", "draw", "initial")
def _filled(given: Given) -> Any:
    asked = given.args.get("dims", given.args.get("shape"))
    if isinstance(asked, tuple):
        return tuple(_dim(value_of(one)) for one in asked)
    value = value_of(asked)
    return None if value is None else tuple(int(one) for one in np.atleast_1d(value))


@rule("matmul")
def _matmul(given: Given) -> Any:
    a, b = given.shape("a"), given.shape("b")
    if a is None or b is None or len(a) < 2 or len(b) < 2:
        if a is not None and b is not None:
            raise meant(ValueError(f"Shape must be rank 2 for matmul, of {a} and {b}"))
        return None
    rows, inner = (a[-1], a[-2]) if given.value("transpose_a", False) else (a[-2], a[-1])
    other, columns = (b[-1], b[-2]) if given.value("transpose_b", False) else (b[-2], b[-1])
    if inner is not None and other is not None and inner != other:
        raise meant(ValueError(f"Dimensions must be equal, but are {inner} and {other} for matmul"))
    return (*broadcast([a[:-2], b[:-2]]), rows, columns)


@rule("add_n", "accumulate_n", "tower_mean", "tower_sum")
def _of_first(given: Given) -> Any:
    each = given.each("inputs")
    return next((shape for shape in each if shape is not None), None)


@rule(
    "softmax_cross_entropy_with_logits",
    "sparse_softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2",
)
def _cross_entropy(given: Given) -> Any:
    shape = given.shape("logits")
    return None if shape is None else shape[:-1]


@rule("xw_plus_b")
def _xw_plus_b(given: Given) -> Any:
    x, weights = given.shape("x"), given.shape("weights")
    return (x[0], weights[1]) if x and weights else None


@rule("transpose")
def _transpose(given: Given) -> Any:
    shape, perm = given.first(), given.value("perm")
    if shape is None:
        return None
    if "perm" not in given:
        return shape[::-1]
    return None if perm is None else tuple(shape[int(place)] for place in perm)


@rule("expand_dims")
def _expand(given: Given) -> Any:
    shape, axis = given.first(), given.value("axis", 0)
    if shape is None or axis is None:
        return None
    place = int(axis) % (len(shape) + 1)
    return (*shape[:place], 1, *shape[place:])


@rule("squeeze")
def _squeeze(given: Given) -> Any:
    shape, axis = given.first(), given.value("axis")
    if shape is None or ("axis" not in given and None in shape):
        return None
    axes = (
        {int(one) % len(shape) for one in np.atleast_1d(axis)} if axis is not None and np.size(axis) else None
    )
    if axes:
        for place in axes:
            if shape[place] not in (1, None):
                raise meant(ValueError(f"Can not squeeze dim[{place}] of {shape}"))
    return tuple(size for place, size in enumerate(shape) if (place not in axes if axes else size != 1))


@rule("stack")
def _stack(given: Given) -> Any:
    each, axis = given.each("values"), int(given.value("axis", 0))
    if any(one is None for one in each):
        return None
    merged = tuple(next((s for s in sizes if s is not None), None) for sizes in zip(*each, strict=False))
    place = axis % (len(merged) + 1)
    return (*merged[:place], len(each), *merged[place:])


@rule("concat")
def _concat(given: Given) -> Any:
    each, axis = given.each("values"), given.value("axis")
    if any(one is None for one in each) or axis is None or not each:
        return None
    if not each[0]:
        raise meant(ValueError("Can't concatenate scalars (use tf.stack instead)"))
    place = int(axis) % len(each[0])
    sizes = [one[place] for one in each]
    merged = [next((s for s in dims if s is not None), None) for dims in zip(*each, strict=False)]
    merged[place] = None if None in sizes else sum(sizes)
    return tuple(merged)


@rule("gather", "embedding_lookup")
def _gather(given: Given) -> Any:
    params, ids = given.shape("params"), given.shape("indices") if "indices" in given else given.shape("ids")
    if isinstance(given.args.get("params"), tuple):
        params = shape_of(given.args["params"][0])
    axis = given.value("axis", 0)
    if params is None or ids is None or axis is None:
        return None
    place = int(axis) % len(params)
    return (*params[:place], *ids, *params[place + 1 :])


@rule("gather_nd")
def _gather_nd(given: Given) -> Any:
    params, ids = given.shape("params"), given.shape("indices")
    if params is None or not ids or ids[-1] is None:
        return None
    return (*ids[:-1], *params[ids[-1] :])


@rule("one_hot")
def _one_hot(given: Given) -> Any:
    shape, depth, axis = given.first(), given.value("depth"), given.value("axis", -1)
    if shape is None or depth is None:
        return None
    place = int(axis) % (len(shape) + 1)
    return (*shape[:place], int(depth), *shape[place:])


@rule("item")
def _item(given: Given) -> Any:
    shape = given.first()
    if shape is None:
        return None
    keys = given.args["keys"]
    result: list[int | None] = []
    taken = sum(1 for key in keys if key not in ("newaxis", "ellipsis"))
    place = 0
    for key in keys:
        if key == "newaxis":
            result.append(1)
        elif key == "ellipsis":
            skipped = len(shape) - taken
            result.extend(shape[place : place + skipped])
            place += skipped
        else:
            if place >= len(shape):
                raise meant(
                    ValueError(
                        f"Index out of range using input dim {place}; input has only {len(shape)} dims"
                    )
                )
            if isinstance(key, tuple) and key and key[0] == "slice":
                result.append(_sliced(shape[place], [value_of(one) for one in key[1:]], key[1:]))
            else:
                at, size = value_of(key), shape[place]
                if at is not None and size is not None and np.ndim(at) == 0 and not -size <= int(at) < size:
                    raise meant(ValueError(f"slice index {at} of dimension {place} out of bounds."))
            place += 1
    return (*result, *shape[place:])


def _sliced(size: int | None, values: list[Any], given: tuple[Any, ...]) -> int | None:
    if size is None or any(v is None and g is not None for v, g in zip(values, given, strict=False)):
        return None
    return len(range(*slice(*(None if v is None else int(v) for v in values)).indices(size)))


@rule("slice")
def _slice(given: Given) -> Any:
    shape, begin, size = given.first(), given.value("begin"), given.value("size")
    if shape is None or size is None:
        return None
    starts = np.atleast_1d(begin) if begin is not None else [None] * len(shape)
    return tuple(
        int(want) if want != -1 else None if dim is None or start is None else dim - int(start)
        for dim, start, want in zip(shape, starts, np.atleast_1d(size), strict=False)
    )


@rule("tile")
def _tile(given: Given) -> Any:
    shape, times = given.first(), given.value("multiples")
    if shape is None or times is None:
        return None
    return tuple(None if size is None else size * int(many) for size, many in zip(shape, times, strict=False))


@rule("pad")
def _pad(given: Given) -> Any:
    shape, paddings = given.first(), given.value("paddings")
    if shape is None or paddings is None:
        return None
    pairs = zip(shape, paddings, strict=False)
    return tuple(None if size is None else size + int(sum(pair)) for size, pair in pairs)


@rule("part_of_split")
def _split(given: Given) -> Any:
    shape, axis, sizes = given.first(), int(given.value("axis", 0)), given.value("sizes")
    if shape is None or sizes is None:
        return None
    place, number = axis % len(shape), int(given.value("number"))
    if np.ndim(sizes) == 0:
        if shape[place] is not None and shape[place] % int(sizes):
            raise meant(
                ValueError(f"Dimension size, given by {shape}, must be evenly divisible by {int(sizes)}")
            )
        size = None if shape[place] is None else shape[place] // int(sizes)
    else:
        size = int(sizes[number])
        size = None if size < 0 else size
    return (*shape[:place], size, *shape[place + 1 :])


@rule("part_of_unstack")
def _unstack(given: Given) -> Any:
    shape, axis = given.first(), int(given.value("axis", 0))
    if shape is None:
        return None
    place = axis % len(shape)
    return (*shape[:place], *shape[place + 1 :])


@rule("part_of_moments")
def _moments(given: Given) -> Any:
    return _reduced(given)


@rule("part_of_top_k")
def _top_k(given: Given) -> Any:
    shape, k = given.first(), given.value("k", 1)
    return None if shape is None or k is None else (*shape[:-1], int(k))


@rule("in_top_k")
def _in_top_k(given: Given) -> Any:
    return given.shape("targets")


@rule("shape")
def _shape(given: Given) -> Any:
    shape = given.first()
    return None if shape is None else (len(shape),)


@rule("range")
def _range(given: Given) -> Any:
    values = [given.value(name) for name in ("start", "limit", "delta")]
    if any(given.value(name) is None and name in given for name in ("start", "limit", "delta")):
        return None
    numbers = [value for value in values if value is not None]
    return (len(np.arange(*numbers)),)


@rule("eye")
def _eye(given: Given) -> Any:
    rows = given.value("num_rows")
    columns = given.value("num_columns", rows)
    return None if rows is None else (int(rows), int(columns))


@rule("diag")
def _diag(given: Given) -> Any:
    shape = given.first()
    return None if shape is None else shape * 2


@rule("linspace", "lin_space")
def _linspace(given: Given) -> Any:
    num = given.value("num")
    return None if num is None else (int(num),)


@rule("sequence_mask")
def _sequence_mask(given: Given) -> Any:
    shape, longest = given.first(), given.value("maxlen")
    return None if shape is None or longest is None else (*shape, int(longest))


@rule("tensordot")
def _tensordot(given: Given) -> Any:
    a, b, axes = given.shape("a"), given.shape("b"), given.value("axes")
    if a is None or b is None or axes is None:
        return None
    if np.ndim(axes) == 0:
        count = int(axes)
        return (*a[: len(a) - count], *b[count:])
    left, right = ({int(x) % len(s) for x in np.atleast_1d(part)} for part, s in ((axes[0], a), (axes[1], b)))
    return (*(s for i, s in enumerate(a) if i not in left), *(s for i, s in enumerate(b) if i not in right))


@rule("unsorted_segment_sum", "scatter_nd")
def _segments(given: Given) -> Any:
    value = given.value("shape")
    return None if value is None else tuple(int(one) for one in value)


@rule("convolution")
def _convolution(given: Given) -> Any:
    """`conv2d` and its kin, channels last: what stride and padding leave of each size."""
    x, kernel = given.shape("input"), given.shape("filter")
    if x is None or kernel is None:
        return None
    strides, padding = given.value("strides"), given.args.get("padding")
    if strides is None or not isinstance(padding, str):
        return None
    steps = [int(one) for one in np.atleast_1d(strides)]
    sizes = tuple(_windowed(size, k, s, padding) for size, k, s in zip(x[1:-1], kernel, steps, strict=False))
    return (x[0], *sizes, kernel[-1])


@rule("pool")
def _pool(given: Given) -> Any:
    x, window, strides = given.shape("input"), given.value("ksize"), given.value("strides")
    padding = given.args.get("padding")
    if x is None or window is None or strides is None or not isinstance(padding, str):
        return None
    pairs = zip(x[1:-1], np.atleast_1d(window), np.atleast_1d(strides), strict=False)
    return (x[0], *(_windowed(size, int(k), int(s), padding) for size, k, s in pairs), x[-1])


def _windowed(size: int | None, kernel: int | None, stride: int, padding: str) -> int | None:
    if size is None or kernel is None:
        return None
    return -(-size // stride) if padding.upper() == "SAME" else -(-(size - kernel + 1) // stride)
