"""What mkdocs does with links out of the documentation: on the site they name the file in the repository."""

import re
from typing import Any

_LINK = re.compile(r"\[([^\]]+)\]\(\.\./([^)]+)\)")


def on_page_markdown(markdown: str, **page: Any) -> str:
    """Called by mkdocs with the text of each page."""
    return _LINK.sub(r"\1 (`\2` in the repository)", markdown)
