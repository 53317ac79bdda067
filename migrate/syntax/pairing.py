"""Walks an `ast` tree and the LibCST tree of the same text together.

`ast` is quick to analyse and LibCST keeps every comment; the analysis decides on `ast` nodes and the edit
is made on the LibCST node that stands for the same text. Joining the two by position would miss silently:
columns count bytes in one and characters in the other, and parentheses belong to different nodes.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

import libcst as cst

Pair: TypeAlias = "tuple[ast.AST, cst.CSTNode]"


class PairingError(Exception):
    """The two trees differ in shape: a construct that this module does not know."""


def pair(tree: ast.Module, module: cst.Module) -> dict[cst.CSTNode, ast.AST]:
    """The `ast` node of each LibCST node that has one: statements, expressions and call arguments."""
    pairs: dict[cst.CSTNode, ast.AST] = {module: tree}
    pending = list(_bodies(tree.body, module.body))
    while pending:
        node, concrete = pending.pop()
        pairs[concrete] = node
        children = _CHILDREN.get(type(node))
        if children is not None:
            pending.extend(_checked(node, children(node, concrete)))
    return pairs


def _checked(parent: ast.AST, children: Iterator[tuple[Any, Any]]) -> Iterator[Pair]:
    for node, concrete in children:
        if node is None and concrete is None:
            continue
        if node is None or concrete is None:
            line = getattr(parent, "lineno", 0)
            raise PairingError(f"line {line}: cannot follow {type(parent).__name__} in both syntax trees")
        yield node, concrete


def _zip(nodes: Sequence[Any], concretes: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    return zip_longest(nodes, concretes)


def _bodies(statements: Sequence[ast.stmt], body: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs a block, whose simple statements share lines in LibCST."""
    if isinstance(body, cst.BaseSuite):
        body = body.body
    small: list[cst.CSTNode] = []
    for line in body:
        small.extend(line.body if isinstance(line, cst.SimpleStatementLine) else [line])
    return _zip(statements, small)


def _value(node: Any, concrete: Any) -> Iterator[tuple[Any, Any]]:
    yield node.value, concrete.value


def _assign(node: ast.Assign, concrete: cst.Assign) -> Iterator[tuple[Any, Any]]:
    yield from _zip(node.targets, [target.target for target in concrete.targets])
    yield node.value, concrete.value


def _aug_assign(node: ast.AugAssign, concrete: cst.AugAssign) -> Iterator[tuple[Any, Any]]:
    yield node.target, concrete.target
    yield node.value, concrete.value


def _ann_assign(node: ast.AnnAssign, concrete: cst.AnnAssign) -> Iterator[tuple[Any, Any]]:
    yield node.target, concrete.target
    yield node.annotation, concrete.annotation.annotation
    yield node.value, concrete.value


def _delete(node: ast.Delete, concrete: cst.Del) -> Iterator[tuple[Any, Any]]:
    if len(node.targets) == 1:
        yield node.targets[0], concrete.target
    elif isinstance(concrete.target, cst.Tuple):
        yield from _zip(node.targets, [element.value for element in concrete.target.elements])


def _raise(node: ast.Raise, concrete: cst.Raise) -> Iterator[tuple[Any, Any]]:
    yield node.exc, concrete.exc
    yield node.cause, concrete.cause.item if concrete.cause else None


def _assert(node: ast.Assert, concrete: cst.Assert) -> Iterator[tuple[Any, Any]]:
    yield node.test, concrete.test
    yield node.msg, concrete.msg


def _if(node: ast.If, concrete: cst.If) -> Iterator[tuple[Any, Any]]:
    yield node.test, concrete.test
    yield from _bodies(node.body, concrete.body)
    if isinstance(concrete.orelse, cst.If):
        yield node.orelse[0], concrete.orelse
    elif concrete.orelse is not None:
        yield from _bodies(node.orelse, concrete.orelse.body)


def _orelse(node: Any, concrete: Any) -> Iterator[tuple[Any, Any]]:
    yield from _bodies(node.orelse, concrete.orelse.body if concrete.orelse else ())


def _for(node: ast.For, concrete: cst.For) -> Iterator[tuple[Any, Any]]:
    yield node.target, concrete.target
    yield node.iter, concrete.iter
    yield from _bodies(node.body, concrete.body)
    yield from _orelse(node, concrete)


def _while(node: ast.While, concrete: cst.While) -> Iterator[tuple[Any, Any]]:
    yield node.test, concrete.test
    yield from _bodies(node.body, concrete.body)
    yield from _orelse(node, concrete)


def _with(node: ast.With, concrete: cst.With) -> Iterator[tuple[Any, Any]]:
    yield from _zip(node.items, concrete.items)
    yield from _bodies(node.body, concrete.body)


def _with_item(node: ast.withitem, concrete: cst.WithItem) -> Iterator[tuple[Any, Any]]:
    yield node.context_expr, concrete.item
    yield node.optional_vars, concrete.asname.name if concrete.asname else None


def _try(node: Any, concrete: Any) -> Iterator[tuple[Any, Any]]:
    yield from _bodies(node.body, concrete.body)
    for handler, handled in zip(node.handlers, concrete.handlers, strict=True):
        yield handler.type, handled.type
        yield from _bodies(handler.body, handled.body)
    yield from _orelse(node, concrete)
    yield from _bodies(node.finalbody, concrete.finalbody.body if concrete.finalbody else ())


def _match(node: ast.Match, concrete: cst.Match) -> Iterator[tuple[Any, Any]]:
    yield node.subject, concrete.subject
    for case, matched in zip(node.cases, concrete.cases, strict=True):
        yield case.pattern, matched.pattern
        yield case.guard, matched.guard
        yield from _bodies(case.body, matched.body)


def _match_class(node: ast.MatchClass, concrete: cst.MatchClass) -> Iterator[tuple[Any, Any]]:
    yield node.cls, concrete.cls
    yield from _zip(node.patterns, [element.value for element in concrete.patterns])
    yield from _zip(node.kwd_patterns, [element.pattern for element in concrete.kwds])


def _match_mapping(node: ast.MatchMapping, concrete: cst.MatchMapping) -> Iterator[tuple[Any, Any]]:
    yield from _zip(node.keys, [element.key for element in concrete.elements])
    yield from _zip(node.patterns, [element.pattern for element in concrete.elements])


def _match_sequence(node: ast.MatchSequence, concrete: Any) -> Iterator[tuple[Any, Any]]:
    written = [one.value if isinstance(one, cst.MatchSequenceElement) else one for one in concrete.patterns]
    yield from _zip(node.patterns, written)


def _match_or(node: ast.MatchOr, concrete: cst.MatchOr) -> Iterator[tuple[Any, Any]]:
    yield from _zip(node.patterns, [element.pattern for element in concrete.patterns])


def _match_as(node: ast.MatchAs, concrete: cst.MatchAs) -> Iterator[tuple[Any, Any]]:
    yield node.pattern, concrete.pattern


def _parameters(node: ast.arguments, concrete: cst.Parameters) -> Iterator[tuple[Any, Any]]:
    positional = [*concrete.posonly_params, *concrete.params]
    yield from _zip(node.defaults, [param.default for param in positional if param.default is not None])
    keyword_only = [param.default for param in concrete.kwonly_params]
    yield from _zip(node.kw_defaults, keyword_only)
    yield from _zip(
        [one.annotation for one in (*node.posonlyargs, *node.args, *node.kwonlyargs)],
        [_annotation(param) for param in (*positional, *concrete.kwonly_params)],
    )
    for one, param in ((node.vararg, concrete.star_arg), (node.kwarg, concrete.star_kwarg)):
        if one is not None and isinstance(param, cst.Param):
            yield one.annotation, _annotation(param)


def _annotation(param: cst.Param) -> cst.BaseExpression | None:
    return param.annotation.annotation if param.annotation else None


def _function(node: Any, concrete: cst.FunctionDef) -> Iterator[tuple[Any, Any]]:
    yield from _zip(node.decorator_list, [decorator.decorator for decorator in concrete.decorators])
    yield from _parameters(node.args, concrete.params)
    yield node.returns, concrete.returns.annotation if concrete.returns else None
    yield from _bodies(node.body, concrete.body)


def _class(node: ast.ClassDef, concrete: cst.ClassDef) -> Iterator[tuple[Any, Any]]:
    yield from _zip(node.decorator_list, [decorator.decorator for decorator in concrete.decorators])
    yield from _zip(node.bases, [base.value for base in concrete.bases])
    yield from _zip([keyword.value for keyword in node.keywords], [key.value for key in concrete.keywords])
    yield from _bodies(node.body, concrete.body)


def _lambda(node: ast.Lambda, concrete: cst.Lambda) -> Iterator[tuple[Any, Any]]:
    yield from _parameters(node.args, concrete.params)
    yield node.body, concrete.body


def _bool_op(node: ast.BoolOp, concrete: cst.BooleanOperation) -> Iterator[tuple[Any, Any]]:
    """`a and b and c` is one node of three in `ast`, two nested nodes in LibCST."""
    operands: list[cst.BaseExpression] = []
    rest: cst.BaseExpression = concrete
    while True:
        if (
            isinstance(rest, cst.BooleanOperation)
            and type(rest.operator) is type(concrete.operator)
            and (rest is concrete or not rest.lpar)
            and len(operands) < len(node.values) - 1
        ):
            operands.insert(0, rest.right)
            rest = rest.left
        else:
            operands.insert(0, rest)
            break
    yield from _zip(node.values, operands)


def _bin_op(node: ast.BinOp, concrete: cst.BinaryOperation) -> Iterator[tuple[Any, Any]]:
    yield node.left, concrete.left
    yield node.right, concrete.right


def _unary_op(node: ast.UnaryOp, concrete: cst.UnaryOperation) -> Iterator[tuple[Any, Any]]:
    yield node.operand, concrete.expression


def _compare(node: ast.Compare, concrete: cst.Comparison) -> Iterator[tuple[Any, Any]]:
    yield node.left, concrete.left
    yield from _zip(node.comparators, [comparison.comparator for comparison in concrete.comparisons])


def _call(node: ast.Call, concrete: cst.Call) -> Iterator[tuple[Any, Any]]:
    yield node.func, concrete.func
    positional, keywords = iter(node.args), iter(node.keywords)
    for argument in concrete.args:
        if argument.keyword is not None or argument.star == "**":
            keyword = next(keywords, None)
            yield keyword, argument
        elif argument.star == "*":
            starred = next(positional, None)
            yield (starred.value if isinstance(starred, ast.Starred) else None), argument.value
        else:
            yield next(positional, None), argument.value


def _subscript(node: ast.Subscript, concrete: cst.Subscript) -> Iterator[tuple[Any, Any]]:
    yield node.value, concrete.value
    slices = [element.slice for element in concrete.slice]
    several = len(slices) > 1 or isinstance(concrete.slice[-1].comma, cst.Comma)
    nodes = node.slice.elts if several and isinstance(node.slice, ast.Tuple) else [node.slice]
    for inner, part in _zip(nodes, slices):
        if isinstance(part, cst.Slice) and isinstance(inner, ast.Slice):
            yield inner.lower, part.lower
            yield inner.upper, part.upper
            yield inner.step, part.step
        else:
            yield (inner.value if isinstance(inner, ast.Starred) else inner), part.value


def _elements(node: Any, concrete: Any) -> Iterator[tuple[Any, Any]]:
    for element, written in _zip(node.elts, concrete.elements):
        yield (element.value if isinstance(element, ast.Starred) else element), written and written.value


def _dict(node: ast.Dict, concrete: cst.Dict) -> Iterator[tuple[Any, Any]]:
    for key, value, element in zip(node.keys, node.values, concrete.elements, strict=True):
        yield key, getattr(element, "key", None)
        yield value, element.value


def _comprehension(node: Any, concrete: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(node, ast.DictComp):
        yield node.key, concrete.key
        yield node.value, concrete.value
    else:
        yield node.elt, concrete.elt
    clause = concrete.for_in
    for generator in node.generators:
        yield generator.target, clause.target
        yield generator.iter, clause.iter
        yield from _zip(generator.ifs, [condition.test for condition in clause.ifs])
        clause = clause.inner_for_in


def _if_exp(node: ast.IfExp, concrete: cst.IfExp) -> Iterator[tuple[Any, Any]]:
    yield node.test, concrete.test
    yield node.body, concrete.body
    yield node.orelse, concrete.orelse


def _yield_from(node: ast.YieldFrom, concrete: cst.Yield) -> Iterator[tuple[Any, Any]]:
    yield node.value, concrete.value.item if isinstance(concrete.value, cst.From) else None


def _await(node: ast.Await, concrete: cst.Await) -> Iterator[tuple[Any, Any]]:
    yield node.value, concrete.expression


def _named(node: ast.NamedExpr, concrete: cst.NamedExpr) -> Iterator[tuple[Any, Any]]:
    yield node.target, concrete.target
    yield node.value, concrete.value


def _formatted(node: ast.JoinedStr, concrete: Any) -> Iterator[tuple[Any, Any]]:
    """An f-string; pieces written side by side are one node in `ast`."""
    yield from _interpolations(node, _string_parts(concrete))


def _interpolations(node: Any, parts: Iterable[cst.CSTNode]) -> Iterator[tuple[Any, Any]]:
    values = [part for part in node.values if isinstance(part, ast.FormattedValue)]
    pieces = [part for part in parts if isinstance(part, cst.FormattedStringExpression)]
    for value, piece in _zip(values, pieces):
        yield value and value.value, piece and piece.expression
        if value and piece and value.format_spec is not None:
            yield from _interpolations(value.format_spec, piece.format_spec or ())


def _string_parts(concrete: Any) -> Iterator[cst.CSTNode]:
    if isinstance(concrete, cst.ConcatenatedString):
        yield from _string_parts(concrete.left)
        yield from _string_parts(concrete.right)
    elif isinstance(concrete, cst.FormattedString):
        yield from concrete.parts


_CHILDREN: dict[type[ast.AST], Callable[[Any, Any], Iterator[tuple[Any, Any]]]] = {
    ast.Expr: _value,
    ast.Assign: _assign,
    ast.AugAssign: _aug_assign,
    ast.AnnAssign: _ann_assign,
    ast.Return: _value,
    ast.Delete: _delete,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.withitem: _with_item,
    ast.Try: _try,
    ast.Match: _match,
    ast.MatchValue: _value,
    ast.MatchClass: _match_class,
    ast.MatchMapping: _match_mapping,
    ast.MatchSequence: _match_sequence,
    ast.MatchOr: _match_or,
    ast.MatchAs: _match_as,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Lambda: _lambda,
    ast.BoolOp: _bool_op,
    ast.BinOp: _bin_op,
    ast.UnaryOp: _unary_op,
    ast.Compare: _compare,
    ast.Call: _call,
    ast.keyword: _value,
    ast.Attribute: _value,
    ast.Subscript: _subscript,
    ast.Tuple: _elements,
    ast.List: _elements,
    ast.Set: _elements,
    ast.Dict: _dict,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.IfExp: _if_exp,
    ast.Yield: _value,
    ast.YieldFrom: _yield_from,
    ast.Await: _await,
    ast.NamedExpr: _named,
    ast.JoinedStr: _formatted,
}
if sys.version_info >= (3, 11):
    _CHILDREN[ast.TryStar] = _try
