import { displayedName } from '../../entities/requirement-name.ts'
import {
  assertSatisfactionsOpen,
  namesSatisfier,
  linkSatisfaction,
  inheritedTexts,
  type InheritedTexts,
  relinkSatisfaction,
  unlinkSatisfaction,
} from '../../entities/rule-satisfactions.ts'
import { Rule } from '../../entities/rule.ts'
import { Satisfaction } from '../../entities/satisfaction.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { displayedRuleName, auditSatisfactionLink, auditSatisfactionUnlink } from './link-satisfaction.ts'
import { refreshInspec } from './refresh-inspec.ts'
import { stillSatisfied, textsBeforeLink } from './satisfaction-facts.ts'

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
const PORTION = 100

/** Removes satisfactions of a write-locked component; `release` updates each child (rule C-56). */
export async function removeLinks(
  work: UnitOfWork,
  component: LinkedComponent,
  links: readonly SatisfactionIds[],
): Promise<void> {
  const { em, db, trail, now } = work
  for (const some of portions(links)) {
    const rules = await rulesOf(work, some)
    const pairs = some.map(({ childId, parentId }) => ({ ruleId: childId, satisfiedByRuleId: parentId }))
    await em.nativeDelete(Satisfaction, { $or: pairs })
    const childIds = [...new Set(some.map(({ childId }) => childId))]
    const left = await stillSatisfied(db, childIds)
    const textsOf = await textsBeforeLink(db, childIds)
    for (const { child, parent } of endsOf(some, rules)) {
      const gone = displayedName(component, parent)
      const heir = left.get(child.id)
      assertSatisfactionsOpen(child, component.frozen)
      if (!heir) unlinkSatisfaction(child, textsOf(child.id), now)
      else if (namesSatisfier(inheritedTexts(child), gone)) {
        relinkSatisfaction(child, gone, displayedRuleName(component, heir), now)
      }
      auditSatisfactionUnlink(trail, child, gone)
    }
    await refreshInspec(db, ...rules.values())
    await em.flush()
    em.clear()
  }
}

/**
 * Adds satisfactions that `assertSatisfaction` allows to a write-locked component; `satisfy` updates each
 * child (rule C-55).
 */
export async function addLinks(
  work: UnitOfWork,
  component: LinkedComponent,
  links: readonly SatisfactionIds[],
): Promise<void> {
  const { em, db, trail, now } = work
  for (const some of portions(links)) {
    const rules = await rulesOf(work, some)
    const childIds = [...new Set(some.map(({ childId }) => childId))]
    const satisfied = await stillSatisfied(db, childIds)
    const textsOf = await textsBeforeLink(db, [...satisfied.keys()])
    const before = new Map<number, InheritedTexts>()
    for (const { child, parent } of endsOf(some, rules)) {
      em.create(Satisfaction, {
        ruleId: child.id,
        satisfiedByRuleId: parent.id,
        componentId: component.id,
      })
      const name = displayedName(component, parent)
      const said = linkSatisfaction(child, { name, title: parent.title ?? null }, component.frozen, now)
      const earlier = before.get(child.id) ?? textsOf(child.id) ?? said
      before.set(child.id, earlier)
      auditSatisfactionLink(trail, child, name, earlier)
    }
    await em.flush()
    await refreshInspec(db, ...rules.values())
    await em.flush()
    em.clear()
  }
}

function portions<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / PORTION) }, (_, at) =>
    all.slice(at * PORTION, (at + 1) * PORTION),
  )
}

async function rulesOf({ em }: UnitOfWork, links: readonly SatisfactionIds[]): Promise<Map<number, Rule>> {
  const ids = [...new Set(links.flatMap(({ childId, parentId }) => [childId, parentId]))]
  const found = await em.find(
    Rule,
    { id: { $in: ids } },
    { populate: ['checks', 'disaDescriptions'], orderBy: { id: 'asc' } },
  )
  return new Map(found.map((rule) => [rule.id, rule]))
}

function endsOf(links: readonly SatisfactionIds[], rules: ReadonlyMap<number, Rule>) {
  return links.flatMap(({ childId, parentId }) => {
    const [child, parent] = [rules.get(childId), rules.get(parentId)]
    return child && parent ? [{ child, parent }] : []
  })
}
