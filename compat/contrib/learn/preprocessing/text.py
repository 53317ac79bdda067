"""Texts as rows of numbers: of words by `VocabularyProcessor`, of bytes by `ByteProcessor`."""

from __future__ import annotations

import io
import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import tensorflow as tf

from ...._listing import listed
from .categorical_vocabulary import CategoricalVocabulary

__dir__ = listed(__name__)

# What TF 1 took for a word: an acronym, a part of CamelCase, else letters, digits, _, - and apostrophes.
TOKENIZER_RE = re.compile(
    r"""
  [A-Z][A-Z]+ (?![a-z])
  | [A-Z][a-z]+ (?=[A-Z])
  | [-'\w]+""",
    re.VERBOSE,
)


def tokenizer(iterator: Iterable[str]) -> Iterator[list[str]]:
    """The words of each text, in their order."""
    for text in iterator:
        yield TOKENIZER_RE.findall(text)


class VocabularyProcessor:
    """Numbers the words of texts: each text becomes a row of `max_document_length` numbers.

    Longer texts are cut, and shorter ones filled with 0, which unknown words have too.

    Args:
      max_document_length: the length of the rows.
      min_frequency: `fit` keeps words that come more often than this; with 0, all of them.
      vocabulary: a `CategoricalVocabulary`, or a new one.
      tokenizer_fn: from an iterable of texts to one of lists of words; `tokenizer` unless given.

    Attributes:
      vocabulary_: the vocabulary.
    """

    def __init__(
        self,
        max_document_length: int,
        min_frequency: int = 0,
        vocabulary: CategoricalVocabulary | None = None,
        tokenizer_fn: Callable[[Iterable[Any]], Iterable[Iterable[Any]]] | None = None,
    ) -> None:
        # The attributes have TF 1's names, so that a processor that TF 1 saved can be restored.
        self.max_document_length = max_document_length
        self.min_frequency = min_frequency
        self.vocabulary_ = vocabulary or CategoricalVocabulary()
        self._tokenizer = tokenizer_fn or tokenizer

    def fit(self, raw_documents: Iterable[Any], unused_y: Any = None) -> VocabularyProcessor:
        """Learn the words of the texts, and no more after that; gives the processor itself."""
        del unused_y
        for words in self._tokenizer(raw_documents):
            for word in words:
                self.vocabulary_.add(word)
        if self.min_frequency > 0:
            self.vocabulary_.trim(self.min_frequency)
        self.vocabulary_.freeze()
        return self

    def fit_transform(
        self, raw_documents: Iterable[Any], unused_y: Any = None
    ) -> Iterator[np.ndarray[Any, Any]]:
        """Learn the words of the texts, and give their rows; the texts are read twice."""
        self.fit(raw_documents, unused_y)
        return self.transform(raw_documents)

    def transform(self, raw_documents: Iterable[Any]) -> Iterator[np.ndarray[Any, Any]]:
        """A row for each text, int64 of [max_document_length]; before `fit`, new words are learnt."""
        for words in self._tokenizer(raw_documents):
            row = np.zeros(self.max_document_length, np.int64)
            # In this order: a word beyond the end is not looked up.
            for position, word in zip(range(self.max_document_length), words, strict=False):
                row[position] = self.vocabulary_.get(word)
            yield row

    def reverse(self, documents: Iterable[Iterable[int]]) -> Iterator[str]:
        """The words of each row, with blanks between them; 0 is the vocabulary's unknown token."""
        for row in documents:
            yield " ".join(self.vocabulary_.reverse(number) for number in row)

    def save(self, filename: str) -> None:
        """Write the processor to a file; its tokenizer must be one that can be pickled."""
        with tf.io.gfile.GFile(filename, "wb") as file:
            file.write(pickle.dumps(self))

    @classmethod
    def restore(cls, filename: str) -> VocabularyProcessor:
        """Read what `save` wrote, here or in TF 1. As all pickles, only files that can be trusted."""
        with tf.io.gfile.GFile(filename, "rb") as file:
            processor: VocabularyProcessor = _Unpickler(io.BytesIO(file.read())).load()
        return processor


class _Unpickler(pickle.Unpickler):
    """Finds here what TF 1 pickled under its own modules' names."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("tensorflow") and ".contrib.learn." in module:
            module = CategoricalVocabulary.__module__ if name == "CategoricalVocabulary" else __name__
        return super().find_class(module, name)


class ByteProcessor:
    """Texts as rows of `max_document_length` bytes in UTF-8.

    Longer texts are cut, and shorter ones filled with 0.
    """

    def __init__(self, max_document_length: int) -> None:
        self.max_document_length = max_document_length

    def fit(self, x: Any) -> None:
        """Nothing: there is nothing to learn."""

    def fit_transform(self, x: Iterable[str | bytes]) -> Iterator[np.ndarray[Any, Any]]:
        """Same as `transform`."""
        return self.transform(x)

    def transform(self, x: Iterable[str | bytes]) -> Iterator[np.ndarray[Any, Any]]:
        """A row for each text, uint8 of [max_document_length]."""
        for text in x:
            data = (text.encode() if isinstance(text, str) else text)[: self.max_document_length]
            yield np.frombuffer(data.ljust(self.max_document_length, b"\0"), np.uint8).copy()

    def reverse(self, x: Iterable[np.ndarray[Any, Any]]) -> Iterator[str]:
        """The text of each row without the zeros at its end; an empty one where it is no UTF-8."""
        for row in x:
            try:
                yield row.astype(np.uint8).tobytes().rstrip(b"\0").decode()
            except UnicodeDecodeError:
                yield ""
