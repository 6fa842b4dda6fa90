"""The kinds of Deep Sea's tasks, judged from public facts alone."""

from .family import Family, Verdict
from .kinds import KINDS
from .ledger import Endings, Ledger

__all__ = ["KINDS", "Endings", "Family", "Ledger", "Verdict"]
