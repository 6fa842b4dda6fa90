"""Adam: steps up a gradient (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

_MEAN: Final = 0.9
_SQUARE: Final = 0.999


class Adam:
    """Values, and the running means of their gradient."""

    def __init__(self, values: Any) -> None:
        self.values, self._steps = values, 0
        self._mean, self._square = np.zeros(len(values)), np.zeros(len(values))

    def step(self, gradient: Any, size: float) -> None:
        """Change the values so that what has this gradient grows."""
        self._steps += 1
        self._mean = _MEAN * self._mean + (1 - _MEAN) * gradient
        self._square = _SQUARE * self._square + (1 - _SQUARE) * gradient**2
        mean, square = self._mean / (1 - _MEAN**self._steps), self._square / (1 - _SQUARE**self._steps)
        self.values += size * mean / (np.sqrt(square) + 1e-8)
