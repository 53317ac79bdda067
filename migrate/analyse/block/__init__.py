"""The statements of a block that builds a graph and runs it: what each is, and what reaches it."""
