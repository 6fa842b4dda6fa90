"""Every page's address. No namespace; a name is the page's noun."""

from django.urls import path

from logbook.views import home

urlpatterns = [
    path("", home.home, name="home"),
]
