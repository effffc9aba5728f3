import { z } from 'zod'
import { REFERENCE_FIELDS } from '../../../entities/columns.ts'
import {
  CHECK_FIELDS,
  toColumn,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
} from '../../../entities/requirement-fields.ts'
import { validationError } from '../../errors.ts'
import {
  NOT_APPLICABLE,
  NOT_YET_DETERMINED,
  SECTION_NAMES,
  SEVERITIES,
  listAllowedStatuses,
  type DocumentType,
  type Severity,
} from '../../vocabulary.ts'
import { isWebAddress } from '../web-address.ts'
import { UNGRADED } from '../xccdf/rule.ts'
import { toCatalogLimits, findOverlongTexts, type CatalogText, type RuleLimits } from './catalog-texts.ts'
import { flag, instant, optionalList, maybeFlag, requiredText, number, formatIssue, text } from './values.ts'

/** Maximum characters of a derived text, which contains all texts of its requirement. */
const DERIVED = 10_000_000
const PARTS = 100

/** Schemas of text fields, by column. */
function createTextSchemas(fields: Fields, limits: RuleLimits): Record<string, ReturnType<typeof text>> {
  const entries = Object.entries(fields).flatMap(([name, { limit, uses }]) => {
    if (limit) return [[toColumn(name), text(limits[limit])]]
    return uses.includes('catalog') ? [[toColumn(name), text(DERIVED)]] : []
  })
  return Object.fromEntries(entries) as Record<string, ReturnType<typeof text>>
}

function createFlagSchemas(fields: Fields): Record<string, typeof maybeFlag> {
  const names = Object.entries(fields).flatMap(([name, { limit }]) => (limit ? [] : [toColumn(name)]))
  return Object.fromEntries(names.map((name) => [name, maybeFlag]))
}

/** Text fields that are columns of a requirement, by their names in archives. */
export const RULE_TEXTS = Object.entries(RULE_FIELDS).flatMap(([name, { limit, uses }]) =>
  limit !== null || uses.some((use) => use === 'catalog') ? [toColumn(name)] : [],
)

/** Prefix of the members that identify the catalog rule, by component type. */
export const SOURCE_PREFIXES = { stig: 'srg_rule', srg: 'derived_from_srg_rule' } as const

/** Members that identify the catalog rule, for both component types. */
const SOURCE_MEMBERS = {
  srg_rule_version: text(255),
  srg_rule_srg_id: text(255),
  srg_rule_srg_version: text(255),
  srg_rule_rule_id: text(255),
  derived_from_srg_rule_version: text(255),
  derived_from_srg_rule_srg_id: text(255),
  derived_from_srg_rule_srg_version: text(255),
  derived_from_srg_rule_rule_id: text(255),
}

// Stores only present members, so that export and import are symmetric.
const Reference = z
  .object(Object.fromEntries(REFERENCE_FIELDS.map((name) => [name, text(10_000)])))
  .transform((data) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)))

function createPartLists(limits: RuleLimits) {
  return {
    checks: optionalList(z.object(createTextSchemas(CHECK_FIELDS, limits)), PARTS),
    disa_rule_descriptions: optionalList(
      z.object({ ...createFlagSchemas(DISA_FIELDS), ...createTextSchemas(DISA_FIELDS, limits) }),
      PARTS,
    ),
    rule_descriptions: optionalList(z.object(createTextSchemas(DESCRIPTION_FIELDS, limits)), PARTS),
    references: optionalList(Reference, PARTS),
    additional_answers: optionalList(
      z.object({ question_name: text(255), answer: text(limits.longText) }),
      1000,
    ),
  }
}

/** Schema of one element of rules.json: all columns except ids and links, and the parts. */
function createRuleShape(limits: RuleLimits) {
  return z.object({
    ...createTextSchemas(RULE_FIELDS, limits),
    rule_id: number,
    status: requiredText(255).prefault(NOT_YET_DETERMINED),
    status_justification: text(limits.mediumText),
    rule_severity: text(255),
    locked: flag,
    locked_fields: z.record(z.string(), z.unknown()).nullish(),
    changes_requested: flag,
    review_requestor_email: text(255),
    review_requestor_name: text(255),
    minted_sequence: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullish()
      .transform((value) => value ?? null),
    ...SOURCE_MEMBERS,
    deleted_at: instant,
    created_at: instant,
    updated_at: instant,
    ...createPartLists(limits),
  })
}

/** A requirement ready to insert. */
export type RuleRow = z.infer<ReturnType<typeof createRuleShape>> & { locked_fields: Record<string, true> }

/** The guide release of a requirement's catalog rule; archives of other producers omit the version. */
export interface NamedRelease {
  srg_id: string
  version: string | null
}

/** Key of a release. */
export const toReleaseKey = ({ srg_id: id, version }: NamedRelease): string => `${id}\n${version ?? ''}`

/** The guide release of a requirement's catalog rule; null if it names no rule or no guide. */
export function toNamedRelease(rule: RuleRow, type: DocumentType): NamedRelease | null {
  const source = SOURCE_PREFIXES[type]
  const id = rule[`${source}_srg_id`]
  if (id === null || rule[`${source}_version`] === null) return null
  return { srg_id: id, version: rule[`${source}_srg_version`] }
}

interface RuleReading {
  limits: RuleLimits
  type: DocumentType
  /** Questions that require a URL. */
  urlQuestions: ReadonlySet<string>
  warn: (row: number, message: string) => void
  /** Receives overlong texts that must equal the catalog rule's. */
  overlong: (text: CatalogText) => void
}

/** Creates a reader of rules.json elements; fixes minor problems with a warning. */
export function createRuleReader(
  file: string,
  { limits, type, urlQuestions, warn, overlong }: RuleReading,
): (value: unknown, row: number) => RuleRow | null {
  const shape = createRuleShape(toCatalogLimits(limits))
  const seen = new Set<string>()
  return (value, row) => {
    const refuse = (problem: string) =>
      validationError('archive.invalid', 'file', `The entry ${file}, row ${row}: ${problem}.`)
    const warnOfRow = (message: string) => warn(row, message)
    const { data, error } = shape.safeParse(value)
    if (!data) throw refuse(formatIssue(error))
    if (data.deleted_at !== null) {
      warnOfRow(`requirement ${data.rule_id} was deleted and is left out`)
      return null
    }
    for (const text of findOverlongTexts(data, limits)) {
      const version = data[`${SOURCE_PREFIXES[type]}_version`] ?? ''
      overlong({ file, row, version, ...text })
    }
    if (seen.has(data.rule_id)) throw refuse(`requirement ${data.rule_id} is there twice`)
    seen.add(data.rule_id)
    const problem = findStatusProblem(data, type) ?? findSeverityProblem(data)
    if (problem !== null) throw refuse(problem)
    return {
      ...data,
      rule_severity: toSeverity(data, warnOfRow),
      locked_fields: toLocks(data, warnOfRow),
      additional_answers: filterAnswers(data, urlQuestions, warnOfRow),
      checks: data.checks.length > 0 ? data.checks : [{}],
      disa_rule_descriptions: data.disa_rule_descriptions.length > 0 ? data.disa_rule_descriptions : [{}],
    }
  }
}

type ArchivedRule = z.infer<ReturnType<typeof createRuleShape>>
type WarningReporter = (message: string) => void

function findStatusProblem(
  { status, status_justification: justification }: ArchivedRule,
  type: DocumentType,
): string | null {
  if (!listAllowedStatuses(type).some((known) => known === status)) {
    return `status must be one of ${listAllowedStatuses(type).join(', ')}`
  }
  if (type === 'srg' && status === NOT_APPLICABLE && (justification ?? '').trim() === '') {
    return `status_justification must not be blank where the status is ${NOT_APPLICABLE}`
  }
  return null
}

const normalizeSeverity = ({ rule_severity: severity }: ArchivedRule) => (severity ?? '').trim().toLowerCase()
const findSeverity = (rule: ArchivedRule) => SEVERITIES.find((item) => item === normalizeSeverity(rule))

function findSeverityProblem(rule: ArchivedRule): string | null {
  const isKnown =
    findSeverity(rule) !== undefined ||
    normalizeSeverity(rule) === '' ||
    UNGRADED.includes(normalizeSeverity(rule))
  return isKnown ? null : `rule_severity must be one of ${SEVERITIES.join(', ')}`
}

function toSeverity(rule: ArchivedRule, warn: WarningReporter): Severity {
  const severity = findSeverity(rule)
  if (!severity) warn(`requirement ${rule.rule_id} has no severity and becomes medium`)
  return severity ?? 'medium'
}

function toLocks(
  { rule_id: number, locked_fields: lockedFields }: ArchivedRule,
  warn: WarningReporter,
): Record<string, true> {
  const locks = Object.entries(lockedFields ?? {}).filter(([, locked]) => locked === true)
  const knownLocks = locks.filter(([name]) => SECTION_NAMES.some((section) => section === name))
  if (knownLocks.length < locks.length) warn(`requirement ${number} has locks of unknown sections, left out`)
  return Object.fromEntries(knownLocks.map(([name]) => [name, true as const]))
}

/** Validates answers to questions that require a URL. */
function filterAnswers(
  { additional_answers: answers }: ArchivedRule,
  urlQuestions: ReadonlySet<string>,
  warn: WarningReporter,
): ArchivedRule['additional_answers'] {
  return answers.filter(({ question_name: question, answer }) => {
    const fits = !urlQuestions.has(question ?? '') || !answer || isWebAddress(answer)
    if (!fits) {
      warn(
        `the answer to ${question ?? ''} is not an http or https address and is left out: ${answer.slice(0, 200)}`,
      )
    }
    return fits
  })
}
