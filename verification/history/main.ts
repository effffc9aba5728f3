import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import { toDatabaseUrl } from '../../test/support/postgres.ts'
import { startTestServer } from '../../test/support/test-server.ts'
import {
  addReport,
  createEmptyReport,
  formatProgress,
  formatViolation,
  formatReport,
  type Report,
} from './report.ts'
import { readScale, splitScale, readThreads, FULL_RUN, type Scale } from './scale.ts'

/**
 * `npm run history`: a complete run on a PostgreSQL like that of the tests, or on TEST_DATABASE_URL; `HISTORY` is the number
 * of operations. An interrupt ends the current rounds and prints the results.
 */
const configured = process.env['TEST_DATABASE_URL']
const testServer = configured === undefined ? await startTestServer() : null
const server = configured ?? testServer?.url ?? ''
const name = `rulewright_history_${process.pid}`
/** The interval between two progress lines. */
const REPORT_MS = 15_000
/** The first and the longest interval between two vacuums; outdated statistics would cause sequential scans. */
const MIN_VACUUM_MS = 5000
const MAX_VACUUM_MS = 90_000
/** The memory limit of each thread, because memory must not grow with the length of a run. */
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 }
const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const

const admin = new Client({ connectionString: server })
await admin.connect()
await admin.query(`create database ${name}`)
await admin.query(`alter database ${name} set synchronous_commit = off`)
try {
  process.exitCode = await runHistory(
    toDatabaseUrl(server, name),
    readScale(process.env['HISTORY'] ?? FULL_RUN),
  )
} finally {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  await testServer?.stop()
}

async function runHistory(url: string, scale: Scale): Promise<number> {
  const database = await openDatabase({ url, dataDir: 'memory:' })
  await database.migrate()
  await database.close()
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const report = createEmptyReport()
  let reportedAt = began
  const reportRound = (round: Report): void => {
    addReport(report, round)
    for (const violation of round.violations) console.log(formatViolation(violation))
    if (performance.now() - reportedAt < REPORT_MS) return
    reportedAt = performance.now()
    console.log(`${Math.round(seconds())} s: ${formatProgress(report, seconds())}`)
  }
  for (const name of INTERRUPTS) {
    process.once(name, () => console.log(`${name}: ends after the current rounds`))
  }
  const parts = splitScale(scale, readThreads())
  console.log(
    `HISTORY_SEED=${scale.seed}: ${scale.calls} operations, ${parts.length} threads, ${scale.lanes} concurrent rounds in each`,
  )
  const ended = new AbortController()
  const cleaning = vacuumRegularly(url, ended.signal)
  await Promise.all(parts.map((part) => runThread(url, part, reportRound)))
  ended.abort()
  await cleaning
  console.log(formatReport(report, seconds()))
  return report.violations.length === 0 && report.calls === scale.calls ? 0 : 1
}

/** Vacuums the database until the run ends, because autovacuum may be off. */
async function vacuumRegularly(url: string, signal: AbortSignal): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (let pause = MIN_VACUUM_MS; !signal.aborted; pause = Math.min(MAX_VACUUM_MS, pause * 2)) {
    await client.query('vacuum analyze')
    await setTimeout(pause, undefined, { signal }).catch(() => undefined)
  }
  await client.end()
}

/** Runs a part of the run in a thread until it is done or interrupted; rejects if the thread fails. */
async function runThread(url: string, scale: Scale, onRound: (round: Report) => void): Promise<void> {
  const thread = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: { url, scale },
    resourceLimits: MEMORY,
  })
  thread.on('message', onRound)
  const interrupt = () => thread.postMessage('stop')
  for (const name of INTERRUPTS) process.once(name, interrupt)
  await once(thread, 'exit')
  for (const name of INTERRUPTS) process.off(name, interrupt)
}
