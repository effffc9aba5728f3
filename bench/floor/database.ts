import { Pool, types, type PoolClient } from 'pg'

/** Returns dates as text; the driver would convert them to local times. */
types.setTypeParser(types.builtins.DATE, (text) => text)

/** The floor's connections. Handlers use prepared statements of pg directly. */
export const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })

export interface Row {
  [column: string]: unknown
}

export async function selectRows(
  name: string,
  text: string,
  values: unknown[],
  client: Pool | PoolClient = pool,
): Promise<Row[]> {
  const result = await client.query<Row>({ name, text, values })
  return result.rows
}

export const toTime = (value: unknown) =>
  value instanceof Date ? `${value.toISOString().slice(0, 19).replace('T', ' ')} UTC` : null

/** A nested object of a body; empty if missing. */
export function getMember(body: Row, name: string): Row {
  const value = body[name]
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** A text, or null for any other value. */
export const toText = (value: unknown) => (typeof value === 'string' ? value : null)
