"""With open hands nobody plays against the crew: is there a line of play that wins?"""

from .search import Lost, Unknown, Verdict, Won, solve

__all__ = ["Lost", "Unknown", "Verdict", "Won", "solve"]
