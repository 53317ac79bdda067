"""A headless Chromium that says what pages do that a report may not."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright


@dataclass
class Browsing:
    """Opens pages; `faults` are errors, dialogs and requests of any of them."""

    browser: Browser
    folder: Path
    faults: list[str] = field(default_factory=list)

    @contextlib.contextmanager
    def page(self, path: Path, scheme: str = "light") -> Iterator[Page]:
        """The page in a file, in the colours of a scheme; at its end nothing may have gone wrong."""
        page = self.browser.new_page(color_scheme=scheme, viewport={"width": 1280, "height": 900})
        page.on("pageerror", lambda error: self.faults.append(f"an error: {error}"))
        page.on("console", lambda message: self.faults.append(f"on the console: {message.text}"))
        page.on(
            "dialog", lambda dialog: (self.faults.append(f"a dialog: {dialog.message}"), dialog.dismiss())
        )
        page.on("request", lambda request: self._note_request(request.url, path))
        page.goto(path.resolve().as_uri())
        yield page
        page.close()
        assert self.faults == [], self.faults

    def _note_request(self, address: str, path: Path) -> None:
        if address.partition("#")[0] != path.resolve().as_uri():
            self.faults.append(f"a request of {address}")

    def picture(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Keep a picture of what is shown, or of the whole page."""
        page.screenshot(path=self.folder / f"{name}.png", full_page=whole)


@contextlib.contextmanager
def opened(browser: str, folder: Path) -> Iterator[Browsing]:
    """Start the browser; pictures go to `folder`."""
    with sync_playwright() as driver:
        # Its own sandbox needs rights that a container mostly lacks; the pages are ours.
        started = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        yield Browsing(started, folder)
        started.close()
