"""Objects that a block gives its session to, and functions in which it makes edits."""
