"""All tables of names, entered by being imported."""

import importlib

ROOMS = (
    "averages",
    "cells",
    "clusters",
    "datasets",
    "layers",
    "mnist",
    "monitored",
    "savers",
    "strategies",
    "summaries",
    "tables_compat",
    "tables_core",
)
for room in ROOMS:
    importlib.import_module(f".{room}", __package__)
