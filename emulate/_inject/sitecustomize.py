"""Run by every Python that the launcher's program starts: emulates devices as soon as TensorFlow is imported.

Costs nothing until then, and leaves `import emulate` meaning what the program makes of it.
"""

import faulthandler
import importlib.machinery
import importlib.util
import os
import sys
from types import ModuleType

_HERE = os.path.dirname(os.path.abspath(__file__))
_PACKAGE = os.path.dirname(_HERE)


def _start() -> None:
    package = _load_package()
    importlib.import_module(f"{package}._child").start()


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
    _own_module("_heirs").keep(_HERE)


def _own_module(name: str) -> ModuleType:
    """A module of this package by its file, so that the package is not imported yet."""
    spec = importlib.util.spec_from_file_location(f"_tfmigrate{name}", os.path.join(_PACKAGE, f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if os.environ.get("TFMIGRATE_EMULATE_STACKS"):
    _write_stacks_when_asked()
if os.environ.get("TFMIGRATE_EMULATE") or os.environ.get("TFMIGRATE_EMULATE_STEPS"):
    _own_module("_first_import").when_tensorflow_is_imported(_start)
if os.environ.get("TFMIGRATE_EMULATE_JOURNAL"):
    _keep_children()
_run_users_sitecustomize()
