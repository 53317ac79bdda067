"""Each format of a report, by its name."""

from __future__ import annotations

from typing import TextIO

from .result import Result


def write(result: Result, format: str, file: TextIO) -> None:
    """Writes a report in one of the formats `text`, `errors`, `json`, `sarif`, `github` and `html`."""
    if format == "text":
        _write_text(result, file)
    elif format == "errors":
        from .people import errors

        errors(result, file)
    elif format == "json":
        from .structured import json_report

        file.write(json_report(result))
    elif format == "sarif":
        from .sarif import sarif_report

        file.write(sarif_report(result))
    elif format == "github":
        from .github import github_report

        file.write(github_report(result))
    elif format == "html":
        from .html import html_report

        file.write(html_report(result))
    else:
        raise ValueError(f"no report has the format {format!r}")


def _write_text(result: Result, file: TextIO) -> None:
    if result.command == "inspect":
        from .inspection import inspection

        inspection(result, file)
        return
    from .people import report

    report(result, file)
