"""Data sets of a graph, which stay in front of the steps."""
