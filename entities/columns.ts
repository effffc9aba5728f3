import { p } from '@mikro-orm/core'

/** Serial primary key. */
export const id = () => p.integer().primary()

/** Optimistic guard of what people edit side by side (contract, decision 12); the domain code counts it up. */
export const lockVersion = () => p.integer().default(1)

/** Every time is kept with microseconds. */
export const time = () => p.datetime(6)

export const createdAt = () => time().defaultRaw('clock_timestamp()').onCreate(now)

export const updatedAt = () => createdAt().onUpdate(now)

/** A jsonb map or object that is never null; starts empty. */
export const jsonObject = <T extends object>(initial: () => T) =>
  p.json<T>().defaultRaw(`'{}'::jsonb`).onCreate(initial)

/** The texts of one DISA rule description (components 2.5), flat on catalog rules, a record of its own on rules. */
export const disaTexts = () => ({
  vulnDiscussion: p.text().nullable(),
  falsePositives: p.text().nullable(),
  falseNegatives: p.text().nullable(),
  documentable: p.boolean().nullable(),
  mitigationsAvailable: p.boolean().nullable(),
  mitigations: p.text().nullable(),
  poamAvailable: p.boolean().nullable(),
  poam: p.text().nullable(),
  severityOverrideGuidance: p.text().nullable(),
  potentialImpacts: p.text().nullable(),
  thirdPartyTools: p.text().nullable(),
  mitigationControl: p.text().nullable(),
  responsibility: p.text().nullable(),
  iaControls: p.text().nullable(),
})

/** The requirement fields that catalog rules and authored rules have in common (components 2.2, 2.5). */
export const requirementTexts = () => ({
  title: p.text().nullable(),
  version: p.text().nullable(),
  ruleWeight: p.text().nullable(),
  ident: p.text().nullable(),
  legacyIds: p.text().nullable(),
  fixtext: p.text().nullable(),
  fixtextFixref: p.text().nullable(),
  fixId: p.text().nullable(),
  vulnId: p.text().nullable(),
  artifactDescription: p.text().nullable(),
  vendorComments: p.text().nullable(),
  statusJustification: p.text().nullable(),
  inspecControlBody: p.text().nullable(),
  inspecControlFile: p.text().nullable(),
})

/** The one check of a catalog rule, flat (components 5.2). */
export const catalogCheck = () => ({
  checkSystem: p.text().nullable(),
  checkContentRefName: p.text().nullable(),
  checkContentRefHref: p.text().nullable(),
  checkContent: p.text().nullable(),
})

/** Dublin Core fields of a reference (components 2.5). */
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

/** What texts are found by, computed by functions of the database (migration `search_words`). */
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

/** Index of the rows that have a value in this column, where most have none; `more` follows it in the order. */
export function partialIndex(table: string, column: string, ...more: string[]) {
  const columns = [column, ...more].map((name) => `"${name}"`).join(', ')
  return {
    name: `${table}_${column}`,
    expression: `create index "${table}_${column}" on "${table}" (${columns}) where ${column} is not null`,
  }
}

/** Values of a closed vocabulary as an SQL list. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')
}

function now(): Date {
  return new Date()
}
