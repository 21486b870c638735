# Builds the web app and runs the server as a user without rights. The data folder is /data.
FROM node:26-slim AS build
WORKDIR /app
COPY . .
RUN npx --yes pnpm@12 install --frozen-lockfile \
  && cd apps/server && node scripts/generate-database-clients.ts && cd ../.. \
  && cd apps/web && npx vite build && cd ../.. \
  # The server runs its sources; what only builds and tests need goes.
  && CI=true npx --yes pnpm@12 --filter @satchel/server --prod deploy /server \
  && cp -r apps/server/generated /server/generated \
  && mkdir -p /web && cp -r apps/web/dist /web/dist

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data MALLOC_ARENA_MAX=2
COPY --from=build /server /app/apps/server
COPY --from=build /web/dist /app/apps/web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
WORKDIR /app/apps/server
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "src/main.ts"]
