"""Small tags of the frame round every page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

register = template.Library()


@register.filter
def moment(when: datetime) -> str:
    """A day and a time, and in which zone that is."""
    return f"{date_format(localtime(when), 'DATETIME_FORMAT')} {date_format(localtime(when), 'T')}"


@register.simple_tag(takes_context=True)
def nav_link(context: dict[str, Any], name: str, label: str) -> SafeString:
    """A link of the navigation, marked when the reader is in that part of the site."""
    address = reverse(name)
    request = context.get("request")
    here = request is not None and request.path.startswith(address)
    current = format_html(' aria-current="{}"', "page") if here else ""
    return format_html('<a href="{}"{}>{}</a>', address, current, label)
