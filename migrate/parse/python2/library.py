"""Modules and functions that Python 3 has elsewhere, by fissix's fixers."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from functools import cache
from typing import Any

from fissix.fixer_base import BaseFix
from fissix.fixer_util import Name, syms
from fissix.fixes.fix_apply import FixApply
from fissix.fixes.fix_execfile import FixExecfile
from fissix.fixes.fix_getcwdu import FixGetcwdu
from fissix.fixes.fix_has_key import FixHasKey
from fissix.fixes.fix_import import FixImport
from fissix.fixes.fix_imports import FixImports
from fissix.fixes.fix_imports2 import FixImports2
from fissix.fixes.fix_intern import FixIntern
from fissix.fixes.fix_isinstance import FixIsinstance
from fissix.fixes.fix_itertools import FixItertools
from fissix.fixes.fix_itertools_imports import FixItertoolsImports
from fissix.fixes.fix_metaclass import FixMetaclass
from fissix.fixes.fix_reload import FixReload
from fissix.fixes.fix_renames import FixRenames
from fissix.fixes.fix_sys_exc import FixSysExc
from fissix.fixes.fix_types import FixTypes
from fissix.fixes.fix_urllib import MAPPING as OF_URLLIB
from fissix.fixes.fix_urllib import FixUrllib
from fissix.fixes.fix_xreadlines import FixXreadlines

from .results import Unparsable
from .text import Text
from .tool import Fixed, fixed


class _FixTypes(FixTypes):  # type: ignore[misc]
    """Knows that what was called a string is still called so."""

    def transform(self, node: Any, results: Any) -> Any:
        if results["name"].value in ("StringType", "StringTypes"):
            return Name("str", prefix=node.prefix)
        return super().transform(node, results)


_OLD_MODULES = frozenset({*FixImports.mapping, *FixImports2.mapping})
_OLD = "|".join(_OLD_MODULES)
_MEMBERS = "|".join(member for _, members in OF_URLLIB["urllib"] for member in members)
_OLD_TYPES = (
    r"\btypes\.(StringTypes|(Boolean|Buffer|Class|Complex|Dict|Dictionary|Float|Int|List|Long|Object|Slice|String"
    r"|Tuple|Type|Unicode|XRange)Type)\b"
)
_OF_ITERTOOLS = ("ifilter", "ifilterfalse", "imap", "izip", "izip_longest")
_ITERTOOLS = rf"\b({'|'.join(_OF_ITERTOOLS)})\b"
# Each fixer with what it looks for, so that it is asked only where that is, and the builtin it is about.
_ABSENT: tuple[tuple[type[BaseFix], str, str], ...] = (
    (FixApply, r"\bapply\s*\(", "apply"),
    (FixExecfile, r"\bexecfile\s*\(", "execfile"),
    (FixGetcwdu, r"\bos\.getcwdu\b", ""),
    (FixHasKey, r"\.has_key\b", ""),
    (FixImports, rf"\bimport\b.*\b({_OLD})\b|\bfrom\s+({_OLD})\s+import\b", ""),
    (FixImports2, r"\b(whichdb|anydbm)\b", ""),
    (FixIntern, r"\bintern\s*\(", "intern"),
    (FixItertools, _ITERTOOLS, ""),
    (FixItertoolsImports, _ITERTOOLS, ""),
    (FixReload, r"\breload\s*\(", "reload"),
    (FixRenames, r"\bmaxint\b", ""),
    (FixSysExc, r"\bsys\.exc_(type|value|traceback)\b", ""),
    (_FixTypes, _OLD_TYPES, ""),
    (FixUrllib, rf"\burllib2\b|\burllib\.({_MEMBERS})\b|\bfrom\s+urllib\s+import\b.*\b({_MEMBERS})\b", ""),
    (FixXreadlines, r"\.xreadlines\b", ""),
)
_OTHERWISE_MEANT: tuple[tuple[type[BaseFix], str, str], ...] = (
    (FixIsinstance, r"\bisinstance\([^()]*\([^()]*\b(\w+)\b[^()]*,\s*\1\b", "isinstance"),
    (FixMetaclass, r"\b__metaclass__\b", ""),
)
_AS_ITSELF = re.compile(r"^(\s*import (\w+)) as \2[ \t]*$", re.MULTILINE)


def moved(
    text: Text, siblings: Collection[str] = (), packaged: Collection[str] = (), *, is_python2: bool
) -> Fixed:
    """The text with the names that the library has now, and, if it `is_python2`, what meant something else.

    `siblings` are the modules beside it, which hide those of the library; `packaged` those of them that it
    has to name as parts of its package.
    """
    wanted = (*_ABSENT, *_OTHERWISE_MEANT) if is_python2 else _ABSENT
    kinds = [
        _sparing(kind, frozenset(siblings) & _OLD_MODULES)  # type: ignore[arg-type]  # of what is Any
        for kind, words, name in wanted
        if re.search(words, text.text) and not text.binds(name) and not _is_own(kind, text, siblings)
    ]
    if packaged:
        kinds.append(_relative(frozenset(packaged)))
    if not kinds:
        return Fixed(text.text, ())
    try:
        done = fixed(text.text, kinds, has_print_statement=False, untouched=text.guarded)
    except Unparsable:  # Python 3 that is younger than the library
        return Fixed(text.text, ())
    if _AS_ITSELF.search(text.text) is None:
        done = Fixed(_AS_ITSELF.sub(r"\1", done.text), done.told)
    return done


def _is_own(kind: type[BaseFix], text: Text, siblings: Collection[str]) -> bool:
    """Whether the file has what a fixer is about from itself or from elsewhere."""
    if kind is FixHasKey:
        return "has_key" in text.methods
    if kind is FixUrllib:
        pattern = r"\bfrom\s+[\w.]+\s+import\b.*\burllib\b|\burllib\.(request|parse|error)\b"
        return "urllib" in siblings or re.search(pattern, text.text) is not None
    if kind in (FixItertools, FixItertoolsImports):
        return not all(
            isinstance(parent := text.parents.get(binding), ast.ImportFrom)
            and parent.module == "itertools"
            and parent.lineno not in text.guarded
            for name in _OF_ITERTOOLS
            for binding in text.bindings(text.tree, name)
        )
    return False


@cache
def _sparing(kind: type[BaseFix], hidden: frozenset[str]) -> type[BaseFix]:
    """A fixer of imports that leaves alone what modules of the program hide."""
    if kind not in (FixImports, FixImports2) or not hidden:
        return kind
    mapping = {old: new for old, new in kind.mapping.items() if old not in hidden}
    return type(kind.__name__, (kind,), {"mapping": mapping})


@cache
def _relative(packaged: frozenset[str]) -> type[BaseFix]:
    """The fixer that makes imports of `packaged` relative."""

    class Relative(FixImport):  # type: ignore[misc]
        def transform(self, node: Any, results: Any) -> Any:
            names = str(results["imp"])
            if node.type == syms.import_name and self.probably_a_local_import(names.strip()) and "." in names:
                self.warning(node, f"an import of{names}, a part of this package")
                return None
            return super().transform(node, results)

        def probably_a_local_import(self, imp_name: str) -> bool:
            return imp_name.partition(".")[0] in packaged

    return Relative
