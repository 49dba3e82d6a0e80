# The server for production: no compiler, no PostgreSQL of its own, not root.
# Python and Node packages are installed in stages of their own and only their results are taken over.

FROM python:3.11-slim-bookworm AS python-packages
WORKDIR /build
COPY requirements-server.txt .
RUN python -m venv /opt/venv \
 && /opt/venv/bin/pip install --quiet --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-server.txt

FROM node:22-bookworm-slim AS node-packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin terrahedron
WORKDIR /srv/terrahedron
COPY --from=python-packages /opt/venv /opt/venv
COPY --from=node-packages /build/node_modules node_modules
COPY alembic.ini alembic.ini
COPY migrations migrations
COPY static static
COPY templates templates
COPY app app
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TERRAHEDRON_HOST=0.0.0.0 \
    TERRAHEDRON_PORT=8000 \
    TERRAHEDRON_EMBEDDED=false
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["python", "-m", "app", "health"]
CMD ["python", "-m", "app", "serve"]
