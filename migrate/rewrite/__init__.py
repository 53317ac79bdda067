"""From plans to new source text."""
