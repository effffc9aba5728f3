import { randomBytes } from 'node:crypto'

/** How often each fault strikes. */
export interface Scale {
  clients: number
  /** Rounds in which all connections of the service are ended. */
  endings: number
  /** Restarts of the PostgreSQL. */
  restarts: number
  kills: number
  /** Kills of the service on its embedded database. */
  embeddedKills: number
  /** Writes that must be acknowledged between one fault and the next. */
  between: number
  seed: string
}

const WHOLE = { endings: 30, restarts: 10, kills: 30, embeddedKills: 10 }

/**
 * The faults of a run: all of them, or the share that `CHAOS` names (0.1 is a tenth, each kind of fault at least
 * once). `CHAOS_SEED` repeats the choices of an earlier run. Throws for a share that is none.
 */
export function scaleOf(share = process.env['CHAOS'] ?? '1', seed = process.env['CHAOS_SEED']): Scale {
  const factor = Number(share)
  if (!(factor > 0)) throw new Error(`CHAOS must be a number above 0, such as 0.1: ${share}`)
  const times = (count: number) => Math.max(1, Math.round(count * factor))
  return {
    clients: 20,
    endings: times(WHOLE.endings),
    restarts: times(WHOLE.restarts),
    kills: times(WHOLE.kills),
    embeddedKills: times(WHOLE.embeddedKills),
    between: factor < 1 ? 20 : 40,
    seed: seed ?? randomBytes(4).toString('hex'),
  }
}
