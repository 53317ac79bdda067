"""Rewrites a program so that it tells a recorder what it reads, writes and calls, and else does the same.

The recorder is known to it as `_tfm_`, a builtin. Every hook is told the number of the statement that it
stands in, so that the positions of the copy do not matter. Functions keep their activation under a name of
their own, which inner functions see: by it the variables that functions share are told apart.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from .hooks import bound, does, hook, is_declaration, is_first, mangled, root, unpacks
from .scopes import COMPREHENSIONS, Scope, Scopes
from .sites import Sites

# What looks at the names or the frame of its caller: not called by way of the recorder.
OF_FRAME = frozenset({"super", "locals", "globals", "vars", "dir", "eval", "exec", "__import__"})
# Libraries whose modules no program changes: their attributes are not looked up by way of the recorder.
OUTSIDE = ("tensorflow", "numpy")


def instrumented(text: str, path: str, sites: Sites) -> str:
    """The text of a module that tells what it does; its statements and scopes get numbers of `sites`."""
    tree = ast.parse(text)
    scopes = Scopes(tree)
    made = _Instrumenter(path, scopes, sites, _libraries(tree)).module(tree)
    return ast.unparse(ast.fix_missing_locations(made)) + "\n"


def _libraries(tree: ast.Module) -> frozenset[str]:
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                if one.name.partition(".")[0] in OUTSIDE:
                    found.add(one.asname or one.name.partition(".")[0])
    return frozenset(found)


class _Instrumenter(ast.NodeTransformer):
    def __init__(self, path: str, scopes: Scopes, sites: Sites, libraries: frozenset[str]) -> None:
        self._path = path
        self._scopes = scopes
        self._sites = sites
        self._libraries = libraries
        self._numbers: dict[Scope, int] = {}
        self._scope: Scope
        self._class: str = ""
        self._site = 0

    # Scopes.

    def module(self, tree: ast.Module) -> ast.Module:
        self._scope = self._scopes.of[tree]
        body = self._block(tree.body)
        start = does("module", self._number(self._scope), ast.Name("__name__", ast.Load()))
        at = next((i for i, one in enumerate(body) if not is_first(one)), len(body))
        return ast.Module([*body[:at], start, *body[at:]], [])

    def _number(self, scope: Scope) -> int:
        if scope not in self._numbers:
            self._numbers[scope] = self._sites.scope(self._path, scope.node)
        return self._numbers[scope]

    def _activation(self, owner: Scope) -> ast.expr:
        """What tells one run of a scope from another: a name in it, or the number of a module."""
        number = self._number(owner)
        return ast.Constant(number) if owner.parent is None else ast.Name(f"_tfm_{number}", ast.Load())

    def _shared(self, name: str) -> ast.expr | None:
        """The activation that a name belongs to, if several functions use that variable."""
        owner = self._scope.owner(name)
        if isinstance(owner.node, (ast.ClassDef, ast.AsyncFunctionDef, ast.Lambda, *COMPREHENSIONS)):
            return None
        if name in self._libraries and owner.parent is None or not self._scopes.is_shared(owner, name):
            return None
        return self._activation(owner)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._arguments(node.args)
        decorators = [self.visit(one) for one in node.decorator_list]
        around, self._scope = self._scope, self._scopes.of[node]
        mine, number = self._site, self._number(self._scope)
        body = self._block(node.body)
        self._scope, self._site = around, mine
        name = f"_tfm_{number}"
        at = next((i for i, one in enumerate(body) if not is_declaration(one)), len(body))
        enter: ast.stmt = ast.Assign([ast.Name(name, ast.Store())], hook("enter", number))
        leave = does("leave", ast.Name(name, ast.Load()))
        node.body = [*body[:at], enter, ast.Try(body[at:] or [ast.Pass()], [], [], [leave])]
        node.decorator_list, node.returns = decorators, None
        for one in ast.walk(node.args):
            if isinstance(one, ast.arg):
                one.annotation = None
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        site = self._sites.statement(self._path, node)
        self._arguments(node.args)
        around, mine = self._scope, self._site
        self._scope, self._site = self._scopes.of[node], site
        number, body = self._number(self._scope), self.visit(node.body)
        self._scope, self._site = around, mine
        node.body = hook("returned", hook("enter", number), body)
        return node

    def _arguments(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.visit(one) for one in arguments.defaults]
        arguments.kw_defaults = [one and self.visit(one) for one in arguments.kw_defaults]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [self.visit(one) for one in node.bases]
        node.keywords = [self.visit(one) for one in node.keywords]
        decorators = [self.visit(one) for one in node.decorator_list]
        around, mine, outer = self._scope, self._site, self._class
        self._scope, self._class = self._scopes.of[node], node.name
        node.body = self._block(node.body)
        number = self._number(self._scope)
        self._scope, self._site, self._class = around, mine, outer
        node.decorator_list = [*decorators, hook("class_made", number, mine)]
        return node

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> ast.AST:
        asks = "asked" if isinstance(node, ast.GeneratorExp) else "iterated"
        around, inside = self._scope, self._scopes.of[node]
        for generator in node.generators:
            values = self.visit(generator.iter)
            generator.iter = hook(asks, self._site, values, int(unpacks(generator.target)))
            self._scope = inside  # in which all but the first is evaluated
            generator.target = self.visit(generator.target)
            generator.ifs = [self.visit(one) for one in generator.ifs]
        if isinstance(node, ast.DictComp):
            node.key, node.value = self.visit(node.key), self.visit(node.value)
        else:
            node.elt = self.visit(node.elt)
        if isinstance(node, ast.GeneratorExp):
            node.elt = hook("returned", hook("enter", self._number(self._scope)), node.elt)
        self._scope = around
        return hook("made", self._site, node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    # Statements.

    def _block(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            self._site = self._sites.statement(self._path, statement)
            made.extend(self._statement(statement))
        return made

    def _statement(self, node: ast.stmt) -> Iterable[ast.stmt]:
        if is_first(node) or isinstance(node, (ast.Global, ast.Nonlocal, ast.Pass, ast.Break, ast.Continue)):
            return [node]
        site, before = self._site, [does("at", self._site)]
        if isinstance(node, (ast.For, ast.AsyncFor)):
            stored = self._stored([node.target])
            node.iter = hook("iterated", site, self.visit(node.iter), int(unpacks(node.target)))
            node.target = self.visit(node.target)
            node.body, node.orelse = [*stored, *self._block(node.body)], self._block(node.orelse)
            return [*before, node]
        if isinstance(node, (ast.If, ast.While)):
            test = hook("truth", site, self.visit(node.test))
            node.test = ast.BoolOp(ast.Or(), [hook("at", site), test])
            node.body, node.orelse = self._block(node.body), self._block(node.orelse)
            return [node]
        if isinstance(node, (ast.With, ast.AsyncWith)):
            stored = self._stored([one.optional_vars for one in node.items if one.optional_vars])
            for item in node.items:
                item.context_expr = hook("managed", site, self.visit(item.context_expr))
                item.optional_vars = self.visit(item.optional_vars) if item.optional_vars else None
            node.body = [*stored, *self._block(node.body)]
            return [*before, node]
        if isinstance(node, ast.Try):
            node.body = self._block(node.body)
            for handler in node.handlers:
                handler.type = self.visit(handler.type) if handler.type else None
                stored = self._named([handler.name]) if handler.name else []
                handler.body = [*stored, *self._block(handler.body)]
            node.orelse, node.finalbody = self._block(node.orelse), self._block(node.finalbody)
            return [node]
        if isinstance(node, ast.Match):
            node.subject = hook("operand", site, self.visit(node.subject))
            for case in node.cases:
                case.body = self._block(case.body)
            return [*before, node]
        return [*before, *self._simple(node)]

    def _simple(self, node: ast.stmt) -> Iterable[ast.stmt]:
        site = self._site
        if isinstance(node, ast.AugAssign):
            return self._augmented(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            made = self.visit(node)
            self._site = site
            return [made, *self._named([node.name])]
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return [node, *self._imported(node)]
        if isinstance(node, ast.Assign):
            stored = self._stored(node.targets)
            node.value = self.visit(node.value)
            if any(unpacks(one) for one in node.targets):
                node.value = hook("unpacked", site, node.value)
            node.targets = [self.visit(one) for one in node.targets]
            return [node, *stored]
        if isinstance(node, ast.AnnAssign):
            stored = self._stored([node.target]) if node.value is not None else []
            node.annotation = ast.Constant(None)
            node.value = self.visit(node.value) if node.value is not None else None
            node.target = self.visit(node.target) if node.value is not None else node.target
            return [node, *stored] if node.value is not None else [ast.Pass()]
        if isinstance(node, ast.Delete):
            stored = self._stored(node.targets)
            node.targets = [self.visit(one) for one in node.targets]
            return [*stored, node]
        return [self.generic_visit(node)]  # type: ignore[list-item]

    def _augmented(self, node: ast.AugAssign) -> Iterable[ast.stmt]:
        node.value = hook("operand", self._site, self.visit(node.value))
        target = node.target
        if not isinstance(target, ast.Name):
            node.target = self.visit(target)
            return [node]
        owner = self._shared(target.id)
        old = ast.Name(target.id, ast.Load())
        read = [does("name", self._site, old, owner, target.id)] if owner is not None else []
        return [*read, node, does("added", self._site, old), *self._named([target.id])]

    def _stored(self, targets: Sequence[ast.expr]) -> list[ast.stmt]:
        """What tells that names have been given values: of items and attributes, the targets tell it."""
        names = [one.id for target in targets for one in bound(target)]
        return self._named(names)

    def _named(self, names: Iterable[str]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for name in names:
            owner = self._shared(name)
            if isinstance(self._scope.node, ast.ClassDef) and self._scope.owner(name) is self._scope:
                made.append(does("in_class", self._site, self._number(self._scope), name))
            elif owner is not None:
                made.append(does("wrote", self._site, owner, name))
        return made

    def _imported(self, node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
        names = [one.asname or one.name.partition(".")[0] for one in node.names if one.name != "*"]
        made = self._named(names)
        if isinstance(node, ast.ImportFrom):
            taken = ast.Constant(tuple(one.name for one in node.names))
            package = hook("package", ast.Name("__name__", ast.Load()))
            made.append(does("took", self._site, "." * node.level + (node.module or ""), package, taken))
        return made

    # Expressions.

    def visit_Name(self, node: ast.Name) -> ast.AST:
        owner = self._shared(node.id) if isinstance(node.ctx, ast.Load) else None
        return node if owner is None else hook("name", self._site, node, owner, node.id)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        node.value = self.visit(node.value)
        owner = self._shared(node.target.id)
        return node if owner is None else hook("walrus", self._site, node, owner, node.target.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and root(node) in self._libraries:
            return node
        value, name = self.visit(node.value), mangled(node.attr, self._class)
        if isinstance(node.ctx, ast.Load):
            return hook("attribute", self._site, value, name)
        return ast.Attribute(hook("attribute_place", self._site, value, name), "value", node.ctx)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        value, key = self.visit(node.value), self._key(node.slice)
        if isinstance(node.ctx, ast.Load):
            return hook("item", self._site, value, key)
        return ast.Attribute(hook("item_place", self._site, value, key), "value", node.ctx)

    def _key(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Slice):
            ends = [
                self.visit(one) if one else ast.Constant(None) for one in (node.lower, node.upper, node.step)
            ]
            return hook("slice", *ends)
        if isinstance(node, ast.Tuple) and any(isinstance(one, ast.Slice) for one in node.elts):
            return ast.Tuple([self._key(one) for one in node.elts], ast.Load())
        return self.visit(node)  # type: ignore[no-any-return]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        arguments = [
            ast.Starred(hook("unpacked", self._site, self.visit(one.value)), ast.Load())
            if isinstance(one, ast.Starred)
            else self.visit(one)
            for one in node.args
        ]
        keywords = [
            ast.keyword(one.arg, self.visit(one.value))
            if one.arg
            else ast.keyword(None, hook("operand", self._site, self.visit(one.value)))
            for one in node.keywords
        ]
        if isinstance(node.func, ast.Name) and node.func.id in OF_FRAME:
            return ast.Call(node.func, arguments, keywords)
        made = hook("call", self._site, self.visit(node.func))
        return ast.Call(made.func, [*made.args, *arguments], keywords)

    def _display(self, node: ast.List | ast.Set | ast.Dict | ast.Tuple) -> ast.AST:
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            return self.generic_visit(node)
        # Python makes one object of all tuples of constants that are alike.
        is_constant = isinstance(node, ast.Tuple) and all(isinstance(one, ast.Constant) for one in node.elts)
        made = self.generic_visit(node)
        return made if is_constant else hook("made", self._site, made)  # type: ignore[arg-type]

    visit_List = visit_Set = visit_Dict = visit_Tuple = _display

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        value = self.visit(node.value)
        return ast.Starred(
            hook("unpacked", self._site, value) if isinstance(node.ctx, ast.Load) else value, node.ctx
        )

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        node.left = self._operand(node.left)
        node.right = self._operand(node.right)
        return hook("made", self._site, node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if any(isinstance(one, (ast.Is, ast.IsNot)) for one in node.ops):
            return self.generic_visit(node)
        node.left = self._operand(node.left)
        node.comparators = [self._operand(one) for one in node.comparators]
        return node

    def _operand(self, node: ast.expr) -> ast.expr:
        made = self.visit(node)
        return made if isinstance(node, ast.Constant) else hook("operand", self._site, made)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Joined from its parts: inside one, quotes of the hooks could not be told from its own."""
        return ast.Call(
            ast.Attribute(ast.Constant(""), "join", ast.Load()),
            [ast.List([self._part(one) for one in node.values], ast.Load())],
            [],
        )

    def _part(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, ast.FormattedValue):
            return node
        form = self.visit(node.format_spec) if node.format_spec else ast.Constant("")
        return hook("formatted", self._site, self.visit(node.value), ast.Constant(node.conversion), form)

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        activation = self._activation(self._scope.unit)
        value = self.visit(node.value) if node.value else ast.Constant(None)
        return hook("resume", activation, ast.Yield(hook("suspend", activation, value)))

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        activation = self._activation(self._scope.unit)
        return ast.YieldFrom(hook("delegated", self._site, activation, self.visit(node.value)))
