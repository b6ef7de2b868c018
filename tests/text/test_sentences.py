import pytest

from repobook.text.documents.sentences import MAX_SENTENCE, first_sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", ""),
        ("One line", "One line"),
        ("First. Second.", "First."),
        ("Wraps over\n  two lines. And more", "Wraps over two lines."),
        ("Title\n\nBody.", "Title"),
        ("Use e.g. Python. Then stop.", "Use e.g. Python."),
        ("Since v1.2 it works. Really.", "Since v1.2 it works."),
        ("Works with x. y is ignored", "Works with x. y is ignored"),
        ("Really? Yes.", "Really?"),
        ("@internal", ""),
        ("Ends all batches\n@internal", "Ends all batches"),
        ("\\brief Adds two\nnumbers.\n\\param a one", "Adds two numbers."),
        ("One of these:\n 1. A\n 2. B", "One of these:"),
        ("- Find it\nby name.", "- Find it by name."),
    ],
)
def test_first_sentence(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


def test_long_sentence_is_cut_at_a_word_and_says_so() -> None:
    cut = first_sentence("word " * 1000)
    assert len(cut) <= MAX_SENTENCE + 2
    assert cut.endswith("word …")
