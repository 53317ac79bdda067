"""Keeps two runs from writing at once: the second would take the first for one that crashed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from migrate.errors import MigrateError

if sys.platform != "win32":
    import fcntl

    @contextmanager
    def locked(folder: Path) -> Iterator[None]:
        """Holds `folder` for this process; the system lets go of it when the process ends, however it ends.

        Raises:
          MigrateError: another process holds it.
        """
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise MigrateError(f"another tfmigrate is writing ({folder}); try again afterwards") from None
        try:
            yield
        finally:
            os.close(descriptor)

else:

    @contextmanager
    def locked(folder: Path) -> Iterator[None]:
        """Does nothing: Windows cannot lock a folder, and runs at once are rare."""
        yield
