"""Open-hand solver: is there a line of play with which the crew wins?"""

from .allocations import before_predictions, likely_allocations, owners_of, solve_with_owners, with_owners
from .annotation import Annotation, Rescue, annotate, rescue
from .certificates import Certificate, certify
from .conflict_explainer import clash
from .distress_solver import best_pass
from .questions import solve, solve_each
from .verdicts import SOLVER_VERSION, Budget, Effort, Lost, Unknown, Verdict, Won

__all__ = [
    "SOLVER_VERSION",
    "Annotation",
    "Budget",
    "Certificate",
    "Effort",
    "Lost",
    "Rescue",
    "Unknown",
    "Verdict",
    "Won",
    "annotate",
    "before_predictions",
    "best_pass",
    "certify",
    "clash",
    "likely_allocations",
    "owners_of",
    "rescue",
    "solve",
    "solve_each",
    "solve_with_owners",
    "with_owners",
]
