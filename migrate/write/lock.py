"""Keeps two runs from working on one tree, or on one journal, at the same time: the second waits."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

if sys.platform != "win32":
    import errno
    import fcntl

    # What a file system says that cannot lock folders, as some over a network.
    _CANNOT = {errno.EBADF, errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}

    @contextmanager
    def locked(folder: Path, *, shared: bool = False) -> Iterator[None]:
        """Holds `folder` for this process; the system lets go of it when the process ends, however it ends.

        Waits while another process holds it, and says so on stderr. `shared`: others may hold it so as well.
        """
        descriptor = os.open(folder, os.O_RDONLY)
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            try:
                fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
            except BlockingIOError:
                print(f"tfmigrate: waiting for another tfmigrate that works in {folder}", file=sys.stderr)
                fcntl.flock(descriptor, kind)
            except OSError as error:
                if error.errno not in _CANNOT:
                    raise
            yield
        finally:
            os.close(descriptor)

else:

    @contextmanager
    def locked(folder: Path, *, shared: bool = False) -> Iterator[None]:
        """Does nothing: Windows cannot lock a folder, and runs at once are rare."""
        yield


@contextmanager
def held(folders: Collection[Path], *, shared: bool = False) -> Iterator[None]:
    """Holds the trees below `folders`, real paths, so that no run that writes one of their files is beside.

    Each folder is locked, and each above it is shared: who wants that one to itself waits for this run, and
    who wants another one below does not. All take folders in the order of their paths, so that no two wait
    for each other. A folder above that may not be read is passed by.
    """
    wanted = set(folders)
    above = {parent for folder in wanted for parent in folder.parents} - wanted
    with ExitStack() as stack:
        for folder in sorted(wanted | above, key=lambda path: path.parts):
            try:
                stack.enter_context(locked(folder, shared=shared or folder in above))
            except (FileNotFoundError, PermissionError):
                continue
        yield
