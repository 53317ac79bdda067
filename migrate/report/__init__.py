"""Outcomes as people and machines read them."""
