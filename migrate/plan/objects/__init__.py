"""Objects and functions that run the graph of a block, and what they are handed instead."""
