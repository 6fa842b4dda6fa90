"""Results, ranking, crews' strength, how hard missions are."""
