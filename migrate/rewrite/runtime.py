"""Has new code import `compat` by another name, in programs that have something else of that name."""

from __future__ import annotations

import re
from dataclasses import replace

from migrate.model.edit import Around, Block, Code, FileEdits, Piece

_COMPAT = re.compile(r"(?<![\w.])compat(?!\w)")


def importing(runtime: str, edits: FileEdits) -> FileEdits:
    """The edits of a file, with the name `runtime` for `compat` in all new code."""
    if runtime == "compat":
        return edits

    def renamed(text: str) -> str:
        return _COMPAT.sub(runtime, text)

    def of_code(code: Code) -> Code:
        return replace(code, template=renamed(code.template), imports=tuple(map(renamed, code.imports)))

    def of_piece(piece: Piece) -> Piece:
        if isinstance(piece, Code):
            return of_code(piece)
        if isinstance(piece, (Around, Block)):
            body, otherwise = (tuple(map(of_piece, part)) for part in (piece.body, piece.otherwise))
            piece = replace(piece, body=body, otherwise=otherwise)
        return replace(piece, header=of_code(piece.header)) if isinstance(piece, Block) else piece

    return replace(
        edits,
        replacements=tuple(replace(edit, code=of_code(edit.code)) for edit in edits.replacements),
        layouts=tuple(replace(edit, pieces=tuple(map(of_piece, edit.pieces))) for edit in edits.layouts),
        imports=tuple(map(renamed, edits.imports)),
        arguments=tuple(
            replace(
                edit,
                added={name: renamed(value) for name, value in edit.added.items()},
                function=renamed(edit.function),
            )
            for edit in edits.arguments
        ),
    )
