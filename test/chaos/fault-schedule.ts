import { join } from 'node:path'
import { openDatabase } from '../../src/database/open.ts'
import { settleRest, setToWork } from '../../verification/chaos/clients.ts'
import { observerOf, type Observer } from '../../verification/chaos/connection-observer.ts'
import { aClock, setBack } from '../../verification/chaos/faults/clock.ts'
import { fillDisk, fillEmbeddedDisk } from '../../verification/chaos/faults/disk.ts'
import { somePeers, troublePeers } from '../../verification/chaos/faults/peer-failures.ts'
import {
  endConnections,
  kill,
  killEmbeddedServer,
  killServer,
  restartServer,
} from '../../verification/chaos/faults/processes.ts'
import { dripping } from '../../verification/chaos/faults/slow-clients.ts'
import { silentDatabase, slowDatabase } from '../../verification/chaos/faults/slow-database.ts'
import { openSockets } from '../../verification/chaos/faults/sockets.ts'
import { uploadAtOnce } from '../../verification/chaos/faults/uploads.ts'
import { Journal } from '../../verification/chaos/journal.ts'
import { poolUnderCrowd } from '../../verification/chaos/pool-size.ts'
import type { Report } from '../../verification/chaos/report.ts'
import type { Scale } from '../../verification/chaos/scale.ts'
import { chanceOf } from '../../verification/chaos/seeded-random.ts'
import { aSupervised, type Supervised } from '../../verification/chaos/supervised-service.ts'
import { startPostgresServer } from '../support/postgres-server.ts'
import { createDirectory } from '../support/service.ts'
import { startSeverableProxy, type SeverableProxy } from '../support/severable-proxy.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import type { Storm, Struck } from './faults/inject.ts'
import { reckon } from './idempotent-writes.ts'
import { halves } from './invariants.ts'
import { aPlace, type ServiceUnderTest } from './service-under-test.ts'

const DATABASE = 'chaos'
/** Room for a whole run; a short one leaves less to fill. */
const DISK_MIB = 768
const SMALL_DISK_MIB = 192
const EMBEDDED_DISK_MIB = 768
/** Less than the default, so that a silent database is noticed within the run; the connection follows 5 seconds later. */
const STATEMENT_TIMEOUT = 5
const SILENCE_MS = 14_000
/** Segments of the log are small, so that a full disk is noticed soon. */
const SMALL_LOG = ['min_wal_size=2MB', 'max_wal_size=24MB']

/** Told of each kind of fault when it is over. */
export type Tell = (struck: Struck) => void

/** The whole storm on a PostgreSQL that it makes itself, with peers and a way to the database of its own. */
export async function stormOnPostgres(scale: Scale, tell: Tell = () => undefined): Promise<Report> {
  const disk = await mountSmallDisk(scale.kills > 20 ? DISK_MIB : SMALL_DISK_MIB)
  const server = await (disk ? startPostgresServer(SMALL_LOG, { under: disk.path }) : startPostgresServer())
  const peers = await somePeers()
  let line: SeverableProxy | null = null
  try {
    await server.ask(`create database ${DATABASE}`)
    line = await startSeverableProxy(server.url(DATABASE))
    const way = line
    const observer = observerOf(server, DATABASE)
    const limits = { DATABASE_STATEMENT_TIMEOUT: `${STATEMENT_TIMEOUT}s`, HEADERS_TIMEOUT: '15s' }
    const service = await aSupervised(line.url, { ...peers.env, ...limits })
    const url = server.url(DATABASE)
    return await weather({ engine: 'PostgreSQL', scale, service, url, observer, tell }, (storm) => [
      () => endConnections(storm, observer, scale.endings),
      () => fillDisk(storm, server, disk, scale.fullDisks),
      () => restartServer(storm, server, scale.restarts),
      () => slowDatabase(storm, way, scale.slowDatabases),
      () => silentDatabase(storm, way, scale.silentDatabases, SILENCE_MS),
      () => openSockets(storm, scale.floods, scale.sockets),
      () => dripping(storm, scale.drips),
      () => uploadAtOnce(storm, scale.uploadStorms, scale.uploads),
      () => troublePeers(storm, peers, scale.peers),
      () => killServer(storm, server, scale.serverKills),
      () => kill(storm, scale.kills),
    ])
  } finally {
    await line?.cut()
    await peers.remove()
    await server.remove()
    await disk?.remove()
  }
}

/** A full disk and kills, of the service and of its PostgreSQL, on the embedded database. */
export async function stormOnEmbedded(scale: Scale, tell: Tell = () => undefined): Promise<Report> {
  const disk = await mountSmallDisk(EMBEDDED_DISK_MIB)
  try {
    const service = await aSupervised(undefined, disk ? { DATA_DIR: join(disk.path, 'data') } : {})
    return await weather({ engine: 'the embedded database', scale, service, tell }, (storm) => [
      () => fillEmbeddedDisk(storm, disk, scale.embeddedFullDisks),
      () => killEmbeddedServer(storm, scale.embeddedServerKills),
      () => kill(storm, scale.embeddedKills),
    ])
  } finally {
    await disk?.remove()
  }
}

/** A wrong clock of the service, on the embedded database, whose own clock is right. */
export async function stormOfClocks(scale: Scale, tell: Tell = () => undefined): Promise<Report> {
  const { path, remove } = await createDirectory()
  try {
    const clock = await aClock(`${path}/offset`)
    const service = await aSupervised(undefined, clock?.env)
    return await weather({ engine: 'the embedded database', scale, service, tell }, (storm) => [
      () => setBack(storm, clock, scale.clocks),
    ])
  } finally {
    await remove()
  }
}

interface Weather {
  engine: string
  scale: Scale
  service: Supervised
  url?: string
  observer?: Observer
  tell: Tell
}

/** Starts the clients, injects the faults in turn, checks the invariants, and releases everything. */
async function weather(given: Weather, faults: (storm: Storm) => (() => Promise<Struck>)[]): Promise<Report> {
  const { scale, service, observer, tell } = given
  const started = performance.now()
  const journal = new Journal()
  try {
    await service.start()
    const place = await aPlace(service, scale.clients)
    const pool = observer ? [await poolUnderCrowd(place, observer)] : []
    const clients = setToWork(place, journal, scale.seed)
    const { between, only } = scale
    const storm = { service, place, journal, between, only, chance: chanceOf(scale.seed, 'faults') }
    const struck: Struck[] = []
    for (const fault of faults(storm)) {
      const one = await fault()
      struck.push(one)
      tell(one)
      if (observer && one.times > 0) pool.push(await poolUnderCrowd(place, observer, pool[0]))
    }
    await clients.stop()
    const unresolved = await settleRest(place, journal)
    const stuck = observer ? await observer.stuck() : 0
    const exitCode = await service.stop()
    const left = await leftBehind(given, journal, place)
    const seconds = (performance.now() - started) / 1000
    const { engine } = given
    const errors = service.errors()
    return { engine, scale, seconds, struck, journal, ...left, unresolved, pool, stuck, exitCode, errors }
  } finally {
    await service.remove()
  }
}

async function leftBehind({ url, service }: Weather, journal: Journal, place: ServiceUnderTest) {
  const limits = { statement: 0, lock: 0, idleInTransaction: 0 }
  const database = await openDatabase({
    dataDir: service.dataDir,
    limits,
    ...(url === undefined ? {} : { url }),
  })
  try {
    return {
      halves: await halves(database.queries, place),
      reckoning: await reckon(database.queries, journal, place),
    }
  } finally {
    await database.close()
  }
}
