import { sql } from 'kysely'
import { z } from 'zod'
import { Relocation } from '../../../entities/relocation.ts'
import { Rule } from '../../../entities/rule.ts'
import { fixedQuery } from '../../database/fixed-query.ts'
import { notFound } from '../../errors.ts'
import { pathId, soughtId } from '../../wire/shapes.ts'
import { access } from './factory.ts'
import { signedInWriting } from '../procedures.ts'
import { admittedToRecord, assertUnreleased, locked } from '../records.ts'
import { admitToRelocation, proposalScope } from '../relocations.ts'
import { componentScope, relocationScope } from '../scopes.ts'
import { admit, type Needs } from '../standing.ts'

/** An open proposal, write-locked, for those who hold the role on its unreleased source. */
export function relocation(needs: Needs) {
  return signedInWriting
    .meta(access('component', needs))
    .input(z.object({ id: pathId }))
    .use(async ({ ctx: { em, db, actor }, input, next }) => {
      const asked = { em, db, actor, id: input.id, needs }
      const { scope, standing, record } = await admittedToRecord(
        ['shared', relocationScope],
        Relocation,
        asked,
      )
      await assertUnreleased(db, scope.released, actor, standing)
      if (!record.isOpen()) throw notFound()
      return next({ ctx: { relocation: record } })
    })
}

/**
 * An open proposal and its requirement, write-locked, for those who hold the role on the target that the body names and
 * may see the proposal (rules C-63 and C-64). They are asked for their standing before anything is
 * locked, and again under the locks of both components.
 */
export function proposal(needs: Needs) {
  return signedInWriting
    .meta(access('component', needs))
    .input(z.object({ id: pathId, target_component_id: soughtId }))
    .use(async ({ ctx: { em, db, actor }, input: { id, target_component_id: target }, next }) => {
      const decide = async () => {
        const looks = [componentScope(db, target, actor), proposalScope(db, id, actor)] as const
        const [named, proposed] = await Promise.all(looks)
        await admit(db, named, actor, needs)
        return admitToRelocation(db, proposed, actor)
      }
      const { component_id: source, source_rule_id: ruleId } = await decide()
      await Promise.all([lockBoth(db, source, target), decide()])
      const [record, rule] = await Promise.all([locked(em, Relocation, id), locked(em, Rule, ruleId)])
      if (!record.isOpen()) throw notFound()
      if (rule.deletedAt) throw notFound()
      return next({ ctx: { relocation: record, rule } })
    })
}

const lockBoth = fixedQuery(
  (_, one, other) => sql`select id from components where id in (${one}, ${other}) order by id for update`,
)
