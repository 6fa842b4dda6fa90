"""PDF of a logbook: the pages' contents and their file. Pure: words in, pages out."""

from logbook.campaigns.pdf.pages import FORMATS, Fact, Labels, Note, Person, Printed, PrintedRow

__all__ = ["FORMATS", "Fact", "Labels", "Note", "Person", "Printed", "PrintedRow", "pdf_of"]


def pdf_of(printed: Printed, labels: Labels, paper: str) -> bytes:
    """Return the file. `paper` is one of FORMATS. The import is deferred: only processes that draw load the library."""
    from logbook.campaigns.pdf.document import draw

    return draw(printed, labels, paper)
