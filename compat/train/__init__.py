"""What of `tf.train` opens sessions for a program, on Programs: with the same hooks, savers and services.

docs/examples.md has an example of each public name, and a test runs them.
"""

from ._evaluating import evaluate, evaluate_repeatedly
from ._looping import monitor, supervise
from ._managing import SessionManager
from ._monitored import (
    ChiefSessionCreator,
    MonitoredSession,
    MonitoredTrainingSession,
    SingularMonitoredSession,
    WorkerSessionCreator,
)
from ._services import LooperThread
from ._serving import Server, SharedServer
from ._stepping import MonitoredSteps
from ._steps import get_global_step, get_or_create_global_step
from ._supervised import SupervisedSteps
from ._supervising import Supervisor
from ._synchronising import SyncReplicasOptimizer

__all__ = [
    "ChiefSessionCreator",
    "LooperThread",
    "MonitoredSession",
    "MonitoredSteps",
    "MonitoredTrainingSession",
    "Server",
    "SessionManager",
    "SharedServer",
    "SingularMonitoredSession",
    "SupervisedSteps",
    "Supervisor",
    "SyncReplicasOptimizer",
    "WorkerSessionCreator",
    "evaluate",
    "evaluate_repeatedly",
    "get_global_step",
    "get_or_create_global_step",
    "monitor",
    "supervise",
]


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
