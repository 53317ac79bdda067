"""Looks up every name of TensorFlow, NumPy and `compat` that a module uses once it is rewritten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from migrate.model.choices import ALL_VERSIONS, Versions
from migrate.model.diagnostic import Diagnostic, Severity, Span
from migrate.model.source import Module

from .holdings import Missing, missing
from .uses import Names, Use, names_in

CODE = "API209"
_BY_HAND = "code of your own, or another function: no release has it"


def audit(
    modules: Iterable[Module], own: frozenset[str] = frozenset(), versions: Versions = ALL_VERSIONS
) -> Iterator[Diagnostic]:
    """A diagnostic for each name that does not exist, at its place in the code of its module.

    Names that one of the modules assigns exist, and so do all of packages that are the program's `own`. What
    stands behind a test of versions, or in a `try` that goes on without it, may be missing.
    """
    read = [(module, names_in(module.tree)) for module in modules]
    given = frozenset(name for _, names in read for name in names.given)
    for module, names in read:
        told = set[tuple[str, int]]()
        for use, found in _missing(names, given, own, versions):
            if (found.name, use.node.lineno) not in told:
                told.add((found.name, use.node.lineno))
                yield _diagnostic(Span.of(module.path, use.node), found)


def _missing(
    names: Names, given: frozenset[str], own: frozenset[str], versions: Versions
) -> Iterator[tuple[Use, Missing]]:
    for use in names.uses:
        found = _of_use(use, given, own, versions)
        if found is not None:
            if use.within is not None:
                use.within.failed = True
            elif all(trial.failed for trial in use.after):
                yield use, found


def _of_use(use: Use, given: frozenset[str], own: frozenset[str], versions: Versions) -> Missing | None:
    """What is missing, whichever of the names is meant."""
    first: Missing | None = None
    for dotted in sorted(use.dotted):
        parts = dotted.split(".")
        prefixes = {".".join(parts[:end]) for end in range(1, len(parts) + 1)}
        found = missing(dotted, is_import=use.is_import, versions=versions)
        if found is None or not prefixes.isdisjoint(given) or parts[0] in own:
            return None
        first = first or found
    return first


def _diagnostic(span: Span, found: Missing) -> Diagnostic:
    lacking = [
        found.package,
        *(found.releases[:1]),
        *(["to", found.releases[-1]] if len(found.releases) > 1 else []),
    ]
    told = f"{found.name}, which {' '.join(lacking).strip()} does not have"
    severity = Severity.WARNING if found.is_there else Severity.ERROR
    return Diagnostic(CODE, severity, span, f"{told}: fails where it is used", found.instead or _BY_HAND)
