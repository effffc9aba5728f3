# The image brings its own Node.js 24, so the install script of the `node` package is not needed.
FROM node:24-slim AS libraries
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM libraries AS workbench
COPY src/vocabulary.ts src/computing/word-diff.ts ./src/
COPY openapi/reasons.ts ./openapi/
COPY openapi/reasons ./openapi/reasons
COPY sample ./sample
COPY web ./web
RUN node web/built.ts
# What is built needs none of its libraries. TypeScript comes along as a peer of @trpc/server, for its types alone.
RUN npm pkg delete $(node web/libraries.ts) && npm prune --omit=dev --ignore-scripts && \
  rm -rf node_modules/typescript node_modules/@typescript

# The one file that the service starts from, and its parts.
FROM libraries AS bundle
COPY entities ./entities
COPY openapi ./openapi
COPY routers ./routers
COPY workflows ./workflows
COPY src ./src
COPY web/built.ts ./web/
RUN node src/bundle/make.ts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/rulewright/compiled
# What is freed goes back to the system at once (docs/reliability.md, "Memory").
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
COPY --from=workbench /app/node_modules ./node_modules
COPY package.json package-lock.json LICENSE ./
COPY entities ./entities
COPY migrations ./migrations
COPY openapi ./openapi
COPY routers ./routers
COPY workflows ./workflows
COPY sample ./sample
COPY src ./src
COPY web/built.ts ./web/
COPY --from=workbench /app/web/dist ./web/dist
COPY --from=bundle /app/dist ./dist
RUN mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache
USER node
# What `npm ci` does after installing: the first start takes a copy of an empty database, and finds its code compiled.
# Node.js keeps compiled code for one user and one set of options.
RUN node --max-semi-space-size=8 --heap-growing-percent=50 src/prepare.ts
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health_check`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "src/server.ts"]
