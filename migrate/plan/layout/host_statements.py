"""Edits of statements that stay: savers, writers of event files, and what is done with them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NoReturn

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.driver import Driver, Point
from migrate.model.edit import Code, Replacement
from migrate.model.kinds import GRAPH_VALUES, Kind
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused
from migrate.syntax.listing_loops import WHOLE
from migrate.syntax.savers import is_saving, of_its_saver

from ..state.saved_lists import Listing, restores_alone, store_before, told_variables
from .event_files import file_writer, writer_arguments

# Their names in TF 2, for the same arguments.
_WRITING = (
    "add_summary",
    "add_event",
    "add_graph",
    "add_meta_graph",
    "add_session_log",
    "reopen",
)
# What a saver does with the graph that it was made in.
_OF_GRAPH = ("as_saver_def", "build", "export_meta_graph", "to_proto")


class HostEdits:
    """The edits of one driver.

    `variables` is the name of its store of variables, `state` the statements that make variables outside of
    the steps; `saves_by_compat` tells that savers are compat's own, `listings` which savers are told to save
    some variables alone, `places` which see those alone that stand before a place; what is `told` what it
    saves in another way is not looked at.

    Raises:
      Refused: a saver or writer is used in a way that is not followed.
    """

    def __init__(
        self,
        driver: Driver,
        variables: str,
        state: frozenset[Point],
        listings: Mapping[Point, Listing],
        places: Mapping[Point, str],
        told: frozenset[Point],
        *,
        saves_by_compat: bool,
    ) -> None:
        self._driver = driver
        self._listings = listings
        self._places = places
        self._variables = variables
        self._saves_by_compat = saves_by_compat
        self._replacements: list[Replacement] = []
        self.diagnostics: list[Diagnostic] = []
        gone: set[Point] = set()
        stores: set[Point] = set()
        for point in driver.points:
            if point.kind is Kind.SAVER:
                self._saver(point)
                stores.add(point)
            elif point.kind is Kind.WRITER:
                self._writer(point)
            elif point.kind in (Kind.HOST, Kind.HEADER, Kind.RUN):
                if point not in told:
                    self._check_values(point, state)
                self._check_handed(point)
                if self._starts_runners(point):
                    gone.add(point)
                for call in point.calls:
                    if is_saving(point, call):
                        self._saving(call)
                    elif self._is_method(point, call, Kind.WRITER, ("add_graph",)):
                        self._only_statement(point, call)
                        gone.add(point)
                    elif self._is_method(point, call, Kind.WRITER, ("add_run_metadata", "add_summary")):
                        self._add(call)
                    elif self._is_method(point, call, Kind.WRITER, _WRITING):
                        self._refuse(call, f"a writer's {ast.unparse(call.func)}", "tf.summary")
                    elif self._is_method(point, call, Kind.SAVER, _OF_GRAPH):
                        self._refuse(call, f"{ast.unparse(call.func)}(), which takes a graph", "save() alone")
        self.gone = frozenset(gone)
        self.uses_store = frozenset(stores)

    @property
    def replacements(self) -> tuple[Replacement, ...]:
        """The edits."""
        return tuple(self._replacements)

    def _starts_runners(self, point: Point) -> bool:
        """Whether it only starts the threads that filled queues."""
        call = point.node.value if isinstance(point.node, ast.Expr) else None
        symbol = self._driver.tensorflow(call.func) if isinstance(call, ast.Call) else None
        return symbol is not None and symbol.endswith(".start_queue_runners")

    def _check_values(self, point: Point, state: frozenset[Point]) -> None:
        """Of the graph, a statement that stays sees the variables made outside of the steps alone."""
        uses_host = any(source.kind in (Kind.SAVER, Kind.WRITER) for source in point.sources)
        uses_host |= any(of_its_saver(self._driver.bindings, point, one) for one in point.calls)
        is_walked = any(callee.point is point for callee in self._driver.callees)  # statement by statement
        if uses_host and point.kind is not Kind.RUN and not is_walked:
            for name, sources in sorted(point.uses.items()):
                if any(source.kind in GRAPH_VALUES and source not in state for source in sources):
                    self._refuse(
                        point.node, f"{name}, a part of the graph, beside a saver or writer", "fetch it"
                    )

    def _check_handed(self, point: Point) -> None:
        """A writer has other methods than before: it goes to functions alone that are looked into."""
        if isinstance(point.node, (ast.If, ast.While)):  # which ask whether there is one
            return
        allowed = {one for callee in self._driver.callees for call in callee.calls for one in nodes_of(call)}
        allowed |= {node.value for node in point.nodes if isinstance(node, ast.Attribute)}
        names = (one for one in point.nodes if isinstance(one, ast.Name))
        for name in names:
            is_writer = any(source.kind is Kind.WRITER for source in point.uses.get(name.id, ()))
            if is_writer and isinstance(name.ctx, ast.Load) and name not in allowed:
                self._refuse(name, f"{name.id}, a writer of event files, given away", "write here")

    def _saver(self, point: Point) -> None:
        """`tf.train.Saver(…)` is told the variables, which it no longer finds in a graph."""
        assert isinstance(point.node, ast.Assign)
        call = point.node.value
        assert isinstance(call, ast.Call)
        if restores_alone(self._driver, call):
            self._restoring(point, call)
            return
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        wanted = call.args[0] if call.args else keywords.pop("var_list", None)
        if len(call.args) > 1 or None in keywords:
            self._refuse(call, "a saver with arguments that are not named", "name them")
        for option in (
            "sharded",
            "builder",
            "defer_build",
            "saver_def",
            "allow_empty",
            "restore_sequentially",
        ):
            keywords.pop(option, None)  # of the graph's operations, or of files that no one process writes
        parts: dict[str, ast.AST] = {f"{name}": value for name, value in keywords.items()}
        options = "".join(f", {name}={{{name}}}" for name in parts)
        name = "compat.Saver" if self._saves_by_compat else "tf.compat.v1.train.Saver"
        listing = self._listings.get(point)
        which = listing.told if listing is not None else Code(self._which(point, call, wanted))
        parts |= which.parts
        self._replacements.append(Replacement(call, Code(f"{name}({which.template}{options})", parts)))

    def _restoring(self, point: Point, call: ast.Call) -> None:
        """A function that restores is told the variables as a saver is."""
        wanted = told_variables(self._driver, call)
        if wanted is None:
            self._refuse(call, "a function that restores no variables that are named", "name them")
        listing = self._listings.get(point)
        told = listing.told if listing is not None else Code(self._which(point, call, wanted))
        if told.template == "{written}":
            return
        if any(one.arg is None for one in call.keywords):
            self._refuse(call, "a function that restores, with arguments that are not named", "name them")
        parts: dict[str, ast.AST] = {"called": call.func, **told.parts}
        arguments = []
        for index, one in enumerate((*call.args, *call.keywords)):
            value = one.value if isinstance(one, ast.keyword) else one
            name = f"{one.arg}=" if isinstance(one, ast.keyword) else ""
            arguments.append(name + (told.template if value is wanted else f"{{a{index}}}"))
            parts |= {} if value is wanted else {f"a{index}": value}
        # The whole call, as what it is told stands before it too.
        self._replacements.append(Replacement(call, Code(f"{{called}}({', '.join(arguments)})", parts)))

    def _which(self, point: Point, call: ast.Call, wanted: ast.expr | None) -> str:
        store = store_before(self._variables, self._places.get(point))
        every = f"{store}.global_variables"
        if wanted is None or isinstance(wanted, ast.Constant) and wanted.value is None:
            return every
        symbol = self._driver.tensorflow(wanted.func) if isinstance(wanted, ast.Call) else None
        if symbol in WHOLE:
            return f"{store}.{WHOLE[symbol]}"
        raise self._refusal(call, "a saver of some variables", "tf.global_variables() or all")

    def _saving(self, call: ast.Call) -> None:
        """The session that a saver was given; it needs none."""
        session = next(
            (keyword.value for keyword in call.keywords if keyword.arg == "sess"),
            call.args[0] if call.args else None,
        )
        if session is None:
            self._refuse(call, "a saver without a session", "give it one")
        writes = next((one.value for one in call.keywords if one.arg == "write_meta_graph"), None)
        saves = isinstance(call.func, ast.Attribute) and call.func.attr == "save"
        if saves and not (isinstance(writes, ast.Constant) and not writes.value):
            self._note(call, "a graph written beside a checkpoint (.meta): left out", "tf.saved_model")
        self._replacements.append(Replacement(session, Code("None")))

    def _writer(self, point: Point) -> None:
        assert isinstance(point.node, (ast.Assign, ast.Expr))
        call = point.node.value
        assert isinstance(call, ast.Call)
        given = writer_arguments(call)
        folder = given.pop("logdir", None)
        if folder is None or "session" in given:
            self._refuse(call, "a writer of event files with options", "its folder first, and no session")
        if {"graph", "graph_def"} & {*given}:
            self._note(call, "a graph written to an event file: left out", "tf.summary.graph")
        self._replacements.append(Replacement(call, file_writer(folder, given)))

    def _add(self, call: ast.Call) -> None:
        """A summary, or what is told of a run, for an event file."""
        assert isinstance(call.func, ast.Attribute)
        parts: dict[str, ast.AST] = {"writer": call.func.value}
        arguments = []
        for index, value in enumerate(call.args):
            parts[f"a{index}"] = value
            arguments.append(f"{{a{index}}}")
        for keyword in call.keywords:
            name = keyword.arg
            if name is None:
                self._refuse(call, "what is written with arguments that are not named", "name them")
            parts[name] = keyword.value
            arguments.append(f"{name}={{{name}}}")
        code = f"compat.{call.func.attr}({{writer}}, {', '.join(arguments)})"
        self._replacements.append(Replacement(call, Code(code, parts, imports=("import compat",))))

    def _only_statement(self, point: Point, call: ast.Call) -> None:
        if not (isinstance(point.node, ast.Expr) and point.node.value is call):
            self._refuse(call, "a graph that is written inside another expression", "tf.summary.graph")
        self._note(call, "a graph written to an event file: left out", "tf.summary.graph")

    def _is_method(self, point: Point, call: ast.Call, kind: Kind, names: tuple[str, ...]) -> bool:
        return (
            isinstance(call.func, ast.Attribute)
            and call.func.attr in names
            and isinstance(call.func.value, ast.Name)
            and any(source.kind is kind for source in point.uses.get(call.func.value.id, ()))
        )

    def _note(self, node: ast.AST, found: str, instead: str) -> None:
        span = Span.of(self._driver.path_of(node), node)
        self.diagnostics.append(Diagnostic("SES105", Severity.INFO, span, found, instead))

    def _refuse(self, node: ast.AST, found: str, instead: str) -> NoReturn:
        raise self._refusal(node, found, instead)

    def _refusal(self, node: ast.AST, found: str, instead: str) -> Refused:
        return Refused("SES218", self._driver.path_of(node), node, found, instead)
