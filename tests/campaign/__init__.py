"""Generated programs, rewritten and compared with what they were: `python -m tests.campaign`, or `make campaign`."""
