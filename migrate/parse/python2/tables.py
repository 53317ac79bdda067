"""Where fissix keeps its parse tables: in the user's cache, or beside it where that cannot be written."""

from __future__ import annotations

import tempfile
from pathlib import Path

import fissix


def find_a_place() -> None:
    """Sees to it that fissix can write the tables that it makes when it is first imported."""
    try:
        fissix.CACHE_DIR.mkdir(parents=True, exist_ok=True)
    except OSError:
        fissix.CACHE_DIR = Path(tempfile.gettempdir()) / "tfmigrate-fissix"
