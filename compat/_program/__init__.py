"""Tier `wrapped`: a TensorFlow 1 graph is built as in TF 1; each run of it is a function lifted out of it."""

from .building import build_graph, reset_default_graph
from .program import Program
from .threads import Pool, Process, ProcessPoolExecutor, Thread, ThreadPool, ThreadPoolExecutor, Timer

__all__ = [
    "Pool",
    "Process",
    "ProcessPoolExecutor",
    "Program",
    "Thread",
    "ThreadPool",
    "ThreadPoolExecutor",
    "Timer",
    "build_graph",
    "reset_default_graph",
]
