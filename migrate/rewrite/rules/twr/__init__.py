"""Towers become replicas of a strategy."""
