"""Servers, the tasks of clusters, and optimizers by which workers train in step."""
