"""HTML as text. Whatever is not an element already is escaped, so that no text of a user's can become one."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TypeAlias


class Markup(str):
    """Text that is HTML already; made here alone."""

    __slots__ = ()


Content: TypeAlias = "str | int | None | Iterable[Content]"
_EMPTY = frozenset({"br", "col", "input", "meta", "path", "line", "rect", "polyline", "circle"})


def element(tag: str, *content: Content, **attributes: str | int | float | bool | None) -> Markup:
    """An element with its content, escaped unless it is `Markup`.

    Attributes may end in `_` (as in `class_`), and have `_` for `-`; those that are `None` or `False` are
    left out, `True` stands for the name alone.
    """
    told = "".join(
        f" {_name(key)}" if value is True else f' {_name(key)}="{html.escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if tag in _EMPTY:
        return Markup(f"<{tag}{told}>" if tag not in _OF_SVG else f"<{tag}{told}/>")
    return Markup(f"<{tag}{told}>{join(content)}</{tag}>")


_OF_SVG = frozenset({"path", "line", "rect", "polyline", "circle"})


def join(content: Content) -> Markup:
    """Several pieces of content, one after the other."""
    if content is None:
        return Markup("")
    if isinstance(content, Markup):
        return content
    if isinstance(content, (str, int)):
        return Markup(html.escape(str(content)))
    return Markup("".join(map(join, content)))


def verbatim(tag: str, text: str) -> Markup:
    """A `style` or `script` element, whose text, one of ours, stands as it is.

    Raises:
      ValueError: the text would end the element.
    """
    if f"</{tag}" in text.lower():
        raise ValueError(f"the text of a {tag} element ends it")
    return Markup(f"<{tag}>{text}</{tag}>")


def _name(key: str) -> str:
    return key.removesuffix("_").replace("_", "-")
