"""`compat` under a name that no program has, for programs with a `compat` of their own beside them.

Both names give the same modules: those of the name that is imported first. A `compat` that is not tfmigrate's
stays what it is.
"""

import importlib
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

_FILE = Path(__file__).with_name("compat") / "__init__.py"


class _OtherName(MetaPathFinder, Loader):
    """Finds, by another name, the modules of a package that is imported."""

    def __init__(self, name: str, package: ModuleType) -> None:
        self._name = name
        self._package = package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, where no other finder says that the name is another's."""
        if fullname == self._name:
            is_meant = _is_ours(self._origin())
        else:
            is_meant = fullname.startswith(f"{self._name}.") and sys.modules.get(self._name) is self._package
        return ModuleSpec(fullname, self) if is_meant else None

    def _origin(self) -> str | None:
        """The file that Python would import by the name, without this."""
        for finder in sys.meta_path:
            spec = None if isinstance(finder, _OtherName) else finder.find_spec(self._name, None)
            if spec is not None:
                return spec.origin
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of the first name in this one's place."""
        inside = module.__name__.removeprefix(self._name)
        sys.modules[module.__name__] = importlib.import_module(self._package.__name__ + inside)


def _is_ours(file: str | None) -> bool:
    return file is not None and Path(file).resolve() == _FILE.resolve()


def _package() -> ModuleType:
    """What this module stands for."""
    known = sys.modules.get("compat")
    if known is not None and _is_ours(getattr(known, "__file__", None)):
        sys.meta_path.insert(0, _OtherName(__name__, known))
        return known
    spec = importlib.util.spec_from_file_location(
        __name__, _FILE, submodule_search_locations=[str(_FILE.parent)]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    # The package takes this module's place, which is what the import statement gives.
    sys.modules[__name__] = package
    spec.loader.exec_module(package)
    if not hasattr(package, "VariableStore"):
        raise ImportError(
            f"{_FILE} is not tfmigrate's: another package named `compat` has been installed over it, or in "
            "its place: see docs/stability.md, and install the two in environments of their own"
        )
    sys.meta_path.insert(0, _OtherName("compat", package))
    return package


sys.modules[__name__] = _package()
