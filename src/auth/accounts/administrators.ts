import { LockMode } from '@mikro-orm/core'
import { User } from '../../../entities/user.ts'
import { kysely, type Em } from '../../database.ts'
import { fixedQuery } from '../../database/fixed-query.ts'
import { notFound } from '../../errors.ts'

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE } as const

const rightsOf = fixedQuery<{ admin: boolean }>((db, userId: number) =>
  db.selectFrom('users').select('admin').where('id', '=', userId),
)

/**
 * Locks a user, and where they may administrate, everybody else who may, in id order: whoever takes that right away
 * starts here, so that two of them can neither leave nobody nor wait for each other (rule A-15). Answers how many of
 * those there are beside the user; 0 for a user who has no such right. Throws 404 for an unknown user.
 */
export async function lockWithAdministrators(
  em: Em,
  userId: number,
): Promise<{ user: User; others: number }> {
  const [rights] = await rightsOf(kysely(em), userId)
  if (!rights) throw notFound()
  if (!rights.admin) {
    const user = await em.findOne(User, { id: userId }, LOCK)
    if (!user) throw notFound()
    // Otherwise the right was granted between the look and the lock.
    if (!user.admin) return { user, others: 0 }
  }
  const locked = await em.find(
    User,
    { $or: [{ admin: true }, { id: userId }] },
    { ...LOCK, orderBy: { id: 'asc' }, refresh: true },
  )
  const user = locked.find(({ id }) => id === userId)
  if (!user) throw notFound()
  const others = locked.filter((other) => other !== user && other.admin && other.lockReason !== 'admin')
  return { user, others: others.length }
}
