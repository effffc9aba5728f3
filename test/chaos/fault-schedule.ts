import { join } from 'node:path'
import { openDatabase } from '../../src/database/open.ts'
import { retryUnanswered, startClients } from '../../verification/chaos/clients.ts'
import { createObserver, type Observer } from '../../verification/chaos/connection-observer.ts'
import { createClock, setClockBack } from '../../verification/chaos/faults/clock.ts'
import { fillDisk, fillEmbeddedDisk } from '../../verification/chaos/faults/disk.ts'
import { startPeers, failPeers } from '../../verification/chaos/faults/peer-failures.ts'
import {
  endConnections,
  killService,
  killEmbeddedServer,
  killServer,
  restartServer,
} from '../../verification/chaos/faults/processes.ts'
import { sendSlowly } from '../../verification/chaos/faults/slow-clients.ts'
import { silenceDatabase, slowDownDatabase } from '../../verification/chaos/faults/slow-database.ts'
import { openSockets } from '../../verification/chaos/faults/sockets.ts'
import { uploadConcurrently } from '../../verification/chaos/faults/uploads.ts'
import { Journal } from '../../verification/chaos/journal.ts'
import { measurePoolUnderLoad } from '../../verification/chaos/pool-size.ts'
import type { Report } from '../../verification/chaos/report.ts'
import type { Scale } from '../../verification/chaos/scale.ts'
import { createSeededRandom } from '../../verification/chaos/seeded-random.ts'
import {
  createSupervisedService,
  type SupervisedService,
} from '../../verification/chaos/supervised-service.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { createDirectory } from '../support/service.ts'
import { startSeverableProxy, type SeverableProxy } from '../support/severable-proxy.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import type { FaultContext, FaultResult } from './faults/inject.ts'
import { compareJournal } from './idempotent-writes.ts'
import { findViolations } from './invariants.ts'
import { createServiceUnderTest, type ServiceUnderTest } from './service-under-test.ts'

const DATABASE = 'chaos'
/** The disk size of a complete run; a short run uses a smaller disk, which is filled faster. */
const DISK_MIB = 768
const SMALL_DISK_MIB = 192
const EMBEDDED_DISK_MIB = 768
/** Less than the default, so that a silent database is noticed within the run; the connection follows 5 seconds later. */
const STATEMENT_TIMEOUT = 5
const SILENCE_MS = 14_000
/** Small WAL segments, so that a full disk is noticed soon. */
const SMALL_LOG = ['min_wal_size=2MB', 'max_wal_size=24MB']

/** Receives the result of each kind of fault. */
export type OnFaultResult = (results: FaultResult) => void

/** Runs all faults on a new PostgreSQL server, with peers and a proxied database connection. */
export async function runFaultsOnPostgres(
  scale: Scale,
  tell: OnFaultResult = () => undefined,
): Promise<Report> {
  const disk = await mountSmallDisk(scale.kills > 20 ? DISK_MIB : SMALL_DISK_MIB)
  const server = await (disk ? startPostgresServer(SMALL_LOG, { under: disk.path }) : startPostgresServer())
  const peers = await startPeers()
  let line: SeverableProxy | null = null
  try {
    await server.ask(`create database ${DATABASE}`)
    line = await startSeverableProxy(server.url(DATABASE))
    const transport = line
    const observer = createObserver(server, DATABASE)
    const limits = { DATABASE_STATEMENT_TIMEOUT: `${STATEMENT_TIMEOUT}s`, HEADERS_TIMEOUT: '15s' }
    const service = await createSupervisedService(line.url, { ...peers.env, ...limits })
    const url = server.url(DATABASE)
    return await injectFaults({ engine: 'PostgreSQL', scale, service, url, observer, tell }, (context) => [
      () => endConnections(context, observer, scale.endings),
      () => fillDisk(context, server, disk, scale.fullDisks),
      () => restartServer(context, server, scale.restarts),
      () => slowDownDatabase(context, transport, scale.slowDatabases),
      () => silenceDatabase(context, transport, scale.silentDatabases, SILENCE_MS),
      () => openSockets(context, scale.floods, scale.sockets),
      () => sendSlowly(context, scale.slowClients),
      () => uploadConcurrently(context, scale.uploadStorms, scale.uploads),
      () => failPeers(context, peers, scale.peers),
      () => killServer(context, server, scale.serverKills),
      () => killService(context, scale.kills),
    ])
  } finally {
    await line?.cut()
    await peers.remove()
    await server.remove()
    await disk?.remove()
  }
}

/** Runs the faults of the embedded database: a full disk, and kills of the service and of PostgreSQL. */
export async function runFaultsOnEmbedded(
  scale: Scale,
  tell: OnFaultResult = () => undefined,
): Promise<Report> {
  const disk = await mountSmallDisk(EMBEDDED_DISK_MIB)
  try {
    const service = await createSupervisedService(
      undefined,
      disk ? { DATA_DIR: join(disk.path, 'data') } : {},
    )
    return await injectFaults({ engine: 'the embedded database', scale, service, tell }, (context) => [
      () => fillEmbeddedDisk(context, disk, scale.embeddedFullDisks),
      () => killEmbeddedServer(context, scale.embeddedServerKills),
      () => killService(context, scale.embeddedKills),
    ])
  } finally {
    await disk?.remove()
  }
}

/** Runs the service with a wrong clock on the embedded database, whose clock is correct. */
export async function runClockFaults(scale: Scale, tell: OnFaultResult = () => undefined): Promise<Report> {
  const { path, remove } = await createDirectory()
  try {
    const clock = await createClock(`${path}/offset`)
    const service = await createSupervisedService(undefined, clock?.env)
    return await injectFaults({ engine: 'the embedded database', scale, service, tell }, (context) => [
      () => setClockBack(context, clock, scale.clocks),
    ])
  } finally {
    await remove()
  }
}

interface FaultRun {
  engine: string
  scale: Scale
  service: SupervisedService
  url?: string
  observer?: Observer
  tell: OnFaultResult
}

/** Starts the clients, injects the faults in turn, checks the invariants, and releases everything. */
async function injectFaults(
  run: FaultRun,
  faults: (context: FaultContext) => (() => Promise<FaultResult>)[],
): Promise<Report> {
  const { scale, service, observer, tell } = run
  const started = performance.now()
  const journal = new Journal()
  try {
    await service.start()
    const target = await createServiceUnderTest(service, scale.clients)
    const pool = observer ? [await measurePoolUnderLoad(target, observer)] : []
    const clients = startClients(target, journal, scale.seed)
    const { between, only } = scale
    const context = {
      service,
      target,
      journal,
      between,
      only,
      chance: createSeededRandom(scale.seed, 'faults'),
    }
    const results: FaultResult[] = []
    for (const fault of faults(context)) {
      const result = await fault()
      results.push(result)
      tell(result)
      if (observer && result.times > 0) pool.push(await measurePoolUnderLoad(target, observer, pool[0]))
    }
    await clients.stop()
    const unansweredCount = await retryUnanswered(target, journal)
    const stuck = observer ? await observer.stuck() : 0
    const exitCode = await service.stop()
    const leftovers = await findLeftovers(run, journal, target)
    const seconds = (performance.now() - started) / 1000
    const { engine } = run
    const errors = service.errors()
    return {
      engine,
      scale,
      seconds,
      faultResults: results,
      journal,
      ...leftovers,
      unansweredCount,
      pool,
      stuck,
      exitCode,
      errors,
    }
  } finally {
    await service.remove()
  }
}

async function findLeftovers({ url, service }: FaultRun, journal: Journal, target: ServiceUnderTest) {
  const limits = { statement: 0, lock: 0, idleInTransaction: 0 }
  const database = await openDatabase({
    dataDir: service.dataDir,
    limits,
    ...(url === undefined ? {} : { url }),
  })
  try {
    return {
      partial: await findViolations(database.queries, target),
      comparison: await compareJournal(database.queries, journal, target),
    }
  } finally {
    await database.close()
  }
}
