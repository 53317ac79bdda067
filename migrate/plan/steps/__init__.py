"""Which steps a block needs, and which of its statements each takes."""
