"""What changes numbers without an error."""
