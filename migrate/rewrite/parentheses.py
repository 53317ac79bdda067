"""Takes parameters out of a signature and arguments out of a call, and puts others there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import libcst as cst

from migrate.model.edit import Signature

_NO_SPACE = cst.SimpleWhitespace("")


def with_arguments(
    call: cst.Call, taken: Sequence[int], added: Mapping[str, str], *, lead: bool = False
) -> cst.Call:
    """`call` without the arguments at the places `taken`, and with new ones, which may `lead` the others."""
    by_name = not lead and (not taken or call.args[taken[0]].keyword is not None)
    new = [_argument(name if by_name else None, value) for name, value in added.items()]
    if call.args and new and lead and not taken:
        taken, new = [0], [*new, call.args[0]]
    elif call.args and not taken:
        last = _followed(call.args[-1], cst.MaybeSentinel.DEFAULT, _NO_SPACE)
        taken, new = [len(call.args) - 1], [last, *new]
    opening, rest = _exchanged(call.whitespace_before_args, call.args, taken, new)
    return call.with_changes(whitespace_before_args=opening, args=[one for _, one in rest])


def with_names(call: cst.Call, names: Mapping[int, str]) -> cst.Call:
    """`call` with other keywords, or keywords at all, for the arguments at some places."""
    arguments = list(call.args)
    for index, name in names.items():
        one = arguments[index]
        equal = cst.AssignEqual(_NO_SPACE, _NO_SPACE) if one.keyword is None else one.equal
        arguments[index] = one.with_changes(keyword=cst.Name(name), equal=equal)
    return call.with_changes(args=arguments)


def _argument(name: str | None, value: str) -> cst.Arg:
    expression = cst.parse_expression(value)
    if name is None:
        return cst.Arg(expression)
    return cst.Arg(expression, cst.Name(name), equal=cst.AssignEqual(_NO_SPACE, _NO_SPACE))


def with_signature(function: cst.FunctionDef, edit: Signature) -> cst.FunctionDef:
    """`function` without some of its parameters, and with new ones."""
    written = list(_written(function.params))
    places = [place for place, _ in written]
    parameters = [one for _, one in written]
    taken = [index for index, one in enumerate(parameters) if _name_of(one) in edit.without]
    first = parameters[taken[0] if taken else 0]
    new = [first.with_changes(name=cst.Name(name), annotation=None) for name in edit.added]
    if not taken:
        taken, new = [0], [first, *new]
    left = {places[taken[0]]} if new else set()
    left |= {place for index, place in enumerate(places) if index not in taken}
    taken += [index for index, one in enumerate(parameters) if _marks_nothing(one, left)]
    opening, rest = _exchanged(function.whitespace_before_params, parameters, sorted(taken), new)
    return function.with_changes(
        whitespace_before_params=opening,
        params=_parameters([(places[index], one) for index, one in rest]),
    )


def _written(parameters: cst.Parameters) -> Iterator[tuple[str, Any]]:
    """The parameters, `/` and `*` in the order of the text, each with the field of LibCST that it is in."""
    for place in ("posonly_params", "posonly_ind", "params", "star_arg", "kwonly_params", "star_kwarg"):
        found = getattr(parameters, place)
        for one in found if isinstance(found, Sequence) else [found]:
            if isinstance(one, cst.CSTNode):
                yield place, one


def _parameters(written: Sequence[tuple[str, Any]]) -> cst.Parameters:
    fields: dict[str, Any] = {}
    for place, one in written:
        if place.endswith("params"):
            fields.setdefault(place, []).append(one)
        else:
            fields[place] = one
    return cst.Parameters(**fields)


def _name_of(parameter: Any) -> str | None:
    return parameter.name.value if isinstance(parameter, cst.Param) else None


def _marks_nothing(mark: Any, left: set[str]) -> bool:
    """Whether it is a `/` or a `*` with nothing left that it could set apart."""
    if isinstance(mark, cst.ParamSlash):
        return "posonly_params" not in left
    return isinstance(mark, cst.ParamStar) and "kwonly_params" not in left


def _exchanged(
    opening: Any, elements: Sequence[Any], taken: Sequence[int], new: Sequence[Any]
) -> tuple[Any, list[tuple[int, Any]]]:
    """The space behind the parenthesis, and what is left of `elements` with the new ones, by old places."""
    done: list[tuple[int, Any]] = []
    for index, element in enumerate(elements):
        comma, space = _behind(element)
        if index not in taken:
            done.append((index, element))
        elif new and index == taken[0]:
            done.extend((index, _followed(one, cst.MaybeSentinel.DEFAULT, _NO_SPACE)) for one in new[:-1])
            done.append((index, _followed(new[-1], comma, space)))
        elif not done:
            opening = _with_comments(opening, space)
        else:
            place, last = done[-1]
            before, gap = _behind(last)
            if index == len(elements) - 1:
                done[-1] = (place, _followed(last, comma, _with_comments(space, gap)))
            else:
                done[-1] = (place, _followed(last, before, _with_comments(gap, space)))
    if not elements:
        done.extend((0, one) for one in new)
    return (opening if done or _comments(opening) else _NO_SPACE), done


def _behind(element: Any) -> tuple[Any, Any]:
    """The comma behind an argument or a parameter, if one is written, and the space up to the next."""
    if isinstance(element.comma, cst.Comma):
        return element.comma, element.comma.whitespace_after
    return element.comma, getattr(element, _SPACES.get(type(element), ""), _NO_SPACE)


def _followed(element: Any, comma: Any, space: Any) -> Any:
    own = _SPACES.get(type(element))
    if isinstance(comma, cst.Comma):
        own_space = {own: _NO_SPACE} if own is not None else {}
        return element.with_changes(comma=comma.with_changes(whitespace_after=space), **own_space)
    return element.with_changes(comma=comma, **({own: space} if own is not None else {}))


_SPACES: dict[type, str] = {
    cst.Arg: "whitespace_after_arg",
    cst.Param: "whitespace_after_param",
    cst.ParamSlash: "whitespace_after",
}


def _with_comments(space: Any, other: Any) -> Any:
    """The layout of `space`, with the comments of `other` too."""
    if not _comments(other):
        return space
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return other
    lines = [cst.EmptyLine(comment=comment) for comment in _comments(other)]
    return space.with_changes(empty_lines=[*space.empty_lines, *lines])


def _comments(space: Any) -> list[cst.Comment]:
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return []
    lines: list[Any] = [space.first_line, *space.empty_lines]
    return [line.comment for line in lines if line.comment is not None]
