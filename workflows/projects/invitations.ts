import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { ProjectInvitation } from '../../entities/project-invitation.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { stateError, notFoundError } from '../../src/errors.ts'
import type { Role } from '../../src/vocabulary.ts'
import { findAccount, listAddableAccounts } from '../interchange/attribution.ts'
import { addMember, type MembershipResult } from '../memberships/members.ts'

/** A membership in an archive; the address is lowercase. */
export interface Invitee {
  email: string
  name: string | null
  role: Role
}

/** Stores invitations to a write-locked project; returns the addresses without a previous one. */
export async function invite(
  { db, actor, auditLog }: UnitOfWork,
  projectId: number,
  invitees: readonly Invitee[],
): Promise<Set<string>> {
  if (invitees.length === 0) return new Set()
  const { rows } = await sql<{ id: number; email: string }>`
    insert into project_invitations (project_id, email, name, role, invited_by_id)
    select ${projectId}::integer, g.email, g.name, g.role, ${actor.id}::integer
    from jsonb_to_recordset(${JSON.stringify(invitees)}::jsonb) as g (email text, name text, role text)
    on conflict on constraint project_invitations_unique do nothing returning id, email`.execute(db)
  const ids = rows.map(({ id }) => id)
  const entry = {
    action: 'create',
    auditableType: 'ProjectInvitation',
    associatedType: 'Project',
    associatedId: projectId,
    projectId,
    comment: 'Imported from a backup archive',
  }
  await auditLog.recordRows(
    db,
    entry,
    sql`select i.id as auditable_id, jsonb_build_object('role', i.role, 'name', i.name) as changes
      from project_invitations i where i.id = any (${sql.val(ids)}::integer[]) order by i.id`,
  )
  return new Set(rows.map(({ email }) => email))
}

/**
 * Adds the account with an invitation's verified address to the write-locked project (rule A-83).
 * @throws 404, 422 `invitation.no_account`, and 422 as `addMember` does
 */
export async function confirmInvitation(
  work: UnitOfWork,
  projectId: number,
  id: number,
): Promise<MembershipResult> {
  const { email, role } = await removeInvitation(work, projectId, id)
  const userId = findAccount(await listAddableAccounts(work, [email]), email)
  if (userId === null) {
    const message = `No account has the verified address ${email}. Confirm the invitation once it has one.`
    throw stateError('invitation.no_account', message)
  }
  const target = { type: 'Project' as const, id: projectId }
  return addMember(work, target, { userId, role, accessRequestId: null })
}

/** Deletes an invitation to a write-locked project and returns it; throws 404 if there is none. */
export async function removeInvitation(
  { em }: Pick<UnitOfWork, 'em'>,
  projectId: number,
  id: number,
): Promise<ProjectInvitation> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const invitation = await em.findOne(ProjectInvitation, { id, projectId }, { lockMode })
  if (!invitation) throw notFoundError()
  em.remove(invitation)
  return invitation
}
