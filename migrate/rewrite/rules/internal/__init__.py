"""Defects of the tool itself."""
