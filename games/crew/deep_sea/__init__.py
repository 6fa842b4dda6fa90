"""The Crew: Mission Deep Sea."""
