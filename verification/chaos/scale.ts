import { randomBytes } from 'node:crypto'

/** The number of injections of each fault. */
export interface Scale {
  clients: number
  /** Rounds in which all connections of the service are ended. */
  endings: number
  /** Kills of the PostgreSQL, and restarts in good order. */
  serverKills: number
  restarts: number
  kills: number
  /** Kills of the service on its embedded database, and of the PostgreSQL that it runs. */
  embeddedKills: number
  embeddedServerKills: number
  fullDisks: number
  /** Full disks under the embedded database. */
  embeddedFullDisks: number
  slowDatabases: number
  silentDatabases: number
  /** Rounds of mail, chat, directory and provider in trouble. */
  peers: number
  drips: number
  /** Rounds of sockets, and how many are opened in each. */
  floods: number
  sockets: number
  /** Rounds of uploads at once, and how many in each. */
  uploadStorms: number
  uploads: number
  clocks: number
  /** Writes that must be acknowledged between one fault and the next. */
  between: number
  seed: string
  /** Parts of the names of the faults that strike; none: all of them. */
  only: string[]
}

/** Below this share, faults that take long are left out. */
const SHORT = 0.1

/** A run of a few seconds, which shows that the checks work: connections ended, and each process killed once. */
export function smokeScale(): Scale {
  return {
    ...scaleOf('0.001'),
    clients: 6,
    between: 6,
    fullDisks: 0,
    floods: 0,
    uploads: 0,
  }
}

/**
 * The faults of a run: all of them, or the share that `CHAOS` names (0.1 is a tenth, each kind of fault at least
 * once; below that, the ones that take long not at all). `CHAOS_SEED` repeats the choices of an earlier run, `CHAOS_ONLY`
 * holds parts of the names of the faults that strike, comma-separated. Throws for a share that is none.
 */
export function scaleOf(share = process.env['CHAOS'] ?? '1', seed = process.env['CHAOS_SEED']): Scale {
  const factor = Number(share)
  if (!(factor > 0)) throw new Error(`CHAOS must be a number above 0, such as 0.1: ${share}`)
  const times = (count: number) => Math.max(1, Math.round(count * factor))
  const long = (count: number) => (factor < SHORT ? 0 : times(count))
  return {
    clients: 20,
    endings: times(30),
    serverKills: times(50),
    restarts: long(10),
    kills: times(200),
    embeddedKills: times(200),
    embeddedServerKills: times(50),
    fullDisks: times(5),
    embeddedFullDisks: long(10),
    slowDatabases: long(5),
    silentDatabases: long(3),
    peers: long(2),
    drips: long(2),
    floods: times(3),
    sockets: Math.min(10_000, Math.max(200, Math.round(10_000 * factor))),
    uploadStorms: factor < SHORT ? 0 : 2,
    uploads: Math.min(60, times(60)),
    clocks: long(4),
    between: factor < 1 ? 20 : 40,
    seed: seed ?? randomBytes(4).toString('hex'),
    only: (process.env['CHAOS_ONLY'] ?? '').split(',').filter((part) => part !== ''),
  }
}
