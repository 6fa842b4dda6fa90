"""Pages of races, which the pages of other subjects show in place of their own."""
