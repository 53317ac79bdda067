from migrate.report import page, rules_document
from migrate.report.input_pages import INPUT_PAGES, InputPage

RULE = InputPage("TWR101", "A tower loop", "Why.\n", "before()\n", "after()\n")


def test_a_page_has_title_reason_and_both_examples():
    assert page(RULE) == (
        "## TWR101: A tower loop\n\nWhy.\n\n"
        "Before:\n\n```python\nbefore()\n```\n\nAfter:\n\n```python\nafter()\n```\n"
    )


def test_a_page_without_examples_ends_with_its_reason():
    assert page(InputPage("SRC001", "Title", "Why.")) == "## SRC001: Title\n\nWhy.\n"


def test_the_document_is_sorted_by_code_whatever_the_order():
    rules = [RULE, *INPUT_PAGES]
    document = rules_document(rules)
    assert document == rules_document(rules[::-1])
    codes = [line[3:9] for line in document.splitlines() if line.startswith("## ")]
    assert codes == sorted(codes)
    assert "TWR101" in codes
