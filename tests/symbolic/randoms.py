"""Random numbers and initialisers: a draw is named by its stream and by its place in it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .dtypes import as_dtype
from .expressions import Expr, const, expr
from .nodes import Drawn, Stream, Tensor, conv
from .operations import filled, pure
from .tensor_shapes import as_shape
from .unsure import Modelled, unsure
from .world import now

RANDOM = {
    "random_normal",
    "truncated_normal",
    "random_uniform",
    "glorot_uniform",
    "glorot_normal",
    "variance_scaling",
    "orthogonal",
    "he_normal",
    "he_uniform",
    "lecun_normal",
    "lecun_uniform",
    "uniform_unit_scaling",
}


def drawn(
    kind: str,
    params: tuple[Any, ...],
    seed: Any,
    shape: Any,
    dtype: Any = None,
    name: Any = None,
    *,
    initial: bool = False,
) -> Tensor:
    """A random operation.

    In a graph each operation with a seed has a stream of its own, which each session begins anew. So it is
    where a store makes variables. In eager mode else, kernels are kept by their attributes: all operations
    of one kind and seed go on with one stream. What has no seed is named by the variable that begins with
    it, and how often it has before, or by how often it was asked for: no run can be compared by its numbers.
    """
    world = now()
    graph_seed = world.graph.seed if world.graph is not None else world.seed
    own = Stream()
    world.kept.append(own)
    has_own = world.has_streams or world.graph is not None
    size = conv(shape.as_list() if hasattr(shape, "as_list") else shape)
    type_of = str(as_dtype(dtype or "float32"))

    def effect(run: Any, node: Any) -> Expr:
        args = run.value(params)
        dims = run.value(size)
        known = (
            None
            if not isinstance(dims, Expr) or dims.value is None
            else tuple(int(one) for one in np.atleast_1d(dims.value))
        )
        if known is None and isinstance(dims, tuple):
            unsure("random numbers of a shape that is not known")
        naming = world.naming if seed is None and initial else None
        name, count = naming or (None, 0)
        if naming is None:
            if seed is None:
                key: Any = (kind, args, known)
            elif run.is_eager and not has_own:
                key = (kind, graph_seed, seed)
            else:
                world.kept.append(run.state)
                key = own.key(run.state, is_initial=run.is_eager)
            count = world.draws.get(key, 0)
            world.draws[key] = count + 1
        return expr(
            "draw", kind, args, known, (type_of, graph_seed), seed, name, count, shape=known, dtype=type_of
        )

    return Drawn(kind, (), as_shape(shape), type_of, name=name, effect=effect, stream=own)


def of_variable(value: Expr, name: str, count: int) -> Expr:
    """The same value, whose draws without a seed are those that this variable begins with."""
    if value.op == "draw" and value.args[4] is None and value.args[5] is None:
        receiver = now().receivers.setdefault(value, (name, count))
        return expr("draw", *value.args[:5], *receiver, shape=value.shape, dtype=value.dtype)
    if value.value is not None or value.op == "var":
        return value

    def part(one: Any) -> Any:
        if isinstance(one, Expr):
            return of_variable(one, name, count)
        return tuple(part(inner) for inner in one) if isinstance(one, tuple) else one

    args = tuple(part(one) for one in value.args)
    return value if args == value.args else expr(value.op, *args, shape=value.shape, dtype=value.dtype)


class Initializer(Modelled):
    """An initialiser: gives a tensor for a shape."""

    kind = ""
    words: tuple[str, ...] = ()
    defaults: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        given = {**dict(zip((*self.words, "seed", "dtype"), args, strict=False)), **kwargs}
        self.seed = given.pop("seed", None)
        self.dtype = given.pop("dtype", None)
        for word in ("verify_shape", "partition_info"):
            given.pop(word, None)
        self.given = {**self.defaults, **{word: value for word, value in given.items() if value is not None}}

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None, **_: Any) -> Tensor:
        dtype = dtype or self.dtype or "float32"
        if self.kind in ("zeros", "ones"):
            return filled(self.kind, shape, dtype, None)
        if self.kind == "constant":
            value = self.given.get("value", 0)
            array = np.asarray(value)
            sizes = as_shape(shape)
            if array.ndim == 0 and str(as_dtype(dtype)) not in ("string",):
                made = const(value, str(as_dtype(dtype)))
                return pure(
                    "fill",
                    {
                        "dims": conv(list(sizes or ())) if sizes else const(np.zeros(0, "int32")),
                        "value": made,
                    },
                    dtype=dtype,
                )
            whole = (
                np.broadcast_to(array, sizes) if sizes is None or array.size == 1 else _spread(array, sizes)
            )
            made = const(np.asarray(whole), str(as_dtype(dtype)))
            return Tensor("constant", (("value", made),), made.shape, made.dtype)
        if self.kind == "identity":
            return pure("eye", {"num_rows": const(as_shape(shape)[0])}, dtype=dtype)
        params = tuple((word, conv(_number(self.given[word]))) for word in sorted(self.given))
        return drawn(self.kind, params, self.seed, shape, dtype, initial=True)

    def get_config(self) -> Any:
        unsure("Initializer.get_config")


def _number(value: Any) -> Any:
    """A parameter as the number that it is, whether it was written as a whole one or not."""
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def _spread(array: Any, sizes: Any) -> Any:
    """TF 1 repeats the last value where there are too few."""
    flat = array.ravel()
    total = int(np.prod(sizes or (1,)))
    if flat.size < total:
        flat = np.concatenate([flat, np.full(total - flat.size, flat[-1])])
    if flat.size > total:
        unsure("constant_initializer of too many values")
    return flat.reshape(sizes)


def initializer(kind: str, *words: str, **defaults: Any) -> type[Initializer]:
    """The class of an initialiser, with the names of its parameters in order."""
    return type(f"{kind}_initializer", (Initializer,), {"kind": kind, "words": words, "defaults": defaults})


INITIALIZERS = {
    "zeros": initializer("zeros"),
    "ones": initializer("ones"),
    "constant": initializer("constant", "value"),
    "identity": initializer("identity", "gain"),
    "random_normal": initializer("random_normal", "mean", "stddev", mean=0.0, stddev=1.0),
    "truncated_normal": initializer("truncated_normal", "mean", "stddev", mean=0.0, stddev=1.0),
    "random_uniform": initializer("random_uniform", "minval", "maxval", minval=0, maxval=1),
    "glorot_uniform": initializer("glorot_uniform"),
    "glorot_normal": initializer("glorot_normal"),
    "he_normal": initializer("he_normal"),
    "he_uniform": initializer("he_uniform"),
    "lecun_normal": initializer("lecun_normal"),
    "lecun_uniform": initializer("lecun_uniform"),
    "orthogonal": initializer("orthogonal", "gain"),
    "variance_scaling": initializer("variance_scaling", "scale", "mode", "distribution"),
    "uniform_unit_scaling": initializer("uniform_unit_scaling", "factor"),
}

# Those of TensorFlow 2, whose defaults are others.
INITIALIZERS_2 = {
    **INITIALIZERS,
    "random_normal": initializer("random_normal", "mean", "stddev", mean=0.0, stddev=0.05),
    "truncated_normal": initializer("truncated_normal", "mean", "stddev", mean=0.0, stddev=0.05),
    "random_uniform": initializer("random_uniform", "minval", "maxval", minval=-0.05, maxval=0.05),
}


def random_function(kind: str, first: str, second: str, default: Any) -> Any:
    """`tf.random_normal` and its kin, for arguments by name."""

    def function(
        *, shape: Any, dtype: Any = "float32", seed: Any = None, name: Any = None, **given: Any
    ) -> Tensor:
        given = {
            word: given.get(word) if given.get(word) is not None else default
            for word, default in ((first, 0), (second, 1))
        }
        params = tuple((word, conv(_number(given[word]))) for word in (first, second))
        return drawn(kind, params, seed, shape, dtype, name, initial=True)

    return function
