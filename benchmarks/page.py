"""The page of all benchmarks, of which each writes its own section."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def write_section(text: str) -> None:
    """Puts a section, which begins with its `## ` heading, in the place of the one of that heading."""
    heading = text.partition("\n")[0]
    page = PAGE.read_text(encoding="utf-8")
    section = re.compile(rf"^{re.escape(heading)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    found = section.search(page)
    start, end = found.span() if found else (len(page), len(page))
    behind = page[end:]
    PAGE.write_text(page[:start] + text.rstrip() + ("\n\n" if behind else "\n") + behind, encoding="utf-8")
