import type { SectionName } from '../src/vocabulary.ts'

/**
 * Fields of a requirement and its parts: the section whose lock covers each, its limit and its uses. Columns,
 * schemas, limits, saves, find and replace, search, audit, copies, import, release and rebase use this table.
 * A new field needs a line here and a migration.
 */

/** Fields outside every section; only a lock of the requirement itself covers them (rule C-3). */
export const OTHER = 'Other'
export type SectionOrOther = SectionName | typeof OTHER

/** The setting that limits a text, by its name in src/config. */
export type TextLimit = 'shortString' | 'mediumText' | 'longText' | 'ruleTitle' | 'ident' | 'inspecCode'

export type FieldUse =
  /** Full-text search includes it: with a higher weight, with normal weight, or as an identifier. */
  | 'title'
  | 'searched'
  | 'identifier'
  /** Find, and find and replace, include it. */
  | 'replaced'
  /** The audit log records its changes. */
  | 'audited'
  /** Copies of a requirement and of a component include it. */
  | 'copied'
  /** Derived from other fields; only the copy of a whole component includes it. */
  | 'derived'
  /** Catalog rules have it too: requirements take it from the catalog, and a release writes it there. */
  | 'catalog'
  | 'imported'
  | 'exported'
  /** A rebase takes the newer text: always, or unless the requirement is configurable. */
  | 'refreshed'
  | 'followed'
  /** Lists show it to everyone who can read the component. */
  | 'shown'

export interface Field {
  /** Null if it can't be edited. */
  section: SectionOrOther | null
  /** Null for fields that are not free text. */
  limit: TextLimit | null
  uses: readonly FieldUse[]
}
export type Fields = Record<string, Field>

function createField<S extends SectionOrOther | null, L extends TextLimit | null, const U extends FieldUse>(
  section: S,
  limit: L,
  ...uses: U[]
) {
  return { section, limit, uses }
}

const XCCDF = 'XCCDF Metadata'
const LINKED = ['audited', 'copied', 'catalog', 'imported', 'exported'] as const

export const RULE_FIELDS = {
  title: createField('Title', 'ruleTitle', 'title', 'replaced', 'followed', ...LINKED),
  fixtext: createField('Fix', 'longText', 'searched', 'replaced', 'followed', 'shown', ...LINKED),
  vendorComments: createField(
    'Vendor Comments',
    'longText',
    ...(['searched', 'replaced', 'audited', 'copied', 'catalog', 'exported', 'shown'] as const),
  ),
  statusJustification: createField(
    'Status',
    'mediumText',
    ...(['searched', 'replaced', 'audited', 'copied', 'catalog', 'shown'] as const),
  ),
  artifactDescription: createField(
    'Artifact Description',
    'longText',
    ...(['searched', 'replaced', 'audited', 'copied', 'catalog', 'exported', 'shown'] as const),
  ),
  ident: createField(XCCDF, 'ident', 'identifier', 'refreshed', 'shown', ...LINKED),
  identSystem: createField(
    XCCDF,
    'shortString',
    ...(['refreshed', 'shown', 'audited', 'copied', 'imported', 'exported'] as const),
  ),
  version: createField(XCCDF, 'shortString', 'identifier', ...LINKED),
  ruleWeight: createField(XCCDF, 'shortString', 'refreshed', 'shown', ...LINKED),
  status: createField('Status', null, 'audited', 'copied'),
  ruleSeverity: createField('Severity', null, 'refreshed', 'audited', 'copied', 'imported', 'exported'),
  fixId: createField('Fix', 'shortString', 'refreshed', ...LINKED),
  fixtextFixref: createField('Fix', 'shortString', 'refreshed', 'shown', ...LINKED),
  inspecControlBody: createField(OTHER, 'inspecCode', 'audited', 'copied', 'catalog'),
  inspecControlBodyLang: createField(OTHER, 'shortString', 'audited', 'copied'),
  inspecControlFileLang: createField(OTHER, 'shortString', 'audited', 'copied'),
  inspecControlFile: createField(null, null, 'derived', 'catalog'),
  legacyIds: createField(null, null, 'copied', 'catalog', 'imported', 'exported', 'shown'),
  vulnId: createField(null, null, 'copied', 'catalog', 'shown'),
} as const satisfies Fields

/** Fields of a check. */
export const CHECK_FIELDS = {
  system: createField('Check', 'shortString', 'audited', 'followed'),
  contentRefName: createField('Check', 'shortString', 'audited', 'followed'),
  contentRefHref: createField('Check', 'shortString', 'audited', 'followed'),
  content: createField('Check', 'longText', 'searched', 'replaced', 'audited', 'followed'),
} as const satisfies Fields

const DISA = 'DISA Metadata'

/** Fields of a DISA description; fields without a limit are flags. */
export const DISA_FIELDS = {
  vulnDiscussion: createField(
    'Vulnerability Discussion',
    'longText',
    ...(['searched', 'replaced', 'audited', 'followed'] as const),
  ),
  falsePositives: createField(DISA, 'longText', 'audited'),
  falseNegatives: createField(DISA, 'longText', 'audited'),
  documentable: createField(DISA, null, 'audited'),
  mitigationsAvailable: createField(DISA, null, 'audited'),
  mitigations: createField(DISA, 'longText', 'searched', 'replaced', 'audited'),
  poamAvailable: createField(DISA, null, 'audited'),
  poam: createField(DISA, 'longText', 'audited'),
  severityOverrideGuidance: createField('Severity', 'longText', 'audited'),
  potentialImpacts: createField(DISA, 'longText', 'audited'),
  thirdPartyTools: createField(DISA, 'longText', 'audited'),
  mitigationControl: createField(DISA, 'longText', 'audited'),
  responsibility: createField(DISA, 'longText', 'audited'),
  iaControls: createField(DISA, 'longText', 'audited'),
} as const satisfies Fields

/** Fields of a free description. */
export const DESCRIPTION_FIELDS = {
  description: createField(OTHER, 'longText', 'audited'),
} as const satisfies Fields

type SnakeCase<S extends string> = S extends `${infer H}${infer T}`
  ? `${H extends Lowercase<H> ? H : `_${Lowercase<H>}`}${SnakeCase<T>}`
  : S

/** Names of the fields with this use. */
export type FieldWithUse<F extends Fields, U extends FieldUse> = {
  [K in keyof F & string]: U extends F[K]['uses'][number] ? K : never
}[keyof F & string]

/** Names of the fields that have a limit. */
export type Texts<F extends Fields> = {
  [K in keyof F & string]: F[K]['limit'] extends TextLimit ? K : never
}[keyof F & string]

/** Names of the editable fields. */
export type FieldInEditor<F extends Fields> = {
  [K in keyof F & string]: F[K]['section'] extends SectionOrOther ? K : never
}[keyof F & string]

/** The column of a property, which is also its JSON name. */
export type Column<K extends string> = SnakeCase<K>

/** Converts a property name to its column, in snake_case. */
export function toColumn<K extends string>(property: K): Column<K> {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Column<K>
}

/** Returns the properties with one of these uses, in table order. */
export function listFieldsUsed<F extends Fields, U extends FieldUse>(
  fields: F,
  ...uses: U[]
): FieldWithUse<F, U>[] {
  const names = Object.entries(fields).flatMap(([name, { uses: fieldUses }]) =>
    fieldUses.some((use) => (uses as FieldUse[]).includes(use)) ? [name] : [],
  )
  return names as FieldWithUse<F, U>[]
}

/** Returns the columns with one of these uses, in table order. */
export function listColumnsUsed<F extends Fields, U extends FieldUse>(
  fields: F,
  ...uses: U[]
): Column<FieldWithUse<F, U>>[] {
  return listFieldsUsed(fields, ...uses).map((name) => toColumn(name))
}

/** Returns the properties that have a limit. */
export function listTextFields<F extends Fields>(fields: F): Texts<F>[] {
  return Object.entries(fields).flatMap(([name, { limit }]) => (limit ? [name] : [])) as Texts<F>[]
}

/** Maps editable properties to their sections. */
export function mapSections<F extends Fields>(fields: F): Record<FieldInEditor<F>, SectionOrOther> {
  const entries = Object.entries(fields).flatMap(([name, { section }]) => (section ? [[name, section]] : []))
  return Object.fromEntries(entries) as Record<FieldInEditor<F>, SectionOrOther>
}

/** Maps text columns to their limits. */
export function mapLimits(fields: Fields): Record<string, TextLimit> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { limit }]) => (limit ? [[toColumn(name), limit]] : [])),
  )
}
