"""The report as one HTML page that needs nothing else: no network, no files beside it."""

from .page import html_report

__all__ = ["html_report"]
