"""The calls of `Session.run` in a driver: what each fetches, and what it feeds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NoReturn

from migrate.model.facts import WITHOUT_VALUE, Driver, Fetch, Kind, Point, Role, RunSite
from migrate.model.refusal import Refused

from .kinds import is_run
from .tree import Tree


def run_sites(tree: Tree, driver: Driver) -> Iterator[RunSite]:
    """Every call of `Session.run` in the driver, in the order of the text.

    Raises:
      Refused: fetches or feeds of a form that is not followed yet.
    """
    for point in driver.points:
        if point.kind is Kind.RUN:
            for node in (inner for root in point.own_nodes for inner in ast.walk(root)):
                if is_run(point, node):
                    yield _Reader(tree, driver, point).read(node)


class _Reader:
    def __init__(self, tree: Tree, driver: Driver, point: Point) -> None:
        self._tree = tree
        self._driver = driver
        self._point = point

    def read(self, call: ast.AST) -> RunSite:
        assert isinstance(call, ast.Call)
        arguments = dict(zip(("fetches", "feed_dict", "options", "run_metadata"), call.args, strict=False))
        arguments |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
        for option in ("options", "run_metadata"):
            if option in arguments and not _is_none(arguments[option]):
                self._refuse(call, f"Session.run with {option}=", "profile the step with tf.profiler")
        if "fetches" not in arguments:
            self._refuse(call, "Session.run without fetches", "name what to fetch")
        fetched = arguments["fetches"]
        several = isinstance(fetched, (ast.List, ast.Tuple))
        nodes = fetched.elts if isinstance(fetched, (ast.List, ast.Tuple)) else [fetched]
        fetches = tuple(self._fetch(node) for node in nodes)
        feeds, feed_name = self._feeds(arguments.get("feed_dict"))
        return RunSite(self._point, call, fetches, several, feeds, feed_name)

    def _fetch(self, node: ast.expr) -> Fetch:
        if isinstance(node, (ast.List, ast.Tuple, ast.Dict, ast.Starred, ast.Constant, ast.JoinedStr)):
            self._refuse(node, "a nested fetch, or one by name", "fetch a flat list of tensors")
        names = [inner for inner in ast.walk(node) if isinstance(inner, ast.Name)]
        sources = {name.id: self._point.uses.get(name.id, frozenset()) for name in names}
        kinds = {point.kind for points in sources.values() for point in points}
        if isinstance(node, ast.Name) and len({kind in WITHOUT_VALUE for kind in kinds}) > 1:
            self._refuse(
                node, f"{node.id}, which is an operation or a tensor", "give the two different names"
            )
        if isinstance(node, ast.Name) and any(
            point.holds_several and point.kind not in WITHOUT_VALUE
            for points in sources.values()
            for point in points
        ):
            self._refuse(node, f"{node.id}, which is a list or dictionary of fetches", "fetch its parts here")
        if isinstance(node, ast.Attribute) and Kind.STATE in kinds:
            self._refuse(node, "an attribute of a variable", "fetch the variable")
        if self._tree.call_role(self._driver.bindings, node)[0] is Role.INITIALIZER:
            kinds = {Kind.INITIALIZER}
        return Fetch(node, sources, frozenset(kinds))

    def _feeds(self, node: ast.expr | None) -> tuple[tuple[tuple[Point, ast.expr], ...], ast.Name | None]:
        if node is None or _is_none(node):
            return (), None
        if isinstance(node, ast.Dict):
            return self._literal(self._point, node), None
        if isinstance(node, ast.Name):
            sources = self._point.uses.get(node.id, frozenset())
            if len(sources) == 1:
                (source,) = sources
                if source.kind is Kind.FEED and isinstance(source.node, ast.Assign):
                    literal = source.node.value
                    assert isinstance(literal, ast.Dict)
                    return self._literal(source, literal), node
        return self._refuse(
            node, "a feed_dict that is not a literal", "feed a dictionary literal of placeholders"
        )

    def _literal(self, at: Point, node: ast.Dict) -> tuple[tuple[Point, ast.expr], ...]:
        return tuple(self._feed(at, key, value) for key, value in zip(node.keys, node.values, strict=True))

    def _feed(self, at: Point, key: ast.expr | None, value: ast.expr) -> tuple[Point, ast.expr]:
        if isinstance(key, ast.Name):
            sources = at.uses.get(key.id, frozenset())
            if len(sources) == 1:
                (source,) = sources
                if source.kind is Kind.PLACEHOLDER:
                    return source, value
        return self._refuse(key or value, "a feed of something else than a placeholder", "feed a placeholder")

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise Refused("SES203", self._driver.bindings.module.path, node, found, instead)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
