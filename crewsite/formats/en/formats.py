"""English dates: 20 November 2026."""

from typing import Final

DATE_FORMAT: Final = "j F Y"
MONTH_DAY_FORMAT: Final = "j F"
SHORT_DATE_FORMAT: Final = "j M Y"
