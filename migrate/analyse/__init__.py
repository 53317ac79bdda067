"""From modules to facts, across files."""
