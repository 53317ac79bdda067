"""Edits of programs that cannot change what they mean: the rewriter must not be misled by any of them."""
