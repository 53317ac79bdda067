"""Faults planted into programs, each as a rewriter might commit it: what it loses is lost here by hand.

A generated program that has the construct must do something else without it; else the generator draws the
construct in a way that nobody could see.
"""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    """`change` gives what replaces a node; the node itself where it does not apply."""

    name: str
    change: Callable[[ast.AST], ast.AST | None]


def mutated(text: str, mutation: Mutation) -> str | None:
    """The program with the fault wherever it applies; None if it does nowhere."""
    changes = 0

    class Change(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST | None:
            nonlocal changes
            made = mutation.change(node)
            if made is not node:
                changes += 1
                return made if made is not None else ast.Pass()
            return self.generic_visit(node)

    tree = ast.fix_missing_locations(Change().visit(ast.parse(text)))
    return ast.unparse(tree) if changes else None


def _without(kind: type[ast.AST]) -> Callable[[ast.AST], ast.AST | None]:
    return lambda node: None if isinstance(node, kind) else node


def _expression(old: Callable[[ast.AST], bool], new: str) -> Callable[[ast.AST], ast.AST | None]:
    """Expressions that satisfy a test become others; `NODE` in them is the old one."""

    def change(node: ast.AST) -> ast.AST:
        if not old(node):
            return node
        made = ast.parse(new, mode="eval").body
        for parent in ast.walk(made):
            for name, value in ast.iter_fields(parent):
                if isinstance(value, ast.Name) and value.id == "NODE":
                    setattr(parent, name, node)
                if isinstance(value, list):
                    value[:] = [
                        node if isinstance(one, ast.Name) and one.id == "NODE" else one for one in value
                    ]
        return made

    return change


def _statement(test: Callable[[str], bool]) -> Callable[[ast.AST], ast.AST | None]:
    """Simple statements whose text satisfies a test are gone."""
    kinds = (ast.Assign, ast.AugAssign, ast.Expr, ast.Delete)
    return lambda node: None if isinstance(node, kinds) and test(ast.unparse(node)) else node


LISTS = ("outputs", "terms", "clipped", "tower_grads")


def _is_list(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in LISTS


def _names_list_again(node: ast.AST) -> ast.AST | None:
    """`also = terms` and the like: a copy instead."""
    if isinstance(node, ast.Assign) and _is_list(node.value):
        return ast.Assign(
            node.targets, ast.parse(f"list({ast.unparse(node.value)})", mode="eval").body, lineno=node.lineno
        )
    return node


def _bound_elsewhere(node: ast.AST) -> ast.AST | None:
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute) and _is_list(node.value.value):
        return ast.Assign(node.targets, ast.parse("[].append", mode="eval").body, lineno=node.lineno)
    return node


def _within(kind: type[ast.AST]) -> Callable[[ast.AST], ast.AST | None]:
    """A list that stands in a container, a call, a tuple …: a copy of it."""

    def change(node: ast.AST) -> ast.AST | None:
        if not isinstance(node, kind) or (isinstance(node, ast.Call) and "tf." in ast.unparse(node.func)):
            return node
        held = [one for one in ast.iter_child_nodes(node) if _is_list(one)]
        if not held or isinstance(getattr(node, "ctx", None), ast.Store):
            return node
        copies = ast.parse(ast.unparse(node)).body[0]
        for one in ast.walk(copies):
            for value in (
                one.elts
                if isinstance(one, (ast.Tuple, ast.List))
                else one.args
                if isinstance(one, ast.Call)
                else one.values
                if isinstance(one, ast.Dict)
                else []
            ):
                if _is_list(value):
                    value.id = f"list({value.id})"  # type: ignore[union-attr]
        return copies.value  # type: ignore[attr-defined]

    return change


def _branch(node: ast.AST, field: str, kind: type[ast.AST]) -> ast.AST | None:
    if isinstance(node, kind) and getattr(node, field):
        made = type(node)(**dict(ast.iter_fields(node)))
        setattr(made, field, [ast.Pass()])
        return made
    return node


def _branches(kind: type[ast.AST], field: str) -> Callable[[ast.AST], ast.AST | None]:
    return lambda node: _branch(node, field, kind)


def _called(name: str) -> Callable[[ast.AST], bool]:
    return lambda node: isinstance(node, ast.Call) and ast.unparse(node.func) == name


def _second_seed() -> Callable[[ast.AST], ast.AST | None]:
    seen: list[ast.AST] = []

    def change(node: ast.AST) -> ast.AST | None:
        if isinstance(node, ast.keyword) and node.arg == "seed":
            seen.append(node)
            return ast.keyword("seed", ast.Constant(100 + len(seen)))
        return node

    return change


MUTATIONS = [
    Mutation("continue is lost", _without(ast.Continue)),
    Mutation("break is lost", lambda node: None if isinstance(node, ast.Break) else node),
    Mutation(
        "return in the middle is lost",
        lambda node: (
            _branch(node, "body", ast.If)
            if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return)
            else node
        ),
    ),
    Mutation("raise is lost", _without(ast.Raise)),
    Mutation("else is lost", _branches(ast.If, "orelse")),
    Mutation("else of a loop is lost", _branches(ast.For, "orelse")),
    Mutation("finally is lost", _branches(ast.Try, "finalbody")),
    Mutation("handler is lost", _branches(ast.ExceptHandler, "body")),
    Mutation("assert is lost", _without(ast.Assert)),
    Mutation("del is lost", _without(ast.Delete)),
    Mutation("global names are local", _without(ast.Global)),
    Mutation("nonlocal names are local", _without(ast.Nonlocal)),
    Mutation("case is lost", _branches(ast.match_case, "body")),
    Mutation("second name is a copy", _names_list_again),
    Mutation("list in a dictionary is a copy", _within(ast.Dict)),
    Mutation("list in a list is a copy", _within(ast.List)),
    Mutation("list in a tuple is a copy", _within(ast.Tuple)),
    Mutation("list given to a function is a copy", _within(ast.Call)),
    Mutation("bound method is of another list", _bound_elsewhere),
    Mutation(
        "item of a global dictionary is not written",
        _statement(lambda text: text.startswith("SETTINGS['built']")),
    ),
    Mutation(
        "list in global state is not filled",
        _statement(lambda text: text.startswith("SETTINGS['seen'].append")),
    ),
    Mutation("global counter stands still", _statement(lambda text: text == "COUNT += 1")),
    Mutation("class attribute is not written", _statement(lambda text: text.startswith("Config."))),
    Mutation("environment is not written", _statement(lambda text: text.startswith("os.environ["))),
    Mutation("function attribute is not written", _statement(lambda text: text.startswith("same.calls"))),
    Mutation("iterator is read once more", _expression(_called("next"), "(NODE, 7.0)[1]")),
    Mutation(
        "list is not used up",
        _expression(
            lambda node: isinstance(node, ast.Call) and ast.unparse(node.func) == "WIDTHS.pop", "WIDTHS[-1]"
        ),
    ),
    Mutation(
        "NumPy draws another number",
        _expression(
            lambda node: (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) in ("np.random.rand", "noise.rand", "noise.uniform")
            ),
            "(NODE, NODE)[1] + 1e-3",
        ),
    ),
    Mutation("seeds are not shared", _second_seed()),
    Mutation(
        "update operations are lost",
        _statement(lambda text: "tf.add_to_collection" in text and "update_ops" in text.lower()),
    ),
    Mutation(
        "own collection is not filled",
        _statement(lambda text: "penalties" in text and ("append" in text or "add_to" in text)),
    ),
    Mutation(
        "initialiser is not run again",
        lambda node: (
            _branch(node, "body", ast.For)
            if isinstance(node, ast.For) and "fold" in ast.unparse(node.target)
            else node
        ),
    ),
    Mutation("streams shuffle nothing", _statement(lambda text: ".shuffle(" in text)),
    Mutation(
        "what writes into an array does not",
        _statement(lambda text: bool(re.match(r"np\.\S+\(state_", text))),
    ),
    Mutation(
        "settings are not written",
        _statement(lambda text: text.startswith(("vars(", "of_state_", "setattr(state_", "type("))),
    ),
    Mutation(
        "name is not bound anew behind a kept function",
        _statement(lambda text: bool(re.fullmatch(r"by_\d+ = 0.25", text))),
    ),
    Mutation(
        "header takes nothing off",
        _expression(lambda node: bool(re.fullmatch(r"sizes_\d+\.pop\(0?\)", ast.unparse(node))), "2.0"),
    ),
    Mutation("prints of building are lost", _statement(lambda text: text.startswith("print('building'"))),
]
