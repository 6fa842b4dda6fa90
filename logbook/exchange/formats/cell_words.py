"""Words of cells: won and lost, used and not used, and what says nothing, in the languages of those who keep tables."""

from __future__ import annotations

from typing import Final

YES: Final = (
    "1 1.0 y yes true x ✓ ✔ ☑ ✅ 👍 🏆 🎉 🥇 🟢 😀 😃 😄 🙂 + w win wins won victory victorious v success successful "
    "succeeded passed pass done ok completed complete beaten solved "
    "oui o vrai réussi reussi réussie reussie réussite reussite succès succes gagné gagne gagnée gagnés victoire "
    "ja wahr gewonnen erfolg geschafft sieg sí si sì ganado éxito exito vinto"
)
NO: Final = (
    "0 0.0 n no false - ✗ ✘ ☒ ❌ ✖ ❎ 👎 💀 💥 🔴 😞 😢 😭 🙁 ☹ l loss losses lost lose defeat defeated fail failed "
    "failure f non faux échec echec échoué echoue échouée perdu perdue perdus raté rate ratée défaite defaite "
    "nein falsch verloren gescheitert niederlage perdido fallido perso fallito"
)
NOTHING: Final = "- – — ― . … ? / n/a na n.a. #n/a nan null none nil s/o k.a."
USED: Final = "used sent needed sos 🆘 utilisé utilise utilisée envoyé envoye émis benutzt gesendet genutzt"
UNUSED: Final = ("not used", "unused", "not sent", "not needed", "non utilisé", "pas utilisé", "inutilisé", "unbenutzt")
WON_CELLS, LOST_CELLS = frozenset(YES.split()), frozenset(NO.split())
BLANKS: Final = frozenset(("", *NOTHING.split()))
"""Cells that say nothing."""
USED_CELLS, UNUSED_CELLS = frozenset(USED.split()), BLANKS | frozenset(UNUSED)
"""Words for the distress signal alone."""
