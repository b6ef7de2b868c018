"""What a file says of itself in one sentence, with the lines where the sentence stands."""

from repobook.model.facts import Summary
from repobook.parse.source import SourceText
from repobook.text.summary import summary


def file_summary(doc: str, source: SourceText) -> Summary:
    """None where the words are not in the text as they are told: nobody could look them up."""
    sentence = summary(doc)
    first = at = -1
    for piece in sentence.pieces:
        at = source.data.find(piece.encode("utf-8", "replace"), at + 1)
        if at < 0:
            return Summary()
        first = at if first < 0 else first
    if first < 0:
        return Summary()
    return Summary(sentence.text, source.line_of(first), source.line_of(at))
