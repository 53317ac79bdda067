"""Tower loops that become functions for `strategy.run`."""
