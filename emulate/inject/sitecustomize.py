"""Run by every Python that the launcher's program starts: emulates devices as soon as TensorFlow is imported.

Costs nothing until then, and leaves `import emulate` meaning what the program makes of it.
"""

import faulthandler
import importlib.machinery
import importlib.util
import os
import sys
from types import ModuleType
from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))
_PACKAGE = os.path.dirname(_HERE)


class _TensorFlowFinder:
    """Lets TensorFlow's own loader run, then starts the emulation; steps aside after the first time."""

    def find_spec(
        self, name: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != "tensorflow":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            _start()

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _start() -> None:
    package = _load_package()
    importlib.import_module(f"{package}.child").start()


def _load_package() -> str:
    """Loads this package from where it lies, which need not be on the program's path, and returns its name.

    A program may have a module named `emulate` of its own: that one keeps the name.
    """
    own = os.path.join(_PACKAGE, "__init__.py")
    found = importlib.util.find_spec("emulate")
    if (
        found is not None
        and found.origin is not None
        and os.path.realpath(found.origin) == os.path.realpath(own)
    ):
        importlib.import_module("emulate")
        return "emulate"
    name = "emulate" if found is None else "_tfmigrate_emulate"
    spec = importlib.util.spec_from_file_location(name, own, submodule_search_locations=[_PACKAGE])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return name


def _run_users_sitecustomize() -> None:
    """Runs the `sitecustomize` that this one hides."""
    elsewhere = [entry for entry in sys.path if os.path.abspath(entry or ".") != _HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", elsewhere)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


def _write_stacks_when_asked() -> None:
    """Lets this process write the stacks of its threads when the launcher ends a cluster that hangs."""
    faulthandler.register(int(os.environ["TFMIGRATE_EMULATE_STACKS"]), all_threads=True)
    with open(os.environ["TFMIGRATE_EMULATE_JOURNAL"], "a", encoding="utf-8") as journal:
        journal.write(f"process {os.getpid()}\n")


def _keep_children() -> None:
    """Lets what this process starts be emulated like it."""
    spec = importlib.util.spec_from_file_location("_tfmigrate_heirs", os.path.join(_PACKAGE, "heirs.py"))
    assert spec is not None
    assert spec.loader is not None
    heirs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(heirs)
    heirs.keep(_HERE)


if os.environ.get("TFMIGRATE_EMULATE_STACKS"):
    _write_stacks_when_asked()
if os.environ.get("TFMIGRATE_EMULATE") or os.environ.get("TFMIGRATE_EMULATE_STEPS"):
    sys.meta_path.insert(0, _TensorFlowFinder())
if os.environ.get("TFMIGRATE_EMULATE_JOURNAL"):
    _keep_children()
_run_users_sitecustomize()
