/** One parameter of an address: how it is read from text, and what stands there when it is absent. */
export interface Field<T> {
  read: (text: string | readonly string[] | undefined) => T
}
export type SearchFields = Record<string, Field<unknown>>
export type SearchOf<F extends SearchFields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

const MAX_ID = 2_147_483_647
const first = (text: string | readonly string[] | undefined) => (typeof text === 'string' ? text : text?.[0])

/** One of these values; anything else is `otherwise`. */
export function oneOf<const T extends string, const D extends T | null>(
  values: readonly T[],
  otherwise: D,
): Field<T | D> {
  return { read: (text) => values.find((value) => value === first(text)) ?? otherwise }
}

/** Any of these values, each once, in their order; absent or unknown ones are left out. */
export function anyOf<const T extends string>(values: readonly T[]): Field<readonly T[]> {
  return {
    read: (text) => {
      const given = typeof text === 'string' ? text.split(',') : (text ?? [])
      return values.filter((value) => given.includes(value))
    },
  }
}

/** Free words, cut at so many characters; empty when absent. */
export function words(most: number): Field<string> {
  return { read: (text) => searchable(first(text) ?? '', most) }
}

/** Words as the service takes them: without NUL, which no text holds, and no longer than any that could be found. */
export function searchable(text: string, most: number): string {
  // Half of a character, where the cut goes through one, cannot stand in an address.
  return text
    .replaceAll('\0', '')
    .slice(0, most)
    .replaceAll(/\p{Surrogate}/gu, '')
}

/** The id of a record; null when absent or none. */
export function id(): Field<number | null> {
  return {
    read: (text) => {
      const value = Number(first(text))
      return Number.isInteger(value) && value >= 1 && value <= MAX_ID ? value : null
    },
  }
}

/** A day, as `2026-05-01`; null when absent or none. */
export function day(): Field<string | null> {
  return {
    read: (text) => {
      const value = first(text) ?? ''
      const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
      // A day that no calendar has becomes another one.
      return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : null
    },
  }
}

/** True when it stands there as `true`. */
export function flag(): Field<boolean> {
  return { read: (text) => first(text) === 'true' }
}

/** A whole number within bounds; anything else is `otherwise`. */
export function whole(least: number, most: number, otherwise: number): Field<number> {
  return {
    read: (text) => {
      const value = Number(first(text) ?? Number.NaN)
      return Number.isInteger(value) && value >= least && value <= most ? value : otherwise
    },
  }
}

/** What an address says, read by its fields: always complete, never a refusal. */
export function readSearch<F extends SearchFields>(fields: F, raw: Record<string, unknown>): SearchOf<F> {
  const read = Object.entries(fields).map(([name, field]) => [name, field.read(textsOf(raw[name]))])
  return Object.fromEntries(read) as SearchOf<F>
}

/** An address's query as names and texts; a name that comes twice is a list. */
export function parseQuery(query: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    const known = found[name]
    found[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
  }
  return found
}

/** The query of an address; what is null, empty, false or an empty list is left out, so that defaults do not show. */
export function queryOf(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'string' ? one !== '' : typeof one === 'number' || one === true) {
        query.append(name, String(one))
      }
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function textsOf(value: unknown): string | readonly string[] | undefined {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}
