import { openDatabase } from '../../src/database/open.ts'
import { anOwnPostgres } from '../support/own-postgres.ts'
import { chanceOf } from './chance.ts'
import { settleRest, setToWork } from './clients.ts'
import { endConnections, kill, restartServer, type Storm, type Struck } from './faults.ts'
import { Journal } from './journal.ts'
import { observerOf, type Observer } from './observer.ts'
import { reckon } from './once.ts'
import { aPlace, type Place } from './place.ts'
import { poolUnderCrowd } from './pool.ts'
import type { Report } from './report.ts'
import type { Scale } from './scale.ts'
import { aSupervised, type Supervised } from './supervised.ts'
import { halves } from './whole.ts'

const DATABASE = 'chaos'

/** The whole storm on a PostgreSQL that it makes itself: ended connections, restarts, kills. */
export async function stormOnPostgres(scale: Scale): Promise<Report> {
  const server = await anOwnPostgres()
  try {
    await server.ask(`create database ${DATABASE}`)
    const url = server.url(DATABASE)
    const observer = observerOf(server, DATABASE)
    const service = await aSupervised(url)
    return await weather({ engine: 'PostgreSQL', scale, service, url, observer }, (storm) => [
      () => endConnections(storm, observer, scale.endings),
      () => restartServer(storm, server, scale.restarts),
      () => kill(storm, scale.kills),
    ])
  } finally {
    await server.remove()
  }
}

/** Kills alone, on the embedded database. */
export async function stormOnEmbedded(scale: Scale): Promise<Report> {
  const service = await aSupervised()
  return weather({ engine: 'the embedded database', scale, service }, (storm) => [
    () => kill(storm, scale.embeddedKills),
  ])
}

interface Weather {
  engine: string
  scale: Scale
  service: Supervised
  url?: string
  observer?: Observer
}

/** Sets the clients to work, lets the faults strike in turn, and looks at what is left; gives everything back. */
async function weather(given: Weather, faults: (storm: Storm) => (() => Promise<Struck>)[]): Promise<Report> {
  const { scale, service, observer } = given
  const started = performance.now()
  const journal = new Journal()
  try {
    await service.start()
    const place = await aPlace(service, scale.clients)
    const pool = observer ? [await poolUnderCrowd(place, observer)] : []
    const clients = setToWork(place, journal, scale.seed)
    const storm = { service, journal, between: scale.between, chance: chanceOf(scale.seed, 'faults') }
    const struck: Struck[] = []
    for (const fault of faults(storm)) {
      struck.push(await fault())
      if (observer) pool.push(await poolUnderCrowd(place, observer, pool[0]))
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

async function leftBehind({ url, service }: Weather, journal: Journal, place: Place) {
  const database = await openDatabase({ dataDir: service.dataDir, ...(url === undefined ? {} : { url }) })
  try {
    return {
      reckoning: await reckon(database.queries, journal, place),
      halves: await halves(database.queries, place),
    }
  } finally {
    await database.close()
  }
}
