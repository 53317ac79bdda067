"""Texts become the numbers that `tf.contrib.learn.preprocessing` of TF 1.15.5 made of them."""

import base64

import numpy as np
import pytest

import compat
from compat.contrib.learn import preprocessing
from compat.contrib.learn.preprocessing import ByteProcessor, CategoricalVocabulary, VocabularyProcessor

TEXTS = [
    "Don't stop, HTTPServer fooBar x_1!",
    "NASA's TFBoy in NYCity",
    "the the-end é naïve",
    "",
    "the end of the end",
    "ABC ABc AbC a-'b'",
]
TOKENS = [
    ["Don't", "stop", "HTTP", "Server", "fooBar", "x_1"],
    ["NASA", "'s", "TF", "Boy", "in", "NY", "City"],
    ["the", "the-end", "é", "naïve"],
    [],
    ["the", "end", "of", "the", "end"],
    ["ABC", "ABc", "Ab", "C", "a-'b'"],
]
ROWS = [
    [1, 2, 3, 4, 5],
    [7, 8, 9, 10, 11],
    [14, 15, 16, 17, 0],
    [0, 0, 0, 0, 0],
    [14, 18, 19, 14, 18],
    [20, 21, 22, 23, 24],
]
# What `save` of 1.15.5 wrote of VocabularyProcessor(3, 1).fit(["b a b", "a c b"]).
SAVED = """
gANjdGVuc29yZmxvdy5jb250cmliLmxlYXJuLnB5dGhvbi5sZWFybi5wcmVwcm9jZXNzaW5nLnRleHQKVm9jYWJ1bGFyeVBy
b2Nlc3NvcgpxACmBcQF9cQIoWBMAAABtYXhfZG9jdW1lbnRfbGVuZ3RocQNLA1gNAAAAbWluX2ZyZXF1ZW5jeXEESwFYCwAA
AHZvY2FidWxhcnlfcQVjdGVuc29yZmxvdy5jb250cmliLmxlYXJuLnB5dGhvbi5sZWFybi5wcmVwcm9jZXNzaW5nLmNhdGVn
b3JpY2FsX3ZvY2FidWxhcnkKQ2F0ZWdvcmljYWxWb2NhYnVsYXJ5CnEGKYFxB31xCChYDgAAAF91bmtub3duX3Rva2VucQlY
BQAAADxVTks+cQpYCAAAAF9tYXBwaW5ncQt9cQwoaApLAFgBAAAAYnENSwFYAQAAAGFxDksCdVgQAAAAX3N1cHBvcnRfcmV2
ZXJzZXEPiFgQAAAAX3JldmVyc2VfbWFwcGluZ3EQXXERKGgKaA1oDmVYBQAAAF9mcmVxcRJ9cRMoaA1LA2gOSwJ1WAcAAABf
ZnJlZXplcRSIdWJYCgAAAF90b2tlbml6ZXJxFWN0ZW5zb3JmbG93LmNvbnRyaWIubGVhcm4ucHl0aG9uLmxlYXJuLnByZXBy
b2Nlc3NpbmcudGV4dAp0b2tlbml6ZXIKcRZ1Yi4=
"""


def lower_words(texts):
    return (text.lower().split() for text in texts)


def listed(rows):
    return [row.tolist() for row in rows]


def test_words_are_those_of_tf_1():
    assert list(preprocessing.tokenizer(TEXTS)) == TOKENS


def test_texts_become_rows():
    processor = VocabularyProcessor(5)
    rows = list(processor.fit_transform(TEXTS))
    assert (listed(rows), {row.dtype for row in rows}) == (ROWS, {np.dtype(np.int64)})
    assert len(processor.vocabulary_) == 25
    new = processor.transform(["the HTTP end of what", "NY NY NY NY the the the"])
    assert listed(new) == [[14, 3, 18, 19, 0], [12, 12, 12, 12, 14]]
    assert len(processor.vocabulary_) == 25
    assert list(processor.reverse([[1, 0, 3], np.array([2])])) == ["Don't <UNK> HTTP", "stop"]


def test_rare_words_are_left_out():
    processor = VocabularyProcessor(4, min_frequency=1, tokenizer_fn=lower_words)
    rows = processor.fit_transform(["b a c", "c B", "d a c", "D e"])
    assert listed(rows) == [[3, 2, 1, 0], [1, 3, 0, 0], [4, 2, 1, 0], [4, 0, 0, 0]]
    assert list(processor.reverse([range(len(processor.vocabulary_))])) == ["<UNK> c a b d"]


def test_a_vocabulary_numbers_categories():
    vocabulary = CategoricalVocabulary("?")
    for category in ("x", "y", "y", 3, 3, "w", "x", "x", "z", 2, 2):
        vocabulary.add(category)
    vocabulary.add("v", 9)
    vocabulary.trim(1, 9)
    assert [vocabulary.reverse(number) for number in range(len(vocabulary))] == ["?", "x", 2, 3, "y"]
    assert (vocabulary.get("new"), vocabulary.get("?"), len(vocabulary)) == (5, 0, 6)
    vocabulary.freeze()
    assert (vocabulary.get("newer"), vocabulary.get("new"), len(vocabulary)) == (0, 5, 6)
    vocabulary.freeze(False)
    assert vocabulary.get("newer") == 6
    processor = VocabularyProcessor(3, vocabulary=vocabulary)
    assert listed(processor.transform(["y p q r", "q"])) == [[4, 7, 8], [8, 0, 0]]
    assert len(vocabulary) == 9  # r, beyond the end, is not learnt


def test_a_vocabulary_is_trimmed_again():
    vocabulary = CategoricalVocabulary()
    for count in (3, 1):
        vocabulary.add("often", count)
        vocabulary.add("rare")
        vocabulary.trim(1)
    assert (len(vocabulary), vocabulary.get("often")) == (2, 1)


def test_a_vocabulary_that_cannot_be_reversed_says_so():
    vocabulary = CategoricalVocabulary(support_reverse=False)
    assert vocabulary.get("x") == 1
    with pytest.raises(ValueError, match="support_reverse"):
        vocabulary.reverse(1)


@pytest.mark.parametrize("tokenizer", [None, lower_words])
def test_a_processor_is_saved_and_restored(tmp_path, tokenizer):
    processor = VocabularyProcessor(5, tokenizer_fn=tokenizer).fit(TEXTS)
    processor.save(str(tmp_path / "vocab"))
    restored = VocabularyProcessor.restore(str(tmp_path / "vocab"))
    assert isinstance(restored, VocabularyProcessor)
    assert listed(restored.transform(TEXTS)) == listed(processor.transform(TEXTS))


def test_a_processor_that_tf_1_saved_is_restored(tmp_path):
    (tmp_path / "vocab").write_bytes(base64.b64decode(SAVED))
    restored = VocabularyProcessor.restore(str(tmp_path / "vocab"))
    assert listed(restored.transform(["a b c b", "d"])) == [[2, 1, 0], [0, 0, 0]]
    assert list(restored.reverse([[1, 2]])) == ["b a"]


def test_texts_become_bytes():
    processor = ByteProcessor(6)
    rows = list(processor.fit_transform(["naïve", b"ab", "a longer text", "aéééé"]))
    assert listed(rows) == [
        [110, 97, 195, 175, 118, 101],
        [97, 98, 0, 0, 0, 0],
        [97, 32, 108, 111, 110, 103],
        [97, 195, 169, 195, 169, 195],
    ]
    assert {row.dtype for row in rows} == {np.dtype(np.uint8)}
    assert list(processor.reverse(rows)) == ["naïve", "ab", "a long", ""]


def test_they_are_found_where_tf_1_had_them():
    assert preprocessing.text.VocabularyProcessor is compat.contrib.learn.preprocessing.VocabularyProcessor
    assert preprocessing.categorical_vocabulary.CategoricalVocabulary is CategoricalVocabulary
    with pytest.raises(AttributeError, match="a CategoricalVocabulary for each column"):
        _ = preprocessing.CategoricalProcessor
