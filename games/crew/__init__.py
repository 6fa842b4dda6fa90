"""The trick-taking core and the two Crew games that are written in it."""
