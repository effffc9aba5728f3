import { Query, type Connection } from 'pg'

/** What pg makes of the server's description of an answer: names and types of its columns, and an empty row. */
const DESCRIPTION = ['fields', '_parsers', '_prebuiltEmptyResultObject'] as const

type Description = { [Part in (typeof DESCRIPTION)[number]]: unknown }

/** A pg client, as far as its queries need it. */
interface Asked {
  connection: Connection
  query: (query: Query, answered: (error: Error | null, result: unknown) => void) => unknown
}

/**
 * Asks named statements of one connection. The server describes the columns of each at its first answer; what a named
 * statement answers cannot change while the connection lasts (PostgreSQL refuses it then), so pg, which asks for the
 * description every time, is spared the question and the reading. Null for what is no client of pg.
 */
export function describedOnce(
  client: object,
): ((text: string, values: unknown[], name: string) => Promise<unknown>) | null {
  if (!isAsked(client)) return null
  const known = new Map<string, Description>()
  const ask = client.query.bind(client)
  const spare = sparing(client.connection)
  return (text, values, name) =>
    new Promise((resolve, reject) => {
      // A text is taken as it is; of an object pg copies the descriptors of all members.
      const query = Object.assign(new Query(text, values), { name })
      const description = known.get(name)
      if (description) {
        adopt(query, description)
        spare(query)
      }
      ask(query, (error, result) => {
        if (error) return reject(error)
        if (!description) keep(known, name, result)
        resolve(result)
      })
    })
}

/** Has a query leave out the question for its description: pg sends all of its messages within `submit`. */
function sparing(connection: Connection): (query: Query) => void {
  const describe = connection.describe.bind(connection)
  let spared = false
  connection.describe = (...given) => {
    if (!spared) describe(...given)
  }
  return (query) => {
    const submit = query.submit.bind(query)
    query.submit = (to) => {
      spared = true
      try {
        return submit(to)
      } finally {
        spared = false
      }
    }
  }
}

function adopt(query: Query, description: Description): void {
  const result: unknown = Reflect.get(query, '_result')
  if (typeof result === 'object' && result !== null) Object.assign(result, description)
  Object.assign(query, { _accumulateRows: true })
}

function keep(known: Map<string, Description>, name: string, result: unknown): void {
  if (typeof result !== 'object' || result === null) return
  const [fields, _parsers, _prebuiltEmptyResultObject]: unknown[] = DESCRIPTION.map((part) =>
    Reflect.get(result, part),
  )
  if (Array.isArray(fields) && fields.length > 0 && Array.isArray(_parsers) && _prebuiltEmptyResultObject)
    known.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
}

function isAsked(client: object): client is Asked {
  const connection: unknown = Reflect.get(client, 'connection')
  return (
    typeof connection === 'object' && connection !== null && 'describe' in connection && 'query' in client
  )
}
