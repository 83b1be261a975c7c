# Three stages: the build with its compilers, the packages that run, and the image with neither compilers nor npm cache.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Scripts stay off until the sources are there: `prepare` would build.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
WORKDIR /app
COPY package.json ./
COPY drizzle/migrations ./drizzle/migrations
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The code belongs to root and the process to another user, which may write nowhere but in /data.
RUN install -d -o 1000 -g 1000 -m 0700 /data
# NODE_ENV is left to whoever deploys: `production` demands secrets of one's own, so the image could not start alone.
# More arenas only keep memory that the threads of the compiler have freed.
ENV LISTEN_ADDRESS=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then(({ ok }) => process.exit(ok ? 0 : 1))"]
# Last, because it changes with every commit.
ARG GIT_SHA=
ENV GIT_SHA=$GIT_SHA
# The list form: node itself is process 1 and hears SIGTERM. Left alone, Node 24 lets its young generation grow so far
# that an idle process holds twice the memory of Node 20, and is no faster for it. What follows the name of the image is
# a command of the service: `docker run … demo`, `docker run … doctor`.
ENTRYPOINT ["node", "--max-semi-space-size=8", "dist/service/main.js"]
CMD ["start"]
