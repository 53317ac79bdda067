"""Hooks of monitored sessions: which values of the graph they ask for, and where in their text.

A hook asks for tensors beside each run. Where it does so in a way that is followed, it can ask by names: in
what it is made with, and in the classes of the program's own in the arguments of `SessionRunArgs` alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migrate.model.bindings import Bindings
from migrate.model.driver import Point
from migrate.model.kinds import GRAPH_VALUES, Role
from migrate.model.nodes import calls_in, nodes_of
from migrate.syntax.arguments import is_none, passed_arguments, value_of

from ..cluster.sync_replicas import is_synchroniser
from ..names.uses import names_of
from ..vocabulary import role_of

_BASE = "tf.train.SessionRunHook"
_STOPPING = "tf.train.StopAtStepHook"
_ARGS = "tf.train.SessionRunArgs"
_LOGGING = "tf.train.LoggingTensorHook"
_SAVING = "tf.train.CheckpointSaverHook"
# TensorFlow's own, with the parameters that are followed, in their order; more by their names alone.
_PARAMETERS = {
    _SAVING: ("checkpoint_dir", "save_secs", "save_steps"),
    _LOGGING: ("tensors", "every_n_iter", "every_n_secs", "at_end", "formatter"),
    "tf.train.NanTensorHook": ("loss_tensor", "fail_on_nan_loss"),
    "tf.train.StepCounterHook": ("every_n_steps", "every_n_secs", "output_dir"),
    _STOPPING: ("num_steps", "last_step"),
    "tf.train.SummarySaverHook": ("save_steps", "save_secs", "output_dir"),
}
_BY_NAME = frozenset({"checkpoint_basename", "saver", "summary_op"})
_NOTHING = frozenset({"listeners", "scaffold"})  # of which there may be none, by name
# Those that are tensors, or tensors by their tags.
_TENSORS = ("loss_tensor", "summary_op", "tensors")
# What a hook may do with what it is handed: the object, the context of a run, and its results.
_HANDED = {
    "before_run": (None, {"request_stop", "stop_requested"}),
    "after_run": (None, {"request_stop", "stop_requested"}, {"results"}),
    "after_create_session": (None, set(), None),
    "end": (None, set()),
}
# Those that are handed a session in which nothing else runs at that time.
_RUNNING = ("after_create_session", "end")
# What a hook that stops at a step may do in another way: what it asks for stays TensorFlow's.
_OVERRIDDEN = frozenset({"after_create_session", "after_run", "end"})
_STEP = "_global_step_tensor"


def is_hook_class(bindings: Bindings, node: ast.AST) -> bool:
    """Whether it is a class of hooks that does nothing but define methods."""
    bases = [bindings.tensorflow(base) for base in node.bases] if isinstance(node, ast.ClassDef) else []
    if not isinstance(node, ast.ClassDef) or bases not in ([_BASE], [_STOPPING]):
        return False
    methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    return (
        not (node.keywords or node.decorator_list)
        and all(isinstance(one, ast.FunctionDef) or _is_text(one) for one in node.body)
        and (bases == [_BASE] or methods <= _OVERRIDDEN)
    )


def running_methods(bindings: Bindings, owner: ast.AST) -> dict[ast.FunctionDef, str]:
    """The methods of a class of hooks that run the session which they are handed, and their name for it.

    They do nothing else with it.
    """
    if not isinstance(owner, ast.ClassDef) or not is_hook_class(bindings, owner):
        return {}
    methods = [one for one in owner.body if isinstance(one, ast.FunctionDef) and one.name in _RUNNING]
    named = {one: one.args.args[1].arg for one in methods if len(one.args.args) > 1}
    return {method: name for method, name in named.items() if _only_runs(method, name)}


def is_of_hook(point: Point) -> bool:
    """Whether it stands for the session that a method of a hook is handed."""
    return point.index < 0 and isinstance(point.node, ast.FunctionDef) and point.node.name in _RUNNING


def _only_runs(method: ast.FunctionDef, name: str) -> bool:
    """Whether a method uses what it calls `name` to run something, and for nothing else."""
    calls = [one.func for one in nodes_of(method) if isinstance(one, ast.Call)]
    run = {one.value for one in calls if isinstance(one, ast.Attribute) and one.attr == "run"}
    names = {one for one in nodes_of(method) if _is_name(one, name)}
    return bool(names) and names <= run and not names <= _reading_step(method)


def step_reads(node: ast.AST) -> Iterator[ast.Call]:
    """The calls in methods that run a session for the global step, as TensorFlow's hook does."""
    for call in calls_in(node):
        is_run = isinstance(call.func, ast.Attribute) and call.func.attr == "run" and not call.keywords
        if is_run and len(call.args) == 1 and getattr(call.args[0], "attr", "") == _STEP:
            yield call


def _reading_step(method: ast.FunctionDef) -> set[ast.AST]:
    """The names of the sessions that are run so."""
    return {call.func.value for call in step_reads(method) if isinstance(call.func, ast.Attribute)}


def names_hooks(bindings: Bindings, point: Point) -> bool:
    """Whether a statement gives a hook, or a list of some, a name, or adds some to such a list."""
    value = made_hooks(point.node)
    elements = list(hooks_in(value)) if value is not None else []
    added = appended_to(point.node)
    return all(_is_hook(bindings, point, one) for one in [*elements, *added]) and value is not None


def made_hooks(node: ast.stmt) -> ast.expr | None:
    """What may be hooks in `name = value`, `name += value`, `name.append(value)` and `name.extend(value)`."""
    if isinstance(node, ast.Assign) and [type(one) for one in node.targets] == [ast.Name]:
        return node.value
    if isinstance(node, ast.AugAssign) and appended_to(node):
        return node.value
    call = node.value if isinstance(node, ast.Expr) else None
    return call.args[0] if isinstance(call, ast.Call) and appended_to(node) else None


def hooks_in(value: ast.expr) -> Iterator[ast.expr]:
    """The hooks, or names for some, in a list, in a sum of lists, or in neither."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from hooks_in(value.left)
        yield from hooks_in(value.right)
    elif isinstance(value, ast.List):
        yield from value.elts
    else:
        yield value


def appended_to(node: ast.stmt) -> list[ast.expr]:
    """The name of the list in `name += value`, `name.append(value)` and `name.extend(value)`."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
        return [node.target]
    call = node.value if isinstance(node, ast.Expr) else None
    if not (isinstance(call, ast.Call) and len(call.args) == 1 and isinstance(call.func, ast.Attribute)):
        return []
    named = call.func.attr in ("append", "extend") and isinstance(call.func.value, ast.Name)
    return [call.func.value] if named else []


def _is_hook(bindings: Bindings, point: Point, node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        own = hook_class(bindings, point, node.func)
        is_known = bindings.tensorflow(node.func) in _PARAMETERS or own is not None
        return is_known or synchroniser_of(bindings, point, node) is not None
    sources = point.uses.get(node.id, frozenset()) if isinstance(node, ast.Name) else frozenset[Point]()
    before = all(
        source.index < point.index and source.kind not in GRAPH_VALUES  # which would lead through the graph
        for source in sources
    )
    return bool(sources) and before and all(names_hooks(bindings, source) for source in sources)


def synchroniser_of(bindings: Bindings, point: Point, call: ast.Call) -> ast.Name | None:
    """The optimizer in `optimizer.make_session_run_hook(…)`, by which all workers train in step."""
    called = call.func
    if not (isinstance(called, ast.Attribute) and called.attr == "make_session_run_hook"):
        return None
    name = called.value
    return name if isinstance(name, ast.Name) and is_synchroniser(bindings, point, name) else None


def hook_class(bindings: Bindings, point: Point, func: ast.expr) -> ast.ClassDef | None:
    """The class of hooks, of the module or of the block, that a call at a point makes an object of."""
    if not isinstance(func, ast.Name):
        return None
    sources = [source.node for source in point.uses.get(func.id, ())]
    found = sources[0] if len(sources) == 1 else None if sources else bindings.classes.get(func.id)
    is_class = isinstance(found, ast.ClassDef) and found.name == func.id and is_hook_class(bindings, found)
    return found if is_class and isinstance(found, ast.ClassDef) else None


def asked_by_call(bindings: Bindings, call: ast.Call) -> list[tuple[str, ast.expr]] | None:
    """The tensors that a hook of TensorFlow's is made with, and names for them; `None` where not followed."""
    symbol = bindings.tensorflow(call.func) or ""
    places = _PARAMETERS.get(symbol, ())
    passed = [*zip(places, call.args, strict=False), *((one.arg or "", one.value) for one in call.keywords)]
    known = {*places, *_BY_NAME, *(name for name, value in passed if name in _NOTHING and is_none(value))}
    if not places or len(call.args) > len(places) or {name for name, _ in passed} - known:
        return None
    asked = [(name, value) for name, value in passed if name in _TENSORS]
    if symbol != _LOGGING or not asked:
        return asked
    ((_, tags),) = asked
    if not isinstance(tags, ast.Dict):  # a list is printed by the tensors' own names
        return None
    keys = [key.value if isinstance(key, ast.Constant) else None for key in tags.keys]
    if not all(isinstance(key, str) for key in keys):
        return None
    return [(str(key), one) for key, one in zip(keys, tags.values, strict=True)]


def savers_of(bindings: Bindings, call: ast.Call) -> list[ast.expr]:
    """What a hook that saves is told to save with."""
    is_saving = bindings.tensorflow(call.func) == _SAVING
    return [one.value for one in call.keywords if one.arg == "saver"] if is_saving else []


class OwnHooks:
    """What a hook of a class of the program's own asks for, which a call makes.

    `in_class` are the expressions of its text that its block defines, `given` those that the call is given,
    each with a name; `tokens` are the attributes that hold these; `strange` is the first thing in it that is
    not followed. A class that `is_in_block` may run the session, where the block's points tell what it runs.
    """

    def __init__(self, bindings: Bindings, owner: ast.ClassDef, call: ast.Call, *, is_in_block: bool) -> None:
        self._bindings = bindings
        self._owner = owner
        self._is_in_block = is_in_block
        self.in_class: list[tuple[str, ast.expr]] = []
        self.given: list[tuple[str, ast.expr]] = []
        self.strange: ast.AST | None = None
        self.tokens = frozenset[str]()
        methods = {node.name: node for node in owner.body if isinstance(node, ast.FunctionDef)}
        self._before = methods.get("before_run")
        self._set = dict(_plain_attributes(methods.get("__init__")))
        self._arguments = _arguments(methods.get("__init__"), call)
        leaves = list(self._leaves())
        for leaf in leaves:
            self._read(leaf)
        if self.strange is None:
            allowed = {node for leaf in leaves for node in nodes_of(leaf)}
            self.tokens = frozenset(leaf.attr for leaf in leaves if isinstance(leaf, ast.Attribute))
            self.strange = next(self._others(allowed, self.tokens), None)

    def _leaves(self) -> Iterator[ast.expr]:
        """What `before_run` asks for, in all its `return SessionRunArgs(…)`."""
        every = [node for node in nodes_of(self._owner) if self._bindings.tensorflow(node) == _ARGS]
        inside = nodes_of(self._before or ast.Pass())
        returned = [node.value for node in inside if isinstance(node, ast.Return)]
        calls = [one for one in returned if self._is_asking(one)]
        for value in returned:
            if isinstance(value, ast.Call) and value in calls:
                keywords = {keyword.arg: keyword.value for keyword in value.keywords}
                if len(value.args) + len(keywords) == 1 and keywords.keys() <= {"fetches"}:
                    yield from _elements(value.args[0] if value.args else keywords["fetches"])
                    continue
            if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
                self.strange = value
        if len(every) != len(calls):
            self.strange = self._owner

    def _is_asking(self, node: ast.expr | None) -> bool:
        return isinstance(node, ast.Call) and self._bindings.tensorflow(node.func) == _ARGS

    def _read(self, leaf: ast.expr) -> None:
        free = set(names_of(self._before)) if self._before is not None else set()
        if isinstance(leaf, ast.Name) and leaf in free:
            self.in_class.append((leaf.id, leaf))
            return
        is_own = isinstance(leaf, ast.Attribute) and _is_name(leaf.value, "self")
        parameter = self._set.get(leaf.attr) if is_own and isinstance(leaf, ast.Attribute) else None
        value = self._arguments.get(parameter) if parameter is not None else None
        if parameter is None or value is None:
            self.strange = leaf
        elif value not in [one for _, one in self.given]:
            self.given.append((parameter, value))

    def _others(self, allowed: set[ast.AST], asked: frozenset[str]) -> Iterator[ast.AST]:
        """What else it does that needs a graph, or a session, or what it asks for as a tensor."""
        parameters = {self._set[name] for name in asked if name in self._set}
        running = running_methods(self._bindings, self._owner) if self._is_in_block else {}
        for node in nodes_of(self._owner):
            symbol = self._bindings.tensorflow(node)
            is_known = symbol in (None, _ARGS, _BASE, _STOPPING) or role_of(symbol or "") is Role.HOST
            if not is_known and node not in self._bindings.prefixes:
                yield node
            if isinstance(node, ast.Name) and node.id in _DYNAMIC:
                yield node
        for method in (node for node in self._owner.body if isinstance(node, ast.FunctionDef)):
            if method.decorator_list or method.args.vararg or method.args.kwarg:
                yield method
            is_initial = method.name == "__init__"
            given = {one.value for one in method.body if isinstance(one, ast.Assign) and is_initial}
            for node in nodes_of(method):
                if isinstance(node, ast.Attribute) and node.attr in asked | {"__dict__"}:
                    is_set = is_initial and isinstance(node.ctx, ast.Store)
                    yield from () if node in allowed or is_set else (node,)
                if isinstance(node, ast.Name) and is_initial and node.id in parameters:
                    yield from () if node in given else (node,)
            yield from _misused(method, running.get(method))


_DYNAMIC = frozenset({"vars", "getattr", "setattr", "locals", "globals", "eval", "exec", "super"})


def _misused(method: ast.FunctionDef, session: str | None) -> Iterator[ast.AST]:
    """Where a method does more with what it is handed than read the attributes that are followed.

    It may run what it calls a `session`.
    """
    handed = _HANDED.get(method.name, (None,))
    known = {one.arg: names for one, names in zip(method.args.args, handed, strict=False)}
    known = {name: names for name, names in known.items() if name == "self" or names is not None}
    followed = {
        node.value
        for node in nodes_of(method)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.attr in (known.get(node.value.id) or {node.attr})
    }
    reading = _reading_step(method)
    known.pop(session or "", None)
    for node in nodes_of(method):
        if isinstance(node, ast.Name) and node.id in known:
            never = known[node.id] == set()
            if node not in reading and (never or node not in followed):
                yield node


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Pass) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _elements(node: ast.expr) -> Iterator[ast.expr]:
    """The tensors in lists and dictionaries of them."""
    if isinstance(node, (ast.List, ast.Tuple)):
        for one in node.elts:
            yield from _elements(one)
    elif isinstance(node, ast.Dict):
        for one in node.values:
            yield from _elements(one)
    else:
        yield node


def _plain_attributes(initial: ast.FunctionDef | None) -> Iterator[tuple[str, str]]:
    """The attributes that `__init__` sets to one of its parameters, each once, in straight code."""
    if initial is None:
        return
    stored = [
        node.attr
        for node in nodes_of(initial)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    ]
    for node in initial.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Name):
            target = node.targets[0]
            if isinstance(target, ast.Attribute) and stored.count(target.attr) == 1:
                yield target.attr, node.value.id


def _arguments(initial: ast.FunctionDef | None, call: ast.Call) -> dict[str, ast.expr]:
    """What the call that makes a hook passes, by parameter of its `__init__`."""
    if initial is None:
        return {}
    with_object = ast.Call(call.func, [ast.Constant(None), *call.args], call.keywords)
    arguments = passed_arguments(initial, with_object) or {}
    return {name: value_of(argument) for name, argument in arguments.items()}
