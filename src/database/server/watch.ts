import type { Pool, PoolClient } from 'pg'
import type { DatabaseFigures } from '../../database.ts'
import type { Logger } from '../../log.ts'
import type { TimeLimits } from './limits.ts'
import { processOf } from './session.ts'

/** How long a holder may keep a connection that has ended. */
const DEAD = 5000
/** What the server's own limits get before ours strike. */
const GRACE = 5000
/** A pool whose connections all answered so recently is busy, not stuck. */
const STUCK = 3000
const EVERY = 1000

/** What one connection does for whoever has it. */
interface Turn {
  /** Statements under way. */
  running: number
  /** When the last statement began or ended. */
  last: number
  /** Whether the server said that a commit may be lost with it. */
  unsure: boolean
  /** When the connection was found dead. */
  dead: number | null
}

export type PoolState = 'room' | 'busy' | 'stuck'

/** Looks after the connections of one pool. */
export interface PoolWatch {
  /** `room`: a connection is to be had at once; `busy`: they are in use; `stuck`: in use, and none of them answers. */
  state: () => PoolState
  figures: () => NonNullable<DatabaseFigures['pool']>
  stop: () => void
}

/**
 * Keeps a pool to living connections: one that the server ended, or that is given back in the middle of something, is
 * never handed out again, and one whose holder does not give it back is taken from them: when it has been dead for 5
 * seconds, when its statement outlasts the server's limit, and when nothing was sent on it for longer than a
 * transaction may idle. Each of these is logged; the server's limits strike first, where it knows them.
 */
export function watchClients(pool: Pool, limits: TimeLimits, log: Logger | null): PoolWatch {
  const turns = new Map<PoolClient, Turn>()
  let answered = performance.now()

  pool.on('connect', (client) => {
    let ended: unknown = null
    client.on('error', (error) => void (ended ??= error))
    client.on('end', () => {
      const turn = turns.get(client)
      if (turn) turn.dead = performance.now()
    })
    client.on('notice', ({ message }) => {
      const turn = turns.get(client)
      if (turn && UNSURE.test(message ?? '')) turn.unsure = true
    })
    followStatements(client, () => turns.get(client), {
      done: () => void (answered = performance.now()),
      failed: (error) => {
        if (isEnd(error)) void client.end()
        // Only says that an earlier error ended the connection: the limit on idle transactions tells nobody else.
        return isUnusable(error) && ended !== null ? ended : error
      },
    })
  })
  pool.on('acquire', (client) => {
    turns.set(client, { running: 0, last: performance.now(), unsure: false, dead: null })
  })
  pool.on('release', (_, client) => {
    turns.delete(client)
    // The pool keeps neither dead clients nor ending ones.
    if (client.getTransactionStatus() !== 'I') void client.end()
  })

  let swept = performance.now()
  const sweep = (): void => {
    const now = performance.now()
    const late = now - swept > 2 * EVERY
    swept = now
    // After a pause of the whole process the answers of the server come behind this.
    if (late) return
    for (const [client, turn] of turns) {
      const why = whyLost(turn, now, limits)
      if (why === null) continue
      log?.error({ why, pid: processOf(client) }, 'a database connection was taken back')
      turn.last = now
      if (turn.running > 0) void client.end()
      else takeBack(client, why)
    }
  }
  const timer = setInterval(sweep, EVERY).unref()
  return {
    state: () => {
      if (pool.idleCount > 0 || pool.totalCount < (pool.options.max ?? 0)) return 'room'
      return performance.now() - answered < STUCK ? 'busy' : 'stuck'
    },
    figures: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      most: pool.options.max ?? 0,
      waiting: pool.waitingCount,
    }),
    stop: () => clearInterval(timer),
  }
}

function whyLost({ running, last, dead }: Turn, now: number, limits: TimeLimits): string | null {
  if (dead !== null && now - Math.max(dead, last) > DEAD) return 'it has ended'
  const most = running > 0 ? limits.statement : limits.idleInTransaction
  if (most === 0 || now - last <= most + GRACE) return null
  return running > 0 ? 'its statement is overdue' : 'its holder is silent'
}

/** Returns it in its holder's place, who may still do so later without effect. */
function takeBack(client: PoolClient, why: string): void {
  const release = client.release.bind(client)
  client.release = () => undefined
  release(new Error(why))
}

interface Ends {
  done: () => void
  /** Answers the error to throw. */
  failed: (error: unknown) => unknown
}

function followStatements(client: PoolClient, turn: () => Turn | undefined, { done, failed }: Ends): void {
  const query: unknown = Reflect.get(client, 'query')
  if (typeof query !== 'function') return
  const follow = async (answer: Promise<unknown>): Promise<unknown> => {
    const during = turn()
    if (during) began(during, 1)
    try {
      const result = await answer
      done()
      if (during?.unsure) {
        during.unsure = false
        throw new UnsureCommit()
      }
      return result
    } catch (error) {
      throw failed(error)
    } finally {
      if (during) began(during, -1)
    }
  }
  Object.assign(client, {
    query: (...given: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(query, client, given)
      return answer instanceof Promise ? follow(answer) : answer
    },
  })
}

function began(turn: Turn, more: 1 | -1): void {
  turn.running += more
  turn.last = performance.now()
}

/** A commit that stopped waiting for its standby is answered as done, with this warning. */
const UNSURE = /^canceling wait for synchronous replication/

/** It was carried out on the server, and nobody knows whether on a standby too: no answer may say that it was done. */
class UnsureCommit extends Error {
  /** PostgreSQL's `transaction_resolution_unknown`. */
  readonly code = '08007'
  constructor() {
    super('a commit is not known to have reached a standby')
  }
}

/** Codes after which a session is of no use: shutting down, ended by somebody, idle for too long, a standby now. */
const ENDS = /^(57P0[1-5]|25P0[34]|25006)$/

function isEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ENDS.test(String(error.code))
}

function isUnusable(error: unknown): boolean {
  return error instanceof Error && error.message.includes('is not queryable')
}
