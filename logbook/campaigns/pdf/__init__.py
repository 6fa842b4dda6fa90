"""A logbook as pages to keep: what they say, and the file of them. Pure: words in, pages out."""

from logbook.campaigns.pdf.pages import FORMATS, Fact, Note, Person, Printed, Row, Words

__all__ = ["FORMATS", "Fact", "Note", "Person", "Printed", "Row", "Words", "pdf_of"]


def pdf_of(printed: Printed, words: Words, paper: str) -> bytes:
    """The file. `paper` is one of FORMATS. What draws it is loaded by the first process that has to."""
    from logbook.campaigns.pdf.document import drawn

    return drawn(printed, words, paper)
