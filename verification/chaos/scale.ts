import { randomBytes } from 'node:crypto'

/** The number of injections of each fault. */
export interface Scale {
  clients: number
  /** The number of times that all database connections are ended. */
  endings: number
  /** Kills and graceful restarts of PostgreSQL. */
  serverKills: number
  restarts: number
  kills: number
  /** Kills of a service with an embedded database, and of that database. */
  embeddedKills: number
  embeddedServerKills: number
  fullDisks: number
  /** The number of times that the disk of the embedded database is filled. */
  embeddedFullDisks: number
  slowDatabases: number
  silentDatabases: number
  /** Rounds of failing mail, chat, directory and provider. */
  peers: number
  slowClients: number
  /** Rounds of silent connections, and the number of connections in each. */
  floods: number
  sockets: number
  /** Rounds of concurrent uploads, and the number of uploads in each. */
  uploadStorms: number
  uploads: number
  clocks: number
  /** The number of writes that must be acknowledged between two faults. */
  between: number
  seed: string
  /** Parts of the names of selected faults; empty selects all. */
  only: string[]
}

/** Below this share, slow faults are omitted. */
const SHORT_SCALE = 0.1

/** A run of a few seconds that proves the checks: it ends connections and kills each process once. */
export function createSmokeScale(): Scale {
  return {
    ...readScale('0.001'),
    clients: 6,
    between: 6,
    fullDisks: 0,
    floods: 0,
    uploads: 0,
  }
}

/**
 * The faults of a run. `CHAOS` is the share of a complete run: from 0.1 on each kind of fault occurs at least once, below
 * that slow faults are omitted. `CHAOS_SEED` is the seed of an earlier run, `CHAOS_ONLY` a comma-separated list of parts
 * of fault names. Throws for an invalid share.
 */
export function readScale(share = process.env['CHAOS'] ?? '1', seed = process.env['CHAOS_SEED']): Scale {
  const factor = Number(share)
  if (!(factor > 0)) throw new Error(`CHAOS must be a number above 0, such as 0.1: ${share}`)
  const scaleCount = (count: number) => Math.max(1, Math.round(count * factor))
  const scaleLongCount = (count: number) => (factor < SHORT_SCALE ? 0 : scaleCount(count))
  return {
    clients: 20,
    endings: scaleCount(30),
    serverKills: scaleCount(50),
    restarts: scaleLongCount(10),
    kills: scaleCount(200),
    embeddedKills: scaleCount(200),
    embeddedServerKills: scaleCount(50),
    fullDisks: scaleCount(5),
    embeddedFullDisks: scaleLongCount(10),
    slowDatabases: scaleLongCount(5),
    silentDatabases: scaleLongCount(3),
    peers: scaleLongCount(2),
    slowClients: scaleLongCount(2),
    floods: scaleCount(3),
    sockets: Math.min(10_000, Math.max(200, Math.round(10_000 * factor))),
    uploadStorms: factor < SHORT_SCALE ? 0 : 2,
    uploads: Math.min(60, scaleCount(60)),
    clocks: scaleLongCount(4),
    between: factor < 1 ? 20 : 40,
    seed: seed ?? randomBytes(4).toString('hex'),
    only: (process.env['CHAOS_ONLY'] ?? '').split(',').filter((part) => part !== ''),
  }
}
