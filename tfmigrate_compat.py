"""`compat` under a name that no program has, for programs with a `compat` of their own beside them."""

import importlib.util
import sys
from pathlib import Path

_folder = Path(__file__).with_name("compat")
_spec = importlib.util.spec_from_file_location(
    __name__, _folder / "__init__.py", submodule_search_locations=[str(_folder)]
)
assert _spec is not None
assert _spec.loader is not None
# The package takes this module's place, which is what the import statement gives.
sys.modules[__name__] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sys.modules[__name__])
