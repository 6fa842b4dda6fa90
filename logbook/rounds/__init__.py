"""Pure: from a game's View to what a page shows of a round or a race; sentences; drawings."""
