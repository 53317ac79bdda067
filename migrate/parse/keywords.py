"""Names that have become keywords since: `async` and `await` were names up to Python 3.6."""

from __future__ import annotations

import io
import tokenize

_SINCE = {"async": frozenset({"def", "for", "with"}), "await": frozenset[str]()}


def without_new_keywords(text: str) -> str | None:
    """The text with these names as `async_` and `await_`; `None` where it has none, or one is taken."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return None
    names = {token.string for token in tokens if token.type == tokenize.NAME}
    if not names & _SINCE.keys() or any(f"{name}_" in names for name in _SINCE):
        return None
    lines = text.splitlines(keepends=True)
    for token, following in list(zip(tokens, tokens[1:], strict=False))[::-1]:
        if token.type == tokenize.NAME and token.string in _SINCE:
            if following.string in _SINCE[token.string] or _awaits(token, following):
                return None  # what Python 3.7 means by it
            row, column = token.end
            line = lines[row - 1]
            lines[row - 1] = f"{line[:column]}_{line[column:]}"
    return "".join(lines)


def _awaits(token: tokenize.TokenInfo, following: tokenize.TokenInfo) -> bool:
    return token.string == "await" and following.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING)


def first_difference(before: str, after: str) -> tuple[int, int]:
    """The line and the column, from 1, of the first name that was changed."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    line, (old, new) = next((line, pair) for line, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    same = next(index for index, (one, other) in enumerate(zip(f"{old} ", new, strict=False)) if one != other)
    start = max(old[:same].rfind(name) for name in _SINCE)
    return line, start + 1
