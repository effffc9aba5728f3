import { LockMode } from '@mikro-orm/core'
import { Component } from '../../entities/component.ts'
import { Relocation } from '../../entities/relocation.ts'
import { Rule } from '../../entities/rule.ts'
import type { Queries } from '../../src/database.ts'
import { illegal, notFound } from '../../src/errors.ts'
import type { Work } from '../../src/work.ts'

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/**
 * Takes a deleted, write-locked requirement back from where a relocation brought it: what landed is buried, the record
 * is declined (rule C-65). Does nothing for one that was not moved.
 * @throws 404 for one that was itself called back to where it came from, 422 `relocation.taken_up`
 */
export async function callBack(work: Work, rule: Rule): Promise<void> {
  const { em, db, trail, actor, now } = work
  const moved = await db
    .selectFrom('requirement_relocations')
    .select(['id', 'source_rule_id', 'target_component_id'])
    .where((eb) =>
      eb.or([
        eb.and([eb('source_rule_id', '=', rule.id), eb('executed_at', 'is not', null)]),
        eb.and([eb('target_rule_id', '=', rule.id), eb('executed_at', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .execute()
  if (moved.some(({ source_rule_id: source }) => source !== rule.id)) throw notFound()
  const [away] = moved
  if (!away) return
  const target = away.target_component_id
  const component = target === null ? null : await em.findOne(Component, { id: target }, LOCK)
  const relocation = await em.findOne(Relocation, { id: away.id }, LOCK)
  if (!relocation) throw notFound()
  const landedId = relocation.targetRuleId ?? null
  const landed = landedId === null ? null : await em.findOne(Rule, { id: landedId }, LOCK)
  if (landed) {
    if (component?.released || (await isTakenUp(db, landed))) {
      const message = `${relocation.sourceDisplayedName} was worked on where it went, so that it stays there.`
      throw illegal('relocation.taken_up', message)
    }
    trail.because(landed, `Called back to ${relocation.sourceDisplayedName}`)
    if (!landed.deletedAt) landed.bury(now)
  }
  relocation.callBack(actor, now)
  await em.flush()
}

/** Edited, commented on or moved on since it landed. Its deletion alone takes nothing up: that would keep it from all. */
async function isTakenUp(db: Queries, landed: Rule): Promise<boolean> {
  const asLanded = landed.deletedAt ? 2 : 1
  if (landed.lockVersion !== asLanded) return true
  const found = await db
    .selectFrom('rules as r')
    .select('r.id')
    .where('r.id', '=', landed.id)
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('reviews as v').select('v.id').whereRef('v.rule_id', '=', 'r.id')),
        eb.exists(
          eb
            .selectFrom('requirement_relocations as l')
            .select('l.id')
            .whereRef('l.source_rule_id', '=', 'r.id')
            .where('l.executed_at', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}
