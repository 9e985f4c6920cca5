# Candor as an image: built in the first stage; the second holds what a server needs to run and nothing that builds it.
#
#   docker build -t candor .
#   docker run --hostname candor -p 3000:3000 -v candor:/data -e BASE_DOMAIN=localhost:3000 candor
#
# Books are kept by the built-in PostgreSQL in /data, or by the server that DATABASE_URL names (compose.yml). Commands:
#   docker exec -it <container> node build/program/operator.js list
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node --import tsx scripts/release.mjs --to /app

FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
RUN useradd --system --home-dir /app --shell /usr/sbin/nologin candor && install -d -m 700 -o candor -g candor /data
COPY --from=build /app /app
WORKDIR /app
USER candor
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
# A store that recovers after a crash takes its time; readiness says when it has.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "build/program/server.js"]
