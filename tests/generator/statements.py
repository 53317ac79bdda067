"""Statements and blocks: plain graph building, and constructs around it while the program has some left."""

from .graph import plain
from .source import Catalogue, Lines, Scope, Source

TWISTS = Catalogue()  # every construct beyond plain building; the modules beside this one fill it
DEEPEST = 3


def statement(source: Source, scope: Scope) -> Lines:
    """A construct of Python around building, if the program has one left, else plain building."""
    if source.wished and source.chance(50):
        found = granted(source, scope)
        if found:
            return found
    if source.twists > 0 and scope.depth < DEEPEST and source.chance(80):
        fitting = [one for one in TWISTS if one.fits(scope)]
        jumps = [one for one in fitting if one.name == "jump"]
        construct = jumps[0] if jumps and source.chance(30) else source.pick(fitting)
        source.twists -= 1
        source.constructs.add(construct.name)
        return construct.write(source, scope)
    return plain(source, scope)


def granted(source: Source, scope: Scope) -> Lines:
    """A construct that the program is to have, if one may stand here."""
    fitting = [one for one in TWISTS if one.name in source.wished and one.fits(scope)]
    if not fitting:
        return []
    construct = source.pick(fitting)
    source.wished.discard(construct.name)
    source.twists = max(source.twists - 1, 0)
    source.constructs.add(construct.name)
    return construct.write(source, scope)


def block(source: Source, scope: Scope, most: int = 2) -> Lines:
    """One statement or more."""
    lines = []
    for _ in range(source.number(1, most)):
        lines += statement(source, scope)
    return lines
