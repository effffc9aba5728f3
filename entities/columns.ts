import { p } from '@mikro-orm/core'
import {
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
  type Texts,
  listTextFields,
  listFieldsUsed,
} from './requirement-fields.ts'

/** Serial primary key. */
export const id = () => p.integer().primary()

/** Version for optimistic locking (rule E-13); the domain code increments it. */
export const lockVersion = () => p.integer().default(1)

/** Timestamps have microsecond precision. */
export const time = () => p.datetime(6)

export const createdAt = () => time().defaultRaw('clock_timestamp()').onCreate(now)

export const updatedAt = () => createdAt().onUpdate(now)

/** A jsonb object that is never null; the default is an empty object. */
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

/**
 * Text columns of a DISA rule description (rule C-45): embedded in catalog rules, a separate table for rules.
 */
export function disaTexts() {
  const columns = Object.entries(DISA_FIELDS).map(([name, { limit }]) => [
    name,
    limit ? nullableText() : nullableFlag(),
  ])
  return Object.fromEntries(columns) as Record<DisaTexts, ReturnType<typeof nullableText>> &
    Record<DisaFlags, ReturnType<typeof nullableFlag>>
}

/** Text columns shared by catalog rules and authored rules (rules C-9 and C-44). */
export const catalogTexts = () => textColumns(listFieldsUsed(RULE_FIELDS, 'catalog'))

/** All text columns of an authored rule. */
export const requirementTexts = () => ({
  ...catalogTexts(),
  ...textColumns(listTextFields(RULE_FIELDS)),
})

/** Text columns of a check or of a free description. */
export const partTexts = <F extends Fields>(fields: F) => textColumns(listTextFields(fields))

/** Columns of the only check of a catalog rule (rule C-9). */
export const catalogCheck = () => ({
  checkSystem: p.text().nullable(),
  checkContentRefName: p.text().nullable(),
  checkContentRefHref: p.text().nullable(),
  checkContent: p.text().nullable(),
})

/** A check of a catalog rule after the first one. */
export interface FurtherCheck {
  system: string | null
  content_ref_name: string | null
  content_ref_href: string | null
  content: string | null
}

/** A fix of a catalog rule that has several fixes, or a fix with a script. */
export interface CatalogFixData {
  fixref: string | null
  text: string | null
  id: string | null
  system: string | null
  content: string | null
}

/** Additional checks, fixes and identifiers of a catalog rule (rule C-16); null without any. */
export const furtherParts = () => ({
  furtherChecks: p.json<FurtherCheck[]>().nullable(),
  fixes: p.json<CatalogFixData[]>().nullable(),
  furtherIdents: p.json<{ system: string | null; ident: string }[]>().nullable(),
})

/** Version columns that order the releases of a guide, and the line that groups them (rules C-8 and C-94). */
export const releaseColumns = () => ({
  version: p.text(),
  versionMajor: p.integer().nullable(),
  versionMinor: p.integer().nullable(),
  /** Decimals of the release number. */
  versionDecimals: p.integer().default(0),
  /** True for a release below 1 or with the status draft. */
  draft: p.boolean().default(false),
  /** The id of the first guide of the line, if the guide continues another one; otherwise its own id. */
  line: p.text().nullable(),
  /** When another document replaced the first one. */
  replacedAt: time().nullable(),
})

/** Index for the releases of a line, newest first, with drafts last. */
export function lineIndex(table: 'srgs' | 'stigs') {
  const id = table === 'srgs' ? 'srg_id' : 'stig_id'
  return {
    name: `${table}_line`,
    expression: `create index "${table}_line" on "${table}" ((coalesce(line, ${id})), "draft", "version_major" desc nulls last, "version_minor" desc nulls last, "version_decimals" desc, "id" desc)`,
  }
}

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

/** Columns of a search index entry; the database function `to_search_vector` computes the vector. */
export const searchColumns = () => ({
  vector: p.text().columnType('tsvector'),
  /** Lowercase, for substring search. */
  identifiers: p.text(),
})

/** GIN index for full-text search, and for substring search in these columns. */
export function searchIndex(table: string, texts: readonly string[]) {
  const columns = ['"vector"', ...texts.map((text) => `"${text}" gin_trgm_ops`)].join(', ')
  return {
    name: `${table}_terms`,
    expression: `create index "${table}_terms" on "${table}" using gin (${columns})`,
  }
}

/** Formats values of a closed vocabulary as an SQL list. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
}

function now(): Date {
  return new Date()
}
