"""Crewsite's settings: one file, read from the environment (docs/settings.md).

Without any variable set this is a production site, and refuses to start without its SECRET_KEY.
"""

from pathlib import Path
from typing import Any

from crewsite import environment, redis_server, task_queues
from crewsite.databases import databases
from crewsite.periodic_tasks import PERIODIC_TASKS

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(environment.text("CREWSITE_VAR") or BASE_DIR / "var")

DEBUG = environment.flag("DEBUG")
# A site on a home network can switch HTTPS off.
HTTPS = environment.flag("HTTPS", default=not DEBUG)
SECRET_KEY = environment.secret_key(debug=DEBUG, kept_in=VAR)
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1],*" if DEBUG else "localhost,127.0.0.1")
CSRF_TRUSTED_ORIGINS = environment.origins("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "logbook",
    "allauth",
    "allauth.account",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "crewsite.senders.forwarded",
    "crewsite.request_logging.observed",
    "crewsite.middleware.asked_by_machines",
    "crewsite.middleware.without_nul",
    "crewsite.middleware.content_security_policy",
    "django.middleware.security.SecurityMiddleware",
    "crewsite.middleware.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "crewsite.middleware.UnprocessedForms",
    "logbook.people.middleware.player",
    "logbook.people.middleware.language",
    "logbook.people.middleware.time_zone",
    "logbook.people.middleware.Refusals",
    "logbook.people.middleware.maintained",
    "logbook.people.middleware.networks",
    "logbook.typed_deals.middleware.device",
    "crewsite.middleware.not_found",
]

ROOT_URLCONF = "crewsite.urls"
ASGI_APPLICATION = "crewsite.asgi.application"
WSGI_APPLICATION = "crewsite.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "jinja2"],
        "OPTIONS": {"environment": "crewsite.jinja2.environment"},
    },
]

# Forms use our own templates/django/forms/.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# SQLite in var/, or DATABASE_URL; with a replica, what only reads is read there (crewsite.postgresql.router).
DATABASES = databases(VAR / "crewsite.sqlite3")
DATABASE_REPLICA_LAG_SECONDS = environment.number("DATABASE_REPLICA_LAG_SECONDS", 5)
if "replica" in DATABASES:
    DATABASE_ROUTERS = ["crewsite.postgresql.router.Router"]
    MIDDLEWARE.insert(MIDDLEWARE.index("crewsite.request_logging.observed") + 1, "crewsite.replica_requests.routed")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts.
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
_VALIDATORS = ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
AUTH_PASSWORD_VALIDATORS = [
    *({"NAME": f"django.contrib.auth.password_validation.{name}Validator"} for name in _VALIDATORS),
    {"NAME": "logbook.people.passwords.KeyRevokingValidator"},
]
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_FORMS = {
    "add_email": "logbook.people.forms.addresses.AddEmailForm",
    "change_password": "logbook.people.forms.profile.ChangePasswordForm",
    "login": "logbook.people.forms.profile.LoginForm",
    "reset_password": "logbook.people.forms.addresses.ResetPasswordForm",
    "reset_password_from_key": "logbook.people.forms.profile.ResetPasswordKeyForm",
    "signup": "logbook.people.forms.profile.SignupForm",
}
ACCOUNT_ADAPTER = "logbook.people.accounts.AccountAdapter"
# Only with confirmed addresses can sign-up hide which addresses have an account already.
_VERIFICATIONS = (
    ["mandatory", "optional", "none"] if environment.text("EMAIL_HOST") else ["optional", "mandatory", "none"]
)
ACCOUNT_EMAIL_VERIFICATION = environment.one_of("EMAIL_VERIFICATION", _VERIFICATIONS)
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
# A borrowed browser can change no address: the password is asked for again.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# Limits: one address on one account; all addresses on one account, then the site mails its owner; one address.
WRONG_PASSWORDS_TOGETHER, WRONG_PASSWORDS_OF_AN_ACCOUNT = "5/5m/ip", "100/h/key"
ACCOUNT_RATE_LIMITS = {"login_failed": f"10/m/ip,{WRONG_PASSWORDS_OF_AN_ACCOUNT}"}
# The number of our proxies. crewsite.senders finds the sender once, for all code.
TRUSTED_PROXY_COUNT = environment.count("TRUSTED_PROXY_COUNT", 1 if environment.flag("TRUST_PROXY_HTTPS") else 0)
ALLAUTH_TRUSTED_PROXY_COUNT = 0

# Mail: on the console in development.
EMAIL_BACKEND = f"django.core.mail.backends.{'console' if DEBUG else 'smtp'}.EmailBackend"
EMAIL_HOST = environment.text("EMAIL_HOST", "localhost")
EMAIL_PORT = int(environment.number("EMAIL_PORT", 25))
EMAIL_HOST_USER = environment.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = environment.flag("EMAIL_USE_TLS")
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = environment.text("DEFAULT_FROM_EMAIL", "Crewsite <crewsite@localhost>")

# The site's address: mails and calendars link to its pages.
_DEVELOPED_AT = f"{environment.text('WEB_HOST', '127.0.0.1')}:{environment.text('WEB_PORT', '8000')}"
SITE_ADDRESS = (
    environment.matching("SITE_ADDRESS", "", r"(https?://.+)?", "https://crew.example.org")
    or f"{'https' if HTTPS else 'http'}://{_DEVELOPED_AT if DEBUG or not ALLOWED_HOSTS else ALLOWED_HOSTS[0]}"
).rstrip("/")

# Language and time. A reader's own choice comes first, then the browser's language, then the site's.
LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
LANGUAGE_CODE = environment.one_of("SITE_LANGUAGE", [code for code, _name in LANGUAGES])
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [BASE_DIR / "logbook" / "locale"]
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = ["crewsite.formats"]
TIME_ZONE = environment.time_zone("TIME_ZONE")
# Talk at tables; crews and clubs can turn off their own.
TALK = environment.flag("TALK", default=True)

# Static files: from the source in development, collected and fingerprinted otherwise. A CDN may fetch them from here.
_CDN = r"static/|https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._-]+)+/"
STATIC_URL = environment.matching("STATIC_URL", "static/", _CDN, "https://cdn.example.org/static/")
STATIC_ORIGIN = environment.origin_of(STATIC_URL)
STATIC_ROOT = VAR / "static"
# Uploads, in this folder or in a private bucket. No route serves them: a photo goes through a view that checks access.
MEDIA_ROOT = environment.private_folder(VAR / "media")
_BUCKET = {
    "bucket_name": environment.matching("STORAGE_BUCKET", "", r"|[A-Za-z0-9][A-Za-z0-9._-]{2,62}", "crewsite-photos"),
    "endpoint_url": environment.matching("STORAGE_ENDPOINT", "", r"|https?://[^\s/@]+/?", "https://s3.example.org")
    or None,
    "region_name": environment.text("STORAGE_REGION") or "us-east-1",
    "location": environment.text("STORAGE_FOLDER").strip("/"),
    "access_key": environment.text("STORAGE_KEY_ID") or None,
    "secret_key": environment.text("STORAGE_SECRET") or None,
}
STORAGES: dict[str, dict[str, Any]] = {
    "default": environment.object_storage(**_BUCKET)
    or {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700},
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
# The service workers read them from the CDN's origin.
WHITENOISE_ALLOW_ALL_ORIGINS = bool(STATIC_ORIGIN)

# A request that takes longer is cut with 503 (crewsite.lanes). A body has more time: a second for each MB.
REQUEST_SECONDS = environment.number("REQUEST_SECONDS", 30)
# A stopping web process ends its event streams over at most so many seconds.
DRAIN_SECONDS = environment.count("DRAIN_SECONDS", 0)
# The connections of one address to a web process without a proxy (crewsite.server); 0 for no limit.
ADDRESS_CONNECTIONS = environment.count("ADDRESS_CONNECTIONS", 500)

# The budget for proving that a challenge's deal can be won (counted, never timed), and for rating it.
CERTIFY_NODES = int(environment.number("CERTIFY_NODES", 4_000_000))
CERTIFY_CONFLICTS = int(environment.number("CERTIFY_CONFLICTS", 400_000))
RATING_PLAYOUTS = int(environment.number("RATING_PLAYOUTS", 20))
RATING_RANDOM_ROUNDS = int(environment.number("RATING_RANDOM_ROUNDS", 20_000))
MISSION_RATING_ROUNDS = int(environment.number("MISSION_RATING_ROUNDS", 20))

# The private Redis of `make run` and the Procfile, unless another one is named.
_REDIS = r"rediss?://[^\s,]+|unix:///[^\s,]+|redis\+sentinel://[^/\s]+/[^/\s]+(/[0-9]+)?"
_SUCH_AS = "redis://localhost:6379/0, unix:///folder/redis.sock or redis+sentinel://host:26379,host:26379/name/0"
REDIS_URL = environment.matching("REDIS_URL", redis_server.url_of(redis_server.folder_of(VAR)), _REDIS, _SUCH_AS)
SENTINEL_PASSWORD = environment.text("SENTINEL_PASSWORD")
# Its three jobs may have servers of their own: tasks, announcements and presence, counts.
BROKER_REDIS_URL = environment.matching("BROKER_REDIS_URL", "", f"|{_REDIS}", _SUCH_AS)
LIVE_REDIS_URLS = environment.matching("LIVE_REDIS_URLS", "", rf"|({_REDIS})(\s+({_REDIS}))*", _SUCH_AS).split()
CACHE_REDIS_URL = environment.matching("CACHE_REDIS_URL", "", f"|{_REDIS}", _SUCH_AS)
# Counts over all processes: wrong passwords, API requests. Without Redis each process counts alone.
CACHES = {
    "default": {
        "BACKEND": "crewsite.caches.Shared",
        "LOCATION": CACHE_REDIS_URL or REDIS_URL,
        "KEY_PREFIX": "crewsite",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    },
}

# The API.
_RATE = r"[1-9][0-9]*/(s|sec|second|m|min|minute|h|hour|d|day)"
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "logbook.api.authentication.TokenAuthentication",
        "logbook.api.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["logbook.api.permissions.ScopePermission"],
    "DEFAULT_THROTTLE_CLASSES": [
        "logbook.api.throttles.CallerThrottle",
        "logbook.api.throttles.AddressThrottle",
        "logbook.api.throttles.NetworkThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "caller": environment.matching("API_RATE_CALLER", "600/min", _RATE, "600/min"),
        "address": environment.matching("API_RATE_ADDRESS", "120/min", _RATE, "120/min"),
    },
    "DEFAULT_PAGINATION_CLASS": "logbook.api.pagination.KeysetPagination",
    "DEFAULT_PARSER_CLASSES": ["logbook.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "logbook.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "logbook.api.exceptions.problem",
    "NUM_PROXIES": 0,
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Crewsite",
    "DESCRIPTION": "Play at tables, read replays and leaderboards, and manage logbooks, crews, clubs and challenges.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["logbook.api.schema.finish"],
    # The range of integers that both databases can hold.
    "PATH_CONVERTER_OVERRIDES": {"number": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1}},
}

# Live pages and the worker. The database still has whatever Redis loses.
BOT_PAUSE_SECONDS = environment.number("BOT_PAUSE_SECONDS", 0.8)
BOT_COURTESY_SECONDS = environment.number("BOT_COURTESY_SECONDS", 90)
BOT_ALONE_COURTESY_SECONDS = environment.number("BOT_ALONE_COURTESY_SECONDS", 6)
BOT_TIMED_COURTESY_SECONDS = environment.number("BOT_TIMED_COURTESY_SECONDS", 8)
BOT_LOST_SECONDS = environment.number("BOT_LOST_SECONDS", 20)
CELERY_BROKER_URL = environment.broker(BROKER_REDIS_URL or REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    **environment.broker_options(BROKER_REDIS_URL or REDIS_URL, SENTINEL_PASSWORD),
    # Kombu would wait for six seconds and try again, once for each task that a request queues.
    "max_retries": 0,
    "socket_connect_timeout": 2,
    "socket_timeout": 2,
    "visibility_timeout": 600,
    # Seconds for which a worker waits for a task before it asks again; a task ends the wait, a stop does not.
    "polling_interval": 3,
    "queue_order_strategy": "sorted",
}
SEPARATE_QUEUES = environment.some_of("SEPARATE_QUEUES", task_queues.SEPARABLE)
CELERY_TASK_QUEUES = task_queues.queues(SEPARATE_QUEUES)
CELERY_TASK_DEFAULT_QUEUE = task_queues.DEFAULT
CELERY_TASK_ROUTES = task_queues.routes(SEPARATE_QUEUES)
# Publishing a task must never block the click's response.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ALWAYS_EAGER = environment.flag("CELERY_EAGER")
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_CONSUMER = "crewsite.worker_consumer:Consumer"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_TIME_LIMIT = 300
CELERY_TIMEZONE = "UTC"
# Workers and beat log like the web process (LOGGING, below).
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat")
CELERY_BEAT_SCHEDULE = PERIODIC_TASKS

# Secure unless in development.
SECURE_SSL_REDIRECT = HTTPS
# Health checks use a process's own address, without HTTPS.
SECURE_REDIRECT_EXEMPT = [r"^healthz/$", r"^readyz/$", r"^metrics$"]
# Only trusted proxies' headers get so far (crewsite.senders).
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXY_COUNT else None
SECURE_HSTS_SECONDS = int(environment.number("HSTS_SECONDS", 3600 if HTTPS else 0))
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and environment.flag("HSTS_SUBDOMAINS", default=True)
SESSION_ENGINE = "logbook.people.session_store"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Prometheus sends this as its bearer token to read the metrics. Empty: no access.
METRICS_TOKEN = environment.text("METRICS_TOKEN")

_LEVELS = ["INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL"]
# The log names events, never cards: no seeds, no hands, no invite links.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{levelname} {name}: {message}", "style": "{"},
        "json": {"()": "crewsite.request_logging.Json"},
    },
    "filters": {
        "without paths": {"()": "crewsite.request_logging.WithoutPaths"},
        "without clients": {"()": "crewsite.broker_logging.WithoutClients"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": environment.one_of("LOG_FORMAT", ["line", "json"]),
            "filters": ["without paths", "without clients"],
        }
    },
    "loggers": {
        # One line per request: for machines that read logs, not for a terminal.
        "crewsite.requests": {"level": "INFO" if environment.flag("LOG_REQUESTS") else "WARNING"},
        # Bots act once a second: their tasks would flood the log.
        "celery": {"level": "WARNING"},
        # fontTools logs the letters of a font subset, and so the document's text.
        "fontTools": {"level": "WARNING"},
        # Without Django's own handlers, which would log everything twice.
        "django": {"handlers": []},
        # The web server uses the same format, and logs no paths.
        "uvicorn": {"handlers": [], "propagate": True},
        "uvicorn.access": {"handlers": [], "propagate": False},
    },
    "root": {"handlers": ["console"], "level": environment.one_of("LOG_LEVEL", _LEVELS)},
}
