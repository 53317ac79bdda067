"""The lowering of one driver: from a graph and a session to step functions and calls of them."""
