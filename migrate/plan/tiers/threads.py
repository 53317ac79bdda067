"""Threads and processes of programs that are wrapped: who of them may build a graph, and into which.

A new thread is eager in TensorFlow 2. `compat.Thread`, `compat.Process` and the pools of `compat` are not, so
that whatever they run means what it meant.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
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
            _check_starters(module)
            edits[path] = tuple(
                Replacement(node, Code(_OURS[name], imports=("import compat",)))
                for node, name in module.bindings.dotted.items()
                if name in _OURS and isinstance(node, ast.expr)
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


def _check_starters(module: ModuleFacts) -> None:
    """Nothing else in a module starts what may build a graph.

    Raises:
      Refused: something does, or may.
    """
    bindings = module.bindings
    for node in nodes_of(bindings.module.tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        is_for_threads = (node.module or "").partition(".")[0] in _PACKAGES
        if is_for_threads and any(alias.name == "*" for alias in node.names):
            found = "all names of a module for threads, of which any may build a graph"
            object_to(Refused("SES216", bindings.module.path, node, found, "import the names that are used"))
    for node in (one for one in bindings.dotted if _is_starter(module, one)):
        found = f"{bindings.dotted[node]}, which may run code that touches TensorFlow"
        object_to(Refused("SES216", bindings.module.path, node, found, "a Thread, a Process or a Pool"))


def _is_starter(module: ModuleFacts, node: ast.AST) -> bool:
    name = module.bindings.dotted.get(node, "")
    if name.partition(".")[0] not in _PACKAGES or node in module.bindings.prefixes:
        return False
    is_ours = any(name == ours or name.startswith(f"{ours}.") for ours in _OURS)
    return not is_ours and name.rpartition(".")[2] not in _PASSIVE
