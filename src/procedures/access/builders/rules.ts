import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { Rule } from '../../../../entities/rule.ts'
import type { Actor, EffectiveAccess } from '../../../audit/actor.ts'
import type { RequiredAccess } from '../../../auth/access/effective-access.ts'
import type { Em, Queries } from '../../../database/database.ts'
import { notFoundError } from '../../../errors.ts'
import { isRecord } from '../../../lib/json-values.ts'
import { createMissingParameterError } from '../../../lib/validation-error.ts'
import { signedInWriting } from '../../base-procedures.ts'
import { pathId, lookupId } from '../../schemas/shapes.ts'
import {
  authorizeScope,
  authorizeBeforeLock,
  authorizeAfterLock,
  authorizeRecord,
  authorizeUnderComponentLock,
  assertUnreleased,
  type RecordRequest,
} from '../authorize-record.ts'
import {
  ruleScope,
  tombstoneScope,
  type ComponentScope,
  type RecordScopeLoader,
  type ScopeLock,
  type ScopeLoader,
} from '../scopes.ts'

interface RuleRequest {
  em: Em
  db: Queries
  actor: Actor
}

/** Loads and locks a requirement of an unreleased component. */
async function loadRule(
  { em, db, actor }: RuleRequest,
  lockAndScope: [ScopeLock, RecordScopeLoader],
  id: number,
  needs: RequiredAccess,
): Promise<{ effectiveAccess: EffectiveAccess; scope: ComponentScope; rule: Rule }> {
  const request = { em, db, actor, id, needs }
  const { scope, effectiveAccess, record } = await (lockAndScope[0] === 'exclusive'
    ? authorizeExclusively(lockAndScope, request)
    : authorizeRecord(lockAndScope, Rule, request))
  await assertUnreleased(db, scope.released, actor, effectiveAccess)
  return { effectiveAccess, scope, rule: record }
}

/** Loads a requirement under the exclusive lock of its component, which keeps out all other writers. */
async function authorizeExclusively(
  [lock, loadScope]: [ScopeLock, ScopeLoader],
  request: RuleRequest & RecordRequest,
) {
  const load = () => request.em.findOne(Rule, { id: request.id }, { refresh: true })
  const { component_id: componentId } = await authorizeBeforeLock(loadScope, request)
  const lockRequest = { ...request, componentId }
  const { loaded: record, ...authorized } = await authorizeAfterLock(lock, loadScope, lockRequest, load)
  if (!record) throw notFoundError()
  return { ...authorized, record }
}

/** Loads and locks a live requirement; otherwise as `writing.rule`. */
export async function liveRule(ctx: RuleRequest, lock: ScopeLock, id: number, needs: RequiredAccess) {
  const authorized = await loadRule(ctx, [lock, ruleScope], id, needs)
  if (authorized.rule.deletedAt) throw notFoundError()
  return authorized
}

/**
 * Loads and locks the requirement of `rule_id` (rule C-55). Also loads `satisfied_by_rule_id` as `other`, if it is in the
 * component of that requirement. Locks both in id order to avoid deadlocks.
 */
export function ruleInBody(needs: RequiredAccess) {
  return signedInWriting
    .meta({ access: { record: 'rule', needs } })
    .input(z.object({ rule_id: lookupId.optional() }))
    .use(async ({ ctx, input, getRawInput, next }) => {
      if (input.rule_id === undefined) throw createMissingParameterError('rule_id')
      const other = findSatisfyingId(await getRawInput()) ?? input.rule_id
      return next({ ctx: await loadPair(ctx, input.rule_id, other, needs) })
    })
}

/** Loads and locks the requirement of the path, unless `rule_id` names one; otherwise as `ruleInBody`. */
export function ruleInPathOrBody(needs: RequiredAccess) {
  return signedInWriting
    .meta({ access: { record: 'rule', needs } })
    .input(z.object({ ruleId: pathId, rule_id: lookupId.optional() }))
    .use(async ({ ctx, input, getRawInput, next }) => {
      const id = input.rule_id ?? input.ruleId
      const other = findSatisfyingId(await getRawInput()) ?? id
      return next({ ctx: await loadPair(ctx, id, other, needs) })
    })
}

function findSatisfyingId(raw: unknown): number | undefined {
  return lookupId.safeParse(isRecord(raw) ? raw['satisfied_by_rule_id'] : undefined).data
}

async function loadPair({ em, db, actor }: RuleRequest, id: number, otherId: number, needs: RequiredAccess) {
  const request = { db, actor, id, needs }
  const first = await authorizeUnderComponentLock('shared', ruleScope, request)
  const ids = [...new Set([id, otherId])]
  const both = { id: { $in: ids }, componentId: first.scope.component_id }
  const orderBy = { id: 'asc' } as const
  const free = await em.find(Rule, both, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, orderBy })
  const waits = free.length < ids.length
  const rules = waits ? await em.find(Rule, both, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy }) : free
  // After waiting for the locks, check access again.
  const { effectiveAccess, scope } = waits
    ? await authorizeScope(db, await ruleScope(db, id, actor), actor, needs)
    : first
  await assertUnreleased(db, scope.released, actor, effectiveAccess)
  const rule = rules.find((item) => item.id === id)
  if (!rule || rule.deletedAt) throw notFoundError()
  return { effectiveAccess, scope, rule, other: rules.find((item) => item.id === otherId) ?? null }
}

/** Loads and locks a deleted requirement; 404 for a live one. */
export function deletedRule(needs: RequiredAccess) {
  return signedInWriting
    .meta({ access: { record: 'rule', needs } })
    .input(z.object({ ruleId: pathId }))
    .use(async ({ ctx, input, next }) => {
      const authorized = await loadRule(ctx, ['shared', tombstoneScope], input.ruleId, needs)
      if (!authorized.rule.deletedAt) throw notFoundError()
      return next({ ctx: authorized })
    })
}
