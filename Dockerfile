# Builds the web app and runs the server as a user without rights. What must be kept is in /data.
FROM node:26-slim AS build
WORKDIR /app
COPY . .
RUN npx --yes pnpm@12 install --frozen-lockfile
RUN cd apps/server && node scripts/generate-database-clients.ts
RUN cd apps/web && npx vite build
# The server runs its sources, which Node only takes outside of node_modules: so the workspace stays
# as it is, and only what builds and tests need goes.
RUN rm -rf node_modules apps/*/node_modules packages/*/node_modules bench \
  && CI=true npx --yes pnpm@12 install --prod --frozen-lockfile --filter '@satchel/server...'

FROM node:26-slim
# What server-process.mjs says of the memory.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/packages /app/packages
COPY --from=build /app/apps/server /app/apps/server
COPY --from=build /app/apps/web/dist /app/apps/web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
WORKDIR /app/apps/server
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=2", "--heap-growing-percent=50", "src/main.ts"]
