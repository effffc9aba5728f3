import type { RebaseDecisions, RebaseField, FieldSource } from './rebase-choices.ts'

const FIELDS: readonly RebaseField[] = [
  'title',
  'rule_severity',
  'vuln_discussion',
  'check_content',
  'fixtext',
  'ident',
]
const SOURCES: readonly FieldSource[] = ['ours', 'new', 'text']

interface StoredField {
  id: number
  field: RebaseField
  take: FieldSource
  text: string
}

/** Converts choices to the text of a draft; empty without choices. */
export function formatDecisions({ fields, removals, leftOut, versions }: RebaseDecisions): string {
  const choices = [...fields].flatMap(([id, decisions]) =>
    [...decisions].map(([field, decision]): StoredField => ({ id, field, ...decision })),
  )
  if (choices.length + removals.size + leftOut.size === 0) return ''
  return JSON.stringify({ choices, removals: [...removals], leftOut: [...leftOut], versions: [...versions] })
}

/** Reads the choices of a draft; null if the text has another form, such as that of an older version. */
export function parseDecisions(text: string): RebaseDecisions | null {
  const stored = toRecord(parseJson(text))
  const { choices, removals, leftOut, versions } = stored
  if (!Array.isArray(choices) || !Array.isArray(removals)) return null
  if (!Array.isArray(leftOut) || !Array.isArray(versions)) return null
  const fields = new Map<number, Map<RebaseField, { take: FieldSource; text: string }>>()
  for (const { id, field, take, text: own } of choices.map(toField).filter((item) => item !== null)) {
    fields.set(id, new Map(fields.get(id)).set(field, { take, text: own }))
  }
  return {
    fields,
    removals: new Map(removals.filter(isRemoval)),
    leftOut: new Set(leftOut.filter((id) => typeof id === 'number')),
    versions: new Map(versions.filter(isVersion)),
  }
}

function toField(value: unknown): StoredField | null {
  const { id, field, take, text } = toRecord(value)
  const knownField = FIELDS.find((item) => item === field)
  const knownTake = SOURCES.find((item) => item === take)
  if (typeof id !== 'number' || typeof text !== 'string' || !knownField || !knownTake) return null
  return { id, field: knownField, take: knownTake, text }
}

function isRemoval(value: unknown): value is [number, boolean] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'boolean'
}

function isVersion(value: unknown): value is [number, number] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
