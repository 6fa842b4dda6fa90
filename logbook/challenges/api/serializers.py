"""Serializers of challenges: stages, crews' states, standings, the seal and rulings."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import GAMES, CrewNameSerializer, PersonSerializer
from logbook.challenges.models.challenges import Challenge as Model
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.policies import DEFAULT, POLICIES
from logbook.lib.names import validate_single_line

KINDS = ["pause", "resume", "extend", "late-entry", "correct", "void", "readmit", "restore", "merge", "close", "cancel"]
"""The kinds of rulings that can be made, under their words in the history."""


class StageNameSerializer(serializers.Serializer[Any]):
    """A stage in a list."""

    number = serializers.IntegerField()
    game = serializers.CharField()
    mission = serializers.CharField()


class ChallengeRowSerializer(serializers.Serializer[Any]):
    """A challenge in a list."""

    id = serializers.IntegerField(source="pk")
    club = serializers.CharField(source="club.slug", help_text="Slug of the club.")
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=Model.State.values)
    players = serializers.IntegerField()
    policy = serializers.ChoiceField(choices=list(POLICIES))
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    stages = StageNameSerializer(many=True, source="stages.all")


class HardnessSerializer(serializers.Serializer[Any]):
    """Difficulty of a deal, as measured by bots."""

    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    wins = serializers.IntegerField(help_text="Number of simulated games won.")
    rounds = serializers.IntegerField(help_text="Number of simulated games.")
    low = serializers.IntegerField(
        help_text="Lower end of the 95% confidence interval of the bots' win rate, in percent."
    )
    high = serializers.IntegerField(help_text="Upper end of the interval, in percent.")
    by_chance = serializers.FloatField(
        allow_null=True, help_text="Win rate of random play, in percent; null if unknown."
    )


class DealSerializer(serializers.Serializer[Any]):
    """A sealed deal, without its cards."""

    attempt = serializers.IntegerField(help_text="Number of the attempt that the deal is for, from 1.")
    known = serializers.BooleanField(help_text="Whether the caller may see the cards.")
    hardness = HardnessSerializer(
        allow_null=True, help_text="Null while it would be a spoiler for the caller, or if unknown."
    )


class StageSerializer(serializers.Serializer[Any]):
    """A stage with its explanation and deals."""

    number = serializers.IntegerField(source="stage.number")
    game = serializers.CharField(source="stage.game")
    mission = serializers.CharField(source="stage.mission")
    text = serializers.CharField(help_text="Explanation of the mission, in the caller's language.")
    deals = DealSerializer(many=True)


class CrewStageSerializer(serializers.Serializer[Any]):
    """A crew's progress at a stage."""

    stage = serializers.IntegerField(source="stage.number")
    table = serializers.IntegerField(
        source="table.pk",
        default=None,
        allow_null=True,
        help_text="ID of the crew's table; null until a player opens it.",
    )
    attempts = serializers.IntegerField(help_text="Number of attempts so far.")
    allowed = serializers.IntegerField(source="attempts_allowed", help_text="Number of attempts allowed.")
    distress = serializers.BooleanField(help_text="Whether the distress signal was sent.")
    score = serializers.IntegerField(
        allow_null=True, help_text="Attempts needed, plus 1 for the distress signal; null until the stage is won."
    )
    ruled = serializers.BooleanField(source="has_rulings", help_text="Whether a ruling changed the result.")
    next = serializers.CharField(
        help_text="The crew's next step, for example `take` or `continue`, or the reason why there is none."
    )
    now = serializers.BooleanField(help_text="Whether this is the crew's next stage.")


class CrewPartSerializer(serializers.Serializer[Any]):
    """A crew's part in a challenge."""

    crew = CrewNameSerializer()
    rank = serializers.IntegerField(allow_null=True, help_text="Null until the crew has won a stage.")
    stages = CrewStageSerializer(many=True)


class SeedContributionSerializer(serializers.Serializer[Any]):
    """A seed contribution: words that a member added to the seed."""

    name = serializers.CharField()
    text = serializers.CharField(source="words")
    at = serializers.DateTimeField()


class ChallengeSerializer(serializers.Serializer[Any]):
    """A challenge, without spoilers for the caller."""

    id = serializers.IntegerField(source="challenge.pk")
    club = serializers.CharField(source="challenge.club.slug", help_text="Slug of the club.")
    title = serializers.CharField(source="challenge.title")
    state = serializers.ChoiceField(source="challenge.state", choices=Model.State.values)
    players = serializers.IntegerField(source="challenge.players")
    options = serializers.CharField(source="challenge.options", allow_blank=True)
    policy = serializers.ChoiceField(source="challenge.policy", choices=list(POLICIES))
    max_attempts = serializers.IntegerField(
        source="attempts_allowed", help_text="Number of attempts allowed at each stage."
    )
    difficulty = serializers.ChoiceField(source="challenge.difficulty", choices=Model.Difficulty.values)
    rivals = serializers.CharField(
        source="challenge.rivals",
        allow_blank=True,
        help_text="Races only: `bots` (each player alone, against the same bots) or `crew` (crew members race).",
    )
    stand_ins = serializers.BooleanField(
        source="challenge.stand_ins", help_text="Whether bots may stand in for players who are away."
    )
    closes_when_done = serializers.BooleanField(
        source="challenge.closes_when_done", help_text="Whether it closes early once every crew is done."
    )
    opens_at = serializers.DateTimeField(source="challenge.opens_at")
    closes_at = serializers.DateTimeField(source="challenge.closes_at")
    entry_until = serializers.DateTimeField(
        source="challenge.entry_until",
        allow_null=True,
        help_text="Until when crews may start; null for the whole window.",
    )
    contributions_until = serializers.DateTimeField(
        source="challenge.contributions_until",
        allow_null=True,
        help_text="Until when members may contribute to the seed; null for not at all.",
    )
    commitment = serializers.CharField(
        source="challenge.commitment", help_text="Fingerprint (SHA-256) that is published before the seed."
    )
    facts = serializers.ListField(
        child=serializers.CharField(), source="challenge.facts", help_text="Public facts that the fingerprint covers."
    )
    seed_contributions = SeedContributionSerializer(many=True)
    may_contribute = serializers.BooleanField(help_text="Whether the caller may contribute to the seed now.")
    organizer = serializers.BooleanField(help_text="Whether the caller organizes the challenge.")
    shows_all = serializers.BooleanField(help_text="Whether the caller may see other crews' results.")
    hidden_crews = serializers.IntegerField(
        help_text="Number of crews whose results are hidden from the caller for now."
    )
    stages = StageSerializer(many=True)
    mine = CrewPartSerializer(many=True, help_text="The caller's crews.")


class StandingSerializer(serializers.Serializer[Any]):
    """A row of a challenge's standings: a crew, or a player for races."""

    rank = serializers.IntegerField()
    crew = CrewNameSerializer()
    player = PersonSerializer(allow_null=True)
    stages = serializers.IntegerField(help_text="Number of stages won; for races, stages raced.")
    score = serializers.IntegerField(help_text="Attempts needed, plus 1 for each distress signal; for races, points.")
    attempts = serializers.IntegerField(help_text="Number of attempts; for races, the number of races.")
    distress = serializers.IntegerField(help_text="Number of stages with a distress signal.")
    margin = serializers.IntegerField(
        allow_null=True, help_text="Races only: points minus those of the best opponent, over all stages."
    )
    wins = serializers.IntegerField(allow_null=True, help_text="Races only: number of races won.")


class ChallengeInputSerializer(serializers.Serializer[Any]):
    """A challenge to create."""

    club = serializers.SlugField(max_length=70, help_text="Slug of a club that the caller organizes.")
    title = serializers.CharField(validators=[validate_single_line], max_length=80)
    game = serializers.ChoiceField(choices=GAMES)
    missions = serializers.ListField(
        child=serializers.CharField(max_length=200),
        min_length=1,
        max_length=12,
        help_text="One mission for each stage.",
    )
    players = serializers.ChoiceField(choices=[2, 3, 4, 5])
    policy = serializers.ChoiceField(choices=list(POLICIES), default=DEFAULT)
    max_attempts = serializers.IntegerField(
        min_value=1, max_value=50, default=10, help_text="Number of attempts allowed at each stage."
    )
    difficulty = serializers.ChoiceField(choices=Model.Difficulty.values, default=Model.Difficulty.ANY)
    rivals = serializers.ChoiceField(
        choices=[value for value in Model.Rivals.values if value],
        required=False,
        help_text="Races only: `bots` (each player alone, against the same bots) or `crew` (crew members race).",
    )
    three_player_challenge = serializers.BooleanField(default=False)
    untimed = serializers.BooleanField(default=False, help_text="Play real-time missions without a clock.")
    stand_ins = serializers.BooleanField(default=False, help_text="Allow bots to stand in for players who are away.")
    closes_when_done = serializers.BooleanField(default=False, help_text="Close early once every crew is done.")
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    contributions_until = serializers.DateTimeField(
        allow_null=True, default=None, help_text="Until when members may contribute to the seed; null for not at all."
    )
    entry_until = serializers.DateTimeField(
        allow_null=True, default=None, help_text="Until when crews may start; null for the whole window."
    )


class ChallengeFilterSerializer(serializers.Serializer[Any]):
    """Filters of a list of challenges."""

    club = serializers.SlugField(required=False, max_length=70)
    game = serializers.ChoiceField(choices=GAMES, required=False)
    state = serializers.ChoiceField(choices=Model.State.values, required=False)


class SeedContributionInputSerializer(serializers.Serializer[Any]):
    """A seed contribution to add."""

    text = serializers.CharField(max_length=80, help_text="Public words that go into the seed.")


class PlaySerializer(serializers.Serializer[Any]):
    """A crew and a stage to play."""

    crew = serializers.SlugField(max_length=70, help_text="Slug of one of the caller's crews.")
    stage = serializers.IntegerField(min_value=1, max_value=12, help_text="Number of the stage, from 1.")


class SealSerializer(serializers.Serializer[Any]):
    """The opened seal, which `python -m games verify` checks."""

    seal = serializers.CharField()
    title = serializers.CharField()
    facts = serializers.ListField(child=serializers.CharField())
    secret = serializers.CharField()
    commitment = serializers.CharField()
    words = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    seed = serializers.CharField(allow_blank=True)
    cancelled = serializers.BooleanField()
    deals = serializers.ListField(child=serializers.DictField())


class ChangeSerializer(serializers.Serializer[Any]):
    """A change made by a ruling, in the caller's language."""

    before = serializers.CharField()
    after = serializers.CharField()


class RulingSerializer(serializers.Serializer[Any]):
    """A ruling in a challenge's history."""

    id = serializers.IntegerField(source="ruling.pk")
    kind = serializers.ChoiceField(choices=KINDS)
    by = PersonSerializer(source="ruling.by", allow_null=True)
    at = serializers.DateTimeField(source="ruling.at")
    about = serializers.CharField(
        allow_blank=True, help_text="The crew, stage and attempt that the ruling is about, in the caller's language."
    )
    reason = serializers.CharField(
        allow_null=True, help_text="Null while it would reveal other crews' results to the caller."
    )
    changes = ChangeSerializer(many=True)
    may_take_back = serializers.BooleanField(
        help_text="Whether the caller may withdraw the ruling, as an organizer without a conflict of interest."
    )
    taken_back_at = serializers.DateTimeField(source="ruling.taken_back_at", allow_null=True)


class RulingInputSerializer(serializers.Serializer[Any]):
    """A ruling to make. Each kind has its own fields."""

    kind = serializers.ChoiceField(choices=KINDS)
    reason = serializers.CharField(max_length=300, help_text="Public reason for the ruling.")
    closes_at = serializers.DateTimeField(required=False, help_text="`extend`: the new closing time.")
    crew = serializers.SlugField(
        required=False, max_length=70, help_text="`late-entry`, `correct`, `readmit`, `merge`: slug of the crew."
    )
    into = serializers.SlugField(
        required=False, max_length=70, help_text="`merge`: slug of the crew that the entry becomes."
    )
    counts = serializers.ChoiceField(
        required=False, choices=["better", "earlier"], help_text="`merge`: which result counts at each stage."
    )
    stage = serializers.IntegerField(
        required=False, min_value=1, max_value=12, help_text="`correct`, `void`, `readmit`: number of the stage."
    )
    attempt = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=99,
        help_text="`void`: number of a single attempt; omit it to void the whole stage.",
    )
    won = serializers.BooleanField(required=False, help_text="`correct`: whether the stage was won.")
    needed = serializers.IntegerField(
        required=False, min_value=1, max_value=50, help_text="`correct`: number of attempts needed."
    )
    distress = serializers.BooleanField(required=False, help_text="`correct`: whether the distress signal was sent.")
    access = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=10**18 - 1,
        help_text="`restore`: ID of the deal access that no longer counts.",
    )


class BlockingAccessSerializer(serializers.Serializer[Any]):
    """A deal access that keeps a player from a deal, or binds them to one crew."""

    access = serializers.IntegerField(source="pk")
    player = PersonSerializer()
    stage = serializers.IntegerField(source="stage.number")
    attempt = serializers.IntegerField()
    how = serializers.ChoiceField(choices=DealAccess.How.values)
