"""Python's control flow around statements that build a graph."""

from collections.abc import Callable

from .graph import constant, item, plain, term
from .source import Lines, Scope, Source, indented
from .statements import TWISTS, block, statement


def condition(source: Source, scope: Scope) -> str:
    """A test that Python decides while the graph is built."""
    options = ["SETTINGS['depth'] > 1", f"len({scope.items}) < 2", "not SETTINGS['deep']", "SETTINGS['deep']"]
    if scope.counters:
        options = [
            f"{scope.counters[-1]} == 1",
            f"{scope.counters[-1]} % 2 == 0",
            f"{scope.counters[-1]} > 0",
            *options,
        ]
    if scope.variables:
        name = scope.variables[-1]
        options = [
            f"'bias' in {name}.name",
            f"'kernel' in {name}.name",
            f"len({name}.get_shape()) == 1",
            *options,
        ]
    if scope.pairs:
        gradient, variable = scope.pairs
        options = [
            f"'bias' in {variable}.name",
            f"{gradient} is None",
            f"len({variable}.get_shape()) == 1",
            *options,
        ]
    return source.pick(options)


# Branches.


@TWISTS.add("if")
def if_(source: Source, scope: Scope) -> Lines:
    return [f"if {condition(source, scope)}:", *indented(block(source, scope.inner()))]


@TWISTS.add("else")
def else_(source: Source, scope: Scope) -> Lines:
    return [*if_(source, scope), "else:", *indented(block(source, scope.inner()))]


@TWISTS.add("elif")
def elif_(source: Source, scope: Scope) -> Lines:
    lines = [
        *if_(source, scope),
        f"elif {condition(source, scope)}:",
        *indented(block(source, scope.inner())),
    ]
    return [*lines, "else:", *indented(block(source, scope.inner()))]


@TWISTS.add("conditional expression", lambda scope: not scope.sealed)
def conditional(source: Source, scope: Scope) -> Lines:
    value = f"tf.tanh({scope.target})" if scope.target == "h" else f"{scope.target} + {term(source, scope)}"
    return [
        f"{scope.target} = {value} if {condition(source, scope)} else {scope.target} * {constant(source)}"
    ]


@TWISTS.add("match")
def match(source: Source, scope: Scope) -> Lines:
    subject = source.pick([*scope.counters[-1:], "SETTINGS['depth']", "SETTINGS"])
    cases = ["{'depth': 2}", "{'depth': depth}"] if subject == "SETTINGS" else ["1", "0 | 2"]
    lines = [f"match {subject}:"]
    for case in [*cases, "_"]:
        lines += [f"    case {case}:", *indented(indented(block(source, scope.inner(), 1)))]
    return lines


# Loops.


def loop(source: Source, scope: Scope, head: str, **changes: object) -> Lines:
    inner = scope.inner(loop=True, **changes)
    source.twists += source.chance(50)  # a loop around plain statements alone shows little
    lines = block(source, inner)
    if source.twists > 0 and source.chance(60):
        source.twists -= 1
        lines = [*jump(source, inner), *lines]
        if source.chance(30):
            lines += plain(source, inner)
    return [head, *indented(lines)]


def jump(source: Source, scope: Scope) -> Lines:
    kind = source.pick(["continue", "break", *(["return"] if scope.function or scope.ends else [])])
    source.constructs.add(f"{kind} in a loop that builds")
    before = plain(source, scope) if source.chance(40) else []
    if kind == "return" and scope.function:
        kind = f"return {scope.target}"
    return [f"if {condition(source, scope)}:", *indented([*before, kind])]


@TWISTS.add("for over a range")
def for_range(source: Source, scope: Scope) -> Lines:
    name = source.fresh("i")
    return loop(
        source,
        scope,
        f"for {name} in range({source.pick(['2', '3', 'SETTINGS[' + repr('depth') + ']'])}):",
        counters=(*scope.counters, name),
    )


@TWISTS.add("for over a list")
def for_list(source: Source, scope: Scope) -> Lines:
    name = source.fresh("i")
    values = source.pick(["(0, 1, 2)", "[2, 1]", "sorted({3, 1})", "list(range(2))", "reversed([0, 1])"])
    return loop(source, scope, f"for {name} in {values}:", counters=(*scope.counters, name))


@TWISTS.add("for over enumerate")
def for_enumerate(source: Source, scope: Scope) -> Lines:
    name, value = source.fresh("i"), source.fresh("width")
    return loop(
        source,
        scope,
        f"for {name}, {value} in enumerate([2, 0, 1]):",
        counters=(*scope.counters, name, value),
    )


@TWISTS.add("for over zip")
def for_zip(source: Source, scope: Scope) -> Lines:
    name, value = source.fresh("i"), source.fresh("width")
    return loop(
        source,
        scope,
        f"for {name}, {value} in zip((0, 1, 2), [1, 2]):",
        counters=(*scope.counters, value, name),
    )


@TWISTS.add("for over a dictionary's items")
def for_items(source: Source, scope: Scope) -> Lines:
    key, value = source.fresh("key"), source.fresh("i")
    return loop(
        source,
        scope,
        f"for {key}, {value} in sorted({{'a': 1, 'b': 2, 'c': 0}}.items()):",
        counters=(*scope.counters, value),
    )


@TWISTS.add("for over trainable variables", lambda scope: scope.target == "loss" and not scope.pairs)
def for_variables(source: Source, scope: Scope) -> Lines:
    name = source.fresh("v")
    found = source.pick(["tf.trainable_variables()", "tf.global_variables()", "tf.trainable_variables()[:2]"])
    return loop(source, scope, f"for {name} in {found}:", variables=(*scope.variables, name))


@TWISTS.add("while")
def while_(source: Source, scope: Scope) -> Lines:
    name = source.fresh("i")
    # The counter goes up first, so that `continue` ends, too.
    inner = loop(
        source, scope, f"while {name} < {source.pick(['2', '3'])}:", counters=(*scope.counters, name)
    )
    return [f"{name} = 0", inner[0], f"    {name} += 1", *inner[1:]]


@TWISTS.add("while True")
def while_true(source: Source, scope: Scope) -> Lines:
    name = source.fresh("i")
    inner = loop(source, scope, "while True:", counters=(*scope.counters, name))
    return [f"{name} = 0", inner[0], f"    {name} += 1", f"    if {name} > 2:", "        break", *inner[1:]]


@TWISTS.add("else of a loop")
def loop_else(source: Source, scope: Scope) -> Lines:
    lines = source.pick([for_range, for_list, while_])(source, scope)
    return [*lines, "else:", *indented(block(source, scope.inner()))]


@TWISTS.add("tensor carried out of a loop", lambda scope: not scope.sealed)
def carried(source: Source, scope: Scope) -> Lines:
    """The last value that a loop made, or the one that it was left with by a jump."""
    name, index = source.fresh("best"), source.fresh("i")
    inner = scope.inner(counters=(*scope.counters, index), loop=True)
    value = f"{scope.target} * ({index} + 1.0)"
    kind = source.pick(["break", "continue"])
    source.constructs.add(f"{kind} in a loop that builds")
    first, second = [f"if {condition(source, inner)}:", f"    {kind}"], [f"{name} = {value}"]
    lines = source.pick([[*first, *second], [*second, *first]])
    return [
        f"{name} = {scope.target}",
        f"for {index} in range(3):",
        *indented(lines),
        f"{scope.target} = {name}",
    ]


@TWISTS.add("if last: break", lambda scope: not scope.sealed)
def last_break(source: Source, scope: Scope) -> Lines:
    """A loop that leaves something out for the last layer."""
    index, count = source.fresh("i"), source.pick(["2", "3", "SETTINGS['depth']"])
    inner = scope.inner(counters=(*scope.counters, index), loop=True)
    lines = [*plain(source, inner), f"last = {index} == {count} - 1", "if last:", "    break"]
    return [f"for {index} in range({count}):", *indented([*lines, *plain(source, inner)])]


@TWISTS.add("jump", lambda scope: scope.loop)
def jumps(source: Source, scope: Scope) -> Lines:
    return jump(source, scope)


# Exceptions and contexts.


@TWISTS.add("try and finally")
def finally_(source: Source, scope: Scope) -> Lines:
    return [
        "try:",
        *indented(block(source, scope.inner())),
        "finally:",
        *indented(block(source, scope.inner(), 1)),
    ]


@TWISTS.add("raise")
def raise_(source: Source, scope: Scope) -> Lines:
    """A block left in its middle by an exception that is caught."""
    inner = scope.inner()
    error = source.pick(["ValueError", "KeyError", "StopIteration"])
    lines = ["try:", *indented(block(source, inner, 1))]
    lines += [
        f"    if {condition(source, inner)}:",
        f"        raise {error}('enough')",
        *indented(plain(source, inner)),
    ]
    lines += [
        f"except {source.pick([error, f'({error}, IndexError)', 'Exception'])}"
        f"{source.pick([' as error', ''])}:",
        *indented(block(source, scope.inner(), 1)),
    ]
    if source.chance(30):
        source.constructs.add("else of try")
        lines += ["else:", *indented(block(source, scope.inner(), 1))]
    if source.chance(30):
        source.constructs.add("try and finally")
        lines += ["finally:", *indented(block(source, scope.inner(), 1))]
    return lines


@TWISTS.add("exception of Python itself")
def missing(source: Source, scope: Scope) -> Lines:
    wrong = source.pick(["SETTINGS['missing']", "[][0]", "int('a')", "None.shape"])
    return [
        "try:",
        *indented(plain(source, scope.inner())),
        f"    {wrong}",
        *indented(plain(source, scope.inner())),
        "except (KeyError, IndexError, ValueError, AttributeError):",
        *indented(block(source, scope.inner(), 1)),
    ]


# What ends building, and the program with it: by itself, or where a loop builds.


def ending(source: Source, scope: Scope, write: Callable[[str], Lines]) -> Lines:
    if source.chance(50):
        return write(condition(source, scope))
    name = source.fresh("i")
    inner = scope.inner(counters=(*scope.counters, name), loop=True)
    return [
        f"for {name} in range(2):",
        *indented([*write(condition(source, inner)), *plain(source, inner)]),
    ]


@TWISTS.add("raise that ends the program")
def raise_last(source: Source, scope: Scope) -> Lines:
    return ending(
        source, scope, lambda test: [f"if {test}:", "    raise RuntimeError('not with these settings')"]
    )


@TWISTS.add("return in the middle of building", lambda scope: scope.ends)
def return_last(source: Source, scope: Scope) -> Lines:
    said = source.pick([[], ["print('nothing to train')"]])
    return ending(source, scope, lambda test: [f"if {test}:", *indented([*said, "return"])])


@TWISTS.add("assert")
def assert_(source: Source, scope: Scope) -> Lines:
    holds = source.pick(["SETTINGS", f"{scope.items} is not None", ""])
    return ending(source, scope, lambda test: [f"assert {holds or test}"])


@TWISTS.add("with: suppressed exception")
def suppressed(source: Source, scope: Scope) -> Lines:
    inner = scope.inner()
    return [
        "with contextlib.suppress(ValueError):",
        *indented(block(source, inner, 1)),
        f"    if {condition(source, inner)}:",
        "        raise ValueError('enough')",
        *indented(plain(source, inner)),
    ]


@TWISTS.add("with: a context manager of its own")
def manager(source: Source, scope: Scope) -> Lines:
    name = source.helper(
        "counted",
        """
@contextlib.contextmanager
def counted(name):
    SETTINGS['entered'] = SETTINGS['entered'] + 1
    try:
        yield name
    finally:
        SETTINGS['left'].append(name)
""",
    )
    return [f"with {name}('{source.fresh('part')}'):", *indented(block(source, scope.inner()))]


@TWISTS.add("with: scopes and devices of TensorFlow", lambda scope: not scope.pairs)
def scopes(source: Source, scope: Scope) -> Lines:
    name = source.fresh("scope")
    context = source.pick([f"tf.name_scope('{name}')", f"tf.variable_scope('{name}')", "tf.device('/cpu:0')"])
    return [f"with {context}:", *indented(block(source, scope.inner()))]


@TWISTS.add("del")
def del_(source: Source, scope: Scope) -> Lines:
    if source.chance(50) and not scope.pairs:
        return [*plain(source, scope), f"if len({scope.items}) > 1:", f"    del {scope.items}[0]"]
    name = source.fresh("gone")
    return [f"{name} = {item(source, scope)}", f"{scope.items}.append({name})", f"del {name}"]


# Functions.


@TWISTS.add("function that returns early", lambda scope: not scope.sealed and not scope.pairs)
def returning(source: Source, scope: Scope) -> Lines:
    """A function of the tensor and the list, defined where it is called."""
    name, index = source.fresh("built"), source.fresh("i")
    parameters = [scope.target, scope.items, index] + (["h"] if scope.target == "loss" else [])
    inner = scope.inner(
        function=True,
        ends=False,
        loop=False,
        module=False,
        seconds=[],
        adders=[],
        counters=(index,),
        variables=(),
    )
    lines = block(source, inner, 1)
    lines += [
        f"if {condition(source, inner)}:",
        f"    return {scope.target}",
        *block(source, inner, 1),
        f"return {scope.target}",
    ]
    source.constructs.add("return in a function that builds")
    call = [f"{scope.target} = {name}({', '.join([*parameters[:2], '{}', *parameters[3:]])})"]
    define = [f"def {name}({', '.join(parameters)}):", *indented(lines)]
    calls = [call[0].format(count) for count in range(source.number(1, 2))]
    if source.chance(50):
        source.helper(name, "\n".join(define))
        return calls
    return [*define, *calls]


@TWISTS.add("function that fills the list")
def filling(source: Source, scope: Scope) -> Lines:
    name = source.fresh("fill")
    inner = scope.inner(
        function=False, ends=False, loop=False, sealed=True, counters=(), variables=(), module=False
    )
    return [f"def {name}():", *indented(block(source, inner)), f"{name}()"]


@TWISTS.add("nonlocal or global", lambda scope: not scope.sealed)
def nonlocal_(source: Source, scope: Scope) -> Lines:
    word = "global" if scope.module else "nonlocal"
    source.constructs.add(word)
    name = source.fresh("change")
    inner = scope.inner(
        function=False,
        ends=False,
        loop=False,
        counters=(),
        variables=(),
        pairs=None,
        sealed=scope.target == "pairs",
    )
    if scope.pairs:
        return plain(source, scope)
    return [f"def {name}():", f"    {word} {scope.target}", *indented(block(source, inner)), f"{name}()"]


@TWISTS.add("lambda", lambda scope: not scope.sealed)
def lambda_(source: Source, scope: Scope) -> Lines:
    name = source.fresh("apply")
    value = source.pick([f"t * {constant(source)}", "tf.identity(t)", "t + 1.0 if SETTINGS['deep'] else t"])
    return [f"{name} = lambda t: {value}", f"{scope.target} = {name}({scope.target})"]


@TWISTS.add("list comprehension", lambda scope: not scope.sealed)
def comprehension(source: Source, scope: Scope) -> Lines:
    name, index = source.fresh("parts"), source.fresh("i")
    inner = scope.inner(counters=(index,))
    text = f"{scope.target} * ({index} + 1.0) for {index} in range(3) if {condition(source, inner)}"
    if source.chance(40):
        source.constructs.add("generator expression")
        made = f"list({text})"
    else:
        made = f"[{text}]"
    return [
        f"{name} = {made}",
        f"if {name}:",
        f"    {scope.target} = {source.pick([f'tf.add_n({name})', f'{name}[-1]'])}",
    ]


@TWISTS.add("comprehension that changes something", lambda scope: not scope.pairs)
def changing(source: Source, scope: Scope) -> Lines:
    index = source.fresh("i")
    inner = scope.inner(counters=(index,))
    return [f"[{scope.items}.append({item(source, inner)}) for {index} in range(2)]"]


@TWISTS.add("generator", lambda scope: not scope.sealed)
def generator(source: Source, scope: Scope) -> Lines:
    name, index, part = source.fresh("scales"), source.fresh("i"), source.fresh("part")
    inner = scope.inner(counters=(index,), function=False)
    test = condition(source, inner).replace(scope.items, "()")
    lines = [
        f"def {name}():",
        f"    for {index} in range(3):",
        f"        if {test}:",
        f"            {source.pick(['continue', 'return'])}",
        f"        yield {index} + 1.0",
    ]
    after = scope.inner(loop=True)
    return [
        *lines,
        f"for {part} in {name}():",
        f"    {scope.target} = {scope.target} * {part}",
        *indented(statement(source, after)),
    ]


@TWISTS.add("recursion", lambda scope: not scope.sealed)
def recursion(source: Source, scope: Scope) -> Lines:
    name = source.fresh("deeper")
    return [
        f"def {name}(t, left):",
        "    if left == 0:",
        "        return t",
        f"    return {name}(t * {constant(source)}, left - 1)",
        f"{scope.target} = {name}({scope.target}, 2)",
    ]


@TWISTS.add("object with methods", lambda scope: not scope.sealed)
def method(source: Source, scope: Scope) -> Lines:
    name = source.helper(
        "Block",
        """
class Block(object):
    made = 0

    def __init__(self, scale):
        self.scale = scale
        self.outputs = []
        Block.made += 1

    def __call__(self, t):
        self.outputs.append(t * self.scale)
        return self.outputs[-1]

    @property
    def last(self):
        return self.outputs[-1]
""",
    )
    block_name = source.fresh("block")
    use = source.pick(
        [
            f"{scope.target} = {block_name}.last",
            f"{scope.target} = {block_name}({scope.target})",
            f"{scope.target} = {block_name}.outputs[0] + {scope.target}",
        ]
    )
    return [f"{block_name} = {name}({number_of(source, scope)})", f"{block_name}({scope.target})", use]


def number_of(source: Source, scope: Scope) -> str:
    return f"{scope.counters[-1]} + 1.0" if scope.counters else constant(source)
