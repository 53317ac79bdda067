"""What TensorFlow reads when it starts, of the environment and of tf.config, and statements that set it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.driver import Driver, Point
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of

from ..statements.moving import can_stand, is_plain, outermost

# What starts with these tells CUDA or TensorFlow which devices there are, and how to use them.
_READ_AT_START = ("CUDA_", "TF_", "XLA_", "NCCL_", "OMP_", "KMP_", "HIP_VISIBLE", "ROCR_VISIBLE")
_OF_CLUSTERS = "TF_CONFIG"


def masks(driver: Driver, place: int) -> tuple[list[Point], list[Point]]:
    """The statements behind a place, and before any session, that set such things: those to move, or stuck.

    A graph did not start TensorFlow; what stands for it in steps may, and then they would come too late.
    """
    opened = next((one.index for one in driver.points if one.kind in (Kind.SESSION, Kind.RUN)), 0)
    found = dict.fromkeys(
        outermost(driver, one)
        for one in driver.points[place + 1 : opened]
        if one.kind is Kind.HOST and any(_sets(driver, one))
    )
    moving: list[Point] = []
    for one in found:
        is_host = all(map(is_plain, driver.under(one.node)))
        if is_host and can_stand(driver, [one.node], one, place, besides=moving):
            moving.append(one)
    return moving, [one for one in found if one not in moving]


def _sets(driver: Driver, point: Point) -> Iterator[bool]:
    if isinstance(point.node, (ast.FunctionDef, ast.ClassDef)):
        return
    for node in point.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = driver.bindings.functions.get(node.func.id)
            yield function is not None and any(map(_is_setting, nodes_of(function)))
        symbol = driver.tensorflow(node.func) if isinstance(node, ast.Call) else None
        yield _is_setting(node) or (symbol or "").startswith("tf.config.")


def _is_setting(node: ast.AST) -> bool:
    """Whether it is `os.environ['CUDA_…'] = …`, or a call that does the same."""
    if isinstance(node, ast.Assign):
        target = node.targets[0]
        return isinstance(target, ast.Subscript) and _is_environment(target.value) and _is_read(target.slice)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    if node.func.attr == "update" and _is_environment(node.func.value):
        keys = [key for one in node.args if isinstance(one, ast.Dict) for key in one.keys]
        return any(key is not None and _is_read(key) for key in keys)
    sets = node.func.attr == "putenv" or node.func.attr == "setdefault" and _is_environment(node.func.value)
    return sets and bool(node.args) and _is_read(node.args[0])


def _is_environment(node: ast.expr) -> bool:
    return ast.unparse(node) in ("os.environ", "environ")


def _is_read(node: ast.expr) -> bool:
    key = node.value if isinstance(node, ast.Constant) else None
    return isinstance(key, str) and key != _OF_CLUSTERS and key.startswith(_READ_AT_START)
