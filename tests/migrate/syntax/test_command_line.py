"""Which options are numbers or texts, and which may be objects that somebody changes."""

import ast

import pytest

from migrate.syntax.command_line import is_parsed, plain_options

PLAIN = "parser.add_argument('--size', type=int, default=2)\n"


def options(text: str) -> frozenset[str]:
    return plain_options(ast.walk(ast.parse(text)))


@pytest.mark.parametrize(
    "arguments",
    [
        "'--size'",
        "'-s', '--size', type=int, default=-2, help='how many'",
        "'size', type=float, nargs='?', default=2 ** 3, const=1.5",
        "'--size-of-all', dest='size', choices=['a', 'b'], default='a'",
        "'--size', action='store_true'",
    ],
)
def test_an_option_is_plain(arguments: str):
    assert options(f"parser.add_argument({arguments})") == {"size"}


@pytest.mark.parametrize(
    "arguments",
    [
        "'--size', default=[]",
        "'--size', default=START",
        "'--size', nargs='+', type=int",
        "'--size', action='append'",
        "'--size', type=json.loads",
        "'--size', **more",
    ],
)
def test_an_option_is_not_plain(arguments: str):
    assert options(f"{PLAIN}parser.add_argument('--other')\nparser.add_argument({arguments})") == {"other"}


@pytest.mark.parametrize(
    "text",
    [
        "parser.add_argument(*names)",
        "parser.add_argument('--other', action=Setting)",
        "parser.set_defaults(size=[])",
        "add = parser.add_argument",
        "argparse.ArgumentParser(argument_default=[])",
        "ArgumentParser(**told)",
        "def int(text): return [text]",
    ],
)
def test_any_option_may_be_set(text: str):
    assert options(PLAIN + text) == set()


def test_a_name_with_dashes_is_an_attribute():
    assert options("group.add_argument('--batch-size', type=int)") == {"batch_size"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parser.parse_args()", True),
        ("parser.parse_known_args(sys.argv[1:])", True),
        ("parser.parse_args([], box)", False),
        ("parser.parse_args(namespace=box)", False),
        ("parse_args()", False),
    ],
)
def test_what_gives_new_options(text: str, expected: bool):
    assert is_parsed(ast.parse(text, mode="eval").body) is expected
