"""What code uses of TensorFlow that is nobody's interface, in whatever form it is written.

Private are the modules inside the packages (`tensorflow.python`, `tensorflow_estimator.python`,
`tf_keras.src`, `keras.src`, and what has a part that begins with `_`), and the attributes that begin with `_`
of what the code has not made itself. What is in `_tf` of `compat` and `emulate` may use them; nothing else
may.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOTS = {"tensorflow", "tensorflow_estimator", "tf_keras", "keras", "tf_slim"}
INSIDE = {"python", "src"}  # the part of a module's name behind which nothing is public
PUBLIC = {"_asdict", "_fields", "_make", "_replace"}  # of named tuples, which document them
_PRIVATE = re.compile(r"_[^_]\w*")
_BY_NAME = {"attrgetter", "delattr", "getattr", "hasattr", "methodcaller", "setattr"}
_IMPORTS = {"import_module", "__import__", "find_spec"}


def is_private_name(name: str) -> bool:
    """Whether a name is one that its owner keeps for itself: no dunder, no name that is documented."""
    return _PRIVATE.fullmatch(name) is not None and name not in PUBLIC


def is_private_path(path: str) -> bool:
    """Whether a dotted path leads inside of TensorFlow or a library that belongs to it."""
    root, *rest = path.split(".")
    return root in ROOTS and any(part in INSIDE or is_private_name(part) for part in rest)


class Names:
    """What the names of one file stand for: dotted paths of imports, and strings that are known."""

    def __init__(self, tree: ast.AST) -> None:
        self._paths: dict[str, str] = {}
        self._strings: dict[str, str] = {}
        self._arguments: set[int] = set()  # the identities of names that are a function's own
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    kept = alias.name if alias.asname else alias.name.partition(".")[0]
                    self._paths[alias.asname or kept] = kept
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    self._paths[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
                taken = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
                within = (one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id in taken)
                self._arguments.update(map(id, within))
        for node in nodes:
            if (
                isinstance(node, ast.Assign)
                and len(node.targets) == 1
                and isinstance(node.targets[0], ast.Name)
            ):
                text, path = self.string(node.value), self.path(node.value)
                if text is not None:
                    self._strings[node.targets[0].id] = text
                elif path is not None:
                    self._paths.setdefault(node.targets[0].id, path)

    def path(self, node: ast.AST | None) -> str | None:
        """The dotted path that an expression leads to, from an import on."""
        if isinstance(node, ast.Name):
            return None if id(node) in self._arguments else self._paths.get(node.id)
        if isinstance(node, ast.Attribute):
            inner = self.path(node.value)
            return None if inner is None else f"{inner}.{node.attr}"
        if isinstance(node, ast.Call) and node.args and _last(node.func) in _IMPORTS:
            return self.string(node.args[0])
        if isinstance(node, ast.Subscript) and _last(node.value) == "modules":
            return self.string(node.slice)
        return None

    def string(self, node: ast.AST) -> str | None:
        """The string that an expression is; what is not known of one that is put together is `*`."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.Name):
            return self._strings.get(node.id)
        if isinstance(node, ast.JoinedStr):
            return "".join(self._piece(piece) for piece in node.values)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self.string(node.left), self.string(node.right)
            return None if left is None and right is None else (left or "*") + (right or "*")
        return None

    def _piece(self, piece: ast.AST) -> str:
        text = self.string(piece.value if isinstance(piece, ast.FormattedValue) else piece)
        return "*" if text is None else text


def _last(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def own_names(tree: ast.AST) -> set[str]:
    """The names that a piece of code makes: its definitions, and attributes of `self`."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if _last(node.value) in ("self", "cls"):
                found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return found


def classes(trees: Iterable[ast.AST]) -> Mapping[str, tuple[set[str], set[str]]]:
    """Of the classes of a package, by their names: what each makes itself, and its bases."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for node in (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        made, bases = found.setdefault(node.name, (set(), set()))
        made |= own_names(node)
        bases |= {_last(base) for base in node.bases}
    return found


def inherited(name: str, known: Mapping[str, tuple[set[str], set[str]]]) -> set[str]:
    """What a class and those of the package that it inherits from make."""
    found: set[str] = set()
    waiting, seen = [name], set()
    while waiting:
        one = waiting.pop()
        if one in known and one not in seen:
            seen.add(one)
            made, bases = known[one]
            found |= made
            waiting += bases
    return found


def private_uses(
    tree: ast.AST, known: Mapping[str, tuple[set[str], set[str]]] | None = None, *, strings: bool = True
) -> Iterator[str]:
    """The private names that a file uses.

    Args:
      tree: the file.
      known: the `classes` of its package.
      strings: whether a string that spells a private module is a use; not in code that is about other code.
    """
    names, own = Names(tree), own_names(tree)
    known = known or classes([tree])
    inherits = {
        id(inner): inherited(node.name, known)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for inner in ast.walk(node)
    }
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if is_private_path(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (path for a in node.names if is_private_path(path := f"{node.module}.{a.name}"))
        elif isinstance(node, ast.Attribute):
            path = names.path(node)
            of_self = (
                _last(node.value) in ("self", "cls") or _last(getattr(node.value, "func", node)) == "super"
            )
            made = inherits.get(id(node), set()) if of_self else own
            if path is not None:
                if is_private_path(path):
                    yield path
            elif is_private_name(node.attr) and node.attr not in made:
                yield f".{node.attr}"
        elif isinstance(node, ast.Call):
            path = names.path(node.func)
            if path is not None and path.partition(".")[0] in ROOTS:
                yield from (
                    f"{path}({word.arg}=)" for word in node.keywords if is_private_name(word.arg or "")
                )
            if _last(node.func) in _BY_NAME or _last(node.func).startswith("__"):
                for text in filter(None, map(names.string, node.args)):
                    yield from (f".{part}" for part in text.split(".") if _is_foreign(part, own))
        elif isinstance(node, ast.Subscript) and _is_of_names(node.value):
            text = names.string(node.slice)
            if text is not None and _is_foreign(text, own):
                yield f".{text}"
        if (
            strings
            and isinstance(node, (ast.Constant, ast.JoinedStr, ast.BinOp))
            and id(node) not in documented
        ):
            text = names.string(node)
            if text is not None and re.fullmatch(r"[\w.*]+", text) and is_private_path(text):
                yield text


def _is_foreign(name: str, own: set[str]) -> bool:
    return is_private_name(name.replace("*", "x")) and name not in own


def _is_of_names(node: ast.AST) -> bool:
    """Whether something is the names of an object: `vars(x)` or `x.__dict__`."""
    return _last(node) == "__dict__" or isinstance(node, ast.Call) and _last(node.func) == "vars"


def trees(folder: Path) -> dict[Path, ast.Module]:
    """The files of a package."""
    return {path: ast.parse(path.read_bytes()) for path in sorted(folder.rglob("*.py"))}
