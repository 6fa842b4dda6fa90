"""One command each: they print figures and assert nothing about time."""
