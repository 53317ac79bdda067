"""Between-graph replication on TensorFlow 2: each worker trains on its own, on variables that all share.

docs/examples.md has an example of each public name, and a test runs them.
"""

from ._coordinated_server import CoordinatedServer
from ._server import ClusterSpec, Server
from ._sync import SyncReplicasOptimizer
from ._workers import CollectiveServer

__all__ = ["ClusterSpec", "CollectiveServer", "CoordinatedServer", "Server", "SyncReplicasOptimizer"]


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
