import { LRUCache } from 'lru-cache'
import type { ClientStep } from '../server/wrap-client.ts'

const MAX_STATEMENTS = 500
/** A search may find one row or all of them: such a statement is planned for its values each time. */
const SEARCH = / (i?like|@@) /

/** Texts without values that never change. */
const constantTexts = new Set<string>()

/**
 * Gives a statement without values a name, too. Use it only for a few texts: the ORM writes the ids of many records
 * into its texts, and each text would need its own name.
 */
export function markConstant(text: string): void {
  constantTexts.add(text)
}

/** Searches whose plan is the same for any value. */
const planOnceTexts = new Set<string>()

/** Marks a search to be planned once, because its plan is the same for any value. */
export function markPlannedOnce(text: string): void {
  planOnceTexts.add(text)
}

/** Names the statements of a pool's connections. */
export interface StatementNames {
  /** Returns the step for the statements of a new connection; call it once per connection. */
  nameStatements: (client: object) => ClientStep
  /** Whether a connection has used so many names that the pool should replace it. */
  isFull: (client: object) => boolean
}

/**
 * Turns statements with parameters into named ones, which the server parses and plans once for each connection.
 * Searches stay unnamed. The server stores every named statement, so a connection with 1,000 names is full.
 */
export function createStatementNames(): StatementNames {
  const getName = createNames()
  const namesByClient = new WeakMap<object, Set<string>>()
  return {
    nameStatements: (client) => {
      const names = new Set<string>()
      namesByClient.set(client, names)
      return (next) =>
        (...[text, values, ...rest]) => {
          if (
            typeof text !== 'string' ||
            !Array.isArray(values) ||
            (values.length === 0 && !constantTexts.has(text))
          ) {
            return next(text, values, ...rest)
          }
          const name = getName(text)
          if (name === undefined) return next({ text, values }, ...rest)
          names.add(name)
          return next({ text, values, name }, ...rest)
        }
    },
    isFull: (client) => (namesByClient.get(client)?.size ?? 0) >= 2 * MAX_STATEMENTS,
  }
}

/**
 * Returns the constant name of a text; undefined for a search that is planned each time. Above 500 texts, the least
 * recently used one loses its name, and `onEvict` is called. No name is used twice.
 */
export function createNames(
  onEvict: (text: string, name: string) => void = () => undefined,
): (text: string) => string | undefined {
  const names = new LRUCache<string, string>({
    max: MAX_STATEMENTS,
    dispose: (name, text) => onEvict(text, name),
  })
  let count = 0
  return (text) => {
    const cached = names.get(text)
    if (cached !== undefined || (SEARCH.test(text) && !planOnceTexts.has(text))) return cached
    const name = `s${count}`
    count += 1
    names.set(text, name)
    return name
  }
}
