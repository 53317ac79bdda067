"""What programs are to have often enough: the classes of faults that rewriters are known to commit.

Each program wishes for one of them, beside what it draws by chance.
"""

from .source import Source

CHANGED = "host state changed between building and running"
AGAIN = "initialiser run again"
FED = "fed dictionary"
BESIDE = "session beside another one"
EVALUATED = "evaluation"

# The constructs of each class, and what else the program needs so that it can have them.
WISHES: dict[str, tuple[str, ...]] = {
    "update operations": ("collection: UPDATE_OPS",),
    "update operations by scope": ("collection: UPDATE_OPS", "collection: UPDATE_OPS by scope"),
    "update operations by name": ("collection: UPDATE_OPS", "collection: UPDATE_OPS by name"),
    "one-shot iterator": ("host: one-shot iterator", EVALUATED),
    "used up, of several makers": ("host: used up, of several makers",),
    "list used up": ("host: list used up by building", EVALUATED),
    "environment": ("host: os.environ",),
    "environment changed": ("host: os.environ", CHANGED),
    "arguments changed": ("host: sys.argv", CHANGED),
    "flags changed": ("host: flags", CHANGED),
    "module global changed": ("host: module global", CHANGED),
    "class attribute changed": ("host: class attribute", CHANGED),
    "seeds of initialisers": ("seed: two initialisers",),
    "seeds of operations": ("seed: operation in the forward pass",),
    "initialiser run again": ("seed: variable begins with a random tensor", AGAIN),
    "seeded initialiser run again": ("seed: one initialiser", AGAIN),
    "seeds in a second session": ("seed: one initialiser", "second session"),
    "seeds of operations in a second session": ("seed: operation in the forward pass", "second session"),
    "session beside another one": (BESIDE,),
    "sessions of an object": ("sessions of an object", "layout: class"),
    "seeds in sessions of an object": ("seed: one initialiser", "sessions of an object", "layout: class"),
    "seeds of operations in sessions of an object": (
        "seed: operation in the forward pass",
        "sessions of an object",
        "layout: class",
    ),
    "graph that grows": ("graph that grows", "layout: function"),
    "collection of a graph that grows": ("collection: UPDATE_OPS", "graph that grows", "layout: function"),
    "seeds of a graph made again": ("seed: two initialisers", "layout: graphs made again"),
    "names that order tells apart": ("names: two variables of one name",),
    "names that operations take": ("names: variable called as what was built before it",),
    "version": ("host: version of TensorFlow",),
    "written where building loops": ("host: written where building loops or branches",),
    "return": ("return in the middle of building", "layout: function"),
    "raise": ("raise that ends the program",),
    "jump in a loop that builds": ("for over a range", "jump"),
    "try, except and raise": ("raise",),
    "try and finally": ("try and finally",),
    "tensor carried out of a loop": ("tensor carried out of a loop",),
    "del": ("del",),
    "variables counted and printed": ("host: variables counted and printed",),
    "seen outside of the process": ("host: seen outside of the process",),
    "read on from outside": ("host: read on from outside", EVALUATED),
    "name of a header read behind it": ("host: name of a header read behind it",),
    "checked by a function": ("host: checked by a function",),
    "fails for a value": ("host: fails for a value",),
    "part of the graph described": ("host: part of the graph described",),
    "collection counted and printed": ("collection: counted and printed",),
    "global": ("host: global counter",),
    "break in __init__": ("if last: break", "layout: class"),
    "places among gradients": ("places among gradients", "variable behind a layer"),
    "raise that a caller catches": (
        "raise in a loop over gradients that a caller catches",
        "variable behind a layer",
    ),
    "jump in a loop over towers": ("towers", "jump over towers"),
    "jump in a loop over averaged gradients": ("towers", "continue over averages"),
    "break in a loop over averaged gradients": ("towers", "break over averages"),
    "summaries of towers": ("towers", "summaries of towers"),
    "shown behind towers": ("shown behind towers", "towers"),
    "bound method": ("alias: bound method",),
    "dictionary": ("alias: in a dictionary",),
    "returned by a helper": ("alias: returned by a helper",),
    "chosen by a condition": ("alias: chosen by a condition",),
    "updated by a method": ("graph: updated by a method",),
    "fed dictionary": (FED,),
    "saver of some variables": ("saver of some variables",),
    "zip": ("alias: through zip",),
    "map": ("alias: through map",),
    "operation in a container": ("operation in a container",),
    "list changed by a library": ("changed by a library: list",),
    "array changed by a library": ("changed by a library: array",),
    "object changed by a library": ("changed by a library: object",),
    "dictionary changed by a library": ("changed by a library: dictionary",),
    "iterator of a library": ("iterator of a library", EVALUATED),
    "function kept and called late": ("function kept and called late",),
    "changed by a header": ("changed by a header",),
}


def wish(source: Source) -> None:
    """Have the program wish for one class."""
    source.wished.update(WISHES[source.pick(list(WISHES))])
