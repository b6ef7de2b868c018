"""Fields: which words of a file stand where."""

from repobook.languages import parse
from repobook.model.search.matches import FieldTexts
from repobook.search.rank.fields import field_texts


def test_python_has_names_documentation_and_comments() -> None:
    text = b'"""Opens doors."""\n\n\n# heavy\ndef push_door():\n    """Slowly."""\n    return key\n'
    fields = field_texts(text, parse("Python", text))
    assert fields.symbols == "pushdoor push door"
    assert fields.headings == ""
    assert fields.documentation.split() == ["open", "door", "slowly"]
    assert fields.comments.split() == ["heavy"]
    assert {"key", "return", "pushdoor", "slowly"} <= set(fields.body.split())


def test_a_document_has_headings() -> None:
    text = b"# The big picture\n\nWords.\n"
    fields = field_texts(text, parse("Markdown", text))
    assert fields.headings.split() == ["the", "big", "picture"]
    assert "word" in fields.body.split()


def test_nothing_is_found_in_an_empty_file() -> None:
    assert field_texts(b"", parse("", b"")) == FieldTexts("", "", "", "", "")
