import { sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import { DISA_FIELDS, RULE_FIELDS, listFieldsUsed } from '../../entities/requirement-fields.ts'
import type { ChildChange, RuleChanges } from '../../entities/rule-changes.ts'
import { Rule, AdditionalAnswer } from '../../entities/rule.ts'
import { SrgRule } from '../../entities/srg-rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import { DomainError, validationError, notFoundError } from '../../src/errors.ts'
import { NOT_YET_DETERMINED } from '../../src/vocabulary.ts'
import { assertAnswers } from './answers.ts'
import { writeFirstInspec } from './refresh-inspec.ts'
import { loadLists } from './rule-lists.ts'

/** A new requirement: seeded, or a copy of `sourceRuleId`; given values take precedence (rule C-48). */
export interface NewRequirement {
  /** Undefined: no copy; null: the copied requirement is missing from the request. */
  sourceRuleId?: number | null
  changes: RuleChanges
  comment: string | null | undefined
}

type Values = ChildChange['values']

/** Default content of a new requirement, before the request's own content. */
interface DefaultContent {
  fields: Partial<Rule>
  checks: Values[]
  disaDescriptions: Values[]
  descriptions: Values[]
  references: object[]
  answers: { questionId: number; answer: string | null }[]
}

const SEED_CCI = 'CCI-000366'
const COPIED_LISTS = ['checks', 'disaDescriptions', 'descriptions', 'references'] as const
const CHILD_KEYS = ['id', 'rule', 'createdAt', 'updatedAt']

/**
 * Creates a requirement of a write-locked component: seeded from the CCI-000366 row, authored, or copied from
 * another one. Given content takes precedence; each given nested list replaces the default one (rule C-48).
 */
export async function createRequirement(
  work: UnitOfWork,
  component: Component,
  newRequirement: NewRequirement,
): Promise<Rule> {
  const defaultContent = await loadDefaultContent(work, component, newRequirement)
  const { id: componentId, documentType } = component
  const answers = newRequirement.changes.answers?.map((answer) => ({ ...answer, id: undefined }))
  if (documentType === 'stig') await assertAnswers(work.db, { componentId, ruleId: null }, answers)
  const changes = answers ? { ...newRequirement.changes, answers } : newRequirement.changes
  return storeRequirement(work, component, defaultContent, changes, newRequirement.comment)
}

/** Loads the parts that `createRelocatedRequirement` copies. */
export function loadCopied(em: Em, source: Rule): Promise<void> {
  return loadLists(em, source, COPIED_LISTS)
}

/**
 * Copies an authored requirement, loaded by `loadCopied`, with content and lineage into a write-locked
 * component (rule C-63).
 */
export function createRelocatedRequirement(
  work: UnitOfWork,
  component: Component,
  source: Rule,
  comment: string,
): Promise<Rule> {
  return storeRequirement(work, component, { ...copyContent(source), answers: [] }, { content: {} }, comment)
}

async function storeRequirement(
  work: UnitOfWork,
  component: Component,
  defaultContent: DefaultContent,
  changes: RuleChanges,
  comment: string | null | undefined,
): Promise<Rule> {
  const { em } = work
  const stig = component.documentType === 'stig'
  const rule = em.create(Rule, {
    ...defaultContent.fields,
    ...changes.content,
    componentId: component.id,
    documentType: component.documentType,
    ruleId: component.allocateRuleNumber(),
    checks: toPartValues(changes.checks, defaultContent.checks),
    disaDescriptions: toPartValues(changes.disaDescriptions, defaultContent.disaDescriptions),
    descriptions: chooseValues(changes.descriptions, defaultContent.descriptions),
    references: defaultContent.references,
  } as never)
  rule.assertContent({})
  work.auditLog.setReason(rule, comment)
  writeFirstInspec(rule, component)
  await em.flush()
  const answers = stig ? (changes.answers ?? defaultContent.answers) : []
  if (answers.length > 0) {
    addAnswers(em, rule, answers)
    await em.flush()
  }
  return rule
}

/** Returns at least one element (rule C-45). */
function toPartValues(changes: ChildChange[] | undefined, defaults: Values[]): Values[] {
  const list = chooseValues(changes, defaults)
  return list.length > 0 ? list : [{}]
}

function chooseValues(changes: ChildChange[] | undefined, defaults: Values[]): Values[] {
  return changes ? changes.map(({ values }) => values) : defaults
}

function addAnswers(
  em: Em,
  rule: Rule,
  answers: { questionId?: number | undefined; answer: string | null }[],
): void {
  for (const { questionId, answer } of answers) {
    if (questionId !== undefined) {
      em.create(AdditionalAnswer, { rule, additionalQuestionId: questionId, answer })
    }
  }
}

function loadDefaultContent(
  work: UnitOfWork,
  component: Component,
  { sourceRuleId: source }: NewRequirement,
): Promise<DefaultContent> {
  if (source !== undefined) return copyRequirement(work, component, source)
  return component.documentType === 'stig' ? loadSeed(work, component) : Promise.resolve(createBlankBasis())
}

function createBlankBasis(): DefaultContent {
  const fields = { status: NOT_YET_DETERMINED, ruleSeverity: 'medium', ruleWeight: '10.0' } as const
  return { fields, checks: [], disaDescriptions: [], descriptions: [], references: [{}], answers: [] }
}

async function loadSeed({ em, db }: UnitOfWork, component: Component): Promise<DefaultContent> {
  const id = await seedRuleId(db, component)
  return toBasis(await em.findOneOrFail(SrgRule, { id }))
}

/** Returns the catalog rule of the primary SRG with CCI-000366 and the lowest version. */
async function seedRuleId(db: Queries, component: Component): Promise<number> {
  const row = await db
    .selectFrom('srg_rules as s')
    .select('s.id')
    .where('s.srg_id', '=', component.securityRequirementsGuideId)
    .where(sql<boolean>`${SEED_CCI} = any (string_to_array(s.ident, ', '))`)
    .orderBy(sql`s.version collate "C" nulls last, s.rule_id collate "C", s.id`)
    .limit(1)
    .executeTakeFirst()
  if (!row) {
    throw new DomainError(
      'invalid',
      'rule.seed_missing',
      `The SRG of this component has no rule with ${SEED_CCI}, which new requirements start from.`,
    )
  }
  return row.id
}

function toBasis(source: SrgRule): DefaultContent {
  const { title, version, ruleSeverity, ident, identSystem, fixtext, fixtextFixref, fixId } = source
  return {
    fields: {
      srgRuleId: source.id,
      status: NOT_YET_DETERMINED,
      ruleWeight: source.ruleWeight ?? '10.0',
      title,
      version,
      ruleSeverity,
      ident,
      identSystem,
      fixtext,
      fixtextFixref,
      fixId,
    },
    checks: toChecks(source),
    disaDescriptions: [pick(source, Object.keys(DISA_FIELDS))],
    descriptions: (source.ruleDescriptions ?? []).map((description) => ({
      description: String(description),
    })),
    references: [{ data: source.reference }],
    answers: [],
  }
}

function toChecks(source: SrgRule): Values[] {
  return [
    {
      system: source.checkSystem ?? null,
      contentRefName: source.checkContentRefName ?? null,
      contentRefHref: source.checkContentRefHref ?? null,
      content: source.checkContent ?? null,
    },
    ...(source.furtherChecks ?? []).map((check) => ({
      system: check.system,
      contentRefName: check.content_ref_name,
      contentRefHref: check.content_ref_href,
      content: check.content,
    })),
  ]
}

/** Content and lineage columns that a copy keeps. */
const COPIED = [...listFieldsUsed(RULE_FIELDS, 'copied'), 'srgRuleId', 'derivedFromSrgRuleId']

/**
 * Loads content and answers of another requirement of this component; locks, reviews and history are not
 * copied.
 */
async function copyRequirement(
  { em }: UnitOfWork,
  component: Component,
  id: number | null,
): Promise<DefaultContent> {
  if (id === null) throw validationError('validation', 'id', 'Set id to the requirement to duplicate.')
  const source = await em.findOne(
    Rule,
    { id, componentId: component.id, deletedAt: null },
    { populate: [...COPIED_LISTS, 'answers'] },
  )
  if (!source) throw notFoundError()
  const answers = source.answers.getItems().map((answer) => ({
    questionId: answer.additionalQuestionId,
    answer: answer.answer ?? null,
  }))
  return { ...copyContent(source), answers }
}

/** Returns the copied content except answers; the other lists of the source must be loaded. */
function copyContent(source: Rule): Omit<DefaultContent, 'answers'> {
  return {
    fields: pick(source, COPIED),
    checks: source.checks.getItems().map(toChildValues),
    disaDescriptions: source.disaDescriptions.getItems().map(toChildValues),
    descriptions: source.descriptions.getItems().map(toChildValues),
    references: source.references.getItems().map(({ data }) => ({ data })),
  }
}

function pick(record: object, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)))
}

function toChildValues(child: object): Values {
  return Object.fromEntries(Object.entries(child).filter(([name]) => !CHILD_KEYS.includes(name)))
}
