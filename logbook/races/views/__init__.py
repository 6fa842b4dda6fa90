"""Pages of races, which the pages of other subjects lead to: no address is theirs alone."""
