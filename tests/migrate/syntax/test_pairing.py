"""The two syntax trees of a text are walked together, node for node."""

import ast
import sys
from pathlib import Path

import libcst as cst
import pytest

from migrate.syntax.pairing import _CHILDREN, pair

ROOT = Path(__file__).parents[3]

AWKWARD = """\
# 한국어 주석
x = "텐서플로우" + f(name, "작업", key=tf.zeros([1]))  # 뒤
total = sum(g for g in (a, b) if g), [v for v in (yield_ for yield_ in z)]
both = (a and b) and c or not d and e
chained = 1 < a <= b != c
sliced = x[1:2, ::3, ...], x[0], x[(1, 2)], x[1,]
def outer(a, /, b=1, *args, c, d=tf.x, **kw): return lambda q=tf.y, *, r=tf.z: q
class C(Base, metaclass=M): attr = tf.v
with open(p) as f, (tf.device(d)) as g: pass
try: a; b
except (E, tf.F) as e: raise X from y
else: pass
finally: del a, b
for i, (j, k) in enumerate(z): continue
else: pass
while (n := tf.n): break
text = f"{tf.a!r:>{tf.w}}" "plain" f"{tf.b}"
call = f(*tf.args, 1, k=2, *more, **tf.kw)
d = {**tf.d, tf.k: tf.v}; s = {tf.e}; t = (tf.only,)
if a: pass
elif tf.b: pass
else: async_ = 1
assert tf.c, tf.m
x += tf.aug
minus = -(-tf.u) ** 2
cond = (tf.p) if (tf.q) else (tf.r)
match (tf.a, b), *c:
    case tf.float32 | tf.float64 if tf.g: tf.h
    case tf.Point(tf.x, y=tf.y): pass
    case {tf.k: tf.v, **rest}: (tf.w)
    case [tf.one, *others] as both: z
    case (None, -1): z
    case tf.only,: z
    case _: z
"""
NEWER = """\
try: tf.a
except* (E, tf.F): tf.b
"""
# What holds no expression or statement of its own.
LEAVES = {
    ast.Break, ast.Constant, ast.Continue, ast.FormattedValue, ast.Global, ast.Import, ast.ImportFrom,
    ast.MatchSingleton, ast.MatchStar, ast.Name, ast.Nonlocal, ast.Pass,
}  # fmt: skip
ELSEWHERE = {ast.Slice, ast.Starred}  # paired by what they stand in


def paired_texts(text: str) -> list[tuple[str, str]]:
    module, tree = cst.parse_module(text), ast.parse(text)
    nodes = pair(tree, module)
    by_node = {node: concrete for concrete, node in nodes.items()}
    texts = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.BoolOp, ast.Subscript)):
            assert node in by_node, ast.unparse(node)
            written = module.code_for_node(by_node[node])
            texts.append((ast.unparse(node), ast.unparse(ast.parse(f"({written})", mode="eval"))))
    return texts


def test_every_expression_is_paired_with_its_own_text():
    texts = paired_texts(AWKWARD)
    assert len(texts) > 100
    assert [pair for pair in texts if pair[0] != pair[1]] == []


@pytest.mark.skipif(sys.version_info < (3, 11), reason="`except*` is of Python 3.11")
def test_groups_of_exceptions_are_paired():
    texts = paired_texts(NEWER)
    assert {one for one, other in texts if one == other} == {"tf.a", "tf.F", "tf.b", "tf", "E"}


def test_every_construct_of_python_is_known():
    bases = (ast.stmt, ast.expr, ast.pattern)
    kinds = {kind for base in bases for kind in base.__subclasses__() if kind.__module__ == "ast"}
    newer = {kind for kind in kinds if kind.__name__ in ("TypeAlias", "TemplateStr", "Interpolation")}
    assert kinds - newer - {*_CHILDREN} == LEAVES | ELSEWHERE


@pytest.mark.parametrize("path", sorted((ROOT / "samples").rglob("before/*.py")), ids=lambda path: path.stem)
def test_samples_are_paired_completely(path):
    text = path.read_text()
    annotations = any(
        isinstance(node, ast.AnnAssign) or getattr(node, "returns", None)
        for node in ast.walk(ast.parse(text))
    )
    if not annotations:
        assert all(one == other for one, other in paired_texts(text))
