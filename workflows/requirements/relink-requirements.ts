import { formatDisplayedName } from '../../entities/requirement-name.ts'
import {
  assertSatisfactionsOpen,
  namesSatisfier,
  linkSatisfaction,
  readInheritedTexts,
  type InheritedTexts,
  relinkSatisfaction,
  unlinkSatisfaction,
} from '../../entities/rule-satisfactions.ts'
import { Rule } from '../../entities/rule.ts'
import { Satisfaction } from '../../entities/satisfaction.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { toSatisfier, auditSatisfactionLink, auditSatisfactionUnlink } from './link-satisfaction.ts'
import { refreshInspec } from './refresh-inspec.ts'
import { readSatisfiers, readTextsBeforeLink } from './satisfaction-facts.ts'

/** The ids of both ends of a satisfaction. */
export interface SatisfactionIds {
  childId: number
  parentId: number
}

interface LinkedComponent {
  id: number
  prefix: string
  frozen: boolean
}

/** Maximum number of links with loaded requirements. */
const BATCH_SIZE = 100

/** Removes satisfactions of a write-locked component, and restores or renames the texts of each child (rule C-56). */
export async function removeLinks(
  work: UnitOfWork,
  component: LinkedComponent,
  links: readonly SatisfactionIds[],
): Promise<void> {
  const { em, db, auditLog, now } = work
  for (const batch of toBatches(links)) {
    const rules = await loadRules(work, batch)
    const pairs = batch.map(({ childId, parentId }) => ({ ruleId: childId, satisfiedByRuleId: parentId }))
    await em.nativeDelete(Satisfaction, { $or: pairs })
    const childIds = [...new Set(batch.map(({ childId }) => childId))]
    const satisfiers = await readSatisfiers(db, childIds)
    const getTextsBeforeLink = await readTextsBeforeLink(db, childIds)
    for (const { child, parent } of toEnds(batch, rules)) {
      const removedName = formatDisplayedName(component, parent)
      const satisfier = satisfiers.get(child.id)
      assertSatisfactionsOpen(child, component.frozen)
      if (!satisfier) unlinkSatisfaction(child, getTextsBeforeLink(child.id), now)
      else if (namesSatisfier(readInheritedTexts(child), removedName)) {
        relinkSatisfaction(child, removedName, toSatisfier(component, satisfier), now)
      }
      auditSatisfactionUnlink(auditLog, child, removedName)
    }
    await refreshInspec(db, ...rules.values())
    await em.flush()
    em.clear()
  }
}

/**
 * Adds satisfactions that `assertSatisfaction` allows to a write-locked component, and updates each
 * child (rule C-55).
 */
export async function addLinks(
  work: UnitOfWork,
  component: LinkedComponent,
  links: readonly SatisfactionIds[],
): Promise<void> {
  const { em, db, auditLog, now } = work
  for (const batch of toBatches(links)) {
    const rules = await loadRules(work, batch)
    const childIds = [...new Set(batch.map(({ childId }) => childId))]
    const satisfied = await readSatisfiers(db, childIds)
    const getTextsBeforeLink = await readTextsBeforeLink(db, [...satisfied.keys()])
    const before = new Map<number, InheritedTexts>()
    for (const { child, parent } of toEnds(batch, rules)) {
      em.create(Satisfaction, {
        ruleId: child.id,
        satisfiedByRuleId: parent.id,
        componentId: component.id,
      })
      const name = formatDisplayedName(component, parent)
      const previous = linkSatisfaction(child, { name, title: parent.title ?? null }, component.frozen, now)
      const earlier = before.get(child.id) ?? getTextsBeforeLink(child.id) ?? previous
      before.set(child.id, earlier)
      auditSatisfactionLink(auditLog, child, name, earlier)
    }
    await em.flush()
    await refreshInspec(db, ...rules.values())
    await em.flush()
    em.clear()
  }
}

function toBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, index) =>
    all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  )
}

async function loadRules({ em }: UnitOfWork, links: readonly SatisfactionIds[]): Promise<Map<number, Rule>> {
  const ids = [...new Set(links.flatMap(({ childId, parentId }) => [childId, parentId]))]
  const rules = await em.find(
    Rule,
    { id: { $in: ids } },
    { populate: ['checks', 'disaDescriptions'], orderBy: { id: 'asc' } },
  )
  return new Map(rules.map((rule) => [rule.id, rule]))
}

function toEnds(links: readonly SatisfactionIds[], rules: ReadonlyMap<number, Rule>) {
  return links.flatMap(({ childId, parentId }) => {
    const [child, parent] = [rules.get(childId), rules.get(parentId)]
    return child && parent ? [{ child, parent }] : []
  })
}
