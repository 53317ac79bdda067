"""One list under several names; what is added under any of them is in the list."""

from .graph import item
from .source import Lines, Scope, Source
from .statements import TWISTS

SAME = """
def same(value):
    return value
"""
BOX = """
class Box(object):
    def __init__(self, held):
        self.held = held

    def add(self, value):
        self.held.append(value)
"""


def named(source: Source, scope: Scope, second: str) -> Lines:
    """The new name, used at once, so that no program has one for nothing."""
    scope.seconds.append(second)
    return [f"{second}.append({item(source, scope)})"]


@TWISTS.add("alias: second name")
def second_name(source: Source, scope: Scope) -> Lines:
    name = source.fresh("also")
    return [f"{name} = {scope.items}", *named(source, scope, name)]


@TWISTS.add("alias: unpacked")
def unpacked(source: Source, scope: Scope) -> Lines:
    name = source.fresh("also")
    line = source.pick(
        [
            f"{name}, _ = {scope.items}, 0",
            f"{name}, *_ = ({scope.items}, 1, 2)",
            f"({name}, _), _ = ({scope.items}, 1), 2",
        ]
    )
    return [line, *named(source, scope, name)]


@TWISTS.add("alias: bound method")
def bound(source: Source, scope: Scope) -> Lines:
    name = source.fresh("add")
    scope.adders.append(name)
    return [f"{name} = {scope.items}.append", f"{name}({item(source, scope)})"]


@TWISTS.add("alias: in a dictionary")
def in_dictionary(source: Source, scope: Scope) -> Lines:
    name = source.fresh("held")
    line, key = source.pick(
        [
            (f"{name} = {{'all': {scope.items}}}", "['all']"),
            (f"{name} = dict(all={scope.items})", "['all']"),
            (f"{name} = {{}}", f".setdefault('all', {scope.items})"),
        ]
    )
    return [line, *named(source, scope, name + key)]


@TWISTS.add("alias: in a list")
def in_list(source: Source, scope: Scope) -> Lines:
    name = source.fresh("held")
    return [f"{name} = [{scope.items}, []]", *named(source, scope, f"{name}[0]")]


@TWISTS.add("alias: in an object")
def in_object(source: Source, scope: Scope) -> Lines:
    source.helper("Box", BOX)
    name = source.fresh("box")
    if source.chance(40):
        scope.adders.append(f"{name}.add")
        return [f"{name} = Box({scope.items})", f"{name}.add({item(source, scope)})"]
    return [f"{name} = Box({scope.items})", *named(source, scope, f"{name}.held")]


@TWISTS.add("alias: returned by a helper")
def returned(source: Source, scope: Scope) -> Lines:
    source.helper("same", SAME)
    name = source.fresh("also")
    if source.chance(40):
        return named(source, scope, f"same({scope.items})")
    return [f"{name} = same({scope.items})", *named(source, scope, name)]


@TWISTS.add("alias: chosen by a condition")
def chosen(source: Source, scope: Scope) -> Lines:
    name = source.fresh("also")
    test = source.pick(
        [
            f"{scope.items} if SETTINGS['depth'] else []",
            f"SETTINGS['deep'] and {scope.items} or {scope.items}",
        ]
    )
    return [f"{name} = {test}", *named(source, scope, name)]


@TWISTS.add("alias: a name that was another list's")
def given_again(source: Source, scope: Scope) -> Lines:
    name, value = source.fresh("also"), item(source, scope)
    again = source.pick(
        [
            [f"{name} = {scope.items}"],
            ["if SETTINGS['depth']:", f"    {name} = {scope.items}"],
            ["try:", f"    {name} = {scope.items}", "finally:", f"    SETTINGS['known'] = len({name})"],
            ["for _ in range(2):", f"    {name}.append({value})", f"    {name} = {scope.items}"],
            [f"with tf.name_scope('{name}'):", f"    {name} = {scope.items}"],
        ]
    )
    return [f"{name} = []", *again, *named(source, scope, name)]


@TWISTS.add("alias: through zip")
def zipped(source: Source, scope: Scope) -> Lines:
    name = source.fresh("also")
    looped = [f"for {name}, _ in zip([{scope.items}], [1]):", f"    {name}.append({item(source, scope)})"]
    line, second = source.pick(
        [
            (f"{name} = list(zip([{scope.items}, []], [1, 2]))", f"{name}[0][0]"),
            (f"{name} = dict(zip(['all', 'none'], [{scope.items}, []]))", f"{name}['all']"),
            (f"{name}, _ = next(zip([{scope.items}], [1]))", name),
        ]
    )
    return source.pick([looped, [line, *named(source, scope, second)]])


@TWISTS.add("alias: through map")
def mapped(source: Source, scope: Scope) -> Lines:
    value = item(source, scope)
    return [
        source.pick(
            [
                f"list(map({scope.items}.append, [{value}]))",
                f"_ = [*map(lambda held: held.append({value}), [{scope.items}])]",
            ]
        )
    ]


@TWISTS.add("alias: looped over")
def looped(source: Source, scope: Scope) -> Lines:
    name = source.fresh("also")
    return [f"for {name} in ({scope.items},):", f"    {name}.append({item(source, scope)})"]


@TWISTS.add("alias: argument of a function")
def argument(source: Source, scope: Scope) -> Lines:
    name = source.helper(
        "put",
        """
def put(held, value, count=[0]):
    count[0] += 1
    held.append(value)
    return held
""",
    )
    return [f"{name}({scope.items}, {item(source, scope)})"]


@TWISTS.add("alias: default argument")
def default(source: Source, scope: Scope) -> Lines:
    name = source.fresh("put")
    scope.adders.append(name)
    return [
        f"def {name}(value, held={scope.items}):",
        "    held.append(value)",
        f"{name}({item(source, scope)})",
    ]


@TWISTS.add("alias: changed in place by an operator")
def in_place(source: Source, scope: Scope) -> Lines:
    name = source.fresh("also")
    value = item(source, scope)
    change = source.pick(
        [
            f"{name} += [{value}]",
            f"{name}.extend([{value}])",
            f"{name}.insert(0, {value})",
            f"{name}[len({name}):] = [{value}]",
        ]
    )
    return [f"{name} = {scope.items}", change]


@TWISTS.add("list is copied, not aliased")
def copied(source: Source, scope: Scope) -> Lines:
    """What is added to a copy is not in the list: the counterpart of an alias."""
    name = source.fresh("copy")
    copy = source.pick(
        [f"list({scope.items})", f"{scope.items}[:]", f"{scope.items} + []", f"[*{scope.items}]"]
    )
    return [
        f"{name} = {copy}",
        f"{name}.append({item(source, scope)})",
        f"SETTINGS['copied'] = len({name}) - len({scope.items})",
    ]
