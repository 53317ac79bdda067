"""Dependences that a program is seen to have while it runs, each of which `migrate.values` must know."""
