"""The kinds of tasks of Deep Sea, judged from public facts alone: what was played, and what follows from it."""

from .family import Family, Verdict
from .kinds import KINDS
from .ledger import Endings, Ledger

__all__ = ["KINDS", "Endings", "Family", "Ledger", "Verdict"]
