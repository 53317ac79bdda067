"""`CUDA_VISIBLE_DEVICES`: which GPUs it leaves, and whether it is about the host's own."""

from __future__ import annotations

MASK_VARIABLE = "CUDA_VISIBLE_DEVICES"


def count_visible(mask: str, n: int) -> int:
    """Returns how many of `n` GPUs a mask leaves.

    As CUDA does it: those listed, up to the first entry that is not the index of a GPU or comes twice.
    """
    kept: set[int] = set()
    for entry in mask.split(","):
        text = entry.strip()
        if not text.isdecimal() or int(text) >= n or int(text) in kept:
            break
        kept.add(int(text))
    return len(kept)


def hides_all(mask: str | None, n: int) -> bool:
    """Whether a mask would leave none of `n` GPUs.

    Whoever asks for GPUs to be emulated does not want none: such a mask is there to hide the host's own.
    """
    return mask is not None and count_visible(mask, n) == 0
