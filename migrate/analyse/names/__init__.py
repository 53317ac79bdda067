"""What the names of modules stand for: imports, functions, classes, and names in the graph."""
