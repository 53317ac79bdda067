"""From the paths the user gives to the sources there, and what their project says of tfmigrate."""

from .findings import not_given
from .groups import import_groups
from .settings import Settings, settings
from .sources import Discovered, find, tree
from .tensorflow import mentions_tensorflow

__all__ = [
    "Discovered",
    "Settings",
    "find",
    "import_groups",
    "mentions_tensorflow",
    "not_given",
    "settings",
    "tree",
]
