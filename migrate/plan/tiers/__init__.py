"""The plans of a unit, one for each tier, the best first."""
