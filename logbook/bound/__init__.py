"""A logbook as pages to keep: what they say, and the file of them. Pure: words in, pages out."""

from .pages import Fact, Note, Person, Printed, Row
from .pdf import FORMATS, Words, pdf_of

__all__ = ["FORMATS", "Fact", "Note", "Person", "Printed", "Row", "Words", "pdf_of"]
