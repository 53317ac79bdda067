import ast
from pathlib import Path

import pytest

from migrate.model.source import Module, Source
from migrate.syntax.imports import Imports
from migrate.syntax.search_path import folders_on_path


def _module(path: str, text: str = "") -> Module:
    return Module(Source(Path(path), Path("/code"), b""), ast.parse(text))


@pytest.mark.parametrize(
    ("written", "folder"),
    [
        ("sys.path.append('../data')", "/code/one/data"),
        ("sys.path.insert(0, 'inner')", "/code/one/model/inner"),
        ("sys.path.extend(['/opt/a'])", "/opt/a"),
        ("sys.path += ['..']", "/code/one"),
        ("sys.path.append(os.getcwd())", "/code/one/model"),
        ("sys.path.append(os.path.abspath('..'))", "/code/one"),
        ("sys.path.append(os.path.dirname(__file__) + '/../data')", "/code/one/data"),
        ("sys.path.append(str(Path(__file__).resolve().parent.parent / 'data'))", "/code/one/data"),
        ("HERE = os.path.dirname(os.path.abspath(__file__))\nsys.path.append(HERE)", "/code/one/model"),
        ("ROOT = os.path.dirname(HERE)\nsys.path.append(os.path.join(ROOT, 'data'))", None),
        ("HERE = os.path.dirname(HERE)\nsys.path.append(HERE)", None),
        ("sys.path.append(flags.data)", None),
        ("sys.path.append(os.environ['DATA'])", None),
        ("other.path.append('../data')", None),
    ],
)
def test_folders_that_a_module_puts_on_the_path(written: str, folder: str | None):
    found = folders_on_path(_module("/code/one/model/train.py", written))
    assert found == ((Path(folder),) if folder is not None else ())


def test_of_two_files_of_one_name_the_one_on_the_path_is_imported():
    train = _module("/code/one/model/train.py", "import sys\nsys.path.append('../data')\nimport reading")
    files = [_module(f"/code/{one}/data/reading.py") for one in ("one", "two")]
    imports = Imports([train, *files])
    assert imports.find(train, "reading") == Path("/code/one/data/reading.py")
    assert not list(imports.unclear(train))


def test_of_two_files_of_one_name_none_is_imported_without_it():
    train = _module("/code/one/model/train.py", "import reading")
    files = [_module(f"/code/{one}/data/reading.py") for one in ("one", "two")]
    imports = Imports([train, *files])
    assert imports.find(train, "reading") is None
    assert [name for name, _ in imports.unclear(train)] == ["reading"]
