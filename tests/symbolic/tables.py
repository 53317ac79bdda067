"""All tables of names, entered by being imported."""

from . import averages, cells, clusters, datasets, layers, monitored, savers, strategies, summaries, tables_compat, tables_core  # noqa: F401
