"""Page of a round of The Crew, part by part."""
