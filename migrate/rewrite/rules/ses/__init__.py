"""Sessions become step functions."""
