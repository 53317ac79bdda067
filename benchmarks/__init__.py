"""Speed of rewritten programs, against the sessions that they had: `python -m benchmarks`."""
