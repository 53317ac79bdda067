"""`tf.train`'s sessions that are opened for a program, as Programs: the same hooks, savers and services."""

from .managing import SessionManager
from .monitored import (
    ChiefSessionCreator,
    MonitoredSession,
    MonitoredTrainingSession,
    SingularMonitoredSession,
)
from .supervising import Supervisor

__all__ = [
    "ChiefSessionCreator",
    "MonitoredSession",
    "MonitoredTrainingSession",
    "SessionManager",
    "SingularMonitoredSession",
    "Supervisor",
]
