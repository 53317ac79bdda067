"""What of `tf.train` opens sessions for a program, on Programs: with the same hooks, savers and services."""

from .looping import monitor, supervise
from .managing import SessionManager
from .monitored import (
    ChiefSessionCreator,
    MonitoredSession,
    MonitoredTrainingSession,
    SingularMonitoredSession,
    WorkerSessionCreator,
)
from .services import LooperThread
from .serving import Server, SharedServer
from .stepping import MonitoredSteps
from .steps import get_global_step, get_or_create_global_step
from .supervised import SupervisedSteps
from .supervising import Supervisor

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
    "WorkerSessionCreator",
    "get_global_step",
    "get_or_create_global_step",
    "monitor",
    "supervise",
]


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
