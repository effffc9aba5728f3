import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { ProjectFile } from '../../src/formats/archive/manifest.ts'
import type { Role } from '../../src/vocabulary.ts'
import { addProjectMembers } from '../memberships/grant.ts'
import { invite, type Invitee } from '../projects/invitations.ts'
import { findAccount, NO_ACCOUNTS, listAddableAccounts } from './attribution.ts'

type WarningReporter = (message: string) => void

/** Number of members added and invited by an import. */
export interface ImportedMembers {
  members: number
  invitations: number
}

/**
 * Invites the archive's members to the write-locked project; a project admin confirms them (rule A-83). A
 * system administrator's import adds those with a verified account.
 */
export async function importMembers(
  work: UnitOfWork,
  projectId: number,
  { memberships }: ProjectFile,
  warn: WarningReporter,
): Promise<ImportedMembers> {
  const { actor } = work
  const allInvitees = readInvitees(memberships, await listMemberAddresses(work, projectId), warn)
  const emails = allInvitees.map(({ email }) => email)
  const accounts = actor.admin ? await listAddableAccounts(work, emails) : NO_ACCOUNTS
  const invitees: Invitee[] = []
  const members: { userId: number; role: Role }[] = []
  for (const { row: _, ...invitee } of allInvitees) {
    const userId = findAccount(accounts, invitee.email)
    if (userId === null) invitees.push(invitee)
    else members.push({ userId, role: invitee.role })
  }
  await addProjectMembers(work, projectId, members)
  const invited = await invite(work, projectId, invitees)
  for (const { row, email } of allInvitees) {
    if (findAccount(accounts, email) === null && !invited.has(email)) {
      warn(`${row}: ${email} has an open invitation already, which stays as it is.`)
    }
  }
  return { members: members.length, invitations: invited.size }
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** Returns rows with an address and a role, each address once; warns about skipped rows. */
function readInvitees(
  memberships: ProjectFile['memberships'],
  members: ReadonlySet<string>,
  warn: WarningReporter,
): (Invitee & { row: string })[] {
  const inviteesByEmail = new Map<string, Invitee & { row: string }>()
  for (const [index, { email: address, name, role }] of memberships.entries()) {
    const row = `project.json, memberships, row ${index + 1}`
    const email = address?.trim().toLowerCase() ?? ''
    const problem = findProblem(email, role ?? null, members)
    if (problem) warn(`${row}: ${address ?? name ?? 'The member'} ${problem}`)
    else if (inviteesByEmail.has(email)) {
      warn(`${row}: ${address ?? ''} is named by another row and is left out.`)
    } else if (role) inviteesByEmail.set(email, { row, email, name: name ?? null, role })
  }
  return [...inviteesByEmail.values()]
}

function findProblem(email: string, role: Role | null, members: ReadonlySet<string>): string | null {
  if (!ADDRESS.test(email)) return 'has no address and is left out.'
  if (role === null) return 'has no role that is known here and is left out.'
  return members.has(email) ? 'is already a member and keeps the role.' : null
}

async function listMemberAddresses({ db }: UnitOfWork, projectId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.project_id', '=', projectId)
    .execute()
  return new Set(rows.map(({ email }) => email.toLowerCase()))
}
