# One image, several processes: docker-compose.yml says which command each container runs.
FROM python:3.11-slim-bookworm AS build
COPY requirements/run.txt /run.txt
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r /run.txt

FROM node:24-bookworm-slim AS web
WORKDIR /web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web ./
RUN npm run build

FROM python:3.11-slim-bookworm
RUN useradd --system --no-create-home --home-dir /app gyoji
COPY --from=build /venv /venv
WORKDIR /app
COPY manage.py ./
COPY config config
COPY accounts accounts
COPY games games
COPY ai_workers ai_workers
COPY --from=web /web/dist web/dist
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 NUMBA_CACHE_DIR=/var/cache/gyoji
RUN mkdir /var/cache/gyoji && chown gyoji /var/cache/gyoji
USER gyoji
# The computers' search for this processor; where the image runs on another, the bots' worker compiles it again.
RUN python -m ai_workers.bots.warm
EXPOSE 8000
CMD ["daphne", "-v", "0", "-b", "0.0.0.0", "-p", "8000", "--application-close-timeout", "5", "--no-server-name", "config.asgi:application"]
