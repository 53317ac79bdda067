"""From sources to modules, or to diagnostics."""
