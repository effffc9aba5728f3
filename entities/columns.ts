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

/** One check of a catalog rule behind the first. */
export interface FurtherCheck {
  system: string | null
  content_ref_name: string | null
  content_ref_href: string | null
  content: string | null
}

/** One fix of a catalog rule that has several, or one with a script. */
export interface CatalogFixData {
  fixref: string | null
  text: string | null
  id: string | null
  system: string | null
  content: string | null
}

/** What a catalog rule has beyond one check, one fix and idents of one system (rule C-16); null where it has no more. */
export const furtherParts = () => ({
  furtherChecks: p.json<FurtherCheck[]>().nullable(),
  fixes: p.json<CatalogFixData[]>().nullable(),
  furtherIdents: p.json<{ system: string | null; ident: string }[]>().nullable(),
})

/** What tells the releases of a guide apart, and which guides are one line (rules C-8 and C-94). */
export const releaseColumns = () => ({
  version: p.text(),
  versionMajor: p.integer().nullable(),
  versionMinor: p.integer().nullable(),
  /** Behind the point of the release. */
  versionDecimals: p.integer().default(0),
  /** A release below 1, or one with the status draft. */
  draft: p.boolean().default(false),
  /** The id under which the line began, where the guide continues another one; else its own id. */
  line: p.text().nullable(),
  /** When another document took the place of the first. */
  replacedAt: time().nullable(),
})

/** Releases of a line, newest first; drafts behind all others. */
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

/** The columns of a search index entry; `to_search_vector` of the database computes the vector. */
export const searchColumns = () => ({
  vector: p.text().columnType('tsvector'),
  /** In lower case, for substring search. */
  identifiers: p.text(),
})

/** One index for full-text search, and for substring search in these texts. */
export function searchIndex(table: string, texts: readonly string[]) {
  const columns = ['"vector"', ...texts.map((text) => `"${text}" gin_trgm_ops`)].join(', ')
  return {
    name: `${table}_terms`,
    expression: `create index "${table}_terms" on "${table}" using gin (${columns})`,
  }
}

/** Values of a closed vocabulary as an SQL list. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
}

function now(): Date {
  return new Date()
}
