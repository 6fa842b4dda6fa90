# One image for web, worker and beat; compose.yaml says which is which.
FROM python:3.12-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 CREWSITE_VAR=/var/lib/crewsite WEB_HOST=0.0.0.0
WORKDIR /srv/crewsite
COPY requirements.txt requirements-fast.txt requirements-s3.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
RUN pip install --no-cache-dir --require-hashes -r requirements-s3.txt
# Optional: without it the solver answers the same, only later.
RUN pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements-fast.txt || true
COPY . .
RUN useradd --system --home-dir /var/lib/crewsite --create-home crewsite \
 && python -m compileall -q crewsite logbook games \
 && python -m crewsite.translations compile \
 && SECRET_KEY=unused python manage.py collectstatic --no-input --verbosity 0 \
 && mkdir -p /var/lib/crewsite/media /var/lib/crewsite/backups /var/lib/crewsite/scratch \
 && chown -R crewsite /var/lib/crewsite
USER crewsite
RUN python -m games.crew.solver.precompile
EXPOSE 8000
CMD ["python", "-m", "crewsite.server"]
