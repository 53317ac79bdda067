"""Data that the rules look things up in, and the scripts that generate it."""
