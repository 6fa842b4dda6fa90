"""The kernel's numbers and its compiler: numba where it is installed, plain Python and plain lists where not."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, MutableSequence, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])
Numbers = MutableSequence[int]
"""The numbers that the kernel reads and writes: numpy's 64-bit whole numbers, or a list."""
Rows = Sequence[Numbers]
"""Rows of small numbers, all of the same length: numpy's 16-bit or 32-bit whole numbers, or a list of lists."""

KERNEL = (
    "bits",
    "playout/chances",
    "playout/features",
    "playout/goal_features",
    "playout/likelihood",
    "playout/network",
    "playout/owner_chances",
    "playout/owner_features",
    "playout/policy",
    "playout/random_rounds",
    "playout/rng",
    "playout/signals",
    "playout/simulation",
    "playout/world_evaluation",
    "playout/world_sampling",
    "search/goal_tracking",
    "search/kernel",
    "search/move_ordering",
    "search/program",
    "search/pruning",
    "search/trick_pruning",
    "search/tricks",
    "search/workspace",
)
"""The modules with compiled functions. Compiled code includes the functions that it calls, so one hash covers them all,
and this module, which has the compiler's options.
"""


def _cache_folder() -> Path:
    """The cache folder of these sources: beside them, or in the user's home where the sources are read-only."""
    here = Path(__file__).parent
    sources = b"".join((here / f"{name}.py").read_bytes() for name in (*KERNEL, "compiled"))
    name = f"kernel-{hashlib.sha256(sources).hexdigest()[:16]}"
    beside = here / "__pycache__"
    writable = os.access(beside if beside.exists() else here, os.W_OK)
    return (beside if writable else Path.home() / ".cache" / "crewsite") / name


CACHE: Final = _cache_folder()
COMPILED: bool
"""Whether the kernel is compiled; otherwise it is a few hundred times slower, and answers the same."""

if os.environ.get("CREWSITE_PLAIN_SOLVER"):
    COMPILED = False
else:
    try:
        import numba
        import numpy as np
    except ImportError:
        COMPILED = False
    else:
        COMPILED = True
        vars(numba.config)["CACHE_DIR"] = str(CACHE)
        _njit: Any = numba.njit  # numba's types leave out the option `_nrt`.


def compiled(function: Function) -> Function:
    """Compile the function at its first call, and cache the code on disk for the next process.

    Compiled code counts no references to arrays: Python owns every array that the kernel uses, and counting took a
    tenth of its time. So a compiled function makes no arrays.
    """
    if not COMPILED:
        return function
    return cast(Function, _compiled_once(_njit(cache=True, _nrt=False)(function)))


def _compiled_once(dispatcher: Any) -> Any:
    """Let compiled callers share the code of a function, whatever constants they pass.

    Otherwise numba compiles a function anew for each constant that it is called with, and all that the function calls:
    a third more. Python passes no constants, so its calls would not share the code of compiled callers either.
    """
    template = dispatcher.get_call_template
    plain: Any = numba.types.unliteral

    def get_call_template(args: Iterable[Any], kws: dict[str, Any]) -> Any:
        return template(tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def zeros(size: int) -> Numbers:
    """An array of zeros."""
    return cast(Numbers, np.zeros(size, dtype=np.int64)) if COMPILED else [0] * size


def reals(size: int) -> MutableSequence[float]:
    """An array of floating-point zeros."""
    return cast(MutableSequence[float], np.zeros(size)) if COMPILED else [0.0] * size


def numbers(values: Iterable[int]) -> Numbers:
    """These numbers."""
    return cast(Numbers, np.array(list(values), dtype=np.int64)) if COMPILED else list(values)


def rows(values: Iterable[Iterable[int]], *, bits: int) -> Rows:
    """These rows of whole numbers that fit in so many bits, 16 or 32."""
    lists = [list(map(int, row)) for row in values]
    return cast(Rows, np.array(lists, dtype=f"int{bits}")) if COMPILED else lists
