import type { Pool } from 'pg'
import type { SendRead } from '../statements/direct-reads.ts'
import { sharedLines } from './shared-lines.ts'

/**
 * Sends reads straight to the connections of a pool, because the query builder's way there costs as much as a small
 * answer: a short one beside others where a line is free, any other, or where none is, over a connection of its own.
 */
export function directReads(pool: Pool): SendRead {
  const shared = sharedLines(pool)
  const alone = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<Row>(text, values)
      return rows
    } finally {
      client.release()
    }
  }
  return (text, values, short) => (short ? shared(text, values) : null) ?? alone(text, values)
}
