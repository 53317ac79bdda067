"""All tables of names, entered by being imported."""

from . import tables_compat, tables_core  # noqa: F401
