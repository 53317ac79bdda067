"""The calls that make placeholders."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from migrate.model.driver import Driver, Point

SPARSE = frozenset({"tf.sparse.placeholder", "tf.sparse_placeholder"})


def placeholder_arguments(call: ast.Call) -> tuple[ast.expr, ast.expr | None]:
    """The type and the shape of a placeholder; `None` for a shape that is not known.

    The type of one with a default is no expression of the program's, but a new constant.
    """
    arguments = dict(zip(("dtype", "shape", "name"), call.args, strict=False))
    arguments |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    shape = arguments.get("shape")
    if isinstance(shape, ast.Constant) and shape.value is None:
        shape = None
    default = default_of(call)
    return (arguments["dtype"] if default is None else ast.Constant(_TYPES[type(default)])), shape


def default_of(call: ast.Call) -> bool | int | float | None:
    """The number that a placeholder is where it is not fed, if a call says so; its type is that of this."""
    named = (keyword.value for keyword in call.keywords if keyword.arg == "input")
    given = next(named, call.args[0] if call.args else None)
    value = given.value if isinstance(given, ast.Constant) else None
    return value if isinstance(value, (bool, int, float)) else None


_TYPES: Mapping[type, str] = {bool: "bool", int: "int32", float: "float32"}


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
    return not is_sparse(driver, point) and _type_of(driver, point) in _FLOATS


def may_be_number(point: Point) -> bool:
    """Whether what a placeholder of a driver is fed may be one number, as far as its call tells."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    shape = placeholder_arguments(value)[1] if isinstance(value, ast.Call) else None
    return shape is None or isinstance(shape, (ast.List, ast.Tuple)) and not shape.elts


def takes_texts(driver: Driver, point: Point) -> bool:
    """Whether a placeholder of a driver is of texts, as far as its call tells."""
    value = point.node.value if isinstance(point.node, ast.Assign) else None
    return isinstance(value, ast.Call) and _type_of(driver, point) == "string"


def _type_of(driver: Driver, point: Point) -> str:
    """The last name of the type that the call of a placeholder writes out."""
    dtype, _ = placeholder_arguments(placeholder_call(point))
    name = dtype.value if isinstance(dtype, ast.Constant) else driver.tensorflow(dtype)
    return str(name).removeprefix("tf.")


_FLOATS = frozenset({"bfloat16", "float16", "float32", "float64", "half"})


def has_bools(driver: Driver, point: Point) -> bool:
    """Whether a size of a placeholder's shape is seen to be a bool, which counted as 0 or 1.

    Names count that a statement of the driver gives one.
    """
    _, shape = placeholder_arguments(placeholder_call(point))
    given = [one.node for one in driver.points if isinstance(one.node, ast.Assign)]
    names = {
        target.id
        for node in given
        if _is_bool(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    inside = ast.walk(shape) if shape is not None else ()
    return any(_is_bool(node) or isinstance(node, ast.Name) and node.id in names for node in inside)


def _is_bool(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    is_not = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return is_not or isinstance(node, (ast.Compare, ast.BoolOp))


def specs_of(
    driver: Driver, placeholders: Iterable[Point], names: Mapping[Point, str]
) -> tuple[list[str], dict[str, ast.AST]]:
    """The specs of placeholders in an `input_signature`: texts with gaps, and what goes into the gaps.

    Those that have `names` are told them.
    """
    specs: list[str] = []
    parts: dict[str, ast.AST] = {}
    for index, point in enumerate(placeholders):
        dtype, shape = placeholder_arguments(placeholder_call(point))
        default = default_of(placeholder_call(point))
        told = f"{{dtype{index}}}" if default is None else f"tf.{_TYPES[type(default)]}"
        if default is None:
            parts[f"dtype{index}"] = dtype
        if shape is not None:
            parts[f"shape{index}"] = shape
        wanted = f"{{shape{index}}}" if shape is not None else "None"
        kind = "tf.SparseTensorSpec" if is_sparse(driver, point) else "tf.TensorSpec"
        named = f", name={names[point]!r}" if point in names else ""
        specs.append(f"{kind}({wanted}, {told}{named})")
    return specs, parts
