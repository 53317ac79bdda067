"""The lists of devices that numbers of GPUs stand for."""

from __future__ import annotations

import ast


def device_list(gpus: ast.expr, hole: str) -> str:
    """The code of the devices for a number of GPUs, or for a list of their numbers.

    Where these are not written out, the code takes the expression in a hole of that name.
    """
    numbers: list[object] = []
    if isinstance(gpus, ast.Constant) and type(gpus.value) is int and gpus.value > 0:
        numbers = list(range(gpus.value))
    elif isinstance(gpus, (ast.List, ast.Tuple)):
        numbers = [one.value if isinstance(one, ast.Constant) else None for one in gpus.elts]
    if numbers and all(type(number) is int for number in numbers):
        return "[" + ", ".join(f"'/gpu:{number}'" for number in numbers) + "]"
    return f"compat.gpu_names({{{hole}}})"
