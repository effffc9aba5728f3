import { sql } from 'kysely'
import { z } from 'zod'
import { Relocation } from '../../../../entities/relocation.ts'
import { Rule } from '../../../../entities/rule.ts'
import { authorizeAccess, type RequiredAccess } from '../../../auth/access/effective-access.ts'
import { preparedQuery } from '../../../database/prepared-query.ts'
import { notFoundError } from '../../../errors.ts'
import { signedInWriting } from '../../base-procedures.ts'
import { pathId, lookupId } from '../../schemas/shapes.ts'
import { authorizeRecord, assertUnreleased, loadLocked } from '../authorize-record.ts'
import {
  authorizeRelocation,
  authorizeSettling,
  proposalScope,
  SETTLING_NEEDS,
  WITHDRAWING_NEEDS,
} from '../relocations.ts'
import { componentScope, relocationScope } from '../scopes.ts'
import { declareAccess } from './factory.ts'

const Target = z.object({ target_component_id: lookupId })

/** Loads and locks an open proposal, for callers who may withdraw it from its unreleased source. */
export function relocation() {
  return signedInWriting
    .meta(declareAccess('component', WITHDRAWING_NEEDS))
    .input(z.object({ id: pathId }))
    .use(async ({ ctx: { em, db, actor }, input, next }) => {
      const request = { em, db, actor, id: input.id, needs: WITHDRAWING_NEEDS }
      const { scope, effectiveAccess, record } = await authorizeRecord(
        ['shared', relocationScope],
        Relocation,
        request,
      )
      await assertUnreleased(db, scope.released, actor, effectiveAccess)
      record.assertOpen()
      return next({ ctx: { relocation: record } })
    })
}

/**
 * Loads an open proposal, for callers who can see it and have the role on the target that the body names (rules C-63
 * and C-64).
 */
export function proposal(needs: RequiredAccess) {
  return openProposal(needs, 'component', authorizeRelocation)
}

/** Loads an open proposal, for callers who may also accept or decline it (rule C-64). */
export function settledProposal() {
  return openProposal(SETTLING_NEEDS, 'relocation', authorizeSettling)
}

/**
 * Loads and locks the proposal and its requirement. Access is checked before anything is locked, and again under the
 * locks of both components.
 */
function openProposal(needs: RequiredAccess, record: string, authorize: typeof authorizeRelocation) {
  return signedInWriting
    .meta(declareAccess(record, needs))
    .input(z.object({ id: pathId }))
    .use(async ({ ctx: { db, actor }, input: { id }, getRawInput, next }) => {
      // Without a target, there is no role to check on it; the error must not reach callers who can't see the proposal.
      if (!Target.safeParse(await getRawInput()).success) {
        await authorize(db, await proposalScope(db, id, actor), actor)
      }
      return next()
    })
    .input(Target)
    .use(async ({ ctx: { em, db, actor }, input: { id, target_component_id: target }, next }) => {
      const decide = async () => {
        const scopes = [componentScope(db, target, actor), proposalScope(db, id, actor)] as const
        const [targetScope, proposalRow] = await Promise.all(scopes)
        await authorizeAccess(db, targetScope, actor, needs)
        return authorize(db, proposalRow, actor)
      }
      const { component_id: source, source_rule_id: ruleId } = await decide()
      await Promise.all([lockBoth(db, source, target), decide()])
      const [record, rule] = await Promise.all([loadLocked(em, Relocation, id), loadLocked(em, Rule, ruleId)])
      record.assertOpen()
      if (rule.deletedAt) throw notFoundError()
      return next({ ctx: { relocation: record, rule } })
    })
}

const lockBoth = preparedQuery(
  (_, sourceId, targetId) =>
    sql`select id from components where id in (${sourceId}, ${targetId}) order by id for update`,
)
