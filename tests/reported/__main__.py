"""Opens the HTML report in a real browser, uses it as a person would, and keeps pictures of it.

    python -m tests.reported [--browser CHROMIUM] [--keep DIR]

Needs Chromium, and the package `playwright`, which drives it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from migrate.cli.rules_page import all_pages
from migrate.pipeline import inspect
from migrate.report.html import html_report
from migrate.report.results import result_of

from .hostile import hostile_result

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HELP = """no browser: install Chromium by the system's packages (on Debian, apt-get install chromium), or by
`python -m playwright install chromium`; Chrome does as well. If it is not on the path, say where it is, as in
make test-report BROWSER=/usr/bin/chromium"""


def main() -> int:
    """Try all pages; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--browser", metavar="CHROMIUM", help="its program; by default one on the path")
    parser.add_argument("--keep", type=Path, default=ROOT / ".report", metavar="DIR", help="for the pictures")
    options = parser.parse_args()
    browser = options.browser or next(filter(None, map(shutil.which, NAMES)), None)
    if browser is None or shutil.which(browser) is None:
        print(f"{f'{browser}: there is ' if browser else ''}{HELP}", file=sys.stderr)
        return 2
    from .browser import opened
    from .use import try_hostile, try_samples

    options.keep.mkdir(parents=True, exist_ok=True)
    with opened(browser, options.keep) as browsing:
        try_samples(browsing, _samples(options.keep))
        try_hostile(browsing, _written(options.keep / "hostile.html", html_report(hostile_result())))
    print(f"the report works in {browser}; pictures of it are in {options.keep}")
    return 0


def _samples(folder: Path) -> Path:
    """The page of all samples, and of two programs that are left something to do."""
    names = ("given_made_twice", "graphs_named_two")
    programs = [ROOT / f"tests/conformance/programs/{name}.py" for name in names]
    found = inspect([ROOT / "samples", *programs])
    result = result_of("inspect", found.outcome, all_pages(), facts=found.facts)
    return _written(folder / "samples.html", html_report(result))


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())
