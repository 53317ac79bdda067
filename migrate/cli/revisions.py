"""Takes a folder as it was in a git revision."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

from migrate.errors import UsageError


def extract(revision: str, here: Path, folder: Path) -> None:
    """Puts what `here` held in `revision` into `folder`, which is made.

    Raises:
      UsageError: git has no such revision, or `here` is in no repository.
    """
    command = ["git", "-C", str(here), "archive", "--format=tar", revision]
    try:
        archive = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        raise UsageError("--before needs git, which is not installed") from None
    if archive.returncode != 0:
        told = archive.stderr.decode(errors="replace").strip().splitlines()
        raise UsageError(f"--before {revision}: {told[-1] if told else 'git archive failed'}")
    folder.mkdir(parents=True)
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
