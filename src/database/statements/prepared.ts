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

/**
 * Makes a connection's parameterised statements named ones, so that the server parses and plans each text once per
 * connection instead of once per request. Searches within texts and whatever comes beyond the
 * first 500 stay unnamed: a server keeps every named one.
 */
export function statementNames(): (client: Queryable) => void {
  const nameOf = nameStatements()
  return (client) => {
    const original: unknown = client.query
    if (typeof original !== 'function') return
    const described = describedOnce(client)
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
      return described && rest.length === 0
        ? described(text, values, name)
        : query({ text, values, name }, ...rest)
    }
  }
}

/** Names for statements, always the same for a text; none for what is planned every time. */
export function nameStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_STATEMENTS || (SEARCH.test(text) && !alike.has(text)))
      return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}
