"""Models of clubs: members, crews, removals, join requests and news."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.lib.names import NameField
from logbook.people.models.players import Player


class ClubQuerySet(models.QuerySet["Club"]):
    """Queries of clubs."""

    def of(self, player: Player | None) -> ClubQuerySet:
        """The clubs that the player belongs to, or plays in with a crew of today; none that has removed them."""
        if player is None:
            return self.none()
        crews = Crew.objects.filter(members__player=player, members__left_at=None)
        mine = Q(members__player=player) | Q(entries__crew__in=crews)
        return self.filter(mine).exclude(removals__player=player).distinct()


class Club(models.Model):
    """A club runs challenges for the crews in it. The page of a public one is open to every visitor.

    One club is `run_by_site`: it has no members, and its challenges are the deals of the day.
    """

    name = NameField(_("name"), max_length=60)
    slug = models.SlugField(max_length=70, unique=True)
    about = models.TextField(_("about"), blank=True, max_length=2000)
    public = models.BooleanField(_("public"), default=False)
    run_by_site = models.BooleanField(default=False, editable=False)
    crews = models.ManyToManyField(Crew, through="ClubCrew", related_name="clubs")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=("run_by_site",), condition=Q(run_by_site=True), name="one_club_is_run_by_the_site"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def players(self) -> models.QuerySet[Player]:
        """The members, and the members of crews that play here today; no removed player."""
        crews = self.entries.values("crew")
        playing = Player.objects.filter(crew_memberships__crew__in=crews, crew_memberships__left_at=None).values("pk")
        inside = Q(club_memberships__club=self) | Q(pk__in=playing)
        return Player.objects.filter(inside).exclude(club_removals__club=self).distinct()


class ClubRemoval(models.Model):
    """An organizer's removal of a player: they are out of the club, even as a member of a crew in it.

    The row is deleted when an organizer lets them back.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="removals")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_removals")
    removed_at = models.DateTimeField(default=timezone.now)
    removed_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("removal from a club")
        verbose_name_plural = _("removals from clubs")
        ordering = ("-removed_at", "-pk")
        constraints = [models.UniqueConstraint(fields=("club", "player"), name="one_removal_a_club")]

    def __str__(self) -> str:
        return f"{self.player} out of {self.club}"


class ClubMember(models.Model):
    """A member's role in a club. Exactly one member owns it; organizers run its challenges."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANIZER = "organizer", _("organizer")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club member")
        verbose_name_plural = _("club members")
        ordering = ("joined_at", "pk")
        constraints = [
            models.UniqueConstraint(fields=("club", "player"), name="one_membership_a_club"),
            models.UniqueConstraint(fields=("club",), condition=Q(role="owner"), name="one_owner_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.club}"


class FormerClubMember(models.Model):
    """A membership that has ended. Boards of past days still show who was a member then."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="former_members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="former_club_memberships")
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("former club member")
        verbose_name_plural = _("former club members")
        ordering = ("left_at", "pk")

    def __str__(self) -> str:
        return f"{self.player}, formerly in {self.club}"


class ClubCrew(models.Model):
    """A crew that plays a club's challenges."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="entries")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="club_entries")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("crew of a club")
        verbose_name_plural = _("crews of clubs")
        constraints = [models.UniqueConstraint(fields=("club", "crew"), name="one_entry_a_club")]

    def __str__(self) -> str:
        return f"{self.crew} in {self.club}"


class ClubCrewRemoval(models.Model):
    """An organizer's removal of a crew. Its members cannot bring it in again until an organizer lets it back."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="crew_removals")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="club_removals")
    removed_at = models.DateTimeField(default=timezone.now)
    removed_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("removal of a crew from a club")
        verbose_name_plural = _("removals of crews from clubs")
        ordering = ("-removed_at", "-pk")
        constraints = [models.UniqueConstraint(fields=("club", "crew"), name="one_crew_removal_a_club")]

    def __str__(self) -> str:
        return f"{self.crew} out of {self.club}"


class JoinRequest(models.Model):
    """A player's request to join a public club, with a line of text."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    AGAIN_AFTER = timedelta(days=1)
    """The time after which a declined player may ask again, and organizers hear again of one who withdrew."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="requests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_requests")
    words = models.CharField(_("words"), max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        ordering = ("asked_at", "pk")
        constraints = [models.UniqueConstraint(fields=("club", "player"), name="one_request_a_club")]

    def __str__(self) -> str:
        return f"{self.player} asks to join {self.club}"

    @property
    def may_ask_again(self) -> bool:
        """True once this request no longer keeps the player from a new one."""
        if self.state == self.State.WITHDRAWN:
            return True
        return self.answered_at is not None and timezone.now() >= self.answered_at + self.AGAIN_AFTER


class NewsManager(models.Manager["News"]):
    """News that are not deleted."""

    def get_queryset(self) -> models.QuerySet[News]:
        """Leave deleted posts out."""
        return super().get_queryset().filter(deleted_at=None)


class News(models.Model):
    """A short post of a club's organizers, in plain text. A deleted one can be restored until the night."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news")
    title = NameField(_("title"), max_length=80)
    text = models.TextField(_("text"), max_length=2000)
    author = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    written_at = models.DateTimeField(default=timezone.now)
    edited_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = NewsManager()
    with_deleted = models.Manager["News"]()

    class Meta:
        verbose_name = _("news")
        verbose_name_plural = _("news")
        ordering = ("-written_at", "-pk")
        indexes = [models.Index(fields=("club", "-written_at", "-id"), name="news_of_a_club")]

    def __str__(self) -> str:
        return self.title
