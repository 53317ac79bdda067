"""Where an edit may be made: every statement of a program, with the block that it stands in."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

BLOCKS = ("body", "orelse", "finalbody")
Owner = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass
class Place:
    """The statement `block[index]`; `owner` is the function, class or module whose names it uses."""

    block: list[ast.stmt]
    index: int
    parent: ast.AST
    owner: Owner

    @property
    def statement(self) -> ast.stmt:
        return self.block[self.index]

    @property
    def is_last_in_loop(self) -> bool:
        is_loop = isinstance(self.parent, (ast.For, ast.While)) and self.block is self.parent.body
        return is_loop and self.index == len(self.block) - 1

    @property
    def in_class(self) -> bool:
        """Whether names that are bound here are attributes, which no function inside can see."""
        return isinstance(self.owner, ast.ClassDef)


def places(tree: ast.Module) -> list[Place]:
    return list(_inside(tree, tree))


def _inside(parent: ast.AST, owner: Owner) -> Iterator[Place]:
    for name in BLOCKS:
        block = getattr(parent, name, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            for index, statement in enumerate(block):
                yield Place(block, index, parent, owner)
                yield from _inside(statement, statement if isinstance(statement, Owner) else owner)
    for handler in getattr(parent, "handlers", []):
        yield from _inside(handler, owner)
    for case in getattr(parent, "cases", []):
        yield from _inside(case, owner)
