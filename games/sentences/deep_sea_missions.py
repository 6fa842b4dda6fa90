"""The sentences of Deep Sea's missions: how tasks are shared, what is asked, and how it ends."""

from .marks import gettext_noop as _

TEMPLATES: dict[str, str] = {
    # Custom missions
    "sea-mission-number-unknown": _(
        "{title} has no mission “{mission}”; its missions are 1 to {last}, the epilogue from 33 on, or a line such as "
        "“difficulty=9 currents”."
    ),
    "mission-task": _("“{task}” is not a task; the tasks are T1 to T{last}."),
    "mission-task-twice": _("There is only one task {task}."),
    "sea-mission-empty": _("A mission needs tasks or a condition, for example “difficulty=9” or “value-gap=9”."),
    "sea-mission-nothing-to-assign": _("“{word}” needs tasks: add a difficulty, such as “difficulty=9”."),
    "sea-mission-one-of": _("“{one}” and “{two}” exclude each other: keep one of them."),
    "sea-mission-number": _("“{word}” is {least} to {most}, not {number}."),
    "sea-mission-untimed": _("“untimed” says what holds without a clock: add one, such as “real-time=210”."),
    "sea-mission-exceeded": _("The tasks named have a difficulty of {laid} together, more than {difficulty}."),
    "sea-mission-unreachable": _(
        "No tasks add up to a difficulty of exactly {difficulty}; at most {most} can be reached."
    ),
    "sea-mission-too-few-tasks": _("{number} volunteers need at least as many tasks; here there are at most {most}."),
    "sea-mission-clash": _("However {tasks} are shared, {task} cannot be fulfilled beside those before it."),
    "deal-section-unused": _("The deal spells out “{section}”, which this mission does not have."),
    "sea-mission-cannot-be-dealt": _(
        "This mission cannot be dealt: no draw gives tasks that its crew could share without contradiction."
    ),
    "setup-same-tasks": _(
        "“{option}” does not name tasks of this mission: they add up to {laid}, and the mission asks for {difficulty}."
    ),
    "setup-same-tasks-none": _("“{option}” does not fit: this mission draws no tasks."),
    "deal-void": _("These cards would be dealt again: one hand makes a task on the table impossible."),
    "deal-tasks-do-not-fit": _(
        "The tasks of this deal do not make up the mission's difficulty, or contradict each other."
    ),
    # Sharing the tasks
    "pass-forced": _("{seat} cannot pass: those who come after could not take all tasks that are left."),
    "pass-hardest": _("{seat} cannot pass: the captain takes the hardest task in this mission."),
    "captain-takes-hardest": _("{seat} has to take the hardest task first, and that is not {task}."),
    "not-for-the-captain": _("{seat} cannot take {task}: it compares with the captain's own tricks."),
    "not-for-the-captain-all": _("{seat} cannot keep the tasks: one of them compares with the captain's own tricks."),
    "leaves-it-to-the-captain": _(
        "{seat} cannot take {task} now: the captain would be left with a task that compares with the captain's tricks."
    ),
    "refused-already": _("{seat} has asked {other_seat} already, who refused."),
    "last-to-accept": _("{seat} cannot refuse: nobody else is left who may take the tasks."),
    "allot-closed": _("{seat} cannot propose who takes a task now: here that is settled in another way, or already."),
    "predict-too-many": _("{seat} cannot predict that many tricks: there are {number}."),
    "predict-own": _(
        "{seat} cannot predict for {task} now: predictions are for one's own open prediction tasks, once."
    ),
    # How a mission ends
    "value-gap-broken": _("{seat} has won {most} of the cards with a {value}, and {other_seat} only {fewest}."),
    "forbidden-lead": _("{seat} opened a trick with {card}, which this mission forbids."),
    "not-ahead": _("{seat} has won {number} tricks, so {owner} is no longer ahead of everybody."),
    "last-card-played": _("{card} was played too early: it had to be the very last card."),
    "last-card-missed": _("The last card was {other}; it had to be {card}."),
    # What a mission is
    "describe-difficulty": _("Tasks are drawn until their difficulties add up to exactly {number}."),
    "describe-laid-tasks": _("These tasks lie on the table first:"),
    "describe-fixed-tasks": _("The tasks are given:"),
    "describe-free-selection": _("The crew agrees freely who takes which tasks."),
    "describe-one-agreed": _("The crew agrees on one member who takes all tasks."),
    "describe-captain-or-one-willing": _(
        "The captain keeps all tasks or passes all of them to one willing member; then every signal must be given "
        "before the first trick."
    ),
    "describe-captain-takes-hardest": _("The captain must take the hardest task first; the rest is chosen as usual."),
    "describe-captain-skipped": _("The captain takes no task; the choosing begins at the captain's left."),
    "describe-volunteer": _(
        "The captain asks one after the other who volunteers; the first who says yes takes all tasks, and the captain "
        "if nobody does."
    ),
    "describe-volunteers": _(
        "The captain asks one after the other until two volunteer, who share all tasks as they like, at least one each."
    ),
    "describe-value-gap": _(
        "Nobody may ever have won two more of the cards with a {value} than another; submarines do not count."
    ),
    "describe-no-tasks": _("There are no tasks."),
    "describe-never-lead": _("No trick may be opened with {suit}."),
    "describe-first-winner-ahead": _(
        "Whoever wins the first trick must from then on always have won more tricks than anybody else."
    ),
    "describe-last-card": _("{card} must be the very last card played in the last trick."),
    "describe-terrain": _(
        "Unfamiliar terrain: a card drawn before the deal decides how the crew may signal: 1–3 as usual, 4–6 currents, "
        "7–9 rapture of the deep."
    ),
    "describe-currents": _("Currents: a signal shows a card, but not whether it is highest, only or lowest."),
    "describe-rapture": _(
        "Rapture of the deep: the signals are shared ({number} for the whole crew), and whoever comes first uses them."
    ),
    "describe-no-communication": _("No communication: nobody may signal."),
    "describe-real-time": _("Against the clock: all tricks within {minutes} min {seconds} s."),
    "describe-real-time-sharp": _("Against the clock: all tricks within {minutes} min."),
}
