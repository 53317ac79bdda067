"""The options of sessions that tf.config has, by their paths in a ConfigProto."""

from __future__ import annotations

import ast
from collections.abc import Callable

from migrate.model.edit import Code

from ..statements.new_names import Names

_COMPAT = ("import compat",)
Form = Callable[[Names, ast.expr], Code | None]
NOTHING = Code("")  # the option is what TensorFlow 2 does anyway


def _unless(default: object, template: str, imports: tuple[str, ...] = ()) -> Form:
    """The form of an option that says something only where it is not `default`."""

    def form(_: Names, value: ast.expr) -> Code:
        return NOTHING if _is(value, default) else Code(template, {"value": value}, imports=imports)

    return form


def _growth(names: Names, value: ast.expr) -> Code:
    if _is(value, False):
        return NOTHING
    gpu = names.new("gpu")
    return Code(
        f'for {gpu} in tf.config.list_physical_devices("GPU"):\n'
        f"    tf.config.experimental.set_memory_growth({gpu}, {{value}})",
        {"value": value},
    )


def _shown(_: Names, value: ast.expr) -> Code:
    return Code("compat.set_visible_gpus({value})", {"value": value}, imports=_COMPAT)


def _gpus(_: Names, value: ast.expr) -> Code:
    if _is(value, 0):
        return Code('tf.config.set_visible_devices([], "GPU")')
    first = 'tf.config.get_visible_devices("GPU")[:{value}]'
    return Code(f'tf.config.set_visible_devices({first}, "GPU")', {"value": value})


def _cpus(_: Names, value: ast.expr) -> Code:
    if _is(value, 1):
        return NOTHING
    return Code(
        "tf.config.set_logical_device_configuration(\n"
        '    tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * {value}\n'
        ")",
        {"value": value},
    )


def _soft(_: Names, value: ast.expr) -> Code:
    if _is(value, True):
        return NOTHING  # as TensorFlow 2 places anyway
    return Code("tf.config.set_soft_device_placement({value})", {"value": value})


def _compiled(_: Names, value: ast.expr) -> Code | None:
    level = value.attr if isinstance(value, ast.Attribute) else None
    if level in ("DEFAULT", "OFF"):
        return NOTHING
    return Code("tf.config.optimizer.set_jit(True)") if level in ("ON_1", "ON_2") else None


_THREADS = "tf.config.threading.set_{}_op_parallelism_threads({{value}})"
FORMS: dict[str, Form] = {
    "allow_soft_placement": _soft,
    "device_count.CPU": _cpus,
    "device_count.GPU": _gpus,
    "gpu_options.allow_growth": _growth,
    "gpu_options.per_process_gpu_memory_fraction": _unless(
        0, "compat.set_gpu_memory_fraction({value})", _COMPAT
    ),
    "gpu_options.visible_device_list": _shown,
    "graph_options.optimizer_options.global_jit_level": _compiled,
    "inter_op_parallelism_threads": _unless(0, _THREADS.format("inter")),
    "intra_op_parallelism_threads": _unless(0, _THREADS.format("intra")),
    "log_device_placement": _unless(False, "tf.debugging.set_log_device_placement({value})"),
}


def _is(node: ast.expr, value: object) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is type(value) and bool(node.value == value)
