"""The sentences of a check of a challenge's seal, step by step (`games.commit_reveal`)."""

from .marks import gettext_noop as _

TEMPLATES: dict[str, str] = {
    "seal-commitment": _("the announced details and the secret give the fingerprint {computed}"),
    "seal-seed": _("the secret and what members added ({number}) give the seed {computed}"),
    "seal-complete": _("all announced deals are included ({number})"),
    "seal-cancelled": _("it was cancelled: {number} of {most} deals had been prepared"),
    "seal-deal-twice": _("one deal appears twice"),
    "seal-missing": _("these deals are missing (stage/attempt): {places}"),
    "seal-winnable": _("stage {stage}, attempt {attempt}: candidate {candidate}, dealt from the seed, winnable"),
    "seal-not-won": _(
        "stage {stage}, attempt {attempt}: candidate {candidate}, dealt from the seed, but the recorded line "
        "doesn’t win"
    ),
    "seal-race": _("stage {stage}, attempt {attempt}: dealt from the seed {computed}"),
    "seal-other-hands": _("stage {stage}, attempt {attempt}: the seed gives different hands for candidate {candidate}"),
    "seal-other-race": _("stage {stage}, attempt {attempt}: the seed gives a different race"),
    "seal-no-stage": _("stage {stage}, attempt {attempt}: no such stage was announced"),
    "seal-no-race": _("stage {stage}, attempt {attempt}: the start of the race is missing"),
    "seal-a-race": _(
        "stage {stage}, attempt {attempt}: the stage is a mission, but the file gives the start of a race"
    ),
    "seal-refused": _("stage {stage}, attempt {attempt}: {figures}"),
    "seal-not-listed": _(
        "stage {stage}, attempt {attempt}: no reason is given for rejecting the candidates before {candidate}"
    ),
    "seal-too-many": _(
        "stage {stage}, attempt {attempt}: {number} candidates were tried, but only {most} were announced"
    ),
    "seal-not-dealt": _("stage {stage}, attempt {attempt}: candidate {candidate} isn’t the one that was dealt"),
}
