/** One query parameter: how to read it from text, and its default when it is absent. */
export interface Field<T> {
  read: (text: string | readonly string[] | undefined) => T
}
export type SearchFields = Record<string, Field<unknown>>
export type SearchValues<F extends SearchFields> = { [K in keyof F]: F[K] extends Field<infer T> ? T : never }

const MAX_ID = 2_147_483_647
const readFirstValue = (text: string | readonly string[] | undefined) =>
  typeof text === 'string' ? text : text?.[0]

/** Reads one of these values; anything else becomes `otherwise`. */
export function createEnumField<const T extends string, const D extends T | null>(
  values: readonly T[],
  otherwise: D,
): Field<T | D> {
  return { read: (text) => values.find((value) => value === readFirstValue(text)) ?? otherwise }
}

/** Reads any of these values, without duplicates, in the order of `values`; unknown values are dropped. */
export function createEnumListField<const T extends string>(values: readonly T[]): Field<readonly T[]> {
  return {
    read: (text) => {
      const chosen = typeof text === 'string' ? text.split(',') : (text ?? [])
      return values.filter((value) => chosen.includes(value))
    },
  }
}

/** Reads free text, cut to a maximum length; empty when absent. */
export function createTextField(maxLength: number): Field<string> {
  return { read: (text) => toSearchable(readFirstValue(text) ?? '', maxLength) }
}

/** Normalizes search text for the service: no NUL, which no text contains, and a maximum length. */
export function toSearchable(text: string, maxLength: number): string {
  // A lone surrogate from the cut is not allowed in an address.
  return text
    .replaceAll('\0', '')
    .slice(0, maxLength)
    .replaceAll(/\p{Surrogate}/gu, '')
}

/** Reads the id of a record; null when absent or invalid. */
export function createIdField(): Field<number | null> {
  return {
    read: (text) => {
      const value = Number(readFirstValue(text))
      return Number.isInteger(value) && value >= 1 && value <= MAX_ID ? value : null
    },
  }
}

/** Reads a day, such as `2026-05-01`; null when absent or invalid. */
export function createDateField(): Field<string | null> {
  return {
    read: (text) => {
      const value = readFirstValue(text) ?? ''
      const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
      // `Date` converts an invalid day to another one.
      return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : null
    },
  }
}

/** Reads a flag: true for `true`. */
export function createFlagField(): Field<boolean> {
  return { read: (text) => readFirstValue(text) === 'true' }
}

/** Reads an integer within bounds; anything else becomes `otherwise`. */
export function createIntegerField(min: number, max: number, otherwise: number): Field<number> {
  return {
    read: (text) => {
      const value = Number(readFirstValue(text) ?? Number.NaN)
      return Number.isInteger(value) && value >= min && value <= max ? value : otherwise
    },
  }
}

/** Reads a query string with the chosen fields. The result is always complete; it never throws. */
export function readSearch<F extends SearchFields>(fields: F, raw: Record<string, unknown>): SearchValues<F> {
  const read = Object.entries(fields).map(([name, field]) => [name, field.read(toTexts(raw[name]))])
  return Object.fromEntries(read) as SearchValues<F>
}

/** Parses a query string to names and texts; a repeated name becomes a list. */
export function parseQuery(query: string): Record<string, string | string[]> {
  const parameters: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    const previous = parameters[name]
    parameters[name] =
      previous === undefined ? value : [...(Array.isArray(previous) ? previous : [previous]), value]
  }
  return parameters
}

/** Formats a query string; null, empty, false and empty lists are left out, so that defaults are not shown. */
export function toQueryString(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' ? item !== '' : typeof item === 'number' || item === true) {
        query.append(name, String(item))
      }
    }
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function toTexts(value: unknown): string | readonly string[] | undefined {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}
