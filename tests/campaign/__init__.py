"""Random programs, rewritten and run before and after: `python -m tests.campaign`, or `make campaign`."""
