"""Writes a program in another way, by which steps can be made of it, and which means the same.

Each module here has one way. All of them are tried where a program has no steps as its user wrote it; the new
text is analysed and planned like any other, and taken where more programs have steps by it.
"""

from .ways import restructured

__all__ = ["restructured"]
