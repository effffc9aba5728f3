import { parentPort, workerData } from 'node:worker_threads'
import { appRouter } from '../../routers/index.ts'
import { openDatabase } from '../../src/database/open.ts'
import { openWorld, type World } from '../../test/support/create-world.ts'
import { Factories } from '../../test/support/factories.ts'
import { run } from './run.ts'
import type { Scale } from './scale.ts'

/** A thread of `main.ts`: a service on the shared database. It posts the result of each round; the message `stop` ends it. */
const { url, scale }: { url: string; scale: Scale } = workerData
const CONNECTIONS = 12

// Stack traces of rejections are not used.
Error.stackTraceLimit = 1
const database = await openDatabase({ url, dataDir: 'memory:', poolSize: CONNECTIONS })
const opened = await openWorld({}, appRouter, () => new Date(), database)
const service: World = Object.setPrototypeOf({ ...opened }, Factories.prototype)
const ended = new AbortController()
parentPort?.once('message', () => ended.abort())
await run(service, scale, { onRound: (round) => parentPort?.postMessage(round), signal: ended.signal })
parentPort?.close()
opened.services.events.close()
await opened.services.workers.close()
await database.close()
