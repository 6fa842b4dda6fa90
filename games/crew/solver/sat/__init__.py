"""The second engine: a SAT solver over clauses that describe all legal play."""
