"""Changes of a campaign or an entry during a correction."""

from __future__ import annotations

import pytest
from django.urls import reverse

from logbook.campaigns.models import Campaign
from logbook.campaigns.services import campaigns, entries
from logbook.people.models.players import Player
from tests.campaigns.scenes import add, campaign, filled
from tests.conftest import SignedIn

__all__ = ["campaign"]


@pytest.mark.parametrize("meanwhile", ["closed", "removed"])
def test_what_happens_while_a_line_is_corrected_loses_no_word(
    campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn, meanwhile: str
) -> None:
    entry = add(campaign, alice, note="first words")
    address = reverse("campaign-entry", args=[campaign.pk, entry.pk])
    if meanwhile == "closed":
        campaigns.close_campaign(campaign_id=campaign.pk, by=alice)
        sentence = "This campaign is closed. A founder can reopen it."
    else:
        entries.remove_entry(entry_id=entry.pk, by=alice)
        sentence = "This entry was removed. Restore it first"
    client = signed_in(bob)
    assert 'name="note"' not in client.get(address).text, "no note is begun that cannot be stored"
    answer = client.post(address, filled(note="long words", minutes="35", present=[f"p{alice.pk}"], seen="0"))
    assert answer.status_code == 409
    assert answer.text.count(sentence) == 1
    assert "long words" in answer.text
    assert 'value="35"' in answer.text
    assert reverse("campaign-entry-turn", args=[campaign.pk, entry.pk, "remove"]) not in answer.text
    entry.refresh_from_db()
    assert entry.note == "first words"
