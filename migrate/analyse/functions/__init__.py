"""Functions that a block hands its session to, or parts of its graph."""
