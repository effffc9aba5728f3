import { parentPort, workerData } from 'node:worker_threads'
import { appRouter } from '../../routers/index.ts'
import { openDatabase } from '../../src/database/open.ts'
import { Factories } from '../../test/support/factories.ts'
import { openWorld, type World } from '../../test/support/open-world.ts'
import { run } from './run.ts'
import type { Scale } from './scale.ts'

/** A thread of `main.ts`: a service of its own on the database of all, and what its rounds come to as messages; any message ends it. */
const { url, scale }: { url: string; scale: Scale } = workerData
const CONNECTIONS = 12

// No one reads where a refusal came from.
Error.stackTraceLimit = 1
const database = await openDatabase({ url, dataDir: 'memory:', poolSize: CONNECTIONS })
const opened = await openWorld({}, appRouter, () => new Date(), database)
const service: World = Object.setPrototypeOf({ ...opened }, Factories.prototype)
const ended = new AbortController()
parentPort?.once('message', () => ended.abort())
await run(service, scale, { tell: (round) => parentPort?.postMessage(round), signal: ended.signal })
parentPort?.close()
opened.services.events.close()
await opened.services.workers.close()
await database.close()
