"""The deal of the day: one deal of each game for every player, and each week one race."""
