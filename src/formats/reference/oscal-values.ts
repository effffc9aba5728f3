import { isRecord } from '../../lib/json-values.ts'
import { assertStorable, createInvalidEntryError } from './errors.ts'

const SHORT = 2000

/** The objects of a list member; empty without one. Throws 422 for any other value. */
export function readObjects(
  parent: Record<string, unknown>,
  member: string,
  name: string,
): Record<string, unknown>[] {
  const value = parent[member] ?? []
  if (!Array.isArray(value) || !value.every(isRecord)) {
    throw createInvalidEntryError(`${name}: ${member} must be a list of objects.`)
  }
  return value
}

/** A text member; null without one. Throws 422 for any other value, and for a text that can't be stored. */
export function readText(
  parent: Record<string, unknown>,
  member: string,
  name: string,
  maximum = SHORT,
): string | null {
  const value = parent[member] ?? null
  if (value === null) return null
  if (typeof value !== 'string') throw createInvalidEntryError(`${name}: ${member} must be a text.`)
  assertStorable(value, maximum, `${name}: ${member}`)
  const text = value.trim()
  return text === '' ? null : text
}

/** The texts of a list member; empty without one. Throws 422 for any other value. */
export function readTexts(parent: Record<string, unknown>, member: string, name: string): string[] {
  const value: unknown = parent[member] ?? []
  if (!Array.isArray(value)) throw createInvalidEntryError(`${name}: ${member} must be a list of texts.`)
  return value.map((text: unknown) => {
    if (typeof text !== 'string') throw createInvalidEntryError(`${name}: ${member} must be a list of texts.`)
    assertStorable(text, SHORT, `${name}: ${member}`)
    return text.trim()
  })
}

/** The value of a property; one without a class has precedence. */
export function readProperty(parent: Record<string, unknown>, property: string, name: string): string | null {
  const matching = readObjects(parent, 'props', name).filter((prop) => prop['name'] === property)
  const prop = matching.find((candidate) => candidate['class'] === undefined) ?? matching[0]
  return prop ? readText(prop, 'value', name) : null
}
