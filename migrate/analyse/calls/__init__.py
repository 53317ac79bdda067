"""What functions do to a graph, what they call, and what they give."""
