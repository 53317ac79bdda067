"""Objects that build a graph, or run one: their attributes, and the methods that do so."""
