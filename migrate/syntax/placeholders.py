"""The calls that make placeholders."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from migrate.model.driver import Driver, Point

SPARSE = frozenset({"tf.sparse.placeholder", "tf.sparse_placeholder"})


def placeholder_arguments(call: ast.Call) -> tuple[ast.expr, ast.expr | None]:
    """The type and the shape of a placeholder; `None` for a shape that is not known."""
    arguments = dict(zip(("dtype", "shape", "name"), call.args, strict=False))
    arguments |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    shape = arguments.get("shape")
    if isinstance(shape, ast.Constant) and shape.value is None:
        shape = None
    return arguments["dtype"], shape


def placeholder_call(point: Point) -> ast.Call:
    """The call that makes a placeholder of a driver."""
    assert isinstance(point.node, ast.Assign)
    assert isinstance(point.node.value, ast.Call)
    return point.node.value


def is_sparse(driver: Driver, point: Point) -> bool:
    """Whether a placeholder of a driver is fed sparse tensors."""
    return driver.tensorflow(placeholder_call(point).func) in SPARSE


def takes_floats(driver: Driver, point: Point) -> bool:
    """Whether a placeholder of a driver surely is of a real floating-point type, and dense."""
    dtype, _ = placeholder_arguments(placeholder_call(point))
    name = dtype.value if isinstance(dtype, ast.Constant) else driver.tensorflow(dtype)
    return not is_sparse(driver, point) and str(name).removeprefix("tf.") in _FLOATS


_FLOATS = frozenset({"bfloat16", "float16", "float32", "float64", "half"})


def specs_of(driver: Driver, placeholders: Iterable[Point]) -> tuple[list[str], dict[str, ast.AST]]:
    """The specs of placeholders in an `input_signature`: texts with gaps, and what goes into the gaps."""
    specs: list[str] = []
    parts: dict[str, ast.AST] = {}
    for index, point in enumerate(placeholders):
        dtype, shape = placeholder_arguments(placeholder_call(point))
        parts[f"dtype{index}"] = dtype
        if shape is not None:
            parts[f"shape{index}"] = shape
        wanted = f"{{shape{index}}}" if shape is not None else "None"
        kind = "tf.SparseTensorSpec" if is_sparse(driver, point) else "tf.TensorSpec"
        specs.append(f"{kind}({wanted}, {{dtype{index}}})")
    return specs, parts
