import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../audit/actor.ts'
import { authorizeAccess, type ScopeRow } from '../../../auth/access/effective-access.ts'
import { joinRoles } from '../../../auth/access/membership-sql.ts'
import type { Queries } from '../../../database/database.ts'
import { preparedQuery } from '../../../database/prepared-query.ts'
import { notFoundError } from '../../../errors.ts'
import type { MembershipType } from '../../../vocabulary.ts'
import { signedInWriting } from '../../base-procedures.ts'
import { pathId } from '../../schemas/shapes.ts'
import type { Target } from '../target.ts'

/**
 * Authorizes admins of the target on the membership of the path; it is hidden like its target (rule A-7). The operation
 * locks the target and reads the membership again.
 */
export const onMembership = signedInWriting
  .meta({ access: { record: 'membership', needs: 'admin' } })
  .input(z.object({ id: pathId }))
  .use(async ({ ctx, input, next }) => {
    const row = await membershipScope(ctx.db, input.id, ctx.actor)
    await authorizeAccess(ctx.db, row, ctx.actor, 'admin')
    if (!row) throw notFoundError()
    const id = row.component_id ?? row.project_id
    const target: Target = { type: row.membership_type, id }
    return next({ ctx: { membership: { id: input.id, userId: row.member_id, target } } })
  })

interface MembershipScope extends ScopeRow {
  membership_type: MembershipType
  member_id: number
}

/** Reads the caller's roles on the target of a membership; undefined for an unknown id. */
async function membershipScope(db: Queries, id: number, actor: Actor): Promise<MembershipScope | undefined> {
  const [row] = await membershipScopes(db, id, actor.id)
  return row
}

const membershipScopes = preparedQuery(
  (_, id, userId) => sql<MembershipScope>`
    select m.membership_type, m.user_id as member_id, p.id as project_id, p.visibility, pm.role as project_role, c.id as component_id,
      cm.role as component_role, coalesce(c.released, false) as released
    from memberships m
    left join components c on c.id = m.component_id
    join projects p on p.id = coalesce(m.project_id, c.project_id)
    ${joinRoles(userId)}
    where m.id = ${id}`,
)
