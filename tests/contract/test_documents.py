"""What the documentation says is so: its links lead somewhere, its commands are ones, its files exist."""

import configparser
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from migrate.cli.main import DOORS

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
MOST_WORDS = 30
CODE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
OF_THE_CODE = ("architecture", "internals")  # pages that name no files but ours
FOLDERS = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", CODE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {one.replace(" ", "-") for one in plain}


def commands(page: Path) -> list[str]:
    """The lines of code blocks, and the code in sentences, that call tfmigrate."""
    text = re.sub(r"\\\n\s*", "", page.read_text(encoding="utf-8"))
    blocks = [line.strip().removeprefix("$ ") for block in CODE.findall(text) for line in block.splitlines()]
    inline = re.findall(r"`(tfmigrate [a-z][^`]*)`", CODE.sub("", text))
    steps = (re.sub(r"^- run: ", "", line) for line in (*blocks, *inline))
    return [line for line in steps if re.match(r"tfmigrate [a-z]+( |$)", line)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    broken = []
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        place, _, anchor = link.partition("#")
        if "://" in link:
            continue
        target = (page.parent / place).resolve() if place else page
        if not target.exists() or anchor and anchor not in anchors(target):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_have_the_options_that_are_given(page):
    for line in commands(page):
        words = shlex.split(line.partition(" | ")[0], comments=True)[1:]
        own = words[: words.index("--")] if "--" in words else words
        command = DOORS[own[0]].open() if own[0] in DOORS else None
        assert isinstance(command, click.Command), line
        known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {
            "--help",
            "-h",
        }
        given = {word.partition("=")[0] for word in own[1:] if re.match(r"--?[a-z]", word)}
        assert given <= known, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_sentences_are_short(page):
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    text = re.sub(r"`[^`]*`", "x", LINK.sub("]", text))
    parts = re.split(r"(?<=[.:;?!])\s|\n\s*\n|\n\s*[-|\d]|\|", text)
    assert [part for part in parts if len(part.split()) > MOST_WORDS] == []


def test_every_page_is_in_the_site():
    listed = set(
        re.findall(r": ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert listed == {page.name for page in PAGES} - {"README.md"}


def paths(page: Path) -> Iterator[tuple[str, Path]]:
    """The files and folders of the project that a page names, with the folder of the heading above each."""
    above = ROOT
    for line in CODE.sub("", page.read_text(encoding="utf-8")).splitlines():
        names = [
            name.replace("<family>", "*").replace("<slug>", "*") for name in re.findall(r"`([^`]+)`", line)
        ]
        if line.startswith("#"):
            above = next((ROOT / name for name in names if (ROOT / name).is_dir()), ROOT)
        for name in names:
            first, slash, _ = name.partition("/")
            is_file = name.endswith((".py", ".csv")) or slash
            is_ours = slash and (first in FOLDERS or "/test_" in name) or is_file and page.stem in OF_THE_CODE
            if is_ours and re.fullmatch(r"[\w.*/-]+", name):
                yield name, above


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_files_that_are_named_exist(page):
    lost = {
        name
        for name, above in paths(page)
        if not any(any(folder.glob(name)) for folder in (ROOT, ROOT / "migrate", above))
    }
    assert lost == set()


def test_the_architecture_is_two_pages():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert len(re.findall(r"[^\s|-]+", CODE.sub("", page))) <= 1300


def test_pages_of_the_code_name_files():
    assert all(any(paths(ROOT / "docs" / f"{name}.md")) for name in OF_THE_CODE)


@pytest.mark.parametrize("stage", ["analyse", "plan"])
def test_the_folders_of_a_stage_are_told_in_the_order_of_their_layers(stage):
    layers = configparser.ConfigParser()
    layers.read(ROOT / ".importlinter", encoding="utf-8")
    names = layers[f"importlinter:contract:{stage}"]["layers"].split()
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition(f"| `{stage}` | its question |\n")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [name.strip("()") for name in names[::-1]]
