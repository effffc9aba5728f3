import { serve } from '@hono/node-server'
import { z } from 'zod'
import { readComponentStats } from '../routers/components/read/progress.ts'
import { createApp } from '../src/app/create-app.ts'
import { createServices } from '../src/app/create-services.ts'
import { readEnv } from '../src/config/env.ts'
import { openDatabase } from '../src/database/open.ts'
import { reading } from '../src/procedures/access/builders.ts'
import { anyoneReading } from '../src/procedures/base-procedures.ts'
import { pathId } from '../src/procedures/schemas/shapes.ts'
import { router } from '../src/procedures/trpc.ts'
import { createLogger } from '../src/telemetry/log.ts'

/** One handler, mounted twice: for everyone, and behind authentication; prints its port for the driver. */
const tags = ['Bench']
const input = z.object({ id: pathId })
const output = z.looseObject({})
const bench = router({
  open: anyoneReading
    .meta({ openapi: { method: 'GET', path: '/open/{id}', tags, summary: 'Without authentication' } })
    .input(input)
    .output(output)
    .query(({ ctx, input: { id } }) => readComponentStats(ctx.db, id)),
  closed: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/closed/{id}', tags, summary: 'Behind authentication' } })
    .input(input)
    .output(output)
    .query(({ ctx, input: { id } }) => readComponentStats(ctx.db, id)),
})

const url = process.env['DATABASE_URL'] ?? ''
const env = readEnv({ DATABASE_URL: url, RATE_LIMIT_ENABLED: 'false' })
const database = await openDatabase({ url, dataDir: 'memory:', poolSize: 16 })
const services = createServices({ env, database, log: createLogger({ level: 'error', format: 'json' }) })
const app = createApp(services, undefined, bench)
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
process.once('message', () => process.exit(0))
