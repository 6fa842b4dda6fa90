"""Notifications of club events: mails, digests, webhooks and calendars."""
