"""Generated programs, rewritten and compared with what they were: `make campaign`."""
