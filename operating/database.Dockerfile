# A database machine's programs, for docker-compose.cluster.yml: PostgreSQL, Patroni over it, and etcd.
FROM postgres:17-bookworm
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --yes --no-install-recommends etcd-server python3-venv \
 && rm -rf /var/lib/apt/lists/* \
 && python3 -m venv /opt/patroni
COPY operating/patroni.txt /opt/patroni/patroni.txt
RUN /opt/patroni/bin/pip install --quiet --no-cache-dir --disable-pip-version-check --require-hashes -r /opt/patroni/patroni.txt
COPY operating/patroni.yml /etc/patroni.yml
COPY operating/database /usr/local/bin/database
USER 999:999
ENV PATRONI_POSTGRESQL_BIN_DIR=/usr/lib/postgresql/17/bin \
    PATRONI_POSTGRESQL_DATA_DIR=/var/lib/postgresql/data/terrahedron
ENTRYPOINT ["database"]
CMD ["patroni"]
