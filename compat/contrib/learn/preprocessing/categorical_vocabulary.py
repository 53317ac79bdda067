"""`CategoricalVocabulary`: numbers for words or other categories, in the order in which they come."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ...._listing import listed

__dir__ = listed(__name__)


class CategoricalVocabulary:
    """Gives categories numbers from 1, and 0 to `unknown_token` and, once frozen, to all that are new.

    Without `support_reverse`, what a number stands for is not kept.
    """

    def __init__(self, unknown_token: Hashable = "<UNK>", support_reverse: bool = True) -> None:
        # The attributes have TF 1's names, so that a vocabulary that TF 1 pickled can be read.
        self._unknown_token = unknown_token
        self._support_reverse = support_reverse
        self._freq: dict[Any, int] = {}
        self._freeze = False
        self._number([])

    def _number(self, categories: list[Any]) -> None:
        known = [self._unknown_token, *categories]
        self._mapping = {category: number for number, category in enumerate(known)}
        if self._support_reverse:
            self._reverse_mapping = known

    def __len__(self) -> int:
        """The number of categories, with the unknown one."""
        return len(self._mapping)

    def freeze(self, freeze: bool = True) -> None:
        """Give new categories 0 from now on, or numbers of their own again."""
        self._freeze = freeze

    def get(self, category: Any) -> int:
        """The number of a category; one that is new is given the next, unless the vocabulary is frozen."""
        number = self._mapping.get(category)
        if number is not None:
            return number
        if self._freeze:
            return 0
        number = self._mapping[category] = len(self._mapping)
        if self._support_reverse:
            self._reverse_mapping.append(category)
        return number

    def add(self, category: Any, count: int = 1) -> None:
        """Count a category `count` times more; the unknown one is not counted."""
        if self.get(category):
            self._freq[category] = self._freq.get(category, 0) + count

    def trim(self, min_frequency: int, max_frequency: int = -1) -> None:
        """Keep what was counted more often than `min_frequency`, and number it anew.

        The most frequent come first, and those of one frequency in the order of their names, with text after
        all else. If `max_frequency` is positive, only what was counted less often than that is kept.
        """
        self._freq = {
            category: count
            for category, count in sorted(
                self._freq.items(), key=lambda item: (-item[1], isinstance(item[0], str), item[0])
            )
            if count > min_frequency and (max_frequency <= 0 or count < max_frequency)
        }
        self._number(list(self._freq))

    def reverse(self, class_id: int) -> Any:
        """The category that has this number.

        Raises:
          ValueError: the vocabulary was made without `support_reverse`.
          IndexError: no category has the number.
        """
        if not self._support_reverse:
            raise ValueError(
                "This vocabulary wasn't initialized with support_reverse to support reverse() function."
            )
        return self._reverse_mapping[class_id]
