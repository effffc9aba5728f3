import { formatDisplayedName } from '../../entities/requirement-name.ts'
import {
  assertSatisfaction,
  assertSatisfactionsOpen,
  namesSatisfier,
  linkSatisfaction,
  readInheritedTexts,
  type InheritedTexts,
  relinkSatisfaction,
  type Satisfier,
  unlinkSatisfaction,
} from '../../entities/rule-satisfactions.ts'
import { Rule } from '../../entities/rule.ts'
import { Satisfaction } from '../../entities/satisfaction.ts'
import type { AuditLog } from '../../src/audit/audit-log.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { notFoundError } from '../../src/errors.ts'
import { readInspecFacts, refreshInspec, writeInspec } from './refresh-inspec.ts'
import { loadLists } from './rule-lists.ts'
import {
  type SatisfierRow,
  readSatisfactionFacts,
  readSatisfiers,
  readTextsBeforeLink,
} from './satisfaction-facts.ts'

/** Both ends of a satisfaction, and whether the component's phase is finalized. */
interface SatisfactionEnds {
  child: Rule
  parent: Rule
  frozen: boolean
}

const LISTS = ['checks', 'disaDescriptions'] as const

/** Adds the satisfaction of `child` by `parent`, both write-locked (rule C-55). */
export async function addSatisfaction(
  work: UnitOfWork,
  { child, parent, frozen }: SatisfactionEnds,
): Promise<void> {
  const { em, db, auditLog } = work
  const [facts] = await Promise.all([
    readSatisfactionFacts(db, child.id, parent.id),
    loadLists(em, [child, parent], LISTS),
  ])
  assertSatisfaction(child, parent, facts)
  const earlier = facts.satisfier ? (await readTextsBeforeLink(db, [child.id]))(child.id) : null
  em.create(Satisfaction, {
    ruleId: child.id,
    satisfiedByRuleId: parent.id,
    componentId: child.componentId,
  })
  await em.flush()
  const name = formatDisplayedName(facts, parent)
  const previous = linkSatisfaction(child, { name, title: parent.title ?? null }, frozen, work.now)
  auditSatisfactionLink(auditLog, child, name, earlier ?? previous)
  await refreshInspec(db, parent, child)
  await em.flush()
}

/**
 * Removes a satisfaction; throws 404 without one. The child gets its previous texts back, or names another
 * requirement that satisfies it (rule C-56).
 */
export async function removeSatisfaction(
  work: UnitOfWork,
  { child, parent, frozen }: SatisfactionEnds,
): Promise<void> {
  const { em, db, auditLog, now } = work
  const [link] = await Promise.all([
    em.findOne(Satisfaction, { ruleId: child.id, satisfiedByRuleId: parent.id }),
    loadLists(em, [child, parent], LISTS),
  ])
  if (!link) throw notFoundError()
  child.assertEditable(frozen)
  em.remove(link)
  await em.flush()
  const [facts, getTextsBeforeLink, getFacts] = await Promise.all([
    readSatisfactionFacts(db, child.id, parent.id),
    readTextsBeforeLink(db, [child.id]),
    readInspecFacts(db, [parent, child]),
  ])
  const removedName = formatDisplayedName(facts, parent)
  if (!facts.satisfier) {
    assertSatisfactionsOpen(child, frozen)
    unlinkSatisfaction(child, getTextsBeforeLink(child.id), now)
  } else if (namesSatisfier(readInheritedTexts(child), removedName)) {
    assertSatisfactionsOpen(child, frozen)
    relinkSatisfaction(child, removedName, toSatisfier(facts, facts.satisfier), now)
  }
  auditSatisfactionUnlink(auditLog, child, removedName)
  writeInspec([parent, child], getFacts)
  await em.flush()
}

/**
 * Removes every satisfaction of a requirement to be deleted, on either end (rule C-56). Children without
 * another parent get their previous texts back, others name that parent, even if locked. Uses a fixed number
 * of statements.
 */
export async function removeAllSatisfactions(
  { em, db, auditLog, now }: UnitOfWork,
  rule: Rule,
): Promise<void> {
  const ends = await Promise.all([
    em.find(Satisfaction, { ruleId: rule.id }),
    em.find(Satisfaction, { satisfiedByRuleId: rule.id }),
  ])
  const links = ends.flat()
  if (links.length === 0) return
  const childIds = [...new Set(links.map(({ ruleId }) => ruleId))]
  const ids = [...new Set([rule.id, ...links.flatMap((link) => [link.ruleId, link.satisfiedByRuleId])])]
  const rules = new Map(
    (await em.find(Rule, { id: { $in: ids } }, { populate: LISTS, orderBy: { id: 'asc' } })).map((end) => [
      end.id,
      end,
    ]),
  )
  await em.nativeDelete(Satisfaction, { id: { $in: links.map(({ id }) => id) } })
  const satisfiers = await readSatisfiers(db, childIds)
  const getTextsBeforeLink = await readTextsBeforeLink(db, childIds)
  const component = await readComponent(db, rule)
  const removedName = formatDisplayedName(component, rule)
  for (const { ruleId, satisfiedByRuleId } of links) {
    const [child, parent] = [rules.get(ruleId), rules.get(satisfiedByRuleId)]
    if (child && parent) auditSatisfactionUnlink(auditLog, child, formatDisplayedName(component, parent))
  }
  for (const id of childIds) {
    const child = rules.get(id)
    const satisfier = satisfiers.get(id)
    if (child && !satisfier) unlinkSatisfaction(child, getTextsBeforeLink(id), now)
    else if (child && satisfier && namesSatisfier(readInheritedTexts(child), removedName)) {
      relinkSatisfaction(child, removedName, toSatisfier(component, satisfier), now)
    }
  }
  await refreshInspec(db, ...rules.values())
  await em.flush()
}

/** Creates the audit entry of a new satisfaction, with the child's previous texts. */
export function auditSatisfactionLink(
  auditLog: AuditLog,
  child: Rule,
  parentName: string,
  before: InheritedTexts,
): void {
  const now = readInheritedTexts(child)
  auditLog.setReason(child, `Satisfied by ${parentName}; the status was ${before.status}`)
  auditLog.record({
    ...toEntryTarget(child),
    action: 'satisfy',
    changes: {
      satisfied_by: [null, parentName],
      status: [before.status, now.status],
      status_justification: [before.statusJustification, now.statusJustification],
      mitigations: [before.mitigations, now.mitigations],
    },
  })
}

/** Returns a satisfying requirement as the texts of its children name it. */
export function toSatisfier(component: { prefix: string }, { ruleId, title }: SatisfierRow): Satisfier {
  return { name: formatDisplayedName(component, { ruleId }), title }
}

/** Adds the audit entry of a removed satisfaction. */
export function auditSatisfactionUnlink(auditLog: AuditLog, child: Rule, parentName: string): void {
  auditLog.setReason(child, `No longer satisfied by ${parentName}`)
  auditLog.record({
    ...toEntryTarget(child),
    action: 'unsatisfy',
    changes: { satisfied_by: [parentName, null] },
  })
}

function toEntryTarget(rule: Rule) {
  return {
    auditableType: 'BaseRule',
    auditableId: rule.id,
    associatedType: 'Component',
    associatedId: rule.componentId,
    componentId: rule.componentId,
    ruleId: rule.id,
  }
}

async function readComponent(db: Queries, rule: Rule): Promise<{ prefix: string }> {
  return db
    .selectFrom('components')
    .select('prefix')
    .where('id', '=', rule.componentId)
    .executeTakeFirstOrThrow()
}
