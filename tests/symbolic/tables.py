"""All tables of names, entered by being imported."""

from . import averages, layers, savers, strategies, summaries, tables_compat, tables_core  # noqa: F401
