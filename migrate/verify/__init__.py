"""Runs a program before and after, and compares them."""
