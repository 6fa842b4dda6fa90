"""Tables, seats, attempts, events, bots' turns and the live page."""
