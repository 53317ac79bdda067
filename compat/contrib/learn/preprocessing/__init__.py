"""`tf.contrib.learn.preprocessing`: texts and categories as rows of numbers."""

from __future__ import annotations

from ...._listing import listed
from ..._names import lookup
from .categorical_vocabulary import CategoricalVocabulary as CategoricalVocabulary
from .text import TOKENIZER_RE as TOKENIZER_RE
from .text import ByteProcessor as ByteProcessor
from .text import VocabularyProcessor as VocabularyProcessor
from .text import tokenizer as tokenizer

__dir__ = listed(__name__)

__getattr__ = lookup(
    "learn.preprocessing", [], {"CategoricalProcessor": "a CategoricalVocabulary for each column"}
)
