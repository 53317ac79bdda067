"""Notebooks: their code cells taken as one module, and put back cell by cell."""

from .cells import Notebook, joined

__all__ = ["Notebook", "joined"]
