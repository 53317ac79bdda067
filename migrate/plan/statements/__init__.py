"""Statements of a block: whether they may move, what takes them out, and refusals at them."""
