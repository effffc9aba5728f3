import { Client } from 'pg'
import { appRouter } from '../../routers/index.ts'
import { openDatabase } from '../../src/database/open.ts'
import { Factories } from '../support/factories.ts'
import { openWorld, type World } from '../support/open-world.ts'
import { databaseUrl, DEFAULT_SERVER } from '../support/postgres.ts'
import { progressOf, violationInWords, wordsOf } from './report.ts'
import { run } from './run.ts'
import { scaleOf, WHOLE } from './scale.ts'

/** `npm run history`: the whole run on the PostgreSQL of the tests, or as many operations as `HISTORY` says. */
const server = process.env['TEST_DATABASE_URL'] ?? DEFAULT_SERVER
const name = `rulewright_history_${process.pid}`
/** Between two lines about how far it is. */
const EVERY_MS = 15_000
const CONNECTIONS = 16

const admin = new Client({ connectionString: server })
await admin.connect()
await admin.query(`create database ${name}`)
await admin.query(`alter database ${name} set synchronous_commit = off`)
try {
  process.exitCode = await history()
} finally {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}

async function history(): Promise<number> {
  const scale = scaleOf(process.env['HISTORY'] ?? WHOLE)
  const url = databaseUrl(server, name)
  const database = await openDatabase({ url, dataDir: 'memory:', poolSize: CONNECTIONS })
  await database.migrate()
  const opened = await openWorld({}, appRouter, () => new Date(), database)
  const service: World = Object.setPrototypeOf({ ...opened }, Factories.prototype)
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  let told = 0
  console.log(`HISTORY_SEED=${scale.seed}: ${scale.calls} operations, ${scale.lanes} rounds at once`)
  const report = await run(service, scale, (so, found) => {
    for (const violation of found) console.log(violationInWords(violation))
    if (performance.now() - told < EVERY_MS) return
    told = performance.now()
    console.log(`${Math.round(seconds())} s: ${progressOf(so, seconds())}`)
  })
  console.log(wordsOf(report, seconds()))
  opened.services.events.close()
  await opened.services.computing.close()
  await database.close()
  return report.violations.length === 0 && report.calls === scale.calls ? 0 : 1
}
