import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openDatabase } from '../../src/database/open.ts'
import type { FaultResult } from '../../test/chaos/faults/inject.ts'
import { compareJournal } from '../../test/chaos/idempotent-writes.ts'
import { findViolations } from '../../test/chaos/invariants.ts'
import { createServiceUnderTest } from '../../test/chaos/service-under-test.ts'
import { retryUnanswered, startClients } from '../chaos/clients.ts'
import { Journal } from '../chaos/journal.ts'
import { listViolations, formatReport } from '../chaos/report.ts'
import { readScale } from '../chaos/scale.ts'
import { createSupervisedService } from '../chaos/supervised-service.ts'
import { startCluster, TTL, type Cluster } from './cluster.ts'

/**
 * `npm run failover`: kills the primary of a Patroni cluster during writes, 20 times or as often as FAILOVER says. Every
 * acknowledged write must exist afterwards. Needs Debian's patroni and etcd-server.
 */
const DATABASE = 'failover'
const KILLS = Number(process.env['FAILOVER'] ?? 20)
const BETWEEN = 20
/** Patroni's maximum time for a failover, with a reserve for the promoted standby and the service. */
const WITHIN = (TTL + 15) * 1000

const cluster = await startCluster()
try {
  await cluster.waitUntilComplete()
  await administer(cluster, `create database ${DATABASE}`)
  process.exitCode = await failOverRepeatedly(cluster)
} finally {
  await cluster.remove()
}

async function failOverRepeatedly({ url, kill, waitUntilComplete }: Cluster): Promise<number> {
  const scale = { ...readScale(), clients: 8, between: BETWEEN }
  const started = performance.now()
  const service = await createSupervisedService(url(DATABASE))
  const journal = new Journal()
  const kinds: Record<'server' | 'machine', FaultResult> = {
    server: createFaultResult('its server'),
    machine: createFaultResult('its machine'),
  }
  try {
    await service.start()
    const target = await createServiceUnderTest(service, scale.clients)
    const clients = startClients(target, journal, scale.seed)
    for (let round = 0; round < KILLS; round += 1) {
      const victim = round % 2 === 0 ? 'server' : 'machine'
      await areAcknowledged(journal, BETWEEN)
      const name = await kill(victim)
      const startedAt = performance.now()
      const result = kinds[victim]
      result.times += 1
      if (await areAcknowledged(journal, BETWEEN)) result.recovered.push(performance.now() - startedAt)
      else result.stuck += 1
      console.log(
        `  ${round + 1}. ${victim} ${name}: ${Math.round(performance.now() - startedAt)} ms, ${journal.acknowledged} writes`,
      )
      await waitUntilComplete()
    }
    await clients.stop()
    const unansweredCount = await retryUnanswered(target, journal)
    const exitCode = await service.stop()
    const database = await openDatabase({ url: url(DATABASE), dataDir: 'memory:' })
    const comparison = await compareJournal(database.queries, journal, target)
    const partial = await findViolations(database.queries, target)
    await database.close()
    const report = {
      engine: 'PostgreSQL with Patroni, etcd and synchronous replication',
      scale,
      seconds: (performance.now() - started) / 1000,
      faultResults: Object.values(kinds),
      journal,
      comparison,
      partial,
      unansweredCount,
      pool: [],
      stuck: 0,
      exitCode,
      errors: service.errors(),
    }
    console.log(formatReport(report))
    return listViolations(report).length === 0 ? 0 : 1
  } finally {
    await service.remove()
  }
}

function createFaultResult(victim: string): FaultResult {
  return {
    kind: `primary killed with ${victim}`,
    times: 0,
    recovered: [],
    stuck: 0,
    ended: 0,
    longest: 0,
    notes: [],
    wrong: [],
  }
}

/** Whether this many further writes are acknowledged within the time limit. */
async function areAcknowledged(journal: Journal, more: number): Promise<boolean> {
  const targetCount = journal.acknowledged + more
  const until = performance.now() + WITHIN
  while (journal.acknowledged < targetCount) {
    if (performance.now() > until) return false
    await pause(20)
  }
  return true
}

async function administer({ leader }: Cluster, statement: string): Promise<void> {
  const client = new Client({ connectionString: await leader() })
  await client.connect()
  await client.query(statement)
  await client.end()
}
