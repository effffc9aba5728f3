import { p } from '@mikro-orm/core'
import { DISA_FIELDS, type Fields, RULE_FIELDS, type Texts, texts, used } from './requirement-fields.ts'

/** Serial primary key. */
export const id = () => p.integer().primary()

/** Optimistic guard of what people edit side by side (rule E-13); the domain code counts it up. */
export const lockVersion = () => p.integer().default(1)

/** Every time is kept with microseconds. */
export const time = () => p.datetime(6)

export const createdAt = () => time().defaultRaw('clock_timestamp()').onCreate(now)

export const updatedAt = () => createdAt().onUpdate(now)

/** A jsonb map or object that is never null; starts empty. */
export const jsonObject = <T extends object>(initial: () => T) =>
  p.json<T>().defaultRaw(`'{}'::jsonb`).onCreate(initial)

const nullableText = () => p.text().nullable()
const nullableFlag = () => p.boolean().nullable()

function textColumns<K extends string>(names: readonly K[]): Record<K, ReturnType<typeof nullableText>> {
  const columns = names.map((name) => [name, nullableText()])
  return Object.fromEntries(columns) as Record<K, ReturnType<typeof nullableText>>
}

type DisaTexts = Texts<typeof DISA_FIELDS>
type DisaFlags = Exclude<keyof typeof DISA_FIELDS, DisaTexts>

/** The texts of one DISA rule description (rule C-45), flat on catalog rules, a record of its own on rules. */
export function disaTexts() {
  const columns = Object.entries(DISA_FIELDS).map(([name, { limit }]) => [
    name,
    limit ? nullableText() : nullableFlag(),
  ])
  return Object.fromEntries(columns) as Record<DisaTexts, ReturnType<typeof nullableText>> &
    Record<DisaFlags, ReturnType<typeof nullableFlag>>
}

/** The requirement fields that catalog rules and authored rules have in common (rules C-9 and C-44). */
export const catalogTexts = () => textColumns(used(RULE_FIELDS, 'catalog'))

/** All texts of an authored rule. */
export const requirementTexts = () => ({
  ...catalogTexts(),
  ...textColumns(texts(RULE_FIELDS)),
})

/** The texts of a check, or of a free description. */
export const partTexts = <F extends Fields>(fields: F) => textColumns(texts(fields))

/** The one check of a catalog rule, flat (rule C-9). */
export const catalogCheck = () => ({
  checkSystem: p.text().nullable(),
  checkContentRefName: p.text().nullable(),
  checkContentRefHref: p.text().nullable(),
  checkContent: p.text().nullable(),
})

/** Dublin Core fields of a reference (rule C-44). */
export const REFERENCE_FIELDS = [
  'contributor',
  'coverage',
  'creator',
  'date',
  'description',
  'format',
  'identifier',
  'language',
  'publisher',
  'relation',
  'rights',
  'source',
  'subject',
  'title',
  'reference_type',
] as const
export type ReferenceData = Partial<Record<(typeof REFERENCE_FIELDS)[number], string | null>>

/** Index for case-insensitive substring search over one text expression. */
export function trigramIndex(table: string, name: string, expression: string) {
  return {
    name: `${table}_${name}_trigram`,
    expression: `create index "${table}_${name}_trigram" on "${table}" using gin (${expression} gin_trgm_ops)`,
  }
}

/** What texts are found by, computed by `search_vector` of the database. */
export const searchWords = () => ({
  words: p.text().columnType('tsvector'),
  /** In lower case, for the search by parts of them. */
  identifiers: p.text(),
})

/** One index for searches by stemmed words and by parts of these texts. */
export function wordsIndex(table: string, texts: readonly string[]) {
  const columns = ['"words"', ...texts.map((text) => `"${text}" gin_trgm_ops`)].join(', ')
  return {
    name: `${table}_search`,
    expression: `create index "${table}_search" on "${table}" using gin (${columns})`,
  }
}

/** Values of a closed vocabulary as an SQL list. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
}

function now(): Date {
  return new Date()
}
