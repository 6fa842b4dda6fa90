"""With open hands nobody plays against the crew: is there a line of play that wins?"""

from .annotating import Annotation, Rescue, annotate, rescue
from .certificates import Certificate, certify
from .clashes import clash
from .passing import best_pass
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
    "best_pass",
    "certify",
    "clash",
    "rescue",
    "solve",
    "solve_each",
]
