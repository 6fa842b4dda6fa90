"""The sentences of Deep Sea's missions: how tasks are shared, what is asked, and how it ends."""

from .marks import gettext_noop as _

TEMPLATES: dict[str, str] = {
    # Custom missions
    "sea-mission-number-unknown": _(
        "{title} has no mission “{mission}”. Choose from 1 to {last}, 33 or higher for the epilogue, "
        "or write your own, such as “difficulty=9 currents”."
    ),
    "mission-task": _("“{task}” isn’t a task. The tasks are T1 to T{last}."),
    "mission-task-twice": _("The task {task} exists only once."),
    "sea-mission-empty": _("A mission needs tasks or a condition, such as “difficulty=9” or “value-gap=9”."),
    "sea-mission-nothing-to-assign": _("“{word}” needs tasks: add a difficulty, such as “difficulty=9”."),
    "sea-mission-one-of": _("“{one}” and “{two}” exclude each other: keep one."),
    "sea-mission-number": _("“{word}” must be {least} to {most}, not {number}."),
    "sea-mission-untimed": _("“untimed” works only in a mission with a clock: add a clock, such as “real-time=210”."),
    "sea-mission-exceeded": _("The listed tasks add up to a difficulty of {laid}, more than {difficulty}."),
    "sea-mission-unreachable": _("No tasks add up to a difficulty of exactly {difficulty}. The maximum is {most}."),
    "sea-mission-too-few-tasks": _("{number} volunteers need at least as many tasks. This mission has {most} at most."),
    "sea-mission-clash": _("However {tasks} are assigned, {task} can’t be completed along with the tasks before it."),
    "deal-section-unused": _("The deal lists “{section}”, which this mission doesn’t have."),
    "sea-mission-cannot-be-dealt": _("This mission can’t be dealt: no draw gives its crew tasks that fit together."),
    "setup-same-tasks": _("The tasks in “{option}” don’t fit this mission: they add up to {laid}, not {difficulty}."),
    "setup-same-tasks-none": _("“{option}” doesn’t fit: this mission draws no tasks."),
    "deal-void": _("These cards must be dealt again: one hand makes a task on the table impossible."),
    "deal-tasks-do-not-fit": _(
        "This deal’s tasks don’t add up to the mission’s difficulty, or they contradict each other."
    ),
    # Sharing the tasks
    "pass-forced": _("{seat} can’t pass: the players still to choose couldn’t take all the tasks left."),
    "pass-hardest": _("{seat} can’t pass: in this mission, the captain takes the hardest task."),
    "captain-takes-hardest": _("{seat} must take the hardest task first, and that isn’t {task}."),
    "not-for-the-captain": _("{seat} can’t take {task}: it’s measured against the captain’s own tricks."),
    "not-for-the-captain-all": _(
        "{seat} can’t keep the tasks: one of them is measured against the captain’s own tricks."
    ),
    "leaves-it-to-the-captain": _(
        "{seat} can’t take {task} now: the captain would be left with a task that’s measured against the captain’s "
        "own tricks."
    ),
    "refused-already": _("{seat} has already asked {other_seat}, who refused."),
    "last-to-accept": _("{seat} can’t refuse: no other player is left to take the tasks."),
    "allot-closed": _(
        "{seat} can’t propose who takes a task now: here it’s settled in another way, or already settled."
    ),
    "predict-too-many": _("{seat} can’t predict that many tricks: there are only {number}."),
    "predict-own": _("{seat} can’t predict for {task} now: players predict once, for their own prediction tasks."),
    # How a mission ends
    "value-gap-broken": _("{seat} is too far ahead of {other_seat} in {value}s won: {most} to {fewest}."),
    "forbidden-lead": _("{seat} led {card}, which this mission forbids."),
    "not-ahead": _("Tricks won by {seat}: {number}. {owner} is no longer ahead of every other player."),
    "last-card-played": _("{card} was played too early: it had to be the very last card."),
    "last-card-missed": _("The last card was {other}, but it had to be {card}."),
    # What a mission is
    "describe-difficulty": _("Draw tasks until their difficulties add up to exactly {number}."),
    "describe-laid-tasks": _("The mission starts with these tasks:"),
    "describe-fixed-tasks": _("The tasks are:"),
    "describe-free-selection": _("The crew freely agrees who takes which tasks."),
    "describe-one-agreed": _("The crew agrees on one player to take all the tasks."),
    "describe-captain-or-one-willing": _(
        "The captain keeps all the tasks or gives them all to one willing player. If they’re given "
        "away, all signals must come before the first trick."
    ),
    "describe-captain-takes-hardest": _("The captain must take the hardest task first. The rest are chosen as usual."),
    "describe-captain-skipped": _("The captain takes no task. The player on the captain’s left chooses first."),
    "describe-volunteer": _(
        "The captain asks one player after another to volunteer. The first to say yes takes all the "
        "tasks; if all refuse, the captain takes them."
    ),
    "describe-volunteers": _(
        "The captain asks one player after another until two volunteer. They share all the tasks as "
        "they like, at least one each."
    ),
    "describe-value-gap": _("No player can ever be two {value}s ahead of another. Submarines don’t count."),
    "describe-no-tasks": _("This mission has no tasks."),
    "describe-never-lead": _("Never lead a {suit} card."),
    "describe-first-winner-ahead": _(
        "Once the first trick is won, the player who won it must always have won more tricks than any other player."
    ),
    "describe-last-card": _("{card} must be the very last card of the last trick."),
    "describe-terrain": _(
        "Unfamiliar terrain: a card drawn before the deal decides how the crew can signal. 1–3: as "
        "usual. 4–6: currents. 7–9: rapture of the deep."
    ),
    "describe-currents": _("Currents: a signal shows a card, but not whether it’s the highest, only or lowest."),
    "describe-rapture": _(
        "Rapture of the deep: signals are shared ({number} for the whole crew), first come, first served."
    ),
    "describe-no-communication": _("No communication: no signals in this mission."),
    "describe-real-time": _("Against the clock: play all tricks within {minutes} min {seconds} s."),
    "describe-real-time-sharp": _("Against the clock: play all tricks within {minutes} min."),
}
