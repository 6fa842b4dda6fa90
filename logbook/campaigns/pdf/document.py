"""PDF document of a logbook: a title page, the players, the missions with their tallies, notes, sums."""

from __future__ import annotations

from typing import Final

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from logbook.campaigns.pdf.pages import FORMATS, Format, Labels, Printed, PrintedRow
from logbook.lib.fonts import LOZENGE, font_file, spelled

INK: Final = (31, 36, 48)
SOFT: Final = (86, 90, 102)
RULE: Final = (141, 128, 98)
BAD: Final = (163, 46, 39)
FAMILY: Final = "FiraGO"
MOST_STROKES: Final = 15
FIVE: Final = 5
BOXES_ACROSS: Final = 10


def draw(printed: Printed, labels: Labels, paper: str) -> bytes:
    """Return the file. `paper` is one of FORMATS."""
    sheet = Sheet(printed, labels, FORMATS[paper])
    sheet.cover()
    sheet.people()
    sheet.missions()
    sheet.blank()
    sheet.notes()
    sheet.sums()
    return bytes(sheet.output())


class Sheet(FPDF):
    """The pages under construction."""

    def __init__(self, printed: Printed, labels: Labels, size: Format) -> None:
        super().__init__(unit="mm", format=(size.width, size.height))
        self.printed, self.words, self.paper = printed, labels, size
        self.step = size.text * 0.52
        self.missing = False
        for style in ("", "B"):
            self.add_font(FAMILY, style, font_file(style))
        self.set_margins(size.margin, size.margin, size.margin)
        self.set_auto_page_break(True, size.margin + 6)
        self.set_title(self.spell(printed.title))
        self.set_creator("Crewsite")
        self.set_draw_color(*RULE)

    # --- page layout

    def footer(self) -> None:
        """Draw the crew and the page's number; nothing on the cover."""
        if self.page == 1:
            return
        self.set_y(-self.paper.margin - 1)
        self.face(0.8, colour=SOFT)
        half = self.epw / 2
        self.cell(half, self.step, self.short(f"{self.printed.crew} · {self.printed.title}", half - 8))
        self.cell(half, self.step, str(self.page - 1), align="R")

    def face(self, scale: float = 1.0, *, bold: bool = False, colour: tuple[int, int, int] = INK) -> None:
        """Set the font, its size relative to the usual one."""
        self.set_font(FAMILY, "B" if bold else "", self.paper.text * scale)
        self.set_text_color(*colour)

    def spell(self, text: str) -> str:
        """Return the text in characters that the font has; the last page reports missing ones."""
        glyphs = spelled(text)
        self.missing = self.missing or glyphs.count(LOZENGE) > text.count(LOZENGE)
        return glyphs

    def short(self, text: str, width: float) -> str:
        """Return as much of the text as the width holds."""
        text = self.spell(text)
        if self.get_string_width(text) <= width:
            return text
        while text and self.get_string_width(text + "…") > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def says(self, text: str, *, width: float = 0, align: str = "L", height: float | None = None) -> None:
        """Write a paragraph, and move to the next line."""
        self.multi_cell(width, height or self.step, self.spell(text), align=align, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def heading(self, text: str) -> None:
        """Write a heading with a rule below it, never at the end of a page."""
        if self.will_page_break(self.step * 8):
            self.add_page()
        self.ln(self.step)
        self.face(1.5, bold=True)
        self.says(text, height=self.step * 1.6)
        self.set_line_width(0.5)
        self.line_across()
        self.ln(self.step * 0.6)

    def line_across(self) -> None:
        """Draw a rule from margin to margin."""
        self.line(self.l_margin, self.y, self.w - self.r_margin, self.y)

    # --- pages

    def cover(self) -> None:
        """Draw a frame with the crew's name."""
        self.add_page()
        edge = self.paper.margin * 0.7
        for inset, width in ((edge, 0.9), (edge + 1.6, 0.25)):
            self.set_line_width(width)
            self.rect(inset, inset, self.w - 2 * inset, self.h - 2 * inset)
        self.set_y(self.h * 0.26)
        self.face(1.15, colour=SOFT)
        self.says(self.printed.game, align="C", height=self.step * 1.4)
        self.face(3, bold=True)
        self.says(self.printed.title, align="C", height=self.step * 3)
        self.ln(self.step)
        self.face(1.15, colour=SOFT)
        self.says(self.words.logbook, align="C", height=self.step * 1.4)
        self.face(1.8, bold=True)
        self.says(self.printed.crew, align="C", height=self.step * 2)
        self.set_y(max(self.y + self.step, self.h * 0.76))
        self.face(1.15)
        self.says(self.printed.days, align="C", height=self.step * 1.4)
        self.add_page()

    def people(self) -> None:
        """List the players, each with their first and last day."""
        self.heading(self.words.people)
        for person in self.printed.people:
            self.face(bold=True)
            when = f"{person.first} – {person.last}" if person.first else ""
            details = " · ".join(part for part in (person.kind, when, person.attempts) if part)
            if self.will_page_break(self.step * 2.6):
                self.add_page()
            self.says(person.name, height=self.step * 1.2)
            self.face(0.9, colour=SOFT)
            self.says(details, height=self.step * 1.2)
            self.ln(self.step * 0.4)

    @property
    def widths(self) -> tuple[float, ...]:
        """The widths of the columns: number, tally, score, day, people."""
        text = self.paper.text
        fixed = (text * 1.05, text * 3.7, text * 1.6, text * 2.35)
        if self.printed.titled:
            fixed = (text * 4.6, text * 2.2, text * 1.6, text * 2.35)
        return (*fixed, self.epw - sum(fixed))

    def missions(self) -> None:
        """Draw the table of missions; its head repeats on every page."""
        self.heading(self.words.missions)
        self._head()
        for row in self.printed.rows:
            self.face(0.85)
            names = self.multi_cell(
                self.widths[4], self.step, self.spell(row.names), align="L", dry_run=True, output="LINES"
            )
            rows = len(names) if isinstance(names, list) else 1
            height = max(self.step * 1.5, self.step * rows + self.step * 0.4)
            if self.will_page_break(height):
                self.add_page()
                self._head()
            self._row(row, height)

    def blank(self) -> None:
        """Draw a small box for each mission still to be played."""
        if not self.printed.blank:
            return
        width, height = self.epw / BOXES_ACROSS, self.step * 2.6
        self.ln(self.step)
        self.face(0.8, colour=SOFT)
        self.set_line_width(0.12)
        for place, mission in enumerate(self.printed.blank):
            if place % BOXES_ACROSS == 0 and self.will_page_break(height):
                self.add_page()
                self.face(0.8, colour=SOFT)
                self.set_line_width(0.12)
            x = self.l_margin + width * (place % BOXES_ACROSS)
            self.rect(x, self.y, width, height)
            self.text(x + 1, self.y + self.step * 0.8, self.spell(mission))
            if place % BOXES_ACROSS == BOXES_ACROSS - 1 or place == len(self.printed.blank) - 1:
                self.set_xy(self.l_margin, self.y + height)

    def _head(self) -> None:
        self.face(0.78, colour=SOFT)
        for width, word in zip(self.widths, self.words.columns, strict=True):
            self.cell(width, self.step * 1.3, self.short(word, width - 1))
        self.ln(self.step * 1.3)
        self.set_line_width(0.3)
        self.line_across()

    def _row(self, row: PrintedRow, height: float) -> None:
        top, (number, tally, score, day, names) = self.y, self.widths
        middle = top + (height - self.step) / 2
        self.face(0.85 if self.printed.titled else 1.1, bold=True, colour=INK if row.attempts else SOFT)
        self.set_xy(self.l_margin, middle)
        self.cell(number, self.step, self.short(row.mission, number - 1) if self.printed.titled else row.mission)
        self._tally(row, self.l_margin + number + 1, top + height / 2)
        self.set_xy(self.l_margin + number + tally, middle)
        self._score(row, score, height)
        self.set_xy(self.l_margin + number + tally + score, middle)
        self.face(0.85)
        self.cell(day, self.step, self.short(row.on, day - 1))
        self.set_xy(self.l_margin + number + tally + score + day, top + self.step * 0.2)
        if row.names:
            self.multi_cell(names, self.step, self.spell(row.names), align="L")
        self.set_xy(self.l_margin, top + height)
        self.set_line_width(0.12)
        self.line_across()

    def _tally(self, row: PrintedRow, x: float, y: float) -> None:
        """Draw strokes, every fifth across the four before it; very many end in a number."""
        tall, apart = self.step * 0.42, self.step * 0.24
        self.set_draw_color(*INK)
        self.set_line_width(0.28)
        for stroke in range(min(row.attempts, MOST_STROKES)):
            at = x + apart * (stroke + stroke // FIVE)
            if stroke % FIVE == FIVE - 1:
                self.line(at - apart * 4.6, y + tall * 0.7, at - apart * 0.4, y - tall * 0.7)
            else:
                self.line(at, y - tall, at, y + tall)
        self.set_draw_color(*RULE)
        if row.attempts > MOST_STROKES:
            self.face(0.8)
            self.set_xy(x + apart * (MOST_STROKES + 3), y - self.step / 2)
            self.cell(self.step * 2, self.step, f"+{row.attempts - MOST_STROKES}")

    def _score(self, row: PrintedRow, width: float, height: float) -> None:
        """Draw the score if the mission is won or noted, framed if won; a bolt in a ring marks the distress signal."""
        x, y = self.x, self.y + self.step / 2
        if row.score is not None:
            self.face(1, bold=True)
            self.cell(width * 0.46, self.step, str(row.score), align="C")
        if row.won:
            self.set_line_width(0.3)
            self.rect(x, y - self.step * 0.55, width * 0.46, self.step * 1.1)
        if row.distress:
            self._bolt(x + width * 0.7, y, min(self.step * 0.55, height / 2))

    def _bolt(self, x: float, y: float, size: float) -> None:
        self.set_draw_color(*BAD)
        self.set_fill_color(*BAD)
        self.set_line_width(0.25)
        self.circle(x, y, size)
        corners = ((0.2, -0.75), (-0.4, 0.1), (-0.02, 0.1), (-0.2, 0.75), (0.4, -0.15), (0.02, -0.15))
        self.polygon([(x + size * right, y + size * down) for right, down in corners], style="F")
        self.set_draw_color(*RULE)

    def notes(self) -> None:
        """Write the notes of attempts, if there are any."""
        if not self.printed.notes:
            return
        self.heading(self.words.notes)
        for note in self.printed.notes:
            if self.will_page_break(self.step * 3):
                self.add_page()
            self.face(0.85, colour=SOFT)
            self.says(note.head, height=self.step * 1.1)
            self.face()
            self.says(note.text, height=self.step * 1.2)
            self.ln(self.step * 0.7)

    def sums(self) -> None:
        """Write the sums, on one page."""
        if self.will_page_break(self.step * (1.5 * len(self.printed.facts) + 5)):
            self.add_page()
        self.heading(self.words.sums)
        for fact in self.printed.facts:
            self.face()
            if self.will_page_break(self.step * 1.5):
                self.add_page()
            self.cell(self.epw * 0.7, self.step * 1.5, self.short(fact.name, self.epw * 0.7))
            self.face(1.1, bold=True)
            self.cell(self.epw * 0.3, self.step * 1.5, self.spell(fact.value), align="R")
            self.ln(self.step * 1.5)
            self.set_line_width(0.12)
            self.line_across()
        if self.missing:
            self.ln(self.step)
            self.face(0.85, colour=SOFT)
            self.says(self.words.lozenges)
