"""INT201: the tool fails on a program."""

from migrate.rewrite.rule import Rule

RULE = Rule(
    code="INT201",
    title="A defect of tfmigrate",
    explanation="The program and the files it shares are left as they are; please report it.",
    without="each that is found is mended",
)
