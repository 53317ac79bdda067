"""Python that is not followed: hooks that do something, of classes with objects, and reflection that runs."""

import pytest

from migrate.model.outcome import STEPS
from tests.migrate.plan.program import of, outcome_of

KEY = "class Key(object):\n    {}\n"
MADE = "{}key = Key()\n"
PRINTS = "def {}(*given):\n        print(given)"

REFUSED = {
    "a hook": (
        MADE.format(KEY.format(PRINTS.format("__hash__"))),
        "Key.__hash__, which Python calls by itself",
    ),
    "a hook of a class above": (
        KEY.format(PRINTS.format("__del__")) + "class Other(Key): pass\nother = Other()\n",
        "Key.__del__, which Python calls by itself",
    ),
    "a hook of a class above, of another module": (
        "import other\n"
        + KEY.format(PRINTS.format("__del__"))
        + "class Other(other.Key): pass\nother = Other()\n",
        "Key.__del__, which Python calls by itself",
    ),
    "a hook behind what does nothing": (
        MADE.format(KEY.format("def __hash__(self):\n        'a text'\n        print(1)\n        return 1")),
        "Key.__hash__, which Python calls by itself",
    ),
    "a hook that calls in what it gives": (
        MADE.format(KEY.format("def __hash__(self):\n        return other(self)")),
        "Key.__hash__, which Python calls by itself",
    ),
    "a hook that calls a method": (
        MADE.format(KEY.format("def __hash__(self):\n        return self.hash()")),
        "Key.__hash__, which Python calls by itself",
    ),
    "a hook that does something where it fails": (
        MADE.format(KEY.format("def __del__(self):\n        try: self.close()\n        except E: print(1)")),
        "Key.__del__, which Python calls by itself",
    ),
    "a hook of classes": (KEY.format(PRINTS.format("__init_subclass__")), "Key.__init_subclass__, which"),
    "a metaclass": ("class Key(metaclass=type): pass\n", "the metaclass of Key"),
    "a name of the interpreter": ("f = of.__globals__\n", "__globals__, by which code finds"),
    "code of a text": ("exec('a = 1')\n", "exec(), which runs code"),
    "a property that is made by a call": ("class A: b = property(print)\n", "property(), which runs code"),
    "modules by names": (
        "import sys\nsys.modules['a'].b = 1\n",
        "sys.modules['a'], by which code changes names",
    ),
}
PASSING = {
    "a hook that gives a value": MADE.format(KEY.format("def __hash__(self):\n        return hash(3)")),
    "a hook that gives a text": MADE.format(
        KEY.format("def __format__(self, how):\n        return str(self)")
    ),
    "a hook that does nothing": MADE.format(KEY.format("def __hash__(self):\n        pass")),
    "a hook with a text": MADE.format(KEY.format("def __hash__(self):\n        'a text'\n        return 1")),
    "a hook that closes": MADE.format(KEY.format("def __del__(self):\n        self.close()")),
    "a hook that tries": MADE.format(
        KEY.format(
            "def __del__(self):\n        try: self.close()\n        except E: pass\n        finally: pass"
        )
    ),
    "a class without objects": KEY.format(PRINTS.format("__hash__")),
    "another method": MADE.format(KEY.format(PRINTS.format("hash"))),
    "a keyword that is no metaclass": "class Key(object, other=3): pass\n",
    "a function of that name": "import os\nexecv = os.execv\n",
    "modules by attributes": "import sys\nfound = sys.path\n",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_followed_is_refused(name, tmp_path):
    text, words = REFUSED[name]
    tier, told = outcome_of(tmp_path, of(helpers=text))
    assert tier not in STEPS
    assert any(code == "SES258" and found.startswith(words) for code, found in told), told


@pytest.mark.parametrize("name", PASSING)
def test_what_does_nothing_by_itself_passes(name, tmp_path):
    _, told = outcome_of(tmp_path, of(helpers=PASSING[name]))
    assert "SES258" not in [code for code, _ in told]
