"""Writes the tier on which each `safe` program is today into its first line.

A tier that changed is printed; one that fell wants a reason.
"""

import tempfile
from pathlib import Path

from .program import Rewritten, find_programs


def main() -> None:
    for program in find_programs():
        if not program.expected.startswith("safe"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            tier = Rewritten(program, Path(folder) / "program").tier
        today = f"safe {tier.value if tier is not None else 'nothing'}"
        if today != program.expected:
            print(f"{program.path.name}: {program.expected} -> {today}")
            text = program.entry.read_bytes()
            program.entry.write_bytes(text.replace(program.expected.encode(), today.encode(), 1))


if __name__ == "__main__":
    main()
