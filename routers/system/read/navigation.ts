import type { z } from 'zod'
import { findLockCutoff, type LockoutPolicy } from '../../../entities/lockout.ts'
import type { Actor } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import type { Services } from '../../../src/services.ts'
import { listAccessRequests } from '../../projects/read/access-requests.ts'
import type { Navigation } from './navigation.schema.ts'

const MAX_LOCKED_USERS = 100

const LINKS = [
  { icon: 'folder', name: 'Projects', link: '/projects' },
  { icon: 'package', name: 'Released Components', link: '/components' },
  { icon: 'shield', name: 'STIGs', link: '/stigs' },
  { icon: 'list', name: 'SRGs', link: '/srgs' },
  { icon: 'book', name: 'Documentation', link: '/docs' },
]

const administeredBy = preparedQuery(
  (db, userId: number) =>
    db
      .selectFrom('memberships')
      .select('project_id')
      .where('user_id', '=', userId)
      .where('role', '=', 'admin')
      .where('project_id', 'is not', null),
  { short: true },
)

/**
 * Reads the menu and pending items: access requests for project admins, locked accounts for system
 * administrators.
 */
export async function readNavigation(
  db: Queries,
  { env, clock }: Pick<Services, 'env' | 'clock'>,
  actor: Actor,
): Promise<z.infer<typeof Navigation>> {
  const mine = await administeredBy(db, actor.id)
  const projects = mine.flatMap(({ project_id }) => project_id ?? [])
  const seesRequests = actor.admin || projects.length > 0
  return {
    nav_links: LINKS,
    access_requests: seesRequests ? await listAccessRequests(db, actor.admin ? 'all' : projects) : [],
    locked_users: actor.admin && env.lockout.enabled ? await selectLockedUsers(db, env.lockout, clock()) : [],
  }
}

/** Users whose lock is in effect. */
function selectLockedUsers(db: Queries, policy: LockoutPolicy, now: Date) {
  const cutoff = findLockCutoff(now, policy)?.toISOString()
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('locked_at', 'is not', null)
    .$if(cutoff !== undefined, (query) =>
      query.where((eb) => eb.or([eb('lock_reason', '=', 'admin'), eb('locked_at', '>', cutoff ?? null)])),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_LOCKED_USERS)
    .execute()
}
