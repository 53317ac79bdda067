"""A call written anew, with the nodes that it has."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from migrate.model.edit import Code

_NOTHING: Mapping[ast.expr, str] = MappingProxyType({})


def written(
    call: ast.Call,
    function: str = "{}",
    around: Mapping[ast.expr, str] = _NOTHING,
    imports: tuple[str, ...] = (),
) -> Code:
    """The code of `call`, where `{}` stands for its function, and for values in what is put `around` them."""
    parts: dict[str, ast.AST] = {"function": call.func}
    given: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    arguments = []
    for index, one in enumerate(given):
        value = one.value if isinstance(one, (ast.keyword, ast.Starred)) else one
        parts[f"_{index}"] = value
        arguments.append(_prefix(one) + around.get(value, "{}").replace("{}", f"{{_{index}}}"))
    code = f"{function.replace('{}', '{function}')}({', '.join(arguments)})"
    return Code(code, parts, imports=imports)


def _prefix(argument: ast.expr | ast.keyword) -> str:
    if isinstance(argument, ast.keyword):
        return "**" if argument.arg is None else f"{argument.arg}="
    return "*" if isinstance(argument, ast.Starred) else ""
