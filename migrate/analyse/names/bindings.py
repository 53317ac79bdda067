"""Which import each name of a module stands for, aliases and shadowing considered."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from migrate.model.bindings import Bindings
from migrate.model.nodes import nodes_of, walk_scope
from migrate.model.source import Module
from migrate.syntax.inner_names import public_name
from migrate.syntax.old_names import name_in_1_15

from .rebound_classes import named_as_their_class
from .star_imports import of_star


def bind(module: Module) -> Bindings:
    """Resolve the names of `module`."""
    tree = module.tree
    aliases = _aliases(tree)
    rebound = set(_assigned(tree.body)) - set(_functions(tree))
    rebound |= set(_defined(tree.body)) - set(_functions(tree))
    rebound -= set(_missing_instead(tree, aliases))
    objects, imported = dict(named_as_their_class(tree)), aliases
    aliases = {name: target for name, target in aliases.items() if name not in rebound}
    aliases.update(of_star(tree, aliases))
    aliases.update(_assigned_aliases(tree, aliases))
    aliases.update(module.meant)
    resolver = _Resolver(aliases, frozenset(name for name, _ in module.meant))
    resolver.visit(tree)
    for name in objects.keys() & imported.keys():
        resolver.dotted[objects[name]] = _known(imported[name])
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = _functions(tree)
    every = (*resolver.dotted, *resolver.annotations)
    return Bindings(
        module,
        resolver.dotted,
        functions,
        classes,
        frozenset({*aliases, *rebound, *_functions(tree), *classes}),
        frozenset(resolver.shadowed),
        frozenset(node.value for node in every if isinstance(node, ast.Attribute)),
        aliases,
        objects,
        resolver.annotations,
        _star_imports(tree),
    )


def _aliases(tree: ast.Module) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                aliases[name.asname or name.name.split(".")[0]] = (
                    name.name if name.asname else name.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            base = "." * node.level + (node.module or "")
            for name in node.names:
                if name.name == "*":
                    aliases.setdefault("tf", "tensorflow")  # as the module has it, that gives all its names
                    continue
                aliases[name.asname or name.name] = (
                    f"{base}.{name.name}" if node.module else f"{base}{name.name}"
                )
    return aliases


def _missing_instead(tree: ast.Module, aliases: Collection[str]) -> Iterator[str]:
    """The names of imports that stand for nothing else but None, where a module is not there."""
    stored = [
        node for node in nodes_of(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    assignments = (node for node in nodes_of(tree) if isinstance(node, ast.Assign))
    nothing = [one for one in assignments if isinstance(one.value, ast.Constant) and one.value.value is None]
    instead = {target for one in nothing for target in one.targets}
    for name in aliases:
        given = [node for node in stored if node.id == name]
        if given and instead.issuperset(given):
            yield name


def _assigned_aliases(tree: ast.Module, imported: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Names such as `slim` in `slim = tf.contrib.slim`: given once, at the top, for good."""
    stored = [
        node.id for node in nodes_of(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    known = dict(imported)
    for node in tree.body:
        if not (isinstance(node, ast.Assign) and len(node.targets) == 1):
            continue
        target, path, value = node.targets[0], list[str](), node.value
        while isinstance(value, ast.Attribute):
            path.insert(0, value.attr)
            value = value.value
        if (
            isinstance(target, ast.Name)
            and path
            and isinstance(value, ast.Name)
            and known.get(value.id, "").partition(".")[0] == "tensorflow"
            and stored.count(target.id) == 1
        ):
            known[target.id] = ".".join([known[value.id], *path])
            yield target.id, known[target.id]


def _functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """The functions of the module whose name nothing else of the module, and no inner function, has."""
    of_classes = {inner for node in nodes_of(tree) if isinstance(node, ast.ClassDef) for inner in node.body}
    defined = [node for node in nodes_of(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    names = [node.name for node in defined if node not in of_classes]
    names += list(_assigned(tree.body))
    names += [name for node in nodes_of(tree) if isinstance(node, ast.Global) for name in node.names]
    functions = [node for node in _run_once(tree.body) if isinstance(node, ast.FunctionDef)]
    return {node.name: node for node in functions if names.count(node.name) == 1}


def _run_once(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, those in a `with` or under a condition too."""
    for statement in body:
        yield statement
        if isinstance(statement, (ast.With, ast.If)):
            yield from _run_once(statement.body)
        if isinstance(statement, ast.If):
            yield from _run_once(statement.orelse)


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    """The functions and classes of a scope, those under its conditions too."""
    for statement in body:
        for node in walk_scope(statement):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield node.name


RECORDS = ("collections.namedtuple", "typing.NamedTuple")


def _assigned(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        for node in walk_scope(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
                yield node.id


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[str]:
    """The names of a function's parameters, in order."""
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [extra for extra in (arguments.vararg, arguments.kwarg) if extra is not None]
    return [argument.arg for argument in every]


def _known(dotted: str) -> str:
    """The public name that TF 1.15 has for what a dotted name of TensorFlow stands for."""
    return name_in_1_15(public_name(dotted))


class _Resolver(ast.NodeVisitor):
    """Fills `dotted` and `annotations`; a name that a function binds itself hides the import of that name.

    But for those that are `meant` to stand for a module, which a function may import itself.
    """

    def __init__(self, aliases: Mapping[str, str], meant: frozenset[str] = frozenset()) -> None:
        self.dotted: dict[ast.AST, str] = {}
        self.annotations: dict[ast.AST, str] = {}
        self.shadowed: set[ast.AST] = set()
        self._aliases = aliases
        self._meant = meant
        self._locals: list[frozenset[str]] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for outside in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            if outside is not None:
                self.visit(outside)
        self._visit_annotations(node)
        declared = {name for inner in nodes_of(node) if isinstance(inner, ast.Global) for name in inner.names}
        own = set(_assigned(node.body)) - declared - self._meant
        names = set(parameters(node)) | own
        self._locals.append(frozenset(names))
        for statement in node.body:
            self.visit(statement)
        self._locals.pop()

    def _visit_annotations(self, node: ast.FunctionDef) -> None:
        followed, self.dotted = self.dotted, self.annotations
        for inner in nodes_of(node.args):
            if isinstance(inner, ast.arg) and inner.annotation is not None:
                self.visit(inner.annotation)
        if node.returns is not None:
            self.visit(node.returns)
        self.dotted = followed

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for outside in (*node.args.defaults, *node.args.kw_defaults):
            if outside is not None:
                self.visit(outside)
        self._locals.append(frozenset(parameters(node)))
        self.visit(node.body)
        self._locals.pop()

    def visit_Name(self, node: ast.Name) -> None:
        if any(node.id in names for names in self._locals):
            self.shadowed.add(node)
        elif node.id in self._aliases:
            self.dotted[node] = _known(self._aliases[node.id])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.visit(node.value)
        base = self.dotted.get(node.value)
        if base is not None and not ("." in base and node.attr in _OF_EVERY_MODULE):
            self.dotted[node] = _known(f"{base}.{node.attr}")


# What Python gives each module, and no library: what has it is used as a whole.
_OF_EVERY_MODULE = frozenset(
    {"__dict__", "__doc__", "__file__", "__loader__", "__name__", "__package__", "__path__", "__spec__"}
)


def _star_imports(tree: ast.Module) -> tuple[str, ...]:
    stars = [
        "." * node.level + (node.module or "")
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and any(name.name == "*" for name in node.names)
    ]
    return tuple(stars[::-1])


def names_imported(node: ast.AST) -> Iterator[str]:
    """The names that an import gives."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)


def imported_names(tree: ast.Module) -> frozenset[tuple[str, str]]:
    """The names that imports give, each with what it stands for there: with several, if imports differ."""
    found: set[tuple[str, str]] = set()
    for node in nodes_of(tree):
        if isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            found.update((alias.asname or alias.name, f"{base}:{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Import):
            tops = ((alias.asname, alias.name.partition(".")[0], alias.name) for alias in node.names)
            found.update((known or top, name if known else top) for known, top, name in tops)
    return frozenset(found)
