import { LRUCache } from 'lru-cache'
import { describedOnce } from './described.ts'

const MOST_STATEMENTS = 500
/** A search may find one row or all of them, which only its value tells: such a statement is planned every time. */
const SEARCH = / (i?like|@@) /

/** Texts without values that are always the same. */
const unchanging = new Set<string>()

/**
 * Has a statement without values named like any with values. Only for texts of which there are a few: the ORM writes
 * the ids of many records into its texts, and each would take a name of its own.
 */
export function neverChanges(text: string): void {
  unchanging.add(text)
}

/** Texts that search, with one plan for any value. */
const alike = new Set<string>()

/** Has a statement planned once although it searches within texts: its plan is to be the same for any value. */
export function plannedAlike(text: string): void {
  alike.add(text)
}

/** What the pool hands out: enough of a pg client to name its statements. */
export interface Queryable {
  query: (...given: never[]) => unknown
}

/** Names the statements of a pool's connections. */
export interface StatementNames {
  /** To be called with each new connection, once. */
  (client: Queryable): void
  /** Whether a connection has had so many names that the pool had better replace it. */
  isFull: (client: object) => boolean
}

/**
 * Makes a connection's parameterised statements named ones, so that the server parses and plans each text once per
 * connection instead of once per request; searches within texts stay unnamed. A server keeps every named one as long as
 * the connection lasts: one that has had 1,000 is full.
 */
export function statementNames(): StatementNames {
  const nameOf = nameStatements()
  const had = new WeakMap<object, Set<string>>()
  const named = (client: Queryable): void => {
    const original: unknown = client.query
    if (typeof original !== 'function') return
    const described = describedOnce(client)
    const names = new Set<string>()
    had.set(client, names)
    const query = (...given: unknown[]): unknown => Reflect.apply(original, client, given)
    client.query = (...[text, values, ...rest]: unknown[]) => {
      if (
        typeof text !== 'string' ||
        !Array.isArray(values) ||
        (values.length === 0 && !unchanging.has(text))
      )
        return query(text, values, ...rest)
      const name = nameOf(text)
      if (name === undefined) return query({ text, values }, ...rest)
      names.add(name)
      return described && rest.length === 0
        ? described(text, values, name)
        : query({ text, values, name }, ...rest)
    }
  }
  return Object.assign(named, {
    isFull: (client: object) => (had.get(client)?.size ?? 0) >= 2 * MOST_STATEMENTS,
  })
}

/**
 * Names for statements, always the same for a text; none for what is planned every time. Of more than 500 texts the one
 * that was not asked for the longest loses its name, of which `forgotten` is told; no name is given twice.
 */
export function nameStatements(
  forgotten: (text: string, name: string) => void = () => undefined,
): (text: string) => string | undefined {
  const names = new LRUCache<string, string>({
    max: MOST_STATEMENTS,
    dispose: (name, text) => forgotten(text, name),
  })
  let given = 0
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || (SEARCH.test(text) && !alike.has(text))) return known
    const name = `s${given}`
    given += 1
    names.set(text, name)
    return name
  }
}
