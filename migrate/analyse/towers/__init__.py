"""Loops that build one tower per GPU, and what averages their gradients."""
