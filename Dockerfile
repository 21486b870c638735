# syntax=docker/dockerfile:1
# The server with the web app, run as a user without rights. What must be kept is in /data.
# A release pins the base by its digest: `docker buildx imagetools inspect node:26-slim` tells it, and
# Dependabot proposes newer ones.
ARG NODE_IMAGE=node:26-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV CI=true
RUN npm install --global pnpm@12.21.0
# Only these decide about the dependencies, so that a change of the sources does not fetch them again.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.mjs ./
COPY scripts/repository.mjs scripts/
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline \
  && pnpm --filter @satchel/server run generate \
  && pnpm --filter @satchel/server run build \
  && pnpm --filter @satchel/web run build
# The workspace keeps its shape, with what runs and nothing else.
RUN find . -name node_modules -prune -exec rm -rf {} + \
  && pnpm install --frozen-lockfile --offline --prod --filter '@satchel/server...' \
  && node scripts/pick-image-files.mjs /image

FROM ${NODE_IMAGE}
# What server-process.mjs says of the memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=build /image /app
RUN ln -s /app/satchel /usr/local/bin/satchel && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["satchel"]
CMD ["serve"]
