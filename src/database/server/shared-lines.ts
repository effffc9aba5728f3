import type { Pool, PoolClient } from 'pg'
import { isPooled } from './session.ts'

/** Connections of a pool that may be shared at once, and statements of one that may be under way. */
const MOST_LINES = 4
const MOST_STATEMENTS = 8

/** Sends a short read beside others; null where it must have a connection of its own. */
export type SendShared = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]> | null

/** A connection that several short reads use at once. */
interface Line {
  client: Promise<PoolClient>
  running: number
  /** Whether a statement is about to leave: others may leave in the same write. */
  leaving: boolean
}

/**
 * Sends short reads over few of a pool's connections, several at once on each: they travel together, which costs the
 * process and the server far less than a connection for each. Answers are each reader's own, failures too. A statement
 * that waits holds up at most seven others: a line that is full is not joined, nor is one on which a statement failed.
 * Answers null where no line is free, and the statement must go over a connection of its own.
 */
export function sharedLines(pool: Pool): SendShared {
  const lines = new Set<Line>()
  const most = Math.min(MOST_LINES, Math.ceil((pool.options.max ?? 10) / 2))
  let separate = false

  const send = async <Row extends object>(line: Line, text: string, values: unknown[]): Promise<Row[]> => {
    line.running += 1
    if (!line.leaving) process.nextTick(() => (line.leaving = false))
    line.leaving = true
    try {
      const client = await line.client
      // A pooler lends another session for each statement.
      if (isPooled(client)) separate = true
      const { rows } = await client.query<Row>(text, values)
      return rows
    } catch (error) {
      lines.delete(line)
      throw error
    } finally {
      line.running -= 1
      if (line.running === 0) giveBack(line)
    }
  }
  const giveBack = (line: Line): void => {
    lines.delete(line)
    void line.client.then(
      (client) => client.release(),
      () => undefined,
    )
  }
  return <Row extends object>(text: string, values: unknown[]) => {
    if (separate) return null
    let free: Line | null = null
    for (const line of lines) {
      if (line.running >= MOST_STATEMENTS) continue
      // A write costs the process more than the wait for a short statement costs the reader.
      if (line.leaving) return send<Row>(line, text, values)
      if (line.running < (free?.running ?? MOST_STATEMENTS)) free = line
    }
    if (lines.size < most && (free === null || free.running > 0)) {
      free = { client: pool.connect(), running: 0, leaving: false }
      lines.add(free)
    }
    return free && send<Row>(free, text, values)
  }
}
