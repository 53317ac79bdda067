"""Blocks that train as one task of a cluster, and what their servers and optimizers become."""
