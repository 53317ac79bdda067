"""Threads and processes of programs that are wrapped: who of them may build a graph, and into which.

A new thread is eager in TensorFlow 2. `compat.Thread`, `compat.ThreadPool` and `compat.Process` are not, so
that whatever they run means what it meant; a pool of processes is `compat.Pool`, unless all that those of a
module run surely touches no TensorFlow.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from migrate.model.edit import Code, Replacement
from migrate.model.facts import ModuleFacts
from migrate.model.nodes import nodes_of
from migrate.model.refusal import Refused, object_to

_OURS = {
    "concurrent.futures.ThreadPoolExecutor": "compat.ThreadPoolExecutor",
    "concurrent.futures.thread.ThreadPoolExecutor": "compat.ThreadPoolExecutor",
    "multiprocessing.Process": "compat.Process",
    "multiprocessing.dummy.Pool": "compat.ThreadPool",
    "multiprocessing.pool.ThreadPool": "compat.ThreadPool",
    "threading.Thread": "compat.Thread",
    "threading.Timer": "compat.Timer",
}
_POOLS = {
    "concurrent.futures.ProcessPoolExecutor": "compat.ProcessPoolExecutor",
    "concurrent.futures.process.ProcessPoolExecutor": "compat.ProcessPoolExecutor",
    "multiprocessing.Pool": "compat.Pool",
    "multiprocessing.pool.Pool": "compat.Pool",
}
_PACKAGES = frozenset({"threading", "multiprocessing", "_thread", "concurrent"})
# What starts nothing of the program's own.
_PASSIVE = frozenset(
    {
        *("Array", "Manager", "Pipe", "RawArray", "RawValue", "Value"),
        *("JoinableQueue", "Queue", "SimpleQueue"),
        *("Barrier", "BoundedSemaphore", "Condition", "Event", "Lock", "RLock", "Semaphore", "local"),
        *("BrokenBarrierError", "Future", "ThreadError", "TimeoutError", "as_completed", "wait"),
        *("active_children", "active_count", "activeCount", "cpu_count", "enumerate", "freeze_support"),
        *("current_process", "currentThread", "current_thread", "get_ident", "get_native_id"),
        *("main_thread", "parent_process", "set_start_method"),
    }
)
_POOL_METHODS = frozenset(
    {
        *("apply", "apply_async", "imap", "imap_unordered", "map", "map_async"),
        *("starmap", "starmap_async", "submit"),
    }
)
_SESSION_METHODS = frozenset({"eval", "restore", "run", "save"})


def thread_edits(modules: Sequence[ModuleFacts]) -> Mapping[Path, tuple[Replacement, ...]]:
    """What to write for the threads of each module.

    Raises:
      Refused: what starts a thread or a process is not in sight, and may run code that touches TensorFlow.
    """
    touching = _touching(modules)
    edits: dict[Path, tuple[Replacement, ...]] = {module.bindings.module.path: () for module in modules}
    for module in modules:
        path = module.bindings.module.path
        if path in touching:
            ours = {**_OURS, **_pools(module)}
            edits[path] = tuple(
                Replacement(node, Code(ours[name], imports=("import compat",)))
                for node, name in module.bindings.dotted.items()
                if name in ours and isinstance(node, ast.expr)
            )
    return edits


def _touching(modules: Sequence[ModuleFacts]) -> frozenset[Path]:
    """The modules that use TensorFlow, or import one that does."""
    touching = {
        module.bindings.module.path
        for module in modules
        if any(module.bindings.tensorflow(node) for node in module.bindings.dotted)
    }
    count = -1
    while count != len(touching):
        count = len(touching)
        touching |= {
            module.bindings.module.path for module in modules if touching.intersection(module.imports)
        }
    return frozenset(touching)


def _pools(module: ModuleFacts) -> Mapping[str, str]:
    """What to write for the pools of a module.

    Raises:
      Refused: it starts what may run code that touches TensorFlow by other means.
    """
    bindings = module.bindings
    for node in nodes_of(bindings.module.tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        is_for_threads = (node.module or "").partition(".")[0] in _PACKAGES
        if is_for_threads and any(alias.name == "*" for alias in node.names):
            found = "all names of a module for threads, of which any may build a graph"
            object_to(Refused("SES216", bindings.module.path, node, found, "import the names that are used"))
    starters = [node for node in bindings.dotted if _is_starter(module, node)]
    started = list(_started(module)) if starters else []
    if not starters or started and all(_is_apart(module, node, set()) for node in started):
        return {}
    others = [node for node in starters if bindings.dotted[node] not in _POOLS]
    if others:
        found = f"{bindings.dotted[others[0]]}, which may run code that touches TensorFlow"
        object_to(Refused("SES216", bindings.module.path, others[0], found, "a Thread, a Process or a Pool"))
    return _POOLS


def _is_starter(module: ModuleFacts, node: ast.AST | None) -> bool:
    name = module.bindings.dotted.get(node, "") if node is not None else ""
    if name.partition(".")[0] not in _PACKAGES or node in module.bindings.prefixes:
        return False
    is_ours = any(name == ours or name.startswith(f"{ours}.") for ours in _OURS)
    return not is_ours and name.rpartition(".")[2] not in _PASSIVE


def _started(module: ModuleFacts) -> Iterator[ast.AST]:
    """What pools and processes of the module are given to run."""
    for node in nodes_of(module.bindings.module.tree):
        if isinstance(node, ast.ClassDef) and any(_is_starter(module, base) for base in node.bases):
            yield node
        elif isinstance(node, ast.Call) and _is_starter(module, node.func):
            yield from (word.value for word in node.keywords if word.arg in ("target", "initializer", None))
            yield from (
                value for value in node.args if isinstance(value, (ast.Name, ast.Attribute, ast.Lambda))
            )
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _POOL_METHODS
            and node.args
        ):
            yield node.args[0]


def _is_apart(module: ModuleFacts, node: ast.AST, seen: set[ast.AST]) -> bool:
    """Whether what `node` runs is in sight, and touches no TensorFlow."""
    bindings = module.bindings
    if isinstance(node, ast.Name) and node.id in bindings.functions:
        node = bindings.functions[node.id]
    elif isinstance(node, ast.expr) and not isinstance(node, ast.Lambda):
        return node in bindings.dotted and not _is_near(module, node)
    if node in seen:
        return True
    seen.add(node)
    inside = list(nodes_of(node))
    own = {name.id for name in inside if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
    own |= {argument.arg for argument in inside if isinstance(argument, ast.arg)}
    called = [inner for inner in inside if isinstance(inner, ast.Name) and inner.id in bindings.functions]
    return (
        not any(_is_near(module, inner) for inner in inside)
        and not any(isinstance(inner, ast.Attribute) and inner.attr in _SESSION_METHODS for inner in inside)
        and all(_is_known(module, inner.func, own) for inner in inside if isinstance(inner, ast.Call))
        and all(_is_apart(module, inner, seen) for inner in called)
    )


def _is_known(module: ModuleFacts, function: ast.expr, own: Collection[str]) -> bool:
    """Whether what is called is a function, or a method of a value that the caller was given or made."""
    root: ast.AST = function
    while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
        root = root.func if isinstance(root, ast.Call) else root.value
    if not isinstance(root, ast.Name):
        return isinstance(root, ast.Constant)
    bindings = module.bindings
    is_builtin = root is function and hasattr(builtins, root.id)
    return is_builtin or root in bindings.dotted or root.id in bindings.functions or root.id in own


def _is_near(module: ModuleFacts, node: ast.AST) -> bool:
    """Whether `node` leads to TensorFlow, or to another file of the program."""
    name = module.bindings.dotted.get(node, "")
    files = {part for path in module.imports for part in (path.stem, path.parent.name)}
    return name.startswith(".") or name.partition(".")[0] in {"tensorflow", *files}
