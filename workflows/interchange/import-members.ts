import type { ProjectFile } from '../../src/formats/archive/manifest.ts'
import type { Work } from '../../src/work.ts'
import { grant } from '../memberships/grant.ts'

/**
 * Makes the members that an archive names members of the write-locked project, found by their addresses; who is a member
 * already keeps their role. Answers how many there are more; a dry run only counts them.
 */
export async function importMembers(
  work: Work,
  projectId: number,
  { memberships }: ProjectFile,
  dryRun: boolean,
  warn: (said: string) => void,
): Promise<number> {
  const { em, db } = work
  const accounts = await accountsOf(
    work,
    memberships.flatMap(({ email }) => email?.trim().toLowerCase() ?? []),
  )
  const held = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .execute()
  const members = new Set(held.map(({ user_id: id }) => id))
  let added = 0
  for (const [index, { email, name, role }] of memberships.entries()) {
    const userId = accounts.get(email?.trim().toLowerCase() ?? '')
    const row = `project.json, memberships, row ${index + 1}`
    if (userId === undefined) {
      const reason = email === null ? 'has no address' : 'has no account here'
      warn(`${row}: ${email ?? name ?? 'somebody'} ${reason} and is left out.`)
      continue
    }
    if (!role) {
      warn(`${row}: ${email ?? ''} has no role that is known here and is left out.`)
      continue
    }
    if (members.has(userId)) {
      warn(`${row}: ${email ?? ''} is a member already and keeps the role.`)
      continue
    }
    members.add(userId)
    added += 1
    const target = { type: 'Project' as const, id: projectId }
    if (!dryRun)
      await grant(em, { target, projectId, component: null }, { userId, role, accessRequestId: null })
  }
  return added
}

async function accountsOf({ db }: Work, emails: string[]): Promise<Map<string, number>> {
  if (emails.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'email']).where('email', 'in', emails).execute()
  return new Map(rows.map(({ id, email }) => [email, id]))
}
