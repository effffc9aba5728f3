import { sql } from 'kysely'
import { z } from 'zod'
import { Relocation } from '../../../entities/relocation.ts'
import { Rule } from '../../../entities/rule.ts'
import { notFound } from '../../errors.ts'
import { bodyId, pathId } from '../../wire/shapes.ts'
import { access } from './factory.ts'
import { signedInWriting } from '../procedures.ts'
import { admittedToRecord, assertUnreleased, locked } from '../records.ts'
import { admitToRelocation } from '../relocations.ts'
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
    .input(z.object({ id: pathId, target_component_id: bodyId }))
    .use(async ({ ctx: { em, db, actor }, input: { id, target_component_id: target }, next }) => {
      const decide = async (): Promise<number> => {
        await admit(db, await componentScope(db, target, actor), actor, needs)
        return admitToRelocation(db, id, actor)
      }
      const source = await decide()
      await sql`select id from components where id in (${source}, ${target}) order by id for update`.execute(
        db,
      )
      await decide()
      const record = await locked(em, Relocation, id)
      if (!record.isOpen()) throw notFound()
      const rule = await locked(em, Rule, record.sourceRuleId)
      if (rule.deletedAt) throw notFound()
      return next({ ctx: { relocation: record, rule } })
    })
}
