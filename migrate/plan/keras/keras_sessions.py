"""Sessions that programs of Keras open to configure TensorFlow, and for nothing else: tf.config does it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from migrate.model.bindings import Bindings
from migrate.model.diagnostic import Diagnostic
from migrate.model.driver import Driver, Point
from migrate.model.edit import Around, Code, Comments, FileEdits, Kept, Layout, Piece, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.kinds import Kind
from migrate.model.nodes import nodes_of
from migrate.model.outcome import ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.model.refusal import Refused, object_to
from migrate.syntax.servers import SESSIONS

from ..configuration.config_forms import FORMS
from ..configuration.session_configuration import left_out, order_told
from ..configuration.session_options import Configured, configured
from ..statements.new_names import Names
from .late_strategies import has_late_strategies, is_alone, with_strategies

_SETTERS = ("backend.set_session", "tensorflow_backend.set_session")
# What asks for a graph or for its session, and has neither without one.
_OF_GRAPHS = (
    "tf.Graph",
    "tf.assign",
    "tf.get_collection",
    "tf.get_default_graph",
    "tf.get_default_session",
    "tf.get_variable",
    "tf.global_variables",
    "tf.gradients",
    "tf.initialize_all_variables",
    "tf.local_variables_initializer",
    "tf.placeholder",
    "tf.tables_initializer",
)
_OF_BACKENDS = ("backend.function", "backend.get_session", "backend.gradients", "backend.placeholder")
# What may come before a configuration, as it does not start TensorFlow.
_HARMLESS = ("tf.ConfigProto", "tf.GPUOptions", "tf.app", "tf.config.", "tf.flags", "tf.logging", "tf.test.")


def are_configurations(modules: Sequence[ModuleFacts]) -> bool:
    """Whether Keras runs these programs, whose sessions do nothing but configure TensorFlow."""
    if any(module.outside or module.missing or _asks_for_graphs(module.bindings) for module in modules):
        return False
    drivers = [facts.driver for module in modules for facts in module.drivers]
    known = {node for one in drivers for point in _sessions(one) for node in nodes_of(point.node)}
    return (
        any(_names_keras(module.bindings) for module in modules)
        and all(node in known for module in modules for node in module.sessions)
        and all(map(_only_configures, drivers))
    )


def with_configurations(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which tf.config says what such sessions said; models are built as they were.

    Raises:
      Refused: something of TensorFlow comes before a session, and may start it.
    """
    plan = with_strategies(modules) if has_late_strategies(modules) else UnitPlan(modules, None, (), {}, ())
    edits, told = dict(plan.edits), [*plan.diagnostics]
    for module in modules:
        path, names = module.bindings.module.path, Names(module.bindings.module.tree)
        before = edits.get(path, FileEdits())
        own: list[Replacement] = []
        codes = dict(_without_imports(module))
        layouts: list[Layout] = []
        imports: dict[str, None] = dict.fromkeys(before.imports)
        for facts in module.drivers:
            _check_in_time(facts.driver)
            codes |= _configurations(facts.driver, names, told)
            inside = {one: codes[one] for one in _within(facts.driver.body) if one in codes}
            if inside and not before.layouts:
                layouts.append(Layout(facts.driver.owner, tuple(_laid_out(facts.driver.body, inside))))
                imports |= dict.fromkeys(line for it in inside.values() for one in it for line in one.imports)
                own += (Replacement(one, Code("")) for one in inside)  # no rule misses what it names
                codes = {one: code for one, code in codes.items() if one not in inside}
        own += _replacements(module, codes)
        edits[path] = replace(
            before,
            replacements=(*before.replacements, *own),
            layouts=(*before.layouts, *layouts),
            imports=tuple(imports),
        )
    known = {outcome.path for outcome in plan.programs}
    paths = [module.bindings.module.path for module in modules if module.sessions]
    outcomes = [ProgramOutcome(path, Tier.NATIVE, "Keras") for path in paths if path not in known]
    return UnitPlan(modules, Tier.NATIVE, (*plan.programs, *outcomes), edits, tuple(told))


def _sessions(driver: Driver) -> list[Point]:
    return [point for point in driver.points if point.kind is Kind.SESSION]


def _only_configures(driver: Driver) -> bool:
    """Whether the sessions of a block are opened and handed to Keras, and nothing else is done with them."""
    sessions = _sessions(driver)
    uses = [point for point in driver.points if not point.sources.isdisjoint(sessions)]
    is_simple = not driver.continued and not driver.callees and driver.takes is None
    return (
        is_simple
        and all(_opens(driver, point) or _sets(driver, point) for point in sessions)
        and all(_sets(driver, point) for point in uses)
    )


def _opens(driver: Driver, point: Point) -> bool:
    """Whether it is `session = tf.Session(…)`, or such a call alone."""
    call = point.node.value if isinstance(point.node, (ast.Assign, ast.Expr)) else None
    return _is_session(driver, call)


def _sets(driver: Driver, point: Point) -> bool:
    """Whether it is `K.set_session(…)`, of whichever Keras, of a name or of a session that it opens."""
    call = point.node.value if isinstance(point.node, ast.Expr) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
        return False
    is_known = isinstance(call.args[0], ast.Name) or _is_session(driver, call.args[0])
    return is_known and _dotted(driver.bindings, call.func).endswith(_SETTERS)


def _is_session(driver: Driver, node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and driver.tensorflow(node.func) in SESSIONS


def _dotted(bindings: Bindings, node: ast.AST) -> str:
    return bindings.tensorflow(node) or bindings.dotted.get(node, "")


def _asks_for_graphs(bindings: Bindings) -> bool:
    names = (_dotted(bindings, node) for node in bindings.dotted)
    return any(
        name.startswith(_OF_GRAPHS)
        or name.endswith(_OF_BACKENDS)
        or name.startswith("tf.train.")
        and not name.endswith("Optimizer")  # which compile() takes
        for name in names
    )


def _names_keras(bindings: Bindings) -> bool:
    names = (_dotted(bindings, node) for node in bindings.dotted)
    return any(name.startswith(("keras.", "tf.keras.")) for name in names)


def _check_in_time(driver: Driver) -> None:
    """Nothing of TensorFlow or Keras is called before the first session of a block."""
    for point in driver.points[: _sessions(driver)[0].index]:
        if isinstance(point.node, (ast.FunctionDef, ast.ClassDef)):
            continue
        for call in point.calls:
            name = _dotted(driver.bindings, call.func)
            starts = name.startswith(("tf.", "keras.")) and not name.startswith(_HARMLESS)
            if starts and not name.endswith("clear_session"):
                found = f"{name}, before TensorFlow is configured"
                object_to(Refused("CFG201", driver.path, call, found, "configure it first"))


def _configurations(driver: Driver, names: Names, told: list[Diagnostic]) -> dict[ast.stmt, list[Code]]:
    """What stands for each statement of a block that opens a session, or makes a configuration that goes."""
    written: dict[ast.stmt, list[Code]] = {}
    for one in configured(driver):
        codes = written.setdefault(one.point.node, [])
        if one.options is None:
            codes.append(Code("compat.configure({value})", {"value": one.node}, imports=("import compat",)))
        else:
            codes += _codes(driver, names, one, told)
            for point in one.statements:
                written.setdefault(point.node, [])
    for point in _sessions(driver):
        written.setdefault(point.node, [])
    return written


def _laid_out(body: Sequence[ast.stmt], codes: Mapping[ast.stmt, Sequence[Code]]) -> Iterator[Piece]:
    """A block, with the comments of what goes."""
    stays = False
    for statement in body:
        if statement in codes:
            yield Comments(statement)
            yield from codes[statement]
            stays |= bool(codes[statement])
            continue
        stays = True
        if isinstance(statement, ast.If) and any(one in codes for one in _within([statement])):
            branches = [tuple(_laid_out(one, codes)) for one in (statement.body, statement.orelse)]
            yield Around(statement, branches[0], otherwise=branches[1])
        else:
            yield Kept(statement)
    if body and not stays:
        yield Code("pass")


def _within(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a block, and of conditions in it."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _within([*statement.body, *statement.orelse])


def _replacements(module: ModuleFacts, codes: Mapping[ast.stmt, Sequence[Code]]) -> Iterator[Replacement]:
    """The same, statement by statement."""
    for statement, stands in codes.items():
        parts = {f"value{index}": node for index, one in enumerate(stands) for node in one.parts.values()}
        lines = [one.template.replace("{value}", f"{{value{index}}}") for index, one in enumerate(stands)]
        imports = dict.fromkeys(line for one in stands for line in one.imports)
        nothing = "pass" if is_alone(statement, module.bindings.module.tree) else ""
        text = "\n".join(lines) or nothing
        yield Replacement(statement, Code(text, parts, statement, imports=tuple(imports)))


def _without_imports(module: ModuleFacts) -> Iterator[tuple[ast.stmt, list[Code]]]:
    """What stands for imports of what gave Keras a session, where that is all that is done with it.

    Keras 3 has it nowhere.
    """
    tree = module.bindings.module.tree
    statements = [point.node for facts in module.drivers for point in _sessions(facts.driver)]
    gone = {node for one in statements for node in nodes_of(one) if isinstance(node, ast.Name)}
    left = {node.id for node in nodes_of(tree) if isinstance(node, ast.Name) and node not in gone}
    for node in nodes_of(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            home = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            kept = [one for one in node.names if not _is_for_sessions(home, one, left)]
            names = ", ".join(f"{one.name} as {one.asname}" if one.asname else one.name for one in kept)
            start = f"from {node.module} import" if isinstance(node, ast.ImportFrom) else "import"
            if kept != node.names:
                yield node, [Code(f"{start} {names}")] if kept else []


def _is_for_sessions(home: str, alias: ast.alias, left: Collection[str]) -> bool:
    dotted = home + alias.name
    gives = dotted.endswith((".set_session", ".tensorflow_backend")) and "keras" in dotted.split(".")
    return gives and (alias.asname or alias.name) not in left


def _codes(driver: Driver, names: Names, one: Configured, told: list[Diagnostic]) -> Iterator[Code]:
    for option in {option.path: option for option in one.options or ()}.values():
        form = FORMS.get(option.path)
        code = form(names, option.value) if form is not None else None
        if option.path == "gpu_options.visible_device_list":
            told += order_told(driver.path, option.value)
        if code is None:
            told.append(left_out(driver.path, option.path, option.value))
        elif code.template:
            yield code
