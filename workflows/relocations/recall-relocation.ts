import { LockMode } from '@mikro-orm/core'
import { Component } from '../../entities/component.ts'
import { Relocation } from '../../entities/relocation.ts'
import { Rule } from '../../entities/rule.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { stateError, notFoundError } from '../../src/errors.ts'

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/**
 * Recalls a deleted, write-locked requirement from its relocation: deletes the copy and declines the record
 * (rule C-65). Does nothing without a relocation.
 * @throws 404 for a copy that was itself recalled, 422 `relocation.taken_up` once the target is released
 */
export async function recallRelocation(work: UnitOfWork, rule: Rule): Promise<void> {
  const { em, db, auditLog, actor, now } = work
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
  if (moved.some(({ source_rule_id: source }) => source !== rule.id)) throw notFoundError()
  const [executed] = moved
  if (!executed) return
  const target = executed.target_component_id
  const component = target === null ? null : await em.findOne(Component, { id: target }, LOCK)
  const relocation = await em.findOne(Relocation, { id: executed.id }, LOCK)
  if (!relocation) throw notFoundError()
  const relocatedId = relocation.targetRuleId ?? null
  const relocated = relocatedId === null ? null : await em.findOne(Rule, { id: relocatedId }, LOCK)
  if (relocated) {
    if (component?.released) throw createTakenUpError(relocation, 'is part of a released component')
    if (await wasMovedAgain(db, relocated)) {
      throw createTakenUpError(relocation, 'has moved on; recall it there first')
    }
    auditLog.setReason(relocated, `Recalled to ${relocation.sourceDisplayedName}`)
    if (!relocated.deletedAt) relocated.softDelete(now)
  }
  relocation.recall(actor, now)
  await em.flush()
}

/** Whether the copy moved on to another component, which the source may not change. */
async function wasMovedAgain(db: Queries, relocated: Rule): Promise<boolean> {
  const relocation = await db
    .selectFrom('requirement_relocations')
    .select('id')
    .where('source_rule_id', '=', relocated.id)
    .where('executed_at', 'is not', null)
    .executeTakeFirst()
  return relocation !== undefined
}

function createTakenUpError({ sourceDisplayedName: name }: Relocation, reason: string) {
  return stateError('relocation.taken_up', `${name} can't be recalled: where it went, it ${reason}.`)
}
