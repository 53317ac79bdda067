"""A call written anew, with the nodes that it has."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from migrate.model.edit import Code

_NOTHING: Mapping[ast.expr, str] = MappingProxyType({})
_SAME: Mapping[str, str] = MappingProxyType({})


def given_arguments(call: ast.Call, takes: Sequence[str]) -> Mapping[str, ast.expr] | None:
    """The arguments of a call by the names of what it takes, without those that are `None`.

    `None` where the call does not show them, or gives one that is not among them.
    """
    if any(isinstance(one, ast.Starred) for one in call.args) or len(call.args) > len(takes):
        return None
    given = dict(zip(takes, call.args, strict=False))
    given |= {word.arg: word.value for word in call.keywords if word.arg is not None}
    shows = len(given) == len(call.args) + len(call.keywords) and given.keys() <= set(takes)
    is_none = {
        name for name, value in given.items() if isinstance(value, ast.Constant) and value.value is None
    }
    return {name: value for name, value in given.items() if name not in is_none} if shows else None


def written(
    call: ast.Call,
    template: str = "{function}({given})",
    around: Mapping[ast.expr, str] = _NOTHING,
    renamed: Mapping[str, str] = _SAME,
    imports: tuple[str, ...] = (),
) -> Code:
    """The code of `call` by a template.

    In it `{function}` stands for what is called, `{owner}` for what that is an attribute of, and `{given}`
    for the arguments, keywords `renamed`; in what is put `around` a value, `{}` stands for that.
    """
    parts: dict[str, ast.AST] = {"function": call.func}
    if isinstance(call.func, ast.Attribute):
        parts["owner"] = call.func.value
    given: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    arguments = []
    for index, one in enumerate(given):
        value = one.value if isinstance(one, (ast.keyword, ast.Starred)) else one
        parts[f"_{index}"] = value
        arguments.append(_prefix(one, renamed) + around.get(value, "{}").replace("{}", f"{{_{index}}}"))
    used = {name: part for name, part in parts.items() if name[0] == "_" or f"{{{name}}}" in template}
    return Code(template.replace("{given}", ", ".join(arguments)), used, imports=imports)


def _prefix(argument: ast.expr | ast.keyword, renamed: Mapping[str, str]) -> str:
    if isinstance(argument, ast.keyword):
        return "**" if argument.arg is None else f"{renamed.get(argument.arg, argument.arg)}="
    return "*" if isinstance(argument, ast.Starred) else ""
