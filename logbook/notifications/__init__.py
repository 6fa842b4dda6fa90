"""What happened, as mail, digests, webhooks and calendars."""
