"""The budget that a question has for all its positions together."""

from __future__ import annotations

from .verdicts import Budget, Effort


class BudgetTracker:
    """A budget and the part already spent."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.spent = Effort()

    @property
    def left(self) -> Budget:
        """The budget that is left."""
        nodes, conflicts = self._budget.nodes - self.spent.nodes, self._budget.conflicts - self.spent.conflicts
        return Budget(max(nodes, 0), max(conflicts, 0))

    @property
    def is_empty(self) -> bool:
        """Whether the budget is spent."""
        return self.left == Budget(0, 0)

    def at_most(self, budget: Budget) -> Budget:
        """As much as this, or what is left if that is less."""
        left = self.left
        return Budget(min(budget.nodes, left.nodes), min(budget.conflicts, left.conflicts))

    def portion(self, among: int) -> Budget:
        """An equal share of what is left."""
        left = self.left
        return Budget(left.nodes // among, left.conflicts // among)

    def pay(self, effort: Effort) -> None:
        """Add an engine's effort to what is spent."""
        spent = self.spent
        self.spent = Effort(effort.engine, spent.nodes + effort.nodes, spent.conflicts + effort.conflicts)
