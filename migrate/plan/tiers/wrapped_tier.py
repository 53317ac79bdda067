"""Plans the tier `wrapped`: the graph is built as in TF 1, its run sites are functions pruned out of it.

And `compat (estimator)`, for which nothing has to be pruned here: Estimators do so with what they trace.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.edit import Code, FileEdits, Kept, Layout, Piece, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import calls_in
from migrate.model.outcome import ESTIMATOR, ProgramOutcome, Tier
from migrate.model.plan import UnitPlan
from migrate.model.refusal import Refused, object_to
from migrate.syntax import global_step
from migrate.syntax.estimators import makes_estimator
from migrate.syntax.profilers import PROFILERS, WAY_OUT
from migrate.syntax.servers import SYNCHRONISER
from migrate.syntax.strategies import strategy_names
from migrate.syntax.symbols import is_in

from ..configuration.run_options import check_run_options
from ..hazards.program_hazards import wrapped_hazards
from ..keras.graph_keras import builds_with_keras, keras_edits
from ..statements.objections import first_line
from ..steps.augmented_assignments import computed_anew
from .module_trials import with_trial
from .parameter_servers import SERVES, only_serves
from .threads import thread_edits
from .wrapped_cluster import make_servers, server_names

_SESSIONS = {"tf.Session": "compat.Program", "tf.InteractiveSession": "compat.Program.interactive"}
_RESETS = {"tf.reset_default_graph": "compat.reset_default_graph"}
_TESTS = {"tf.test.TestCase": "compat.TestCase"}
# What opens sessions for a program.
_TRAINING = {
    f"tf.train.{name}": f"compat.train.{name}"
    for name in (
        "ChiefSessionCreator",
        "LooperThread",
        "MonitoredSession",
        "MonitoredTrainingSession",
        "SessionManager",
        "SingularMonitoredSession",
        "Supervisor",
        "WorkerSessionCreator",
    )
}
# What TensorFlow 2 ends when its chief stops, which other workers go on with.
_SYNCHRONISERS = {SYNCHRONISER: "compat.train.SyncReplicasOptimizer"}
# What does not find a step that a program makes itself, and only calls so.
_STEPS = {
    f"tf.{home}.{name}": f"compat.train.{name}"
    for home in ("contrib.framework", "train")
    for name in ("get_global_step", "get_or_create_global_step")
}
# Loops of contrib's, which open Programs by themselves where the graph is built for them.
_LOOPS = (
    "tf.contrib.slim.evaluation.evaluate_once",
    "tf.contrib.slim.evaluation.evaluation_loop",
    "tf.contrib.slim.learning.train",
    "tf.contrib.training.evaluate_once",
    "tf.contrib.training.evaluate_repeatedly",
    "tf.contrib.training.train",
)
_PARTIAL_RUNS = frozenset({"partial_run", "partial_run_setup"})
_STRATEGIES = "tf.distribute"
# Code that opens a session of its own, or that looks into one.
_FRAMEWORKS = (
    *PROFILERS,
    "tf.contrib.eager",
    _STRATEGIES,
    "tf.enable_eager_execution",
    "tf.saved_model.load_v2",
    "tf.saved_model.save",
    "tf.test.Benchmark",
    "tf.test.create_local_cluster",
    "tf.wrap_function",
)
# Of these, an Estimator's traces have none.
_OF_KERAS_SESSIONS = ("tf.keras.backend.get_session", "tf.keras.backend.set_session")
_ESTIMATOR = "Estimator"  # by what a program is distributed that opens no session itself
_RUN_CONFIG = "its RunConfig"
_KERAS_WAY = (
    "TensorFlow 2's own way, to go on by hand: a keras.Model of its layers, compile() and fit() for its "
    "loss, optimizer and train(), callbacks for hooks; docs/strategies.md has a table"
)
# Names of TensorFlow's inner modules that deal in sessions.
_INNER = ("Session", "tf_debug", "debug")


def as_programs(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which every session becomes a `compat.Program`.

    Raises:
      Refused: a session is opened, or looked into, where the program's text does not show it.
    """
    threads = thread_edits(modules)
    names = {**_SESSIONS, **_RESETS, **_TESTS, **_TRAINING, **_SYNCHRONISERS}
    names |= _STEPS if _names_a_step(modules) else {}
    names |= server_names(modules, {*_SESSIONS, *_TRAINING, *_LOOPS})
    edits = {}
    check_run_options(modules)
    _check_all(modules)
    with_keras = builds_with_keras(modules)
    for module in modules:
        path = module.bindings.module.path
        of_keras = keras_edits(module.bindings) if with_keras else ()
        edits[path] = _edits(module, names, (*threads[path], *of_keras))
    strategies = ", ".join(sorted({name for one in modules for name in strategy_names(one.bindings)}))
    one_graph = "one graph on a cluster" if make_servers(modules) else "one graph"
    if all(map(only_serves, modules)):
        one_graph = SERVES
    outcomes = tuple(
        ProgramOutcome(
            module.bindings.module.path,
            Tier.WRAPPED,
            strategies or (one_graph if _opens_itself(module) else _ESTIMATOR),
        )
        for module in modules
        if module.sessions
    )
    told = tuple(wrapped_hazards(modules))
    return UnitPlan(modules, Tier.WRAPPED, outcomes, edits, told, rule="SES102", without_keras3=with_keras)


def as_estimators(modules: tuple[ModuleFacts, ...]) -> UnitPlan:
    """The plan by which Estimators trace what they call, and run steps of it: nothing else builds a graph.

    Raises:
      Refused: a session is the program's own, or its code builds a graph that no Estimator traces.
    """
    paths = {module.bindings.module.path for module in modules}
    for module in modules:
        path, bindings = module.bindings.module.path, module.bindings
        for node in module.sessions:
            if not makes_estimator(bindings.tensorflow(node) or ""):
                found = f"{first_line(node)}, a session of the program's own beside its Estimators"
                object_to(Refused("SES201", path, node, found, "what an Estimator does"))
        for call in (one for one, runners in module.built if not runners.isdisjoint(paths)):
            found = (
                f"{ast.unparse(call.func)}(), which builds a graph where no Estimator traces what it calls"
            )
            way_out = "build it in a function that an Estimator calls"
            object_to(Refused("SES212", path, call, found, way_out))
        for node in _uses(module, _OF_KERAS_SESSIONS):
            found = f"{bindings.tensorflow(node)}, the session of Keras beside Estimators"
            object_to(Refused("SES216", path, node, found, "what a hook is handed"))
    _check_all(modules)
    names = {**_RESETS, **_SYNCHRONISERS, **(_STEPS if _names_a_step(modules) else {})}
    with_keras = builds_with_keras(modules)
    edits = {
        one.bindings.module.path: FileEdits(
            (*_renamed(one, names), *(keras_edits(one.bindings) if with_keras else ()))
        )
        for one in modules
    }
    strategies = ", ".join(sorted({name for one in modules for name in strategy_names(one.bindings)}))
    programs = [one for one in modules if one.sessions]
    outcomes = tuple(
        ProgramOutcome(one.bindings.module.path, Tier.COMPAT, strategies or _RUN_CONFIG, steps_of=ESTIMATOR)
        for one in programs
    )
    told = (*_ways_on(programs), *wrapped_hazards(modules))
    return UnitPlan(modules, Tier.COMPAT, outcomes, edits, told, rule="SES106", without_keras3=with_keras)


def _ways_on(programs: Sequence[ModuleFacts]) -> Iterator[Diagnostic]:
    """What of Estimators is TensorFlow 2's own way, told where a program makes its first."""
    for module in programs:
        node = module.sessions[0]
        symbol = module.bindings.tensorflow(node)
        found = f"{symbol}, whose model function compat.estimator traces as steps"
        span = Span.of(module.bindings.module.path, node)
        yield Diagnostic("SES302", Severity.INFO, span, found, _KERAS_WAY)


def _check_all(modules: Sequence[ModuleFacts]) -> None:
    # Strategies are for Estimators only; in a graph of the program's own they have other methods today.
    kept = () if any(_opens_itself(module) for module in modules) else (_STRATEGIES,)
    for module in modules:
        _check(module, kept)


def _names_a_step(modules: Sequence[ModuleFacts]) -> bool:
    return global_step.is_named(module.bindings.module.tree for module in modules)


def _check(module: ModuleFacts, kept: Collection[str]) -> None:
    bindings = module.bindings
    path, tree = bindings.module.path, bindings.module.tree
    for name, file in module.missing:
        found = f"an import of {name} from {file.name}, which was not given or cannot be parsed"
        object_to(Refused("SES214", path, tree, found, "give the whole folder, mended"))
    for node in module.live_nodes:
        if isinstance(node, ast.Attribute) and node.attr in _PARTIAL_RUNS:
            found = f"{node.attr}(), a run in parts, which only a session has"
            object_to(Refused("SES216", path, node, found, "run the parts by their own fetches"))
        symbol = bindings.tensorflow(node)
        if symbol is None or node in bindings.prefixes:
            continue
        if is_in(symbol, kept):
            continue
        if is_in(symbol, _FRAMEWORKS) or symbol.startswith("tf.python.") and symbol.endswith(_INNER):
            found = f"{symbol}, which opens sessions of its own or looks into one"
            way_out = "a session and a loop of the program's own"
            if symbol in PROFILERS:
                way_out = WAY_OUT
            object_to(Refused("SES216", path, node, found, way_out))
    calls = calls_in(tree)
    called = {call.func for call in calls}
    for node in _uses(module, ("tf.InteractiveSession",)):
        if node not in called:  # `compat.Program.interactive` is no class
            object_to(
                Refused("SES216", path, node, "a session's class that is not called here", "call it here")
            )


def _opens_itself(module: ModuleFacts) -> bool:
    """Whether one of its sessions is the program's own, and not an Estimator's."""
    return any(not makes_estimator(module.bindings.tensorflow(node) or "") for node in module.sessions)


def _uses(module: ModuleFacts, symbols: Collection[str]) -> Iterator[ast.expr]:
    """The uses of some symbols in code that runs."""
    dead = module.dead_nodes
    return (node for node in _named(module, symbols) if node not in dead)


def _named(module: ModuleFacts, symbols: Collection[str]) -> Iterator[ast.expr]:
    for node in module.bindings.dotted:
        if isinstance(node, ast.expr) and module.bindings.tensorflow(node) in symbols:
            yield node


def _builds_at_once(module: ModuleFacts) -> bool:
    """Whether the module may be the first to build the graph, and not only where it is tried out."""
    at_once = module.sessions or module.outside or module.computes_at_once
    return not only_serves(module) and bool(at_once or any(_uses(module, {*_LOOPS, *_SESSIONS, *_TRAINING})))


def _edits(module: ModuleFacts, names: Mapping[str, str], threads: Sequence[Replacement]) -> FileEdits:
    """Every module that may be the first to build the graph says so, once its imports are done."""
    ours, replaced = ("import compat",), _renamed(module, names)
    tree, builds = module.bindings.module.tree, _builds_at_once(module)
    edits = (*replaced, *threads, *computed_anew(module))  # a program has variables with an order
    if not builds or module.trial is not None:
        return with_trial(module, FileEdits(edits))
    return FileEdits(edits, (Layout(tree, tuple(_begun(tree.body))),), ours)


def unrun_sessions(module: ModuleFacts) -> Iterator[Replacement]:
    """The edits by which sessions that nothing opens here are Programs, for who has begun a graph."""
    dead = module.dead_nodes
    yield from (edit for edit in _renamed(module, {**_SESSIONS, **_TRAINING}) if edit.node in dead)


def _renamed(module: ModuleFacts, names: Mapping[str, str]) -> list[Replacement]:
    """The uses of some symbols, by other names."""
    return [
        Replacement(node, Code(names[module.bindings.tensorflow(node) or ""], imports=("import compat",)))
        for node in _named(module, names)
    ]


def _begun(body: Sequence[ast.stmt]) -> Iterator[Piece]:
    """The module's statements, with the call that begins a graph behind its imports."""
    begin = Code("compat.build_graph()", apart=True)
    last = next((index for index, node in enumerate(body) if _imports_tensorflow(node)), None)
    if last is None:
        last = next((index for index, node in enumerate(body) if not _is_preface(node)), len(body)) - 1
    while last + 1 < len(body) and isinstance(body[last + 1], (ast.Import, ast.ImportFrom)):
        last += 1
    if last < 0:
        yield begin
    for index, node in enumerate(body):
        yield Kept(node)
        if index == last:
            yield begin


def _imports_tensorflow(node: ast.stmt) -> bool:
    """Whether a statement imports TensorFlow, or a part of it; under a condition, or in a `try`, too."""
    if isinstance(node, (ast.If, ast.Try)):
        return any(
            _imports_tensorflow(one) for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt)
        )
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] == "tensorflow" for alias in node.names)
    return isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "tensorflow"


def _is_preface(node: ast.stmt) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or isinstance(node, (ast.Import, ast.ImportFrom))
